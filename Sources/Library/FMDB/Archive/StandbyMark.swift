import Foundation

/// The file beside a standby file that says which state it has.
///
/// The file itself has the lower half of the number of its commit as its change counter, so both change in one transaction. The mark has
/// the whole number, and shows foreign writes.
struct StandbyMark: Equatable {
    /// Numbers of commits count within the history of one archive: one that was emptied begins another.
    var generation: GenerationName
    /// The commit whose state the file had before the last transaction, and the one it has if that was finished.
    var former: UInt64
    var next: UInt64

    private static let head = "FMDB standby 2"

    static func path(of file: String) -> String { file + "-followed" }

    /// - Returns: nil if there is no mark.
    init?(of file: String) throws(FMError) {
        let path = StandbyMark.path(of: file)
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.count == 4, lines[0] == StandbyMark.head, let generation = GenerationName(lines[1]),
            let former = UInt64(lines[2]), let next = UInt64(lines[3])
        else { throw .misuse("\(path) does not tell which backup \(file) follows") }
        self.init(generation, former: former, next: next)
    }

    init(_ generation: GenerationName, former: UInt64, next: UInt64) {
        (self.generation, self.former, self.next) = (generation, former, next)
    }

    func write(beside file: String) throws(FMError) {
        let path = StandbyMark.path(of: file)
        do {
            let new = try PlainFile(path + ".partial", O_WRONLY | O_CREAT | O_TRUNC)
            let text = "\(StandbyMark.head)\n\(generation.text)\n\(former)\n\(next)\n"
            try new.write(Array(text.utf8), at: 0)
            try new.sync()
        }
        guard rename(path + ".partial", path) == 0 else { throw .file(.ioError, "\(path) cannot be written", errno) }
        try PartialFile.syncFolder(of: path)
    }

    /// The commit whose state a file has.
    ///
    /// - Parameter page: its first page.
    /// - Returns: nil after a foreign write.
    func commit(_ page: [UInt8]) -> UInt64? {
        guard let counter = page.number32(at: 24) else { return nil }
        return [next, former].first { UInt32(truncatingIfNeeded: $0) == counter && $0 > 0 }
    }

    /// The first page as the standby file has it: not in WAL mode, and with the commit as its change counter.
    static func stamped(_ page: [UInt8], commit: UInt64) throws(FMError) -> [UInt8] {
        guard page.starts(with: DatabaseHeader.magic) else {
            throw FMError(.notSupported, "an encrypted database cannot be followed, only restored")
        }
        var page = page
        (page[18], page[19]) = (1, 1)
        for place in [24, 92] { page.replace(at: place, number: UInt32(truncatingIfNeeded: commit)) }
        return page
    }
}
