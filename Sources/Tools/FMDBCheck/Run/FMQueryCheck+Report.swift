#if Checked
    import FMDB
    import Foundation

    extension FMQueryCheck {
        /// Checks files and folders.
        ///
        /// Folders are read recursively, in the order of names. Hidden folders such as `.build`, and links to a folder already read, are
        /// left out. Several threads read the files. A file that cannot be read becomes a finding, and the others are checked.
        ///
        /// - Parameter paths: files and folders. If empty, ``sources`` is checked.
        /// - Returns: all findings except those that comments, levels and the baseline leave out.
        /// - Throws: ``FMCheckError`` if the schema, a path, the baseline or a setting is invalid, or if there is no Swift file.
        public func report(on paths: [String]) throws -> FMCheckReport {
            let paths = paths.isEmpty ? sources : paths
            let clock = ContinuousClock()
            let start = clock.now
            var report = try CheckRun(self).report(on: paths).with(levels)
            if let baseline { report = try applied(baseline, to: report, paths: paths) }
            let (seconds, attoseconds) = (clock.now - start).components
            report.seconds = Double(seconds) + Double(attoseconds) * 1e-18
            return report
        }

        /// Checks files and folders. See ``report(on:)-([String])``.
        public func report(on paths: String...) throws -> FMCheckReport { try report(on: paths) }

        /// Checks one Swift source, without the cache and the baseline.
        ///
        /// - Parameters:
        ///   - source: the Swift source.
        ///   - file: the file name in the report.
        /// - Throws: ``FMCheckError`` if the schema is invalid.
        public func report(onSource source: String, file: String = "Source.swift") throws -> FMCheckReport {
            let facts = SourceReader.facts(of: source, file: file)
            let tables = try schemaSource()
            let surface = FileSurface(facts)
            let problems = try tables.problems(with: surface)
            let findings = try tables.rules(with: surface).findings(for: facts)
            let outcome = FileCheck.outcome(of: facts, file: file, findings: findings)
            var report = FMCheckReport(outcomes: [outcome], unread: problems)
            report.hasSchema = !problems.contains { $0.severity == .error }
            return report.with(levels)
        }

        /// Checks files and folders in a test, and throws if there are errors.
        ///
        ///     @Test func queries() throws {
        ///         try FMQueryCheck(schema: .file("schema.sql")).run("Sources")
        ///     }
        ///
        /// - Parameter paths: files and folders. If empty, ``sources`` is checked.
        /// - Returns: the report, which may have warnings and notes.
        /// - Throws: ``FMCheckFailure``, whose description lists the errors and warnings; ``FMCheckError`` if there was no SQL to check;
        ///   the errors of ``report(on:)-([String])``.
        @discardableResult
        public func run(_ paths: String...) throws -> FMCheckReport {
            let report = try report(on: paths)
            guard report.errors == 0 else { throw FMCheckFailure(report: report) }
            if let reason = report.nothingChecked { throw FMCheckError(.missing, reason) }
            return report
        }

        /// Returns the names of the files that a check of the given files and folders reads.
        package func files(in paths: [String]) throws(FMCheckError) -> [String] {
            try SourceList(paths, in: folder).names
        }

        func schemaSource() throws(FMCheckError) -> SchemaSource {
            try SchemaSource(schema, in: folder, names: names.additions)
        }

        private func applied(_ file: String, to report: FMCheckReport, paths: [String]) throws -> FMCheckReport {
            let path = absolute(file)
            let names = RelativeNames(to: path, folder: folder)
            let roots = paths.map { FilePath.plain(absolute($0)) }
            return try FMCheckBaseline(contentsOf: path).applied(to: report, names: names) { name in
                let file = names.path(of: name)
                let wasRead = roots.contains { file == $0 || file.hasPrefix($0 == "/" ? "/" : $0 + "/") }
                return wasRead || !FileManager.default.fileExists(atPath: file)
            }
        }
    }

    extension SchemaSource {
        func rules(with surface: FileSurface) throws(FMCheckError) -> Rules {
            Rules(schema: try learned(from: surface), types: surface.types, setsDateFormat: surface.setsDateFormat)
        }

        func problems(with surface: FileSurface) throws(FMCheckError) -> [FMFinding] {
            let schema = try learned(from: surface)
            return schema.problems + schema.foreignKeyFindings
        }

        private func learned(from surface: FileSurface) throws(FMCheckError) -> CheckedSchema {
            let schema = try made(with: surface.additions)
            schema.learn(surface.schemaTexts)
            return schema
        }
    }

    extension FMCheckReport {
        /// - Parameter unread: findings of files that could not be read.
        init(outcomes: [FileOutcome], unread: [FMFinding], order: [String] = []) {
            let outcomes = unread.map { FileOutcome(findings: [$0], texthashes: [""]) } + outcomes
            let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
            // Comparing the offsets keeps the order of a file's findings, which are already sorted.
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
            refused = outcomes.reduce(0) { $0 + $1.refused }
            texthashes = sorted.flatMap(\.texthashes)
            otherLibraries = Set(outcomes.flatMap(\.otherLibraries)).sorted()
        }

        func with(_ levels: [FMFinding.Rule: FMQueryCheck.Level]) -> FMCheckReport {
            guard !levels.isEmpty else { return self }
            var result = self
            (result.findings, result.texthashes) = ([], [])
            for (finding, hash) in zip(findings, texthashes) {
                let given = levels[finding.rule].map { FMFinding.Severity(rawValue: $0.rawValue) }
                guard let severity = given ?? finding.severity else {
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
