#if Checked
    import Foundation

    /// Reads a project that uses the Objective-C FMDB from Swift, and says what to write to use this package.
    ///
    ///     let report = try FMMove().report(on: ["App"])
    ///     print(report.count(.unchanged), report.count(.change))
    ///
    /// The files are only read. What an object is, is known as far as the sources say it: a call on an object of unknown type is FMDB's if
    /// no other library has such a name.
    public struct FMMove: Sendable {
        /// Names of FMDB's types, and words of Objective-C that Linux does not have.
        private static let words: Set<String> = MoveDeclarations.classes.union(FMDBSymbol.changedTypes.keys).union(
            linuxWords.keys)
        private static let names = Set(
            FMDBSymbol.byName.filter { $0.value.contains { $0.isDistinct } }.map(\.key) + FMDBSymbol.old.keys
                + FMDBSymbol.helpers)
        /// What package managers and builds put beside a project's own files.
        private static let foreignFolders: Set<String> = [
            "Pods", "Carthage", "DerivedData", "build", "node_modules", "SourcePackages", "checkouts",
        ]
        private static let linuxWords: [String: String] = [
            "autoreleasepool": "there are no autorelease pools: remove it",
            "objc": "there is no Objective-C runtime: remove @objc",
            "selector": "there is no Objective-C runtime: use a closure instead of a selector",
            "Selector": "there is no Objective-C runtime: use a closure instead of a selector",
        ]

        /// A reader of projects.
        public init() {}

        /// Reads a project.
        ///
        /// - Parameter paths: folders and files. Hidden files, `Pods`, `Carthage` and the folders of builds are left out.
        /// - Returns: the report. What could not be read is among its notes.
        /// - Throws: ``FMCheckError`` if a path does not exist, or there is nothing that could use FMDB.
        public func report(on paths: [String]) throws -> FMMoveReport {
            let list = try SourceList(paths, leavingOut: Self.foreignFolders) {
                $0.hasSuffix(".swift") || ProjectLines.isWanted($0)
            }
            var lines = ProjectLines()
            let read = SourceFile.read(list)
            let sources = read.files.filter { $0.name.hasSuffix(".swift") }
            for file in read.files where !file.name.hasSuffix(".swift") || file.baseName == "Package.swift" {
                lines.read(file.text, file.name)
            }
            var report = FMMoveReport()
            report.files = sources.count
            (report.objectiveC, report.project, report.notes) = (
                lines.objectiveC, lines.project, read.findings.map(\.note)
            )
            let (facts, declarations) = DeepStack.run { Self.facts(of: sources) }
            for facts in facts { Self.add(facts, declarations, lines.categories, to: &report) }
            return report
        }

        private static func facts(
            of sources: [SourceFile]
        ) -> (files: [MoveFacts], declarations: MoveDeclarations) {
            let readers = sources.map { MovesReader($0.text, file: $0.name) }
            var declarations = MoveDeclarations()
            for reader in readers { declarations.merge(reader.declarations) }
            let all = declarations
            return (readers.map { $0.facts(all, names: names, words: words) }, all)
        }

        private static func add(
            _ facts: MoveFacts, _ declarations: MoveDeclarations, _ categories: [String: Set<String>],
            to report: inout FMMoveReport
        ) {
            let verdicts = facts.calls.compactMap { call in
                CallVerdict(call, declarations, categories: categories).map { (call, $0) }
            }
            let names = facts.names.filter { MoveDeclarations.classes.contains($0.name) }
            guard facts.imports.contains("FMDB") || !verdicts.isEmpty || !names.isEmpty else { return }
            report.filesWithFMDB += 1
            for (call, verdict) in verdicts {
                report.calls.append(
                    FMMoveReport.Item(
                        place: call.place, subject: verdict.subject, verdict: verdict.verdict, advice: verdict.advice))
                if let linux = verdict.linux { addLinux(call.place, verdict.subject, linux, to: &report) }
            }
            report.declarations += facts.subclasses.flatMap { SubclassVerdicts($0).items }
            if !facts.imports.contains("FMDB"), let first = names.first {
                report.declarations.append(
                    FMMoveReport.Item(
                        place: first.place, subject: first.name, verdict: .change,
                        advice: "write import FMDB in this file"))
            }
            addNames(facts, to: &report)
        }

        /// Modules that show SQLite's constants.
        private static let modules: Set<String> = ["SQLite3", "SQLCipher", "CSQLite", "GRDBSQLite", "SQLite"]

        private static func addNames(_ facts: MoveFacts, to report: inout FMMoveReport) {
            let module = "SQLite3"
            let constants = facts.names.filter { $0.name.hasPrefix("SQLITE_") || $0.name.hasPrefix("sqlite3_") }
            if let first = constants.first, facts.imports.isDisjoint(with: modules) {
                report.declarations.append(
                    FMMoveReport.Item(
                        place: first.place, subject: first.name, verdict: .change,
                        advice:
                            "for \(constants.count) names write import \(module) in this file; on Linux the product \(module) has it"
                    ))
            }
            var seen: Set<String> = []
            for name in facts.names {
                if let advice = FMDBSymbol.changedTypes[name.name] {
                    report.declarations.append(
                        FMMoveReport.Item(
                            place: name.place, subject: name.name, verdict: .change, advice: "write \(advice)"))
                }
                if let advice = linuxWords[name.name], seen.insert(name.name).inserted {
                    addLinux(name.place, name.name, advice, to: &report)
                }
                if name.name.hasPrefix("SQLITE_OPEN_FILEPROTECTION"), seen.insert(name.name).inserted {
                    addLinux(name.place, name.name, "it has no effect", to: &report)
                }
            }
        }

        private static func addLinux(
            _ place: FMSourcePlace, _ subject: String, _ advice: String, to report: inout FMMoveReport
        ) {
            report.linux.append(FMMoveReport.Item(place: place, subject: subject, verdict: .unchanged, advice: advice))
        }
    }
#endif
