import FMDB
import FMDBTestHelpers
import Testing

/// Names that C would cut at a NUL character.
@Suite struct NulNameTests {
    @Test func theNameOfAFunctionIsRefused() {
        let db = FMDatabase.memory()
        let error = thrown { try db.addFunction("f\0g", argumentCount: 0) { _ in .integer(1) } }
        #expect(error?.resultCode == .misuse)
        #expect(thrown { try db.value("SELECT f()", as: Int.self) } != nil)
        db.makeFunctionNamed("h\0i", arguments: 0) { context, _, _ in db.resultInt(1, context: context) }
        #expect(thrown { try db.value("SELECT h()", as: Int.self) } != nil)
    }

    @Test func theNameOfAFileSystemIsRefused() {
        let db = FMDatabase(path: nil)
        db.logsErrors = false
        #expect(!db.open(withFlags: 2 | 4, vfs: "unix\0x"))
        #expect(db.lastErrorCode() == 21)
    }

    @Test func theNameOfAnAttachedDatabaseIsRefused() {
        let db = FMDatabase.memory()
        #expect(thrown { try db.checkpoint(.passive, name: "main\0x") }?.resultCode == .misuse)
    }
}
