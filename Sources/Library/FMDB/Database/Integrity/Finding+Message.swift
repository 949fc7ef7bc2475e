import Foundation

/// The messages of SQLite's checks.
extension FMDatabase.Finding {
    /// What one line of `PRAGMA integrity_check` means.
    init(line: String) { self.init(kind: Kind(line), message: line) }
}

extension FMDatabase.Finding.Kind {
    fileprivate init(_ line: String) {
        if let name = line.behind("index for FTS", in: "table ") {
            self = .fullText(table: name.withoutSchema)
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
    /// The rest behind the last place of a text; nil if it is not there.
    fileprivate func behind(_ text: String) -> String? {
        guard let place = range(of: text, options: .backwards) else { return nil }
        return String(self[place.upperBound...])
    }

    /// The rest behind the last place of a text, in a line that has another one.
    fileprivate func behind(_ other: String, in text: String) -> String? { contains(other) ? behind(text) : nil }

    /// "main.person" is a name with that of its database.
    fileprivate var withoutSchema: String { firstIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self }

    /// The first number behind the word "page".
    fileprivate var pageNumber: Int? {
        guard let word = range(of: "page ", options: .caseInsensitive) else { return nil }
        return Int(self[word.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }
}
