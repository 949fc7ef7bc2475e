import Foundation

/// A position in a write-ahead log, after the last frame of a commit. See
/// [The Write-Ahead Log](https://sqlite.org/fileformat2.html#the_write_ahead_log).
package struct LogPosition: Hashable, Sendable {
    /// The salts of the log, which change whenever the log is restarted.
    package var firstSalt: UInt32
    package var secondSalt: UInt32
    /// The number of frames before the position.
    package var frames: UInt32
    /// The log's cumulative checksum up to the position.
    package var firstSum: UInt32
    package var secondSum: UInt32

    package init(firstSalt: UInt32, secondSalt: UInt32, frames: UInt32, firstSum: UInt32, secondSum: UInt32) {
        (self.firstSalt, self.secondSalt, self.frames) = (firstSalt, secondSalt, frames)
        (self.firstSum, self.secondSum) = (firstSum, secondSum)
    }
}

/// A page that a commit changed, with its content after the commit.
package struct CapturedPage: Sendable {
    /// The page number, counted from 1.
    package var number: UInt32
    /// The whole content of the page.
    package var content: [UInt8]

    package init(number: UInt32, content: [UInt8]) { (self.number, self.content) = (number, content) }
}

/// One commit, read from a write-ahead log.
package struct CapturedCommit: Sendable {
    package var date: Date
    /// The page count of the database after the commit.
    package var pageCount: UInt32
    /// The changed pages, each once.
    package var pages: [CapturedPage]
    /// The position after the commit.
    package var position: LogPosition

    var contentSize: Int { pages.reduce(0) { $0 + $1.content.count } }

    /// The size of a commit's pages, in bytes, above which a commit that changes half of the database is stored as a
    /// snapshot.
    static let usualContent = 64 << 20

    package init(date: Date, pageCount: UInt32, pages: [CapturedPage], position: LogPosition) {
        (self.date, self.pageCount, self.pages, self.position) = (date, pageCount, pages, position)
    }
}
