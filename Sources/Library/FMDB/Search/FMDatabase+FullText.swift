import Foundation

/// Merges the index into one tree. See [FTS commands](https://sqlite.org/fts3.html#commands).
public let kFTSCommandOptimize: String! = "optimize"
/// Rebuilds the index from the content.
public let kFTSCommandRebuild: String! = "rebuild"
/// Compares the index with the content.
public let kFTSCommandIntegrityCheck: String! = "integrity-check"
/// Merges a part of the index. The string is a format with two numbers: blocks and segments.
public let kFTSCommandMerge: String! = "merge=%u,%u"
/// Merges automatically after each change. The string is a format with one number: segments.
public let kFTSCommandAutoMerge: String! = "automerge=%u"

extension FMDatabase {
    /// Runs a command of a full-text table. See [FTS commands](https://sqlite.org/fts3.html#commands).
    ///
    /// - Parameters:
    ///   - command: such as ``kFTSCommandOptimize``, with its numbers filled in.
    ///   - tableName: the table. The name may contain any characters.
    /// - Returns: false on failure, see ``lastError()``.
    @discardableResult
    public func issueCommand(_ command: String!, forTable tableName: String!) -> Bool {
        let table = FMSQL.quoted(identifier: tableName ?? "")
        return executeUpdate("INSERT INTO \(table)(\(table)) VALUES (?)", withArgumentsIn: [command ?? ""])
    }
}

extension FMResultSet {
    /// Returns the matches of a full-text query, read from a result column that contains `offsets()` of FTS3 or FTS4.
    ///
    /// - Parameter columnIdx: counted from 0.
    /// - Returns: nil for NULL and for an index out of range.
    @discardableResult
    public func offsets(forColumnIndex columnIdx: Int32) -> FMTextOffsets! {
        string(forColumnIndex: columnIdx).map { FMTextOffsets($0) }
    }
}

/// The matches of a full-text query. See [the function offsets](https://sqlite.org/fts3.html#offsets).
public final class FMTextOffsets: NSObject {
    private let numbers: [Int]

    /// Creates the matches from the text that SQLite's `offsets()` returns.
    ///
    /// - Parameter offsets: UTF-8 with a NUL at its end. If it is nil, the result is nil.
    public convenience init!(dbOffsets offsets: UnsafePointer<CChar>!) {
        guard let offsets else { return nil }
        self.init(String(cString: offsets))
    }

    init(_ offsets: String) {
        numbers = offsets.split(separator: " ").compactMap { Int($0) }
        super.init()
    }

    /// Calls a block for each match, in SQLite's order.
    ///
    /// - Parameter block: gets the index of the column, the index of the search term, and the range in bytes of the
    ///   column's UTF-8 text, all counted from 0.
    public func enumerate(_ block: ((Int, Int, NSRange) -> Void)!) {
        for start in stride(from: 0, to: numbers.count - numbers.count % 4, by: 4) {
            let range = NSRange(location: numbers[start + 2], length: numbers[start + 3])
            block?(numbers[start], numbers[start + 1], range)
        }
    }
}
