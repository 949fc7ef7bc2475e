import FMDBCluster

/// A line of zone1970.tab, of the IANA time-zone database.
struct Zone: Sendable {
    let name: String
    let place: String
    let countries: [String]
    let comment: String?

    static func all(in path: String) throws -> [Zone] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard !line.hasPrefix("#") else { return nil }
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count >= 3 else { return nil }
            return Zone(
                name: fields[2], place: fields[1], countries: fields[0].split(separator: ",").map(String.init),
                comment: fields.count > 3 ? fields[3] : nil)
        }
    }
}

/// The names of what was acknowledged, one a line, which are there as soon as they are added.
final class Journal {
    private let file: FileHandle

    init(_ path: String) throws {
        try Data().write(to: URL(fileURLWithPath: path))
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    func add(_ name: String) throws { try file.write(contentsOf: Data("\(name)\n".utf8)) }
}

/// Prints a line at once, also where the output is not a terminal.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
