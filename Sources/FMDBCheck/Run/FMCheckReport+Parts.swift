#if Checked
    extension FMCheckReport {
        /// - Parameter unread: findings of files that could not be read.
        init(outcomes: [FileOutcome], unread: [FMFinding], order: [String] = []) {
            let outcomes = unread.map { FileOutcome(findings: [$0], texthashes: [""]) } + outcomes
            let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
            // Stable: the places within a file are in order already.
            let sorted = outcomes.enumerated().sorted { one, two in
                let first = one.element.findings.first.flatMap { places[$0.place.file] } ?? -1
                let second = two.element.findings.first.flatMap { places[$0.place.file] } ?? -1
                return (first, one.offset) < (second, two.offset)
            }.map(\.element)
            self.init(
                findings: sorted.flatMap(\.findings), unfollowed: outcomes.flatMap(\.unfollowed),
                texts: outcomes.reduce(0) { $0 + $1.texts - $1.unchecked }, files: outcomes.count,
                ignored: outcomes.reduce(0) { $0 + $1.ignored })
            unchecked = outcomes.reduce(0) { $0 + $1.unchecked }
            texthashes = sorted.flatMap(\.texthashes)
            otherLibraries = Set(outcomes.flatMap(\.otherLibraries)).sorted()
        }

        func with(_ levels: [FMFinding.Rule: FMQueryCheck.Level]) -> FMCheckReport {
            guard !levels.isEmpty else { return self }
            var result = self
            (result.findings, result.texthashes) = ([], [])
            for (finding, hash) in zip(findings, texthashes) {
                guard let level = levels[finding.rule] else {
                    result.findings.append(finding)
                    result.texthashes.append(hash)
                    continue
                }
                guard let severity = FMFinding.Severity(rawValue: level.rawValue) else {
                    result.off += 1
                    continue
                }
                result.findings.append(FMFinding(severity, finding.rule, at: finding.place, finding.message))
                result.texthashes.append(hash)
            }
            return result
        }
    }
#endif
