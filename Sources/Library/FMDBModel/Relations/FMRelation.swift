import FMDB

/// Describes how the rows of two models' tables are related.
///
///     struct Author: Codable, FMModel {
///         static let books = hasMany(Book.self, by: \.author)
///     }
///
///     struct Book: Codable, FMModel {
///         static let author = belongsTo(Author.self, by: \.author)
///     }
///
///     for (author, books) in try db.find(Author.all.including(Author.books)) { … }
///     let busy = try db.find(Author.all.where(Author.books.count > 3))
///
/// A relation is a value that only names columns, so two models may refer to each other. Errors in a relation, such as a
/// missing column, are thrown by the call that uses it, as an `FMError` with the code `.misuse`. The closures receive the
/// fields of the other model.
///
/// A row whose key is NULL has no related rows.
public struct FMRelation<Origin: FMModel, Target: FMModel, Related: FMRelated> {
    let link: RelationLink<Origin, Target>
    var selection = Selection<Target>()
    let output: RequestOutput<Target, Related.FMElement>
}

extension FMRelation: Sendable where Origin: Sendable, Target: Sendable {}

/// Marks a relation to at most one row.
protocol OneOrNone {}

extension Optional: OneOrNone {}

/// The related rows of one row: an array or an optional.
public protocol FMRelated {
    /// The result of each related row.
    associatedtype FMElement

    /// Creates the value from all results, in their order.
    init(fmElements: [FMElement])
}

extension Array: FMRelated {
    /// Creates an array of all results.
    public init(fmElements: [Element]) { self = fmElements }
}

extension Optional: FMRelated {
    /// Takes the first result.
    public init(fmElements: [Wrapped]) { self = fmElements.first }
}

// MARK: - Declaring

extension FMModel {
    /// Returns the relation to the rows of another table whose column holds this row's key.
    ///
    ///     static let books = hasMany(Book.self, by: \.author)
    public static func hasMany<Target, Value>(
        _ target: Target.Type, by column: (Target.Columns) -> FMField<Target, Value>
    ) -> FMRelation<Self, Target, [Target]> {
        hasMany(target, by: column(Target.Columns()).fmName)
    }

    /// Returns the relation to the rows of another table whose columns hold this row's key, in the key's column order.
    public static func hasMany<Target>(
        _ target: Target.Type, by first: String, _ others: String...
    ) -> FMRelation<Self, Target, [Target]> {
        FMRelation(link: RelationLink(target: [first] + others), output: .models)
    }

    /// Returns the relation to the row of another table whose column holds this row's key. If there are several, it is the
    /// first in the relation's order. Without an order, SQLite chooses one.
    public static func hasOne<Target, Value>(
        _ target: Target.Type, by column: (Target.Columns) -> FMField<Target, Value>
    ) -> FMRelation<Self, Target, Target?> {
        hasOne(target, by: column(Target.Columns()).fmName)
    }

    /// Returns the relation to the row of another table whose columns hold this row's key, in the key's column order. If there
    /// are several, it is the first in the relation's order. Without an order, SQLite chooses one.
    public static func hasOne<Target>(
        _ target: Target.Type, by first: String, _ others: String...
    ) -> FMRelation<Self, Target, Target?> {
        FMRelation(link: RelationLink(target: [first] + others), output: .models)
    }

    /// Returns the relation to the row of another table whose key is in a column of this row.
    ///
    ///     static let author = belongsTo(Author.self, by: \.author)
    public static func belongsTo<Target, Value>(
        _ target: Target.Type, by column: (Columns) -> FMField<Self, Value>
    ) -> FMRelation<Self, Target, Target?> {
        belongsTo(target, by: column(Columns()).fmName)
    }

    /// Returns the relation to the row of another table whose key is in columns of this row, in the key's column order.
    public static func belongsTo<Target>(
        _ target: Target.Type, by first: String, _ others: String...
    ) -> FMRelation<Self, Target, Target?> {
        FMRelation(link: RelationLink(origin: [first] + others), output: .models)
    }

    /// Returns the relation to the rows of another table through a pivot table, whose columns hold the keys of both.
    ///
    ///     static let tags = hasMany(Tag.self, through: BookTag.self, from: \.book, to: \.tag)
    public static func hasMany<Target, Pivot: FMModel & Sendable, Value, Other>(
        _ target: Target.Type, through pivot: Pivot.Type, from origin: (Pivot.Columns) -> FMField<Pivot, Value>,
        to other: (Pivot.Columns) -> FMField<Pivot, Other>
    ) -> FMRelation<Self, Target, [Target]> {
        let columns = Pivot.Columns()
        let pivot = RelationPivot(pivot, from: [origin(columns).fmName], to: [other(columns).fmName])
        return FMRelation(link: RelationLink(pivot: pivot), output: .models)
    }
}

// MARK: - Narrowing down

extension FMRelation {
    /// Adds a condition that the related rows must fulfil.
    ///
    ///     Author.all.including(Author.books.where { $0.year > 2000 })
    public func `where`(_ filter: (Target.Columns) -> FMWhere<Target>) -> FMRelation {
        self.where(filter(Target.Columns()))
    }

    /// Adds the condition that a Boolean term is true.
    ///
    ///     Author.books.where(\.isInPrint)
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Target.Columns) -> Term) -> FMRelation
    where Term.Model == Target, Term.Value == Bool {
        self.where(term(Target.Columns()) == true)
    }

    /// Adds the condition that a Boolean term is true. Rows where the term is NULL are excluded.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Target.Columns) -> Term) -> FMRelation
    where Term.Model == Target, Term.Value == Bool? {
        self.where(term(Target.Columns()) == true)
    }

    /// Adds a condition that the related rows must fulfil.
    public func `where`(_ condition: FMWhere<Target>) -> FMRelation {
        with { $0.condition = $0.condition && condition }
    }

    /// Adds a sort term. It applies to related rows that the previous terms leave equal.
    public func order(_ term: (Target.Columns) -> FMOrder<Target>) -> FMRelation {
        with { $0.order.append(term(Target.Columns())) }
    }

    /// Sorts the related rows by a term in ascending order.
    @_disfavoredOverload
    public func order<Ordering: FMOrdering>(_ term: (Target.Columns) -> Ordering) -> FMRelation
    where Ordering.Model == Target {
        order { term($0).fmOrder }
    }

    /// Adds sort terms. They apply to related rows that the previous terms leave equal.
    public func order(by first: FMOrder<Target>, _ others: FMOrder<Target>...) -> FMRelation {
        with { $0.order += [first] + others }
    }

    /// Limits the number of related rows for each row. The first rows in their order are kept.
    ///
    ///     Author.all.including(Author.books.order(\.year.descending).limit(3))
    ///
    /// It replaces the previous limit. `exists`, `count`, `value` and `joining` throw `.misuse` for a relation with a limit.
    /// With `including`, SQLite 3.25 or later applies the limit by
    /// [row_number](https://sqlite.org/windowfunctions.html#biwinfunc). With an older version or a pivot table, all related
    /// rows are read, and the limit is applied in Swift.
    ///
    /// - Parameter count: the maximum number for each row. For a negative number, the call that reads the rows throws
    ///   `.misuse`.
    public func limit(_ count: Int) -> FMRelation { with { $0.limit = count } }

    private func with(_ change: (inout Selection<Target>) -> Void) -> FMRelation {
        var relation = self
        change(&relation.selection)
        return relation
    }

    func giving<Other: FMRelated>(_ output: RequestOutput<Target, Other.FMElement>) -> FMRelation<Origin, Target, Other>
    {
        FMRelation<Origin, Target, Other>(link: link, selection: selection, output: output)
    }
}

extension FMRelation {
    /// The condition on the related rows.
    var condition: FMWhere<Target> {
        get throws(FMError) {
            guard selection.limit == nil else {
                throw FMError(
                    .misuse,
                    "the relation of \(Origin.self) to \(Target.self): a limit is possible only where related rows are read, for example with including"
                )
            }
            return selection.condition
        }
    }
}

extension FMRelation where Related == [Target] {
    /// Selects one value of each related row.
    ///
    ///     Author.all.including(Author.books.select(\.title))
    public func select<Term: FMTerm>(_ term: (Target.Columns) -> Term) -> FMRelation<Origin, Target, [Term.Value]>
    where Term.Model == Target {
        giving(Target.all.select(term).output)
    }
}

extension FMRelation where Related == Target? {
    /// Selects one value of the related row.
    ///
    ///     Book.all.including(Book.author.select(\.name))
    public func select<Term: FMTerm>(_ term: (Target.Columns) -> Term) -> FMRelation<Origin, Target, Term.Value?>
    where Term.Model == Target {
        giving(Target.all.select(term).output)
    }
}

// MARK: - The rows of one model

extension FMRelation {
    /// Returns the request for the related rows of a model.
    ///
    ///     let books = try db.find(Author.books.of(author))
    ///
    /// - Parameter origin: the model. The values of the relation's columns are taken from it.
    public func of(_ origin: Origin) -> FMRequest<Target, Related.FMElement> {
        var selection = selection
        selection.condition = link.condition(of: origin) && selection.condition
        return FMRequest(selection, from: nil, output)
    }
}

// MARK: - Key paths of a model

extension FMModel {
    /// Not available: a key path of the model is not a field.
    @available(*, unavailable, message: "name a field of Columns, by: \\.author, or the column, by: \"author\"")
    public static func hasMany<Target, Value>(
        _ target: Target.Type, by property: KeyPath<Target, Value>
    ) -> FMRelation<Self, Target, [Target]> { hasMany(target, by: "") }

    /// Not available: a key path of the model is not a field.
    @available(*, unavailable, message: "name a field of Columns, by: \\.author, or the column, by: \"author\"")
    public static func belongsTo<Target, Value>(
        _ target: Target.Type, by property: KeyPath<Self, Value>
    ) -> FMRelation<Self, Target, Target?> { belongsTo(target, by: "") }

    /// Not available: there is no such field.
    @_disfavoredOverload
    @available(
        *, unavailable, message: "Columns of the other model has no such field: add it, or write `by: \"author\"`"
    )
    public static func hasMany<Target>(
        _ target: Target.Type, by property: KeyPath<FMAnyProperty, Never>
    ) -> FMRelation<Self, Target, [Target]> { hasMany(target, by: "") }

    /// Not available: there is no such field.
    @_disfavoredOverload
    @available(
        *, unavailable, message: "Columns of the other model has no such field: add it, or write `by: \"author\"`"
    )
    public static func hasOne<Target>(
        _ target: Target.Type, by property: KeyPath<FMAnyProperty, Never>
    ) -> FMRelation<Self, Target, Target?> { hasOne(target, by: "") }

    /// Not available: there is no such field.
    @_disfavoredOverload
    @available(*, unavailable, message: "Columns has no such field: add it, or write `by: \"author\"`")
    public static func belongsTo<Target>(
        _ target: Target.Type, by property: KeyPath<FMAnyProperty, Never>
    ) -> FMRelation<Self, Target, Target?> { belongsTo(target, by: "") }
}

extension FMRequest {
    /// Not available.
    @available(*, unavailable, renamed: "including")
    public func include<Target, Related>(
        _ relation: FMRelation<Model, Target, Related>
    ) -> FMRequest<Model, (Element, Related)> { including(relation) }
}

extension FMDatabaseAccess {
    /// Not available: a relation needs a model whose related rows are read.
    @_disfavoredOverload
    @available(
        *, unavailable, message: "write `find(Author.books.of(author))`, or `Author.all.including(Author.books)`"
    )
    public func find<Origin, Target, Related>(_ relation: FMRelation<Origin, Target, Related>) throws -> [Target] { [] }
}
