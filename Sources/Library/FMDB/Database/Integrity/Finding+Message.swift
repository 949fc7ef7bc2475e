import Foundation

/// The messages of SQLite's checks.
extension FMDatabase.Finding {
    /// Creates a finding from one line of `PRAGMA integrity_check`.
    init(line: String) { self.init(kind: Kind(line), message: line) }
}

extension FMDatabase.Finding.Kind {
    fileprivate init(_ line: String) {
        if let name = line.fullTextTable {
            self = .fullText(table: name)
        } else if line.hasPrefix("index "), let end = line.range(of: " stores an imprecise", options: .backwards) {
            // "index byPrice stores an imprecise floating-point value for row 3", of SQLite 3.53 and later.
            self = .index(String(line[..<end.lowerBound].dropFirst("index ".count)))
        } else if let name = line.behind(" index ") {
            self = .index(name)
        } else if let table = line.behind("CHECK constraint failed in ") {
            self = .row(table: table, rowID: nil)
        } else if let place = line.behind(" value in ") {
            // "NULL value in person.name"
            self = .row(table: place.lastIndex(of: ".").map { String(place[..<$0]) } ?? place, rowID: nil)
        } else if let number = line.pageNumber {
            self = .page(number)
        } else if line.lowercased().hasPrefix("freelist") || line.contains("freelist") {
            self = .page(nil)
        } else {
            self = .other
        }
    }
}

extension String {
    /// Returns what follows the last occurrence of a string, or nil if there is none.
    fileprivate func behind(_ text: String) -> String? {
        guard let place = range(of: text, options: .backwards) else { return nil }
        return String(self[place.upperBound...])
    }

    /// The FTS table of "malformed inverted index for FTS5 table main.person", or of FTS5's own message since SQLite 3.53:
    /// `fts5: corruption found reading blob 137438953473 from table "person"`.
    fileprivate var fullTextTable: String? {
        if contains("index for FTS"), let name = behind("table ") {
            return String(name.prefix { $0 != ":" }).withoutSchema
        }
        guard hasPrefix("fts5: "), let rest = behind("table \"") else { return nil }
        return rest.lastIndex(of: "\"").map { String(rest[..<$0]) }
    }

    /// The name without its schema: "person" for "main.person".
    fileprivate var withoutSchema: String { firstIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self }

    /// The number after the first "page ".
    fileprivate var pageNumber: Int? {
        guard let word = range(of: "page ", options: .caseInsensitive) else { return nil }
        return Int(self[word.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }
}
