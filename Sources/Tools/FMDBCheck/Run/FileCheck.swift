#if Checked
    /// Processes the findings of one file: leaves out those that its comments silence, and adds the hash of each finding's SQL.
    struct FileCheck {
        private let facts: SourceFacts
        private let file: String
        private var usesByPlace: [FMSourcePlace: Int] = [:]
        /// The index of the use whose SQL has a part on the line, by line.
        private var usesByLine: [Int: Int] = [:]
        private var ignoresByLine: [Int: Int] = [:]
        private var usedIgnores: Set<Int> = []

        private init(_ facts: SourceFacts, file: String) {
            self.facts = facts
            self.file = file
            for (index, use) in facts.uses.enumerated() {
                usesByPlace[use.place] = index
                for read in use.reads { usesByPlace[read.place] = index }
                for place in use.values.places { usesByPlace[place] = index }
                for run in use.text.runs { usesByLine[run.place.line] = index }
            }
            for (index, comment) in facts.ignores.enumerated() {
                ignoresByLine[comment.line] = index
                if comment.standsAlone { ignoresByLine[comment.line + 1] = index }
            }
        }

        static func outcome(of facts: SourceFacts, file: String, findings: [FMFinding]) -> FileOutcome {
            var check = FileCheck(facts, file: file)
            return check.outcome(findings)
        }

        private mutating func outcome(_ found: [FMFinding]) -> FileOutcome {
            var outcome = FileOutcome()
            outcome.texts = facts.uses.count
            let unchecked = found.filter(\.isOfUnchecked)
            outcome.unchecked = number(ofTextsWith: unchecked)
            outcome.refused = number(ofTextsWith: unchecked.filter { $0.rule == .notChecked })
            outcome.otherLibraries = facts.otherLibraries
            var (known, kept): (Set<FMFinding>, [(finding: FMFinding, hash: String)]) = ([], [])
            // A constant used by two calls is checked twice, and reported once.
            for finding in found + unreadableParts where known.insert(finding).inserted {
                let use = usesByPlace[finding.place] ?? usesByLine[finding.place.line]
                if silences(finding.place.line, use) {
                    outcome.ignored += 1
                } else {
                    kept.append((finding, use.map { ContentHash.of(facts.uses[$0].text.sql) } ?? ""))
                }
            }
            for call in facts.unfollowed {
                if silences(call.place.line, nil) {
                    outcome.ignored += 1
                } else {
                    outcome.unfollowed.append(
                        .init(place: call.place, function: call.function, reason: call.reason.rawValue))
                }
            }
            for (index, comment) in facts.ignores.enumerated() where !usedIgnores.contains(index) {
                let place = FMSourcePlace(file, line: comment.line, column: 1)
                kept.append((FMFinding(.note, .input, at: place, "this fmdb:ignore silences nothing; remove it"), ""))
            }
            kept.sort { $0.finding.place.order < $1.finding.place.order }
            (outcome.findings, outcome.texthashes) = (kept.map(\.finding), kept.map(\.hash))
            outcome.unfollowed.sort { $0.place.order < $1.place.order }
            return outcome
        }

        private func number(ofTextsWith findings: [FMFinding]) -> Int {
            Set(findings.map { usesByPlace[$0.place] ?? usesByLine[$0.place.line] }).count
        }

        /// The warnings for code that is not Swift and for comments without a reason. The compiler reports all syntax errors, so one per
        /// file is enough here.
        private var unreadableParts: [FMFinding] {
            (facts.errors.filter { $0.kind == .syntax }.prefix(1) + facts.errors.filter { $0.kind == .comment }).map {
                FMFinding(.warning, .input, at: $0.place, $0.message)
            }
        }

        private mutating func silences(_ line: Int, _ use: Int?) -> Bool {
            var lines = [line]
            if let use = use.map({ facts.uses[$0] }) {
                // A Swift comment cannot be inside a multi-line literal, so a comment at the start of the SQL applies to all its lines.
                lines.append(use.place.line)
                if let first = use.text.runs.first { lines.append(first.place.line) }
            }
            guard let index = lines.compactMap({ ignoresByLine[$0] }).first else { return false }
            usedIgnores.insert(index)
            return true
        }
    }

    extension GivenValues {
        fileprivate var places: [FMSourcePlace] {
            switch self {
            case .listed(let values): values.map(\.place)
            case .named(let values): values.flatMap { [$0.place, $0.value.place] }
            case .unknown: []
            }
        }
    }

    extension FMSourcePlace {
        fileprivate var order: (Int, Int) { (line, column) }
    }
#endif
