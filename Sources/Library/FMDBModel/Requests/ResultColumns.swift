import FMDB

/// The result columns of a SELECT statement, in order.
struct ResultColumns<Model> {
    private(set) var terms: [FMSQL] = []
    /// Returns the error for a term that is neither a GROUP BY column nor an aggregate.
    private let check: (any FMTerm) -> FMError?

    init(_ check: @escaping (any FMTerm) -> FMError? = { _ in nil }) { self.check = check }

    /// Adds a term, and returns the reader of its column.
    mutating func add<Term: FMTerm>(_ term: Term) -> ResultReader<Term.Value> {
        terms.append(check(term).map { "\(Refused(error: $0))" } ?? term.exact)
        return ResultReader(index: terms.count - 1, name: term.fmSQL.text)
    }

}

/// A computed result column with its name. See ``FMTerm/as(_:)``.
public struct FMResultColumn<Model>: Sendable {
    /// The name of the property that receives the value.
    public let name: String
    let sql: FMSQL

    init(_ name: String, _ term: some FMTerm) { (self.name, sql) = (name, term.exact) }
}

extension FMTerm {
    /// Returns the term as a result column for the property with this name.
    ///
    ///     Person.all.select(Card.self) { [($0.age + 1).as("next")] }
    ///
    /// - Parameter name: the name of a coding key.
    public func `as`(_ name: String) -> FMResultColumn<Model> { FMResultColumn(name, self) }
}

// MARK: - By the names of a type

/// The result columns for the properties of a type.
struct NamedColumns<Model: FMModel> {
    private let names: Result<[String], FMError>
    private let computed: [FMResultColumn<Model>]
    private let check: (FMSQL) -> FMError?

    init<Row: Decodable>(
        of type: Row.Type, _ computed: [FMResultColumn<Model>],
        _ check: @escaping (FMSQL) -> FMError? = { _ in nil }
    ) {
        self.computed = computed
        self.check = check
        names = Result { () throws(FMError) -> [String] in
            let names = try TypeProbe.columns(of: type).map(\.name)
            let known = Set(names.map(\.nameKey))
            if let other = computed.first(where: { !known.contains($0.name.nameKey) }) {
                throw FMError(.misuse, "\(type) has no property for the computed column \(other.name)")
            }
            return names
        }
    }

    func sql(in table: FMTable<Model>) throws(FMError) -> FMSQL {
        try names.get().map { name throws(FMError) in try column(name, in: table) }.joined(", ")
    }

    private func column(_ name: String, in table: FMTable<Model>) throws(FMError) -> FMSQL {
        if let computed = computed.last(where: { $0.name.nameKey == name.nameKey }) {
            if let error = check(computed.sql) { throw error }
            return "\(computed.sql) AS \(FMSQL.column(name))"
        }
        let column = FMSQL(raw: try table.quotedName(of: name))
        if let error = check(column) { throw error }
        return column
    }
}
