import Foundation

/// The tables of the IANA time-zone database: `iso3166.tab` and `zone1970.tab` of one folder.
struct ZoneTable {
    struct Country {
        let code: String
        let name: String
    }

    struct Zone {
        let name: String
        let place: Coordinate
        let countries: [String]
        let comment: String?
    }

    let countries: [Country]
    let zones: [Zone]

    init(folder: URL) throws {
        countries = try TableFile(folder.appendingPathComponent("iso3166.tab")).map { line in
            guard line.fields.count == 2 else { throw line.error("a code and a name are expected") }
            return Country(code: String(line.fields[0]), name: String(line.fields[1]))
        }
        let codes = Set(countries.map(\.code))
        zones = try TableFile(folder.appendingPathComponent("zone1970.tab")).map { line in
            try ZoneTable.zone(line, knownCountries: codes)
        }
    }

    private static func zone(_ line: TableFile.Line, knownCountries: Set<String>) throws -> Zone {
        let fields = line.fields
        guard 3...4 ~= fields.count else {
            throw line.error("countries, coordinates, a name and perhaps a comment are expected")
        }
        let countries = fields[0].split(separator: ",").map(String.init)
        if let unknown = countries.first(where: { !knownCountries.contains($0) }) {
            throw line.error("the country '\(unknown)' is not in iso3166.tab")
        }
        guard let place = Coordinate(iso6709: fields[1]) else {
            throw line.error("'\(fields[1])' is no pair of coordinates")
        }
        return Zone(
            name: String(fields[2]),
            place: place,
            countries: countries,
            comment: fields.count == 4 ? String(fields[3]) : nil
        )
    }
}

/// A text file with fields separated by tabs. Lines that start with `#` are comments.
struct TableFile {
    struct Line {
        let file: String
        let number: Int
        let fields: [Substring]

        func error(_ reason: String) -> TableError {
            TableError(description: "\(file):\(number): \(reason)")
        }
    }

    private let url: URL
    private let text: String

    init(_ url: URL) throws {
        self.url = url
        do {
            text = try String(contentsOf: url, encoding: .utf8)
        } catch {
            let reason = FileManager.default.fileExists(atPath: url.path) ? "cannot be read as text" : "is missing"
            throw TableError(description: "\(url.path): the table \(reason)")
        }
    }

    /// The results of `transform` for each line that is not a comment. A table without lines is an error.
    func map<Row>(_ transform: (Line) throws -> Row) throws -> [Row] {
        var rows: [Row] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            rows.append(try transform(Line(file: url.path, number: index + 1, fields: fields)))
        }
        guard !rows.isEmpty else { throw TableError(description: "\(url.path): the table is empty") }
        return rows
    }
}

/// The error of a table: the file, the line, and the reason.
struct TableError: Error, CustomStringConvertible {
    let description: String
}
