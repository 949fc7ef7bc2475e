#if Checked
    import Foundation

    /// The kind of a query, which determines the return type of its function.
    enum QueryKind: String, CaseIterable {
        /// The first row. The function throws if there is no row.
        case one
        /// The first row, or nil if there is no row.
        case optional
        /// An array of all rows.
        case many
        /// A page: a given number of rows after a given row.
        case page
        /// No result. The function calls a closure with each row.
        case each
        /// The number of changed rows.
        case exec
        /// The rowid of the new row.
        case insert
        /// The number of changed rows after the statement has run once for each row of values.
        case batch

        var hasRows: Bool { ![.exec, .insert, .batch].contains(self) }
    }

    struct NamedQuery {
        /// A comment that annotates a parameter, or names the row type.
        struct Note {
            let name: String
            let type: String
            let place: FMSourcePlace
        }

        let name: String
        let kind: QueryKind
        let place: FMSourcePlace
        let documentation: [String]
        let parameters: [Note]
        /// The result columns that comments annotate. An annotated name after `AS` has the same effect.
        let columns: [(name: ColumnName, place: FMSourcePlace)]
        let row: Note?
        let text: String
        /// The byte offset of the SQL in the file.
        let start: Int
    }

    /// An SQL function that the program registers, declared by `-- function: distance(4): Double`.
    struct NamedFunction {
        let name: String
        let argumentCount: Int32?
        let type: SwiftType?
    }

    struct QueryFile {
        /// The file's name in the generated code. It does not contain the path, because the code is the same on every machine.
        let name: String
        let places: Places
        private let source: String
        /// The lines without line endings.
        private let lines: [String]
        private(set) var queries: [NamedQuery] = []
        private(set) var functions: [NamedFunction] = []
        private(set) var findings: [FMFinding] = []

        /// - Parameter path: the file's name in findings.
        init(_ text: String, name: String, path: String) {
            (self.name, source, places) = (name, text, Places(of: text, file: path))
            lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
                String(Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0))
            }
            read()
        }

        private mutating func refuse(_ place: FMSourcePlace, _ message: String) {
            findings.append(FMFinding(.error, .input, at: place, message))
        }
    }

    // MARK: - Reading

    extension QueryFile {
        private static let nameMark = "name:"

        private mutating func read() {
            let heads = lines.indices.filter { comment($0)?.text.hasPrefix(QueryFile.nameMark) ?? false }
            let starts = heads.map(firstLineOfDocumentation)
            for (head, (start, end)) in zip(heads, zip(starts, starts.dropFirst() + [lines.count])) {
                readQuery(documentedFrom: start, head: head, end: end)
            }
            let first = starts.first ?? lines.count
            for line in 0..<first { readFunction(line) }
            if let stray = QueryToken.split(text(0..<first)).first {
                refuse(
                    places.place(at: stray.range.lowerBound),
                    "this statement has no name: write \"-- name: … :many\" above it")
            }
        }

        /// Returns the text and the place of the comment if the line contains only a comment, else nil.
        private func comment(_ line: Int) -> (text: String, place: FMSourcePlace)? {
            let whole = lines[line]
            let blanks = whole.prefix { $0 == " " || $0 == "\t" }.utf8.count
            guard whole.utf8.dropFirst(blanks).starts(with: "--".utf8) else { return nil }
            let rest = String(Substring(whole.utf8.dropFirst(blanks + 2)))
            let text = rest.trimmed
            let indent = rest.utf8.count - String(rest.drop { $0 == " " || $0 == "\t" }).utf8.count
            return (text, places.place(at: start(ofLine: line) + blanks + 2 + indent))
        }

        private func text(_ lines: Range<Int>) -> String {
            source.bytes(start(ofLine: lines.lowerBound)..<start(ofLine: lines.upperBound))
        }

        /// Returns the byte offset of a line, or the length of the source for a line after the last.
        private func start(ofLine line: Int) -> Int { line < lines.count ? places.lines[line] : source.utf8.count }

        private func firstLineOfDocumentation(_ head: Int) -> Int {
            var start = head
            while start > 0, let above = comment(start - 1), !above.text.hasPrefix(QueryFile.nameMark),
                !above.text.hasPrefix("function:")
            {
                start -= 1
            }
            return start
        }

        private mutating func readQuery(documentedFrom start: Int, head: Int, end: Int) {
            var documentation = (start..<head).compactMap { comment($0)?.text }
            var notes: [NamedQuery.Note] = []
            var columns: [(name: ColumnName, place: FMSourcePlace)] = []
            var row: NamedQuery.Note?
            var body = head + 1
            while body < end, let (text, place) = comment(body) {
                if text.hasPrefix("column ") {
                    if let column = column(text.dropFirst(7), at: place) { columns.append((column, place)) }
                } else if text.hasPrefix("param ") {
                    if let note = note(text.dropFirst(6), at: place) { notes.append(note) }
                } else if text.hasPrefix("row:") {
                    row = NamedQuery.Note(name: String(text.dropFirst(4)).trimmed, type: "", place: place)
                } else if !readFunction(body) {
                    documentation.append(text)
                }
                body += 1
            }
            guard let head = comment(head), let (name, kind) = nameAndKind(head.text, at: head.place) else { return }
            queries.append(
                NamedQuery(
                    name: name, kind: kind, place: head.place, documentation: documentation, parameters: notes,
                    columns: columns, row: row, text: text(body..<end), start: self.start(ofLine: body)))
        }

        private mutating func nameAndKind(_ text: String, at place: FMSourcePlace) -> (String, QueryKind)? {
            let parts = text.dropFirst(QueryFile.nameMark.count).split(whereSeparator: { $0 == " " || $0 == "\t" })
            let kinds = QueryKind.allCases.map { ":\($0.rawValue)" }.joined(separator: " ")
            guard let name = parts.first.map(String.init), SwiftName.isIdentifier(name) else {
                refuse(place, "a query's name must be a Swift identifier: -- name: peopleOf :many")
                return nil
            }
            guard parts.count == 2, let kind = QueryKind(rawValue: String(parts[1].dropFirst())), parts[1].first == ":"
            else {
                let given = parts.dropFirst().joined(separator: " ")
                refuse(
                    place,
                    "the query \(name) has \(given.isEmpty ? "no kind" : "the unknown kind \(given)"); the kinds are \(kinds)"
                )
                return nil
            }
            guard !SwiftName.unusable.contains(name) else {
                refuse(place, "\(name) cannot be the name of a function: choose another one")
                return nil
            }
            return (name, kind)
        }

        /// Parses a column annotation such as `shelf: Shelf` or `name!`.
        private mutating func column(_ text: Substring, at place: FMSourcePlace) -> ColumnName? {
            if let column = ColumnName(String(text).trimmed) { return column }
            refuse(place, "write a column's type like this: -- column id: UUID")
            return nil
        }

        /// Parses a parameter annotation such as `id: UUID`.
        private mutating func note(_ text: Substring, at place: FMSourcePlace) -> NamedQuery.Note? {
            let parts = text.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2, let name = parts.first, let type = parts.last, SwiftType(written: type) != nil
            else {
                refuse(place, "write a parameter's type like this: -- param id: UUID")
                return nil
            }
            return NamedQuery.Note(name: name.first == ":" ? String(name.dropFirst()) : name, type: type, place: place)
        }

        /// Parses a function declaration such as `function: distance(4): Double`.
        ///
        /// - Returns: whether the line declares a function, even with an error.
        @discardableResult
        private mutating func readFunction(_ line: Int) -> Bool {
            guard let (text, place) = comment(line), text.hasPrefix("function:") else { return false }
            let tokens = QueryToken.split(String(text.dropFirst(9)))
            let close = tokens.firstIndex { $0.isSign(")") }
            guard let close, tokens.count > 2, tokens[0].isName, tokens[1].isSign("("), close < 4 else {
                refuse(place, "declare a function like this: -- function: distance(4): Double")
                return true
            }
            let type = text.range(of: "):").map { String(text[$0.upperBound...]).trimmed }
            functions.append(
                NamedFunction(
                    name: tokens[0].name, argumentCount: close == 3 ? Int32(tokens[2].text) : nil,
                    type: type.flatMap(SwiftType.init(written:))))
            return true
        }
    }

    extension String {
        var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
    }
#endif
