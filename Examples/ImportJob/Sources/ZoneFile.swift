import FMDB

/// `zone1970.tab` of the IANA time-zone database: a zone in each line, its fields separated by tabs.
struct ZoneFile {
    struct Zone {
        let name: String
        let countries: String
        let place: String
        let comment: String?
    }

    let name: String
    let zones: [Zone]

    /// Reads the whole file, so that a wrong line is found before the database is touched.
    init(path: String) throws {
        name = URL(fileURLWithPath: path).lastPathComponent
        guard let content = FileManager.default.contents(atPath: path),
            let text = String(data: content, encoding: .utf8)
        else { throw ZoneFileError(description: "\(path): the file is missing, or is no text") }
        var zones: [Zone] = []
        var places: [String: Int] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard 3...4 ~= fields.count else {
                throw ZoneFileError(
                    description: "\(name):\(index + 1): 3 or 4 fields are expected, not \(fields.count)")
            }
            if let earlier = places.updateValue(index + 1, forKey: fields[2]) {
                throw ZoneFileError(description: "\(name):\(index + 1): \(fields[2]) is in line \(earlier), too")
            }
            zones.append(
                Zone(
                    name: fields[2], countries: fields[0], place: fields[1],
                    comment: fields.count == 4 ? fields[3] : nil))
        }
        // An empty file would delete everything.
        guard !zones.isEmpty else { throw ZoneFileError(description: "\(name): there is no zone in it") }
        self.zones = zones
    }
}

struct ZoneFileError: Error, CustomStringConvertible {
    let description: String
}
