import After
import Before
import Foundation

/// Fills a file by the old class, and goes on with it by the new one. The file is gone at the end.
@main
struct Command {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portedstore-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("bookmarks.db").path
        before(path)
        try await after(path)
    }

    private static func date(_ day: Double) -> Date { Date(timeIntervalSince1970: day * 86_400) }

    private static func before(_ path: String) {
        guard let store = Before.BookmarkStore(path: path) else { return print("the file cannot be opened") }
        defer { store.close() }
        print("Before:")
        print("  added:", store.add(url: "https://sqlite.org", title: "SQLite", at: date(20_000)))
        print("  added:", store.add(url: "https://swift.org", title: nil, at: date(20_001)))
        print("  with 'sql' in the title:", store.count(titleContains: "sql"))
        for row in store.all() {
            print("  \(row["url"] as? String ?? "?"): \(row["title"] as? String ?? "no title")")
        }
    }

    private static func after(_ path: String) async throws {
        let store = try After.BookmarkStore(path: path)
        defer { store.close() }
        print("After, with the same file:")
        try await store.add(url: "https://sqlite.org/wal.html", title: "SQLite: WAL", at: date(20_002))
        do {
            try await store.add(url: "https://swift.org", title: "Swift", at: date(20_003))
        } catch is After.BookmarkStore.AlreadyThere {
            print("  https://swift.org is there already")
        }
        print("  with 'sql' in the title:", try await store.count(titleContains: "sql"))
        for bookmark in try await store.all() {
            let day = Int(bookmark.added.timeIntervalSince1970 / 86_400)
            print("  \(bookmark.url): \(bookmark.title ?? "no title"), day \(day)")
        }
    }
}
