import FMDB

/// Selects the results that a request returns for its rows.
extension FMRequest {
    /// Selects one value of each row.
    ///
    ///     let names = try db.find(Person.all.select(\.name))
    public func select<Term: FMTerm>(_ term: (Model.Columns) -> Term) -> FMRequest<Model, Term.Value>
    where Term.Model == Model {
        var columns = ResultColumns<Model>()
        let reader = columns.add(term(Model.Columns()))
        return giving(.rows(columns) { reader.reading($0) })
    }

    /// Selects one column by its name, for models without ``FMModel/Columns`` and for records.
    ///
    ///     let doors = try db.find(FMRecord.all.from("car").select("doors", as: Int.self))
    public func select<Value>(_ column: String, as type: Value.Type) -> FMRequest<Model, Value> {
        let reader = ResultReader<Value>(index: 0, name: column)
        return giving(
            .rows { table throws(FMError) in
                FMSQL(raw: try table.quotedName(of: column))
            } _: {
                reader.reading($0)
            })
    }

    /// Decodes a value of a type from each row. Each of its coding keys is the name of a column or of a computed value.
    ///
    ///     struct Card: Decodable { var name: String, next: Int }
    ///
    ///     let cards = try db.find(Person.all.select(Card.self) { [($0.age + 1).as("next")] })
    public func select<Row: Decodable>(
        _ type: Row.Type, _ computed: (Model.Columns) -> [FMResultColumn<Model>] = { _ in [] }
    ) -> FMRequest<Model, Row> {
        giving(.decoding(type, NamedColumns(of: type, computed(Model.Columns()))))
    }

    /// Adds a value that SQLite computes from each result's row, in the same statement.
    ///
    ///     for (author, count) in try db.find(Author.all.including(Author.books.count)) { … }
    public func including<Term: FMTerm>(_ term: Term) -> FMRequest<Model, (Element, Term.Value)>
    where Term.Model == Model {
        giving(output.including(term))
    }

    /// Transforms each element with a closure. The closure runs in Swift after the row has been read.
    ///
    ///     let cards = Person.all.map { Card($0) }
    public func map<Other>(_ transform: @escaping @Sendable (Element) throws -> Other) -> FMRequest<Model, Other> {
        giving(output.map(transform))
    }
}

extension RequestOutput {
    static func rows(
        _ columns: ResultColumns<Model>, _ reader: @escaping (FMDateStorage) -> (FMRow) throws -> Element
    ) -> RequestOutput {
        let sql = columns.terms.joined(", ")
        return rows({ _ throws(FMError) in sql }, reader)
    }
}

extension RequestOutput where Element: Decodable {
    static func decoding(_ type: Element.Type, _ columns: NamedColumns<Model>) -> RequestOutput {
        rows(
            { table throws(FMError) in try columns.sql(in: table) },
            { dates in { row in try row.decode(type, dates: dates) } })
    }
}

// MARK: - As a list

extension FMTerm {
    /// Returns the condition that the term equals one of the values that a one-column request returns. NULL equals none of
    /// them.
    ///
    ///     let owners = Car.all.where { $0.make == make }.select(\.owner)
    ///     let people = try db.find(Person.all.where { $0.id.in(owners) })
    public func `in`<Other>(_ request: FMRequest<Other, Value>) -> FMWhere<Model> { isAmong(request) }

    /// Returns the condition that the term equals one of the values that a one-column request returns. Some of these values may
    /// be NULL.
    public func `in`<Other>(_ request: FMRequest<Other, Value?>) -> FMWhere<Model> { isAmong(request) }

    /// Returns the condition that the term equals one of the values that a one-column request returns. NULL equals none of
    /// them.
    public func `in`<Other, Wrapped>(_ request: FMRequest<Other, Wrapped>) -> FMWhere<Model> where Value == Wrapped? {
        isAmong(request)
    }

    private func isAmong<Other, Element>(_ request: FMRequest<Other, Element>) -> FMWhere<Model> {
        FMWhere(sql: .trying { () throws(FMError) in "\(equated) IN (\(try request.listed))" })
    }
}

extension FMRequest {
    /// The statement as the right side of `IN`.
    fileprivate var listed: FMSQL {
        get throws(FMError) {
            guard output.isPlain else {
                throw FMError(
                    .misuse,
                    "a request with map or including cannot be used with `in`, because its results are made in Swift")
            }
            return try sql
        }
    }
}
