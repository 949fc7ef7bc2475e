import FMDB
import FMDBTestHelpers
import Testing

/// Relative paths of one letter, of which Foundation on Linux cannot tell the folder.
@Suite struct ShortPathTests {
    @Test func aMissingFileIsNotOpened() {
        let database = FMDatabase(path: "ﬁ")
        database.logsErrors = false
        let readOnly: Int32 = 1
        #expect(!database.open(withFlags: readOnly))
        #expect(database.lastErrorCode() == 14)
    }
}
