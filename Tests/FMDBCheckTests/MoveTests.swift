#if Checked
    import FMDBCheck
    import FMDBTestHelpers
    import Testing

    /// Reading projects that use the Objective-C FMDB.
    @Suite struct MoveTests {
        private let folder = TemporaryFolder()

        private func report(_ files: [String: String]) throws -> FMMoveReport {
            for (name, text) in files {
                let url = URL(fileURLWithPath: folder.file(name))
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: url, atomically: true, encoding: .utf8)
            }
            return try move.report(on: [folder.path])
        }

        /// Without the compiler, which is asked in ``MoveCompilingTests``.
        private var move: FMMove {
            var move = FMMove()
            move.isCompiling = false
            return move
        }

        private func calls(_ body: String) throws -> [String] {
            try report(["A.swift": "import FMDB\n" + body]).calls.map { "\($0.subject) \($0.verdict.rawValue)" }
        }

        // MARK: Calls

        @Test func callsThatStay() throws {
            let found = try calls(
                """
                func f(_ queue: FMDatabaseQueue) throws {
                    queue.inTransaction { db, rollback in
                        db.executeUpdate("DELETE FROM t", withArgumentsIn: [])
                        guard let rows = db.executeQuery("SELECT a FROM t", withArgumentsIn: []) else {
                            rollback.pointee = true
                            return
                        }
                        while rows.next() { print(rows.int(forColumn: "a"), rows["a"] as Any, rows.resultDictionary as Any) }
                        rows.close()
                        print(db.lastErrorMessage(), db.lastInsertRowId)
                    }
                }
                """)
            #expect(
                found == [
                    "FMDatabaseQueue.inTransaction(_:) not checked",
                    "FMDatabase.executeUpdate(_:withArgumentsIn:) not checked",
                    "FMDatabase.executeQuery(_:withArgumentsIn:) not checked", "FMResultSet.next() not checked",
                    "FMResultSet.int(forColumn:) not checked", "FMResultSet.resultDictionary not checked",
                    "FMResultSet.close() not checked",
                    "FMDatabase.lastErrorMessage() not checked", "FMDatabase.lastInsertRowId not checked",
                ])
        }

        @Test func propertiesOfOtherFilesAreKnown() throws {
            let report = try report([
                "Store.swift": "import FMDB\nfinal class Store { var db: FMDatabase? = nil\n let other = 1 }",
                "User.swift": "import FMDB\nfunc f(_ store: Store) { store.db?.open(); store.db?.close() }",
            ])
            #expect(report.calls.map(\.subject) == ["FMDatabase.open()", "FMDatabase.close()"])
        }

        @Test func othersCallsAreNotFMDBs() throws {
            let found = try calls(
                """
                final class Window { var path = ""; func open() {}; func close() {}; func commit() {} }
                func f(_ window: Window, _ formatter: DateFormatter) {
                    window.open(); window.close(); window.commit(); print(window.path)
                    _ = formatter.date(from: ""); _ = formatter.string(from: Date())
                }
                """)
            #expect(found == [])
        }

        @Test func whatIsToChange() throws {
            let report = try report([
                "A.swift": """
                import FMDB
                func f(_ db: FMDatabase, _ rows: FMResultSet, _ list: CVaListPointer) throws {
                    print(db.changes(), rows.columnCount(), db.lastInsertRowId())
                    db.executeUpdate("x", withVAList: list)
                    if let other = FMDatabase(path: "a") { other.open() }
                    let rows = db.executeQuery("SELECT ?", 1)
                    print(rows.intForColumn("a"))
                    db.executeUpdate("x", withArgumentsInArray: [])
                }
                """
            ])
            let changes = report.calls.filter { $0.verdict == .change }
            #expect(
                changes.map(\.subject) == [
                    "FMDatabase.changes()", "FMResultSet.columnCount()", "FMDatabase.lastInsertRowId()",
                    "FMDatabase.executeUpdate(_:withVAList:)", "FMDatabase(path:)", "FMDatabase.executeQuery(_:_:)",
                    "FMResultSet.intForColumn(_:)", "FMDatabase.executeUpdate(_:withArgumentsInArray:)",
                ])
            #expect(changes[0].place.line == 3 && changes[0].place.column == 14)
            #expect(changes.allSatisfy { $0.advice?.isEmpty == false })
        }

        @Test func deprecatedCallsAreWarnings() throws {
            let found = try calls(
                """
                func f(_ db: FMDatabase, _ rows: FMResultSet) {
                    _ = db.inTransaction(); _ = rows.resultDict(); _ = rows.object(forColumnName: "a")
                    db.executeUpdate("x", withArgumentsIn: nil)
                }
                """)
            #expect(
                found == [
                    "FMDatabase.inTransaction() not checked", "FMResultSet.resultDict() not checked",
                    "FMResultSet.object(forColumnName:) not checked",
                    "FMDatabase.executeUpdate(_:withArgumentsIn:) not checked",
                ])
        }

        @Test func aListOfValuesThrows() throws {
            #expect(
                try calls(
                    """
                    func f(_ db: FMDatabase) throws {
                        _ = try db.executeQuery("SELECT ?", 1)
                        _ = try? db.executeQuery("SELECT ?", 1)?.next()
                        _ = db.intForQuery("SELECT 1")
                    }
                    """) == [
                        "FMDatabase.executeQuery(_:_:) not checked", "FMDatabase.executeQuery(_:_:) change",
                        "FMResultSet.next() not checked",
                        "FMDatabase.intForQuery(_:) not checked",
                    ])
        }

        @Test func theProjectsOwnExtensionsAreItsOwn() throws {
            #expect(
                try calls(
                    """
                    extension FMDatabase {
                        func executeQuery(_ sql: String, _ values: Any...) -> FMResultSet? { executeQuery(sql, withArgumentsIn: values) }
                        func names() -> [String] { [] }
                    }
                    func f(_ db: FMDatabase) { _ = db.executeQuery("SELECT ?", 1)?.next(); _ = db.names(); _ = db.unheardOf() }
                    """) == [
                        "FMDatabase.executeQuery(_:withArgumentsIn:) not checked", "FMResultSet.next() not checked",
                        "FMDatabase.unheardOf() not checked",
                    ])
        }

        @Test func closuresOfTheProjectsOwnFunctionsAreFollowed() throws {
            #expect(
                try calls(
                    """
                    func access(_ body: @escaping (FMDatabase) -> Void) {}
                    func f() { access { db in db.open() }; access { $0.close() } }
                    """) == ["FMDatabase.open() not checked", "FMDatabase.close() not checked"])
        }

        @Test func argumentsOfFMDBsBlocksAreNotOptional() throws {
            #expect(
                try calls(
                    """
                    final class Store { func inTransaction(_ body: (FMDatabase?, Bool) -> Void) {} }
                    func f(_ queue: FMDatabaseQueue?, _ store: Store) {
                        queue?.inDatabase({ (db) in
                            _ = try! db?.executeQuery("SELECT 1", values: nil)
                            db!.open()
                            db.commit()
                        })
                        queue?.inDatabase { (db: FMDatabase?) in db?.rollback() }
                        store.inTransaction { db, _ in db?.close() }
                    }
                    """
                ).filter { !$0.contains("_:) not") } == [
                    "FMDatabase.executeQuery(_:values:) change", "FMDatabase.open() change",
                    "FMDatabase.commit() not checked", "FMDatabase.rollback() not checked",
                    "FMDatabase.close() not checked",
                ])
        }

        @Test func namesOfSwiftsLibraryAreFollowedOnFMDBsObjectsAlone() throws {
            #expect(
                try calls(
                    """
                    protocol Named { }
                    extension Named { func shout() {} }
                    extension FMResultSet { func map<T>(_ body: (FMResultSet) -> T) -> [T] { [body(self)] } }
                    extension FMDatabase: Named {}
                    func f(_ list: [URL], _ rows: FMResultSet, _ db: FMDatabase) {
                        _ = list.map { $0.path }; _ = rows.map { $0.int(forColumn: "a") }; db.shout()
                    }
                    """) == ["FMResultSet.int(forColumn:) not checked"])
        }

        @Test func categoriesOfObjectiveCAreToBeWritten() throws {
            let report = try report([
                "FMDatabase+Rows.h":
                    "#import \"FMDatabase.h\"\n@interface FMDatabase (Rows)\n- (void)deleteRowsWhereKey:(NSString *)key;\n@end\n",
                "A.swift": "import FMDB\nfunc f(_ db: FMDatabase) { db.deleteRows(whereKey: \"a\") }",
            ])
            #expect(
                report.calls.map { "\($0.subject) \($0.verdict.rawValue)" } == [
                    "FMDatabase.deleteRows(whereKey:) change"
                ])
            #expect(report.objectiveC.count == 1)
        }

        // MARK: Types, imports and constants

        @Test func subclassesAndDelegates() throws {
            let report = try report([
                "A.swift": """
                import FMDB
                class Labelled: FMDatabase {
                    override init(path: String?) { super.init(path: path) }
                    override func tableExists(_ name: String) -> Bool { true }
                }
                class Named: FMDatabase { init(name: String) { super.init(path: nil) } }
                class Queue: FMDatabaseQueue {}
                class Rows: FMResultSet {}
                class Observer: NSObject {
                    override func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {}
                }
                class Fine: FMDatabase { required init(path: String?) { super.init(path: path) } }
                """
            ])
            #expect(
                report.declarations.map { "\($0.place.line) \($0.subject) \($0.verdict.rawValue)" } == [
                    "3 Labelled.init(path:) change", "4 Labelled.tableExists(_:) change",
                    "6 class Named: FMDatabase change",
                    "7 class Queue: FMDatabaseQueue warning", "8 class Rows: FMResultSet change",
                    "10 class Observer change",
                    "10 Observer.databasePool(_:didAdd:) change",
                ])
        }

        @Test func constantsNeedTheirModule() throws {
            let text =
                "let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_FILEPROTECTION_NONE\nlet q = FMDatabaseQueue(path: \"a\", flags: flags)"
            let report = try report([
                "A.swift": "import FMDB\n" + text, "B.swift": "import FMDB\nimport SQLite3\n" + text, "C.swift": text,
            ])
            let advice = report.declarations.map {
                "\(($0.place.file as NSString).lastPathComponent) \($0.advice?.prefix(32) ?? "")"
            }
            #expect(
                advice == [
                    "A.swift for 2 names write import SQLite3", "C.swift write import FMDB in this file",
                    "C.swift for 2 names write import SQLite3",
                ])
            #expect(report.linux.map(\.subject) == Array(repeating: "SQLITE_OPEN_FILEPROTECTION_NONE", count: 3))
        }

        @Test func keysNeedSQLCipher() throws {
            let text =
                "func k(_ db: FMDatabase, _ handle: OpaquePointer?) { print(CSQL.sqlite3_key(handle, \"a\", 1) == SQLITE_OK) }"
            let report = try report([
                "A.swift": "import FMDB\nimport CSQL\n" + text, "B.swift": "import FMDB\nimport SQLite3\n" + text,
                "C.swift": "import FMDB\nimport SQLCipher\n" + text,
                "D.swift": "import FMDB\nlet flag = SQLITE_OPEN_CREATE",
            ])
            #expect(
                report.declarations.map(\.subject) == ["sqlite3_key", "sqlite3_key", "SQLITE_OPEN_CREATE"])
            #expect(report.declarations[0].advice?.contains("trait SQLCipher") == true)
            #expect(report.declarations[2].advice == "for 1 name write import SQLite3 in this file")
        }

        @Test func whatLinuxDoesNotHaveIsTold() throws {
            let report = try report([
                "A.swift": """
                import FMDB
                class A: NSObject {
                    @objc func tick() { autoreleasepool { print(#selector(tick)) } }
                    func f(_ rows: FMResultSet, _ db: FMDatabase) { rows.kvcMagic(self); print(db.sqliteHandle as Any) }
                }
                """,
                "B.swift": "import Foundation\nclass B: NSObject { @objc func tick() {} }",
            ])
            #expect(
                Set(report.linux.map(\.subject)) == [
                    "objc", "autoreleasepool", "selector", "FMResultSet.kvcMagic(_:)", "FMDatabase.sqliteHandle",
                ])
            #expect(report.filesWithFMDB == 1 && report.files == 2)
        }

        // MARK: The project

        @Test func linesOfTheProject() throws {
            let report = try report([
                "Podfile": "target 'App' do\n  # pod 'FMDB'\n  pod 'FMDB/SQLCipher', '~> 2.7'\n  pod 'FMDBish'\nend\n",
                "Podfile.lock":
                    "PODS:\n  - FMDB (2.7.5):\n    - FMDB/standard (= 2.7.5)\n  - Journal (1.0):\n    - FMDB (~> 2.0)\nDEPENDENCIES:\n  - FMDB\n",
                "Cartfile": "github \"ccgus/fmdb\" ~> 2.7\n",
                "Package.swift": """
                // swift-tools-version: 5.9
                import PackageDescription
                let package = Package(
                    name: "App", dependencies: [.package(url: "https://github.com/ccgus/fmdb", from: "2.7.7")],
                    targets: [.target(name: "App", dependencies: [.product(name: "FMDB", package: "fmdb")])])
                """,
                "App/App-Bridging-Header.h": "#import <UIKit/UIKit.h>\n#import <FMDB/FMDB.h>\n",
                "App/Store.m": "// old\n#import \"FMDatabase.h\"\n",
                "App/Other.m": "#import <Foundation/Foundation.h>\n",
                "Vendor/FMDatabase.m": "#import \"FMDatabase.h\"\n", "Pods/FMDB/FMResultSet.m": "",
            ])
            #expect(report.objectiveC.map(\.subject) == ["#import \"FMDatabase.h\""])
            #expect(report.objectiveC.first?.place.line == 2)
            let lines = Set(report.project.map { "\(($0.place.file as NSString).lastPathComponent):\($0.place.line)" })
            #expect(
                lines == [
                    "Podfile:3", "Podfile.lock:5", "Cartfile:1", "Package.swift:4", "Package.swift:5",
                    "App-Bridging-Header.h:2",
                    "FMDatabase.m:1",
                ])
            #expect(report.project.contains { $0.advice?.contains("traits: [\"SQLCipher\"]") == true })
            #expect(report.description.hasPrefix("Objective-C files that use FMDB: 1. "))
        }

        @Test func aPodThatNeedsTheOtherFMDBWithoutALockFile() throws {
            let report = try report([
                "Podfile": "pod 'FMDBMigrationManager'\npod \"LKDBHelper/SQLCipher\"\npod 'SDWebImage'\n"
            ])
            #expect(report.project.map(\.place.line) == [1, 2])
            #expect(report.project.allSatisfy { $0.advice?.contains("needs the Objective-C FMDB") == true })
        }

        @Test func aMissingFolderIsAnErrorAndAnUnreadableFileANote() throws {
            #expect(throws: FMCheckError.self) { try FMMove().report(on: [folder.file("none")]) }
            try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: folder.file("A.swift")))
            #expect(try move.report(on: [folder.path]).notes.count == 1)
        }

        @Test func whatIsNotSwiftAndDeepNestingEndNothing() throws {
            let deep = String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 10_000)
            let chain = "x" + String(repeating: ".y", count: 5_000)
            let found = try calls(
                "func f(_ db: FMDatabase) { db.open() }\nlet a = \(chain)\nlet b = \(deep)\n}}} class {")
            #expect(found.first == "FMDatabase.open() not checked")
        }

        @Test func theTextHasTheCountsFirst() throws {
            let report = try report([
                "A.swift": "import FMDB\nfunc f(_ db: FMDatabase) { db.open(); print(db.changes()) }"
            ])
            #expect(
                report.description.hasPrefix(
                    """
                    Swift files that use FMDB: 1 of 1
                    Calls of FMDB: 2. To change: 1, unchanged: 0, with a warning: 0, not checked: 1
                    Other code that the compiler rejects: 0
                    Types, imports and constants to change: 0
                    Lines of the project to change: 0
                    Places that differ on Linux: 0

                    """))
            #expect(
                report.description.contains("A.swift:2:28: FMDatabase.open()")
                    || report.description.contains("A.swift:2:31"))
            #expect(report.text(listsUnchanged: false).contains("Calls that were not checked:\n"))
            #expect(report.json.contains("\"verdict\" : \"change\""))
        }
    }
#endif
