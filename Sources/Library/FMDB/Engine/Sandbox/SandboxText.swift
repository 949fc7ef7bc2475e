/// The names and constructs in an untrusted statement, found by scanning its SQL.
///
/// SQLite's authorizer alone is not enough. SQLite does not call it for the columns that `NATURAL` and `USING` compare, and does not tell
/// it whether a name is a view or a common table expression.
struct SandboxText {
    /// The folded names, keywords and strings in the SQL.
    private(set) var names: Set<String> = []
    /// The folded names of common table expressions and windows.
    private(set) var definitions: [String] = []
    /// The columns in `USING` clauses.
    private(set) var joinColumns: Set<String> = []
    let isNatural: Bool
    /// The first function whose arguments may make a single call take minutes without a chance to interrupt it, or nil if there is none.
    private(set) var slowCall: String?
    /// The maximum number of copies of a common table expression while the statement is compiled.
    private(set) var repetitions = 1

    /// The clause that chooses an index, or nil if there is none. The order of the index could reveal values that are not allowed.
    private(set) var indexChoice: String?

    /// An upper bound for the number of copies of a subquery while the statement is compiled. In each query, the most frequent name is
    /// assumed to be a column of the subquery.
    private(set) var expansions = 1

    let words: [SQLToken]
    /// The index of the closing parenthesis for the index of each opening one.
    private(set) var closings: [Int: Int] = [:]

    init(_ sql: String) {
        let words = Array(SQLToken.firstStatement(of: sql))
        self.words = words
        isNatural = words.contains { $0.keyword == "NATURAL" }
        var open: [Int] = []
        for (index, word) in words.enumerated() {
            if word.mayBeName { names.insert(word.name.foldedAsName) }
            if word.isSign("(") { open.append(index) }
            if word.isSign(")"), let start = open.popLast() { closings[start] = index }
        }
        // The two names of each pair are aliases.
        for pair in [["sqlite_master", "sqlite_schema"], ["sqlite_temp_master", "sqlite_temp_schema"]]
        where !names.isDisjoint(with: pair) {
            names.formUnion(pair)
        }
        if names.contains("sqlite_schema") { names.formUnion(["sqlite_temp_master", "sqlite_temp_schema"]) }
        findDefinitions()
        expansions = expansions(in: words.indices, countsItself: false)
        for index in words.indices {
            if words[index].keyword == "USING" { joinColumns.formUnion(list(behind: index)) }
            if slowCall == nil, isSlow(at: index) { slowCall = words[index].name }
            switch (words[index].keyword, word(index + 1)?.keyword) {
            case ("INDEXED", "BY"): indexChoice = "INDEXED BY"
            case ("NOT", "INDEXED"): indexChoice = "NOT INDEXED"
            default: break
            }
        }
    }

    private func word(_ index: Int) -> SQLToken? { index < words.count ? words[index] : nil }

    private func isSign(_ sign: String, at index: Int) -> Bool { word(index)?.isSign(sign) ?? false }

    // MARK: - Common table expressions

    /// Finds `name [(columns)] AS [[NOT] MATERIALIZED] (`.
    private mutating func findDefinitions() {
        var places: Set<Int> = []
        for index in words.indices where words[index].mayBeName && isDefinition(at: index) {
            definitions.append(words[index].name.foldedAsName)
            places.insert(index)
        }
        guard !definitions.isEmpty else { return }
        var uses: [String: Int] = [:]
        for index in words.indices
        where words[index].mayBeName && !places.contains(index) && !isSign(".", at: index + 1) {
            uses[words[index].name.foldedAsName, default: 0] += 1
        }
        for name in definitions {
            repetitions = repetitions.multipliedReportingOverflow(by: max(1, uses[name] ?? 0)).partialValue
            if repetitions < 1 || repetitions > 1_000_000 { repetitions = 1_000_000 }
        }
    }

    private func isDefinition(at index: Int) -> Bool {
        var next = index + 1
        if isSign("(", at: next) {
            guard let end = closings[next] else { return false }
            next = end + 1
        }
        guard word(next)?.keyword == "AS" else { return false }
        next += 1
        if word(next)?.keyword == "NOT" { next += 1 }
        if word(next)?.keyword == "MATERIALIZED" { next += 1 }
        return isSign("(", at: next)
    }

    // MARK: - Joins and functions

    private func list(behind index: Int) -> [String] {
        guard isSign("(", at: index + 1), let end = closings[index + 1] else { return [] }
        return words[index + 2..<end].filter(\.mayBeName).map(\.name.foldedAsName)
    }

    private func isSlow(at index: Int) -> Bool {
        guard words[index].mayBeName, isSign("(", at: index + 1), let end = closings[index + 1] else { return false }
        switch words[index].name.foldedAsName {
        case "trim", "ltrim", "rtrim", "unhex": return trimsMuch(index + 2..<end)
        case "printf", "format": return formatsMuch(index + 2..<end)
        default: return false
        }
    }

    /// Whether the second argument is neither a short string nor a parameter. `trim` takes time in proportion to the product of both
    /// lengths.
    private func trimsMuch(_ arguments: Range<Int>) -> Bool {
        var place = arguments.lowerBound
        while place < arguments.upperBound, !isSign(",", at: place) {
            place = closings[place].map { $0 + 1 } ?? place + 1
        }
        guard place < arguments.upperBound else { return false }
        let second = words[place + 1..<arguments.upperBound]
        guard let first = second.first else { return false }
        if first.kind == .variable { return second.count > 2 }
        return second.count != 1 || !isText(first) || first.name.utf8.count > 32
    }

    /// Whether the format is neither a string literal nor a parameter, or has a width of more than three digits. See
    /// [Built-In printf()](https://sqlite.org/printf.html).
    private func formatsMuch(_ arguments: Range<Int>) -> Bool {
        let format = words[arguments].prefix { !$0.isSign(",") }
        guard let first = format.first else { return false }
        if first.kind == .variable { return format.count > 2 }
        guard format.count == 1, isText(first), !first.name.utf8.contains(UInt8(ascii: "*")) else { return true }
        let digits = first.name.utf8.split { $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") }
        return digits.contains { $0.count > 3 }
    }

    private func isText(_ word: SQLToken) -> Bool { word.kind == .string || word.kind == .quoted }
}
