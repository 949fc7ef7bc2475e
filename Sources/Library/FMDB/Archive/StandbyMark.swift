import Foundation

/// The small file next to a standby file that records which state the standby has.
///
/// The standby's change counter holds the lower 32 bits of the commit number, so the counter and the pages change in one transaction. The
/// mark has the full number, and reveals foreign writes.
struct StandbyMark: Equatable {
    /// The generation. An archive that was emptied starts its commit numbers again, and the generation distinguishes the two histories.
    var generation: GenerationName
    /// The commit whose state the file had before the last transaction, and the commit whose state it has if that transaction was
    /// completed.
    var former: UInt64
    var next: UInt64

    private static let head = "FMDB standby 2"

    static func path(of file: String) -> String { file + "-followed" }

    /// - Returns: nil if there is no mark.
    init?(of file: String) throws(FMError) {
        let path = StandbyMark.path(of: file)
        guard let bytes = try? PlainFile(path, O_RDONLY).contents() else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.count == 4, lines[0] == StandbyMark.head, let generation = GenerationName(lines[1]),
            let former = UInt64(lines[2]), let next = UInt64(lines[3])
        else { throw .misuse("\(path) is damaged: it does not name the backup that \(file) follows") }
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
        guard SystemFiles.rename(path + ".partial", path) == 0 else {
            throw .file(.ioError, "\(path) cannot be written", errno)
        }
        try PartialFile.syncFolder(of: path)
    }

    /// Returns the commit whose state a file has.
    ///
    /// - Parameter page: the first page of the file.
    /// - Returns: nil if another program has written to the file.
    func commit(_ page: [UInt8]) -> UInt64? {
        guard let counter = page.number32(at: 24) else { return nil }
        return [next, former].first { UInt32(truncatingIfNeeded: $0) == counter && $0 > 0 }
    }

    /// Returns the first page as a standby file has it: not in WAL mode, and with the commit as its change counter.
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
