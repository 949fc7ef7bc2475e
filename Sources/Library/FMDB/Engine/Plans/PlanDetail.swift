/// Parses one line of EXPLAIN QUERY PLAN.
///
/// Names in a line are not quoted, so some lines are ambiguous. From 3.36 on, SQLite omits `TABLE` and `SUBQUERY`, and
/// names a table with an alias by the alias alone.
struct PlanDetail {
    private let text: String

    init(_ text: String) { self.text = text }

    var kind: FMQueryPlan.Kind { fixed ?? loop ?? numbered ?? named ?? setOperation ?? .other }

    /// The subquery numbers after `SUBQUERY` and `SUBQUERIES … AND` in a line of SQLite before 3.24. The rows of these
    /// subqueries are elsewhere in the plan.
    var subqueries: [Int] {
        let words = text.split(separator: " ")
        guard let place = words.firstIndex(where: { $0 == "SUBQUERY" || $0 == "SUBQUERIES" }) else { return [] }
        let numbers = words[place...].dropFirst().prefix(words[place] == "SUBQUERY" ? 1 : 3)
        return numbers.compactMap { Int($0) }
    }

    private var fixed: FMQueryPlan.Kind? {
        switch text {
        case "COMPOUND QUERY": .compound
        case "LEFT-MOST SUBQUERY": .firstOfCompound
        case "LEFT": .leftOfMerge
        case "RIGHT": .rightOfMerge
        case "SETUP": .recursiveSetup
        case "RECURSIVE STEP": .recursiveStep
        case "MULTI-INDEX OR": .multiIndexOr
        case "SCAN CONSTANT ROW": .constantRows(1)
        default: nil
        }
    }

    // MARK: - SCAN and SEARCH

    private var loop: FMQueryPlan.Kind? {
        if let rest = text.behind("SCAN ") { return constantRows(rest) ?? loop(rest, isSearch: false) }
        return text.behind("SEARCH ").flatMap { loop($0, isSearch: true) }
    }

    private func constantRows(_ rest: Substring) -> FMQueryPlan.Kind? {
        for end in [" CONSTANT ROWS", " CONSTANT ROW", "-ROW VALUES CLAUSE"] {
            if let count = rest.before(end).flatMap({ Int($0) }) { return .constantRows(count) }
        }
        return nil
    }

    private func loop(_ rest: Substring, isSearch: Bool) -> FMQueryPlan.Kind? {
        var rest = rest.before(" LEFT-JOIN") ?? rest
        var index: FMQueryPlan.Index?
        if let (head, number) = rest.split(atLast: " VIRTUAL TABLE INDEX ") {
            return name(head).map { .virtualTable($0.name, index: String(number)) }
        }
        if let (head, tail) = rest.split(atLast: " USING ") {
            // If no known kind of index follows, `USING` belongs to the table's name.
            index = PlanDetail.index(tail)
            if index != nil { rest = head }
        }
        // From SQLite 3.51 on, an EXISTS may be a join that ends with the first matching row.
        rest = rest.before(" EXISTS") ?? rest
        guard let (name, isSubquery) = name(rest) else { return nil }
        if isSearch { return .search(name, index: index) }
        return isSubquery ? .scanSubquery(name) : .scan(name, index: index)
    }

    /// Returns the name or the alias of the table or subquery that is read.
    private func name(_ text: Substring) -> (name: String, isSubquery: Bool)? {
        let isNumbered = text.hasPrefix("(subquery-") || text.hasPrefix("(join-")
        let subquery = text.behind("SUBQUERY ")
        let rest = subquery ?? text.behind("TABLE ") ?? text
        guard !rest.isEmpty else { return nil }
        if rest.count < text.count, let (_, alias) = rest.split(atLast: " AS "), !alias.isEmpty {
            return (String(alias), subquery != nil)
        }
        return (subquery.map { "(subquery-\($0))" } ?? String(rest), subquery != nil || isNumbered)
    }

    private static func index(_ text: Substring) -> FMQueryPlan.Index? {
        var (head, terms) = (text, [String]())
        if text.last == ")", let (front, tail) = text.split(atFirst: " (") {
            head = front
            terms = self.terms(tail.dropLast())
        }
        typealias Index = FMQueryPlan.Index
        switch head {
        case "INTEGER PRIMARY KEY": return Index(form: .rowNumber, terms: terms)
        case "PRIMARY KEY": return Index(form: .primaryKey, terms: terms)
        case "AUTOMATIC PARTIAL COVERING INDEX":
            return Index(form: .automatic, isCovering: true, isPartial: true, terms: terms)
        case "AUTOMATIC COVERING INDEX": return Index(form: .automatic, isCovering: true, terms: terms)
        default: break
        }
        if let name = head.behind("COVERING INDEX ") {
            return Index(form: .named, name: String(name), isCovering: true, terms: terms)
        }
        return head.behind("INDEX ").map { Index(form: .named, name: String($0), terms: terms) }
    }

    /// Splits terms such as `a=? AND b>?`.
    private static func terms(_ text: Substring) -> [String] {
        var (terms, rest) = ([String](), text)
        while let (term, tail) = rest.split(atFirst: " AND ") {
            terms.append(String(term))
            rest = tail
        }
        return terms + [String(rest)]
    }

    // MARK: - Others

    private var numbered: FMQueryPlan.Kind? {
        let (text, isCorrelated) = withoutExecution
        let number = { (start: String) in text.behind(start).flatMap { Int($0) } }
        if let term = number("INDEX ") { return .termOfOr(term) }
        if let subquery = number("SCALAR SUBQUERY ") { return .scalarSubquery(subquery, isCorrelated: isCorrelated) }
        if let subquery = number("LIST SUBQUERY ") { return .listSubquery(subquery, isCorrelated: isCorrelated) }
        return (number("REUSE SUBQUERY ") ?? number("REUSE LIST SUBQUERY ")).map { .reusedSubquery($0) }
    }

    private var withoutExecution: (Substring, isCorrelated: Bool) {
        let text = text.behind("EXECUTE ") ?? self.text[...]
        let rest = text.behind("CORRELATED ")
        return (rest ?? text, rest != nil)
    }

    private var named: FMQueryPlan.Kind? {
        let name = { (start: String) in text.behind(start).flatMap { $0.isEmpty ? nil : String($0) } }
        if let purpose = name("USE TEMP B-TREE FOR ") { return .temporaryTree(purpose) }
        if let subquery = name("CO-ROUTINE ") { return .coroutine(subquery) }
        if let subquery = name("MATERIALIZE ") { return .materialize(subquery) }
        if let table = name("RIGHT-JOIN ") { return .rightJoin(table) }
        if let rest = text.behind("USING ")?.before(" FOR IN-OPERATOR") {
            if let index = rest.behind("INDEX ") { return .indexForIn(String(index)) }
            return rest.behind("ROWID SEARCH ON TABLE ").map { .rowNumbersForIn(String($0)) }
        }
        guard let rest = text.behind("BLOOM FILTER ON "), rest.last == ")",
            let (table, terms) = rest.split(atFirst: " (")
        else { return nil }
        return .bloomFilter(String(table), terms: PlanDetail.terms(terms.dropLast()))
    }

    private var setOperation: FMQueryPlan.Kind? {
        let operation = { (text: Substring) in FMQueryPlan.SetOperation(rawValue: String(text)) }
        if let merged = text.behind("MERGE (")?.before(")").flatMap(operation) { return .merge(merged) }
        // A line of SQLite before 3.24: `COMPOUND SUBQUERIES 1 AND 2 USING TEMP B-TREE (UNION)`.
        if let rest = text.behind("COMPOUND SUBQUERIES "), let (numbers, last) = rest.split(atLast: " ("),
            let former = last.before(")").flatMap(operation)
        {
            return .setOperation(former, usesTemporaryTree: numbers.hasSuffix(" USING TEMP B-TREE"))
        }
        if let sorted = text[...].before(" USING TEMP B-TREE") {
            return operation(sorted).map { .setOperation($0, usesTemporaryTree: true) }
        }
        return operation(text[...]).map { .setOperation($0, usesTemporaryTree: false) }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Returns the rest after a prefix, or nil if the string does not have the prefix.
    fileprivate func behind(_ start: String) -> Substring? { hasPrefix(start) ? dropFirst(start.count) : nil }

    /// Returns the part before a suffix, or nil if the string does not have the suffix.
    fileprivate func before(_ end: String) -> Substring? { hasSuffix(end) ? dropLast(end.count) : nil }
}

extension Substring {
    fileprivate func split(atFirst separator: String) -> (Substring, Substring)? {
        firstRange(of: separator).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
    }

    fileprivate func split(atLast separator: String) -> (Substring, Substring)? {
        var (found, rest) = (nil as Range<Index>?, self)
        while let range = rest.firstRange(of: separator) {
            found = range
            rest = rest[rest.index(after: range.lowerBound)...]
        }
        return found.map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
    }
}
