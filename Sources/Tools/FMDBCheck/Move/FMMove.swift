#if Checked
    import Foundation

    /// Reads a project that uses the Objective-C FMDB from Swift, and reports what to change to use this package.
    ///
    ///     let report = try FMMove().report(on: ["App"])
    ///     print(report.count(.unchanged), report.count(.change))
    ///
    /// The project's files are only read. Swift's compiler checks copies of them, as one module and in Swift 5 mode, with the built modules
    /// of this library. Tests are a separate module. Other modules that the sources need, such as UIKit and other packages, may be missing:
    /// calls that depend on them are reported as not checked. Without the compiler or this library's modules no call is checked, unless its
    /// spelling alone shows that it must change.
    public struct FMMove: Sendable {
        /// The names of FMDB's types, and Objective-C names that Linux does not have.
        private static let words: Set<String> = MoveDeclarations.classes.union(FMDBSymbol.changedTypes.keys).union(
            linuxWords.keys)
        private static let names = Set(
            FMDBSymbol.byName.filter { $0.value.contains { $0.isDistinct } }.map(\.key) + FMDBSymbol.old.keys
                + FMDBSymbol.helpers)
        /// Folders that package managers and builds put next to a project's own files.
        private static let foreignFolders = Set(
            words: "Pods Carthage DerivedData build node_modules SourcePackages checkouts")
        private static let linuxWords: [String: String] = [
            "autoreleasepool": "there are no autorelease pools: remove it",
            "objc": "there is no Objective-C runtime: remove @objc",
            "selector": "there is no Objective-C runtime: use a closure instead of a selector",
            "Selector": "there is no Objective-C runtime: use a closure instead of a selector",
        ]

        /// The folder with the built modules of this library, such as FMDB.swiftmodule. Default: nil, for the folder `Modules` next to this
        /// program, where `swift build` puts them.
        public var modules: String?
        /// The time limit for all compiler runs together, in seconds. Default: 600.
        public var timeLimit: TimeInterval = 600
        /// Whether to run the compiler. Default: true.
        public var isCompiling = true

        /// Creates a reader of projects.
        public init() {}

        /// Reads a project.
        ///
        /// - Parameter paths: folders and files. Hidden files, `Pods`, `Carthage` and build folders are left out.
        /// - Returns: the report. Its notes list what could not be read.
        /// - Throws: ``FMCheckError`` if a path does not exist, no file can use FMDB, or ``modules`` has no module FMDB.
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
                lines.objectiveC, lines.project, read.findings.map(\.brief)
            )
            let modules = isCompiling ? try BuiltModules(self.modules) : nil
            let categories = lines.categories
            return ParallelWork.onDeepStack { [report] in self.report(on: sources, categories, modules, report) }
        }

        private func report(
            on sources: [SourceFile], _ categories: [String: Set<String>], _ modules: BuiltModules?,
            _ start: FMMoveReport
        ) -> FMMoveReport {
            var report = start
            let (facts, types, declarations) = Self.facts(of: sources)
            let readings = facts.map { Reading($0, declarations, categories) }
            let wanted = readings.indices.filter { readings[$0].isOfFMDB }
            let calls = wanted.map { ($0, readings[$0].verdicts.map(\.call.place)) }
            let findings = compiled(
                sources, facts, types, Dictionary(uniqueKeysWithValues: calls), modules, &report.notes)
            for number in wanted {
                var judgement = CallJudgement(findings[number])
                Self.add(readings[number], &judgement, to: &report)
            }
            return report
        }

        /// Compiles the files. Tests are compiled separately: they see the app's names, and the app does not see theirs.
        ///
        /// - Returns: the compiler's findings by file index, or an empty dictionary and a note with the reason if it did not run.
        private func compiled(
            _ sources: [SourceFile], _ facts: [MoveFacts], _ types: [Set<String>], _ calls: [Int: [FMSourcePlace]],
            _ modules: BuiltModules?, _ notes: inout [String]
        ) -> [Int: Compilation.Findings] {
            guard isCompiling, !calls.isEmpty else { return [:] }
            guard let modules else {
                notes.append("no call was checked, because the module FMDB was not found: \(BuiltModules.advice)")
                return [:]
            }
            let (deadline, tests) = (Date() + timeLimit, Set(sources.indices.filter { sources[$0].isOfTests }))
            var findings: [Int: Compilation.Findings] = [:]
            for ofTests in [false, true] {
                let calls = calls.filter { tests.contains($0.key) == ofTests }
                guard !calls.isEmpty else { continue }
                let numbers = sources.indices.filter { ofTests || !tests.contains($0) }
                let all = "\(findings.isEmpty ? "no call" : "not all") was checked"
                do {
                    let compilation = try RunningCompiler.shared.withFolder { folder in
                        let compilation = Compilation(
                            sources, numbers, facts.map(\.imports), types, calls, modules, in: folder, until: deadline)
                        compilation.run()
                        return compilation
                    }
                    if let failure = compilation.failure {
                        notes.append("\(all): \(failure)")
                        break
                    }
                    if let reason = compilation.interruption { notes.append("not all was checked: \(reason)") }
                    findings.merge(compilation.findings) { $1 }
                } catch {
                    notes.append("\(all), because no temporary folder can be created: \(FMCheckError.reason(error))")
                }
            }
            return findings
        }

        private struct Reading {
            let facts: MoveFacts
            let verdicts: [(call: MoveCall, verdict: CallVerdict)]
            let names: [MoveName]

            init(_ facts: MoveFacts, _ declarations: MoveDeclarations, _ categories: [String: Set<String>]) {
                self.facts = facts
                verdicts = facts.calls.compactMap { call in
                    CallVerdict(call, declarations, categories: categories).map { (call, $0) }
                }
                names = facts.names.filter { MoveDeclarations.classes.contains($0.name) }
            }

            var isOfFMDB: Bool { facts.imports["FMDB"] != nil || !verdicts.isEmpty || !names.isEmpty }
        }

        private static func facts(
            of sources: [SourceFile]
        ) -> (files: [MoveFacts], types: [Set<String>], declarations: MoveDeclarations) {
            let readers = sources.map { MovesReader($0.text, file: $0.name) }
            let all = readers.reduce(into: MoveDeclarations()) { $0.merge($1.declarations) }
            let facts = readers.map { $0.facts(all, names: names, words: words) }
            return (facts, readers.map(\.declarations.ownTypes), all)
        }

        private static func add(
            _ reading: Reading, _ judgement: inout CallJudgement, to report: inout FMMoveReport
        ) {
            let facts = reading.facts
            report.filesWithFMDB += 1
            for (call, verdict) in reading.verdicts {
                guard let item = judgement.item(call, verdict) else { continue }
                report.calls.append(item)
                if let linux = verdict.linux {
                    report.linux.append(.init(call.place, verdict.subject, .unchanged, linux))
                }
            }
            report.errors += judgement.rest
            report.declarations += facts.subclasses.flatMap(\.verdicts)
            if facts.imports["FMDB"] == nil, let first = reading.names.first {
                report.declarations.append(.init(first.place, first.name, .change, "write import FMDB in this file"))
            }
            addNames(facts, to: &report)
        }

        /// Modules that export SQLite's constants.
        private static let modules: Set<String> = ["SQLite3", "SQLCipher", "CSQLite", "GRDBSQLite", "SQLite"]

        private static func addNames(_ facts: MoveFacts, to report: inout FMMoveReport) {
            addModule(facts, to: &report)
            var seen: Set<String> = []
            for name in facts.names {
                if let advice = FMDBSymbol.changedTypes[name.name] {
                    report.declarations.append(.init(name.place, name.name, .change, "write \(advice)"))
                }
                let isFlag = name.name.hasPrefix("SQLITE_OPEN_FILEPROTECTION")
                if let advice = isFlag ? "it has no effect" : linuxWords[name.name], seen.insert(name.name).inserted {
                    report.linux.append(.init(name.place, name.name, .unchanged, advice))
                }
            }
        }

        private static func addModule(_ facts: MoveFacts, to report: inout FMMoveReport) {
            let constants = facts.names.filter { $0.name.hasPrefix("SQLITE_") || $0.name.hasPrefix("sqlite3_") }
            let key = constants.first { $0.name.hasPrefix("sqlite3_key") || $0.name.hasPrefix("sqlite3_rekey") }
            let (name, advice): (MoveName, String)
            if let key, facts.imports["SQLCipher"] == nil {
                let other = key.name.hasPrefix("sqlite3_rekey") ? "rekey(_:)" : "setKey(_:)"
                name = key
                advice =
                    "call \(other) of FMDatabase, or write import SQLCipher in this file; both need the package's trait SQLCipher"
            } else if let first = constants.first, modules.isDisjoint(with: facts.imports.keys) {
                (name, advice) = (first, "for \(constants.count.of("name")) write import SQLite3 in this file")
            } else {
                return
            }
            report.declarations.append(.init(name.place, name.name, .change, advice))
        }
    }

    extension SourceFile {
        /// Whether the file is inside a folder of tests, which are a separate target.
        fileprivate var isOfTests: Bool { name.split(separator: "/").dropLast().contains { $0.contains("Tests") } }
    }
#endif
