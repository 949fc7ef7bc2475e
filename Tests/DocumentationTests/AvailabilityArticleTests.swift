import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite("The article “What the linked SQLite has”")
struct AvailabilityArticleTests {
    @Test("a feature is there, or says what it needs")
    func asking() {
        let search = FMSQLiteFeature.fts5
        print(search.isAvailable ? "there is FTS5" : search.requirement)
        print(FMDatabase.features.map(\.rawValue).sorted())
        #expect(search.isAvailable == SQLiteVersion.hasFTS5)
    }

    @Test("a call that needs more says so")
    func calling() throws {
        let folder = TemporaryFolder()
        let (db, copy) = (FMDatabase.memory(), folder.file("copy.db"))
        do {
            try db.vacuum(into: copy)
        } catch {
            guard error.extendedCode == .notSupported else { throw error }
            print(error.message)  // VACUUM INTO needs SQLite 3.27 or later, this is 3.15.2
        }
        #expect(FileManager.default.fileExists(atPath: copy) == FMSQLiteFeature.vacuumInto.isAvailable)
        let message = FMSQLiteFeature.vacuumInto.requirement + ", this is 3.15.2"
        #expect(message == "VACUUM INTO needs SQLite 3.27 or later, this is 3.15.2")
    }

    #if os(Linux) || os(macOS)
        @Test("each feature stands in the article")
        func table() throws {
            let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let article = package.appendingPathComponent("Sources/Library/FMDB/FMDB.docc/Availability.md")
            let text = try String(contentsOf: article, encoding: .utf8)
            for feature in FMSQLiteFeature.allCases {
                #expect(text.contains("`\(feature.rawValue)`"), "\(feature)")
            }
        }
    #endif
}
