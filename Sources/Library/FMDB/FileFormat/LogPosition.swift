import Foundation

/// A place in a write-ahead log: behind the last frame of a commit. See
/// [The Write-Ahead Log](https://sqlite.org/fileformat2.html#the_write_ahead_log).
package struct LogPosition: Hashable, Sendable {
    /// The salts of the log, which differ each time it is started anew.
    package var firstSalt: UInt32
    package var secondSalt: UInt32
    /// The number of frames before the place.
    package var frames: UInt32
    /// The running sums of the log up to the place.
    package var firstSum: UInt32
    package var secondSum: UInt32

    package init(firstSalt: UInt32, secondSalt: UInt32, frames: UInt32, firstSum: UInt32, secondSum: UInt32) {
        (self.firstSalt, self.secondSalt, self.frames) = (firstSalt, secondSalt, frames)
        (self.firstSum, self.secondSum) = (firstSum, secondSum)
    }
}

/// A page that a commit has changed, as it was after the commit.
package struct CapturedPage: Sendable {
    /// Counted from 1.
    package var number: UInt32
    /// As many bytes as a page has.
    package var content: [UInt8]

    package init(number: UInt32, content: [UInt8]) { (self.number, self.content) = (number, content) }
}

/// One commit, as it stands in a write-ahead log.
package struct CapturedCommit: Sendable {
    package var date: Date
    /// The number of pages of the database after it.
    package var pageCount: UInt32
    /// Each page once.
    package var pages: [CapturedPage]
    /// The place behind it.
    package var position: LogPosition

    var contentSize: Int { pages.reduce(0) { $0 + $1.content.count } }

    /// More bytes of pages are rare.
    static let usualContent = 64 << 20

    package init(date: Date, pageCount: UInt32, pages: [CapturedPage], position: LogPosition) {
        (self.date, self.pageCount, self.pages, self.position) = (date, pageCount, pages, position)
    }
}
