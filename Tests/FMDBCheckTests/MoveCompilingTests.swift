#if Checked && (os(Linux) || os(macOS))
    import FMDBCheck
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// The built modules beside the tests.
    private enum TestModules {
        static let folder: String = {
            let own = Bundle.main.executablePath ?? ""
            let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? own
            return URL(fileURLWithPath: bundle).resolvingSymlinksInPath().deletingLastPathComponent().path + "/Modules"
        }()
        static let areThere = FileManager.default.fileExists(atPath: folder + "/FMDB.swiftmodule")
    }

    /// What `move` says of calls, and what the compiler says.
    @Suite(.enabled(if: TestModules.areThere)) struct MoveCompilingTests {
        private let folder = TemporaryFolder()

        private func write(_ text: String, to name: String) throws {
            try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
        }

        private func verdicts(_ body: String) throws -> [String] {
            try write("import FMDB\nimport UIKit\n" + body, to: "A.swift")
            let report = try FMMove().report(on: [folder.path])
            #expect(report.notes == [])
            return (report.calls + report.errors).map { "\($0.place.line) \($0.subject) \($0.verdict.rawValue)" }
        }

        // MARK: Old classes

        /// A line of the classes below OldApp, and what its comment says of it.
        private struct Line: Hashable {
            let file: String
            let number: Int
        }

        private func copyOldApp() throws -> (all: [Line: String], files: [String]) {
            let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("OldApp")
            var lines: [Line: String] = [:]
            let files = try FileManager.default.contentsOfDirectory(atPath: source.path).sorted()
            for file in files {
                let text = try String(contentsOf: source.appendingPathComponent(file), encoding: .utf8)
                let name = file.replacingOccurrences(of: ".txt", with: ".swift")
                try write(text, to: name)
                for (index, line) in text.components(separatedBy: "\n").enumerated() {
                    lines[Line(file: name, number: index + 1)] = line
                }
            }
            return (lines, files)
        }

        /// The lines where the compiler alone has an error, without what this system does not have.
        private func refusedLines() throws -> Set<Line> {
            let plain = TemporaryFolder()
            var arguments = [
                "-frontend", "-typecheck", "-swift-version", "5", "-module-name", "OldApp", "-diagnostic-style", "llvm",
                "-I",
                TestModules.folder,
            ]
            let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().path
            for module in ["FMDBCSQLite", "FMDBSQLiteOptionsC"] {
                arguments += ["-Xcc", "-fmodule-map-file=\(package)/Sources/Library/\(module)/module.modulemap"]
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let text = try String(contentsOfFile: folder.file(name), encoding: .utf8)
                    .replacingOccurrences(of: "import UIKit", with: "").replacingOccurrences(
                        of: "import RxSwift", with: "")
                try text.write(toFile: plain.file(name), atomically: true, encoding: .utf8)
                arguments.append(plain.file(name))
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["swiftc"] + arguments
            let errors = Pipe()
            process.standardError = errors
            try process.run()
            let output = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return Set(
                output.components(separatedBy: "\n").filter { $0.contains(": error: ") }.compactMap { line in
                    let place = line.components(separatedBy: ": error: ")[0].components(separatedBy: ":")
                    guard place.count == 3, let number = Int(place[1]) else { return nil }
                    return Line(file: (place[0] as NSString).lastPathComponent, number: number)
                })
        }

        @Test func noCallOfOldClassesIsUnchangedWhereTheCompilerHasAnError() throws {
            let (lines, files) = try copyOldApp()
            let report = try FMMove().report(on: [folder.path])
            func line(_ item: FMMoveReport.Item) -> Line {
                Line(file: (item.place.file as NSString).lastPathComponent, number: item.place.line)
            }
            let compiling = Set(report.calls.filter { [.unchanged, .warning].contains($0.verdict) }.map(line))
            let refused = try refusedLines()
            #expect(refused.count > 50)
            #expect(compiling.intersection(refused) == [])
            // Errors behind others in a closure are known to the comments alone.
            let wrong = Set(lines.filter { $0.value.contains("// wrong") }.keys)
            let changes = Set(
                (report.calls + report.errors + report.declarations).filter { $0.verdict == .change }.map(line))
            #expect(compiling.intersection(wrong) == [])
            #expect(changes == wrong)
            let warned = Set(report.calls.filter { $0.verdict == .warning }.map(line))
            #expect(warned == Set(lines.filter { $0.value.contains("// warns") }.keys))
            #expect(files.count > 20 && report.calls.count > 300)
            #expect(report.count(.notChecked) < 20 && report.count(.unchanged) > 280)
        }

        // MARK: Kinds

        @Test func optionalsOfOldHeaders() throws {
            #expect(
                try verdicts(
                    """
                    func f(_ queue: FMDatabaseQueue?, _ rows: FMResultSet) {
                        let other = FMDatabaseQueue(path: "x")
                        other.inDatabase { db in
                            db.open()
                        }
                        let name: String = rows.string(forColumn: "x")
                        queue?.inDatabase { db in
                            if let rows = db.getSchema() { rows.close() }
                            let code: Int = db.lastErrorCode()
                            print(code)
                            db!.close()
                            db.commit()
                        }
                    }
                    """) == [
                        "4 FMDatabaseQueue(path:) unchanged", "5 FMDatabaseQueue.inDatabase(_:) change",
                        "6 FMDatabase.open() unchanged", "8 FMResultSet.string(forColumn:) change",
                        "9 FMDatabaseQueue.inDatabase(_:) unchanged", "10 FMDatabase.getSchema() unchanged",
                        "10 FMResultSet.close() unchanged", "11 FMDatabase.lastErrorCode() change",
                        "13 FMDatabase.close() change", "14 FMDatabase.commit() unchanged",
                    ])
        }

        @Test func whatDependsOnUnknownTypesIsNotChecked() throws {
            #expect(
                try verdicts(
                    """
                    final class Controller: UIViewController {
                        let label = UILabel()
                        func show(_ db: FMDatabase) {
                            label.text = db.lastErrorMessage()
                            Person(name: db.databasePath).save()
                            db.open()
                        }
                    }
                    #if canImport(UIKit)
                        func f(_ db: FMDatabase) { db.close() }
                    #endif
                    """) == [
                        "6 FMDatabase.lastErrorMessage() not checked", "7 FMDatabase.databasePath not checked",
                        "8 FMDatabase.open() unchanged", "12 FMDatabase.close() not checked",
                    ])
        }

        @Test func anUnwrappedArgumentIsToldWhereTheStatementIsNotChecked() throws {
            #expect(
                try verdicts(
                    """
                    class AppDelegate: UIResponder { var dbQueue: FMDatabaseQueue? }
                    func find() -> FMResultSet? {
                        let dbQueue = (UIApplication.shared.delegate as! AppDelegate).dbQueue
                        var result: FMResultSet?
                        dbQueue?.inDatabase({ (db) in
                            result = try! db?.executeQuery("SELECT 1", values: nil)
                        })
                        return result
                    }
                    """
                ).filter { $0.contains("executeQuery") } == ["8 FMDatabase.executeQuery(_:values:) change"])
        }

        @Test func whatStandsBehindAnErrorOfAClosureIsCheckedToo() throws {
            #expect(
                try verdicts(
                    """
                    func f(_ queue: FMDatabaseQueue) {
                        queue.inDatabase { db in
                            if app.isReady(1) {
                                db.open()
                            } else if app.isReady(2) {
                                db.close()
                            } else {
                                db.commit()
                            }
                            guard let limit = app.limit(db.changes), limit > 3 else { return }
                            while limit.isLow {
                                db.rollback()
                                continue
                            }
                            for name in app.names.sorted() {
                                db.interrupt()
                                print(name)
                            }
                            switch db.hadError() {
                            case true: app.stop(Date())
                            default: db.clearCachedStatements()
                            }
                            let code: Int = db.lastErrorCode()
                            print(code)
                            db.closeOpenResultSets()
                        }
                    }
                    """) == [
                        "4 FMDatabaseQueue.inDatabase(_:) unchanged", "6 FMDatabase.open() unchanged",
                        "8 FMDatabase.close() unchanged", "10 FMDatabase.commit() unchanged",
                        "12 FMDatabase.changes not checked", "14 FMDatabase.rollback() unchanged",
                        "18 FMDatabase.interrupt() unchanged", "21 FMDatabase.hadError() unchanged",
                        "23 FMDatabase.clearCachedStatements() unchanged", "25 FMDatabase.lastErrorCode() change",
                        "27 FMDatabase.closeOpenResultSets() unchanged",
                    ])
        }

        @Test func anErrorWithoutACallIsToldToo() throws {
            #expect(
                try verdicts(
                    """
                    func f(_ rows: FMResultSet) {
                        let name = rows.string(forColumn: "x")
                        let text: String = name
                        print(text)
                    }
                    """) == ["4 FMResultSet.string(forColumn:) unchanged", "5 let text: String = name change"])
        }

        @Test func anErrorIsThatOfItsCallAlone() throws {
            let found = try verdicts(
                """
                func f(_ db: FMDatabase, _ rs: FMResultSet) {
                    print(rs.int(forColumn: "a"),
                          db.lastInsertRowId(),
                          rs.string(forColumn: "b") ?? "")
                }
                """)
            #expect(found.contains("5 FMDatabase.lastInsertRowId() change"))
            #expect(found.filter { $0.hasSuffix("change") }.count == 1, "\(found)")
            #expect(found.count == 3, "\(found)")
        }

        @Test func anErrorBesideWhatIsNotKnownIsToldAsNotChecked() throws {
            let found = try verdicts(
                """
                typealias Work = (FMDatabase) -> Void
                class Page {
                    let label = UILabel()
                    func load() -> Work {
                        let work: Work = { db in
                            self.label.show(db.changes())
                        }
                        return work
                    }
                }
                """)
            #expect(found == ["8 self.label.show(db.changes()) not checked"])
        }

        @Test func whatAnExtensionElsewhereMayDeclareIsNotChecked() throws {
            let found = try verdicts("func f(_ db: FMDatabase) throws { _ = try db.numberOfRows(in: \"t\") }")
            #expect(found == ["3 FMDatabase.numberOfRows(in:) not checked"])
        }

        @Test func callsOfOthersAreLeftOut() throws {
            #expect(
                try verdicts(
                    """
                    final class Rows { func string(forColumn name: String) -> String { name } }
                    func make() -> Rows { Rows() }
                    func f(_ db: FMDatabase) { print(make().string(forColumn: "x")); db.open() }
                    """) == ["5 FMDatabase.open() unchanged"])
        }

        // MARK: Targets

        private static let app = """
            import FMDB
            struct DiaryDay { var id = 0 }
            func days(_ db: FMDatabase) throws -> [DiaryDay] {
                var days = [DiaryDay]()
                days.append(DiaryDay(id: db.executeQuery("SELECT 1", withArgumentsIn: [])?.long(forColumnIndex: 0) ?? 0))
                return days
            }
            """

        private func targets(_ first: String, _ second: String, _ other: String) throws -> [FMMoveReport.Item] {
            for (name, text) in [(first, Self.app), (second, other)] {
                try FileManager.default.createDirectory(
                    atPath: folder.file(name), withIntermediateDirectories: true)
                try write(text, to: "\(name)/A.swift")
            }
            let report = try FMMove().report(on: [folder.path])
            #expect(report.notes == [] && !report.needsChange, "\(report)")
            return report.calls + report.errors
        }

        @Test func testsAreATargetOfTheirOwn() throws {
            let tests =
                "import FMDB\nclass DiaryDay {}\nfunc test(_ db: FMDatabase) throws { db.open(); print(try days(db)) }"
            let found = try targets("App", "AppTests", tests)
            #expect(found.map(\.verdict) == [.unchanged, .unchanged, .unchanged], "\(found)")
            #expect(try targets("App", "AppTests", "class DiaryDay {}").allSatisfy { $0.verdict == .unchanged })
        }

        @Test func namesOfSeveralTargetsAreNotChecked() throws {
            let found = try targets("App", "Widget", "class DiaryDay {}")
            #expect(found.map(\.verdict) == [.notChecked, .notChecked], "\(found)")
            #expect(found.allSatisfy { $0.message?.contains("several files declare DiaryDay") == true }, "\(found)")
        }

        @Test func withoutTimeNothingIsChecked() throws {
            try write("import FMDB\nfunc f(_ db: FMDatabase) { db.open(); print(db.changes()) }", to: "A.swift")
            var move = FMMove()
            move.timeLimit = 0
            let report = try move.report(on: [folder.path])
            #expect(report.calls.map(\.verdict) == [.notChecked, .change])
            #expect(report.notes == ["no call was checked: it took too long"])
        }

        @Test func aFolderWithoutTheModuleIsAnError() throws {
            try write("import FMDB\n", to: "A.swift")
            var move = FMMove()
            move.modules = folder.path
            let error = #expect(throws: FMCheckError.self) { try move.report(on: [folder.path]) }
            #expect(error?.message.contains("swift build --target FMDB") == true)
        }
    }
#endif
