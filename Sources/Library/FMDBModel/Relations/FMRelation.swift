import FMDB

/// How the rows of one model's table belong to those of another's.
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
/// It is a value, and names columns only, so two models may name each other. The call that uses it throws what is wrong with it, an
/// `FMError` with the code `.misuse` for a missing column, for example. The closures get the fields of the other model.
///
/// NULL belongs to nothing.
public struct FMRelation<Origin: FMModel, Target: FMModel, Related: FMRelated> {
    let link: RelationLink<Origin, Target>
    var selection = Selection<Target>()
    let output: RequestOutput<Target, Related.FMElement>
}

extension FMRelation: Sendable where Origin: Sendable, Target: Sendable {}

/// A relation to one row at the most.
protocol OneOrNone {}

extension Optional: OneOrNone {}

/// The related rows of one row: an array, or an optional.
public protocol FMRelated {
    /// The result of each related row.
    associatedtype FMElement

    /// All of them, in their order.
    init(fmElements: [FMElement])
}

extension Array: FMRelated {
    /// All of them.
    public init(fmElements: [Element]) { self = fmElements }
}

extension Optional: FMRelated {
    /// The first one.
    public init(fmElements: [Wrapped]) { self = fmElements.first }
}

// MARK: - Declaring

extension FMModel {
    /// The rows of another table whose column has the key of a row of this one.
    ///
    ///     static let books = hasMany(Book.self, by: \.author)
    public static func hasMany<Target, Value>(
        _ target: Target.Type, by column: (Target.Columns) -> FMField<Target, Value>
    ) -> FMRelation<Self, Target, [Target]> {
        hasMany(target, by: column(Target.Columns()).fmName)
    }

    /// The rows of another table whose columns have the key of a row of this one, in the key's order.
    public static func hasMany<Target>(
        _ target: Target.Type, by first: String, _ others: String...
    ) -> FMRelation<Self, Target, [Target]> {
        FMRelation(link: RelationLink(target: [first] + others), output: .models)
    }

    /// The row of another table whose column has the key of a row of this one. SQLite chooses one of several, by an order of the
    /// relation.
    public static func hasOne<Target, Value>(
        _ target: Target.Type, by column: (Target.Columns) -> FMField<Target, Value>
    ) -> FMRelation<Self, Target, Target?> {
        hasOne(target, by: column(Target.Columns()).fmName)
    }

    /// The row of another table whose columns have the key of a row of this one. SQLite chooses one of several, by an order of the
    /// relation.
    public static func hasOne<Target>(
        _ target: Target.Type, by first: String, _ others: String...
    ) -> FMRelation<Self, Target, Target?> {
        FMRelation(link: RelationLink(target: [first] + others), output: .models)
    }

    /// The row of another table whose key is in a column of a row of this one.
    ///
    ///     static let author = belongsTo(Author.self, by: \.author)
    public static func belongsTo<Target, Value>(
        _ target: Target.Type, by column: (Columns) -> FMField<Self, Value>
    ) -> FMRelation<Self, Target, Target?> {
        belongsTo(target, by: column(Columns()).fmName)
    }

    /// The row of another table whose key is in columns of a row of this one, in the key's order.
    public static func belongsTo<Target>(
        _ target: Target.Type, by first: String, _ others: String...
    ) -> FMRelation<Self, Target, Target?> {
        FMRelation(link: RelationLink(origin: [first] + others), output: .models)
    }

    /// The rows of another table that belong to a row of this one by a third table, whose columns have the keys of both.
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
    /// The related rows that fulfil a condition, too.
    ///
    ///     Author.all.including(Author.books.where { $0.year > 2000 })
    public func `where`(_ filter: (Target.Columns) -> FMWhere<Target>) -> FMRelation {
        self.where(filter(Target.Columns()))
    }

    /// The related rows where a Boolean term is true.
    ///
    ///     Author.books.where(\.isInPrint)
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Target.Columns) -> Term) -> FMRelation
    where Term.Model == Target, Term.Value == Bool {
        self.where(term(Target.Columns()) == true)
    }

    /// The related rows where a Boolean term is true; not those where it is NULL.
    @_disfavoredOverload
    public func `where`<Term: FMTerm>(_ term: (Target.Columns) -> Term) -> FMRelation
    where Term.Model == Target, Term.Value == Bool? {
        self.where(term(Target.Columns()) == true)
    }

    /// The related rows that fulfil a condition, too.
    public func `where`(_ condition: FMWhere<Target>) -> FMRelation {
        with { $0.condition = $0.condition && condition }
    }

    /// Sorts the related rows that are equal in the order given before, if there is one.
    public func order(_ term: (Target.Columns) -> FMOrder<Target>) -> FMRelation {
        with { $0.order.append(term(Target.Columns())) }
    }

    /// Sorts the related rows by a term, the least value first.
    @_disfavoredOverload
    public func order<Ordering: FMOrdering>(_ term: (Target.Columns) -> Ordering) -> FMRelation
    where Ordering.Model == Target {
        order { term($0).fmOrder }
    }

    /// Sorts the related rows; those that are equal by what was said before, if anything was.
    public func order(by first: FMOrder<Target>, _ others: FMOrder<Target>...) -> FMRelation {
        with { $0.order += [first] + others }
    }

    /// At most some of the related rows of each row: the first ones in their order.
    ///
    ///     Author.all.including(Author.books.order(\.year.descending).limit(3))
    ///
    /// It replaces a limit given before. `exists`, `count`, `value` and `joining` throw `.misuse` for a relation with a limit. With
    /// `including` it needs SQLite 3.25; see [row_number](https://sqlite.org/windowfunctions.html#biwinfunc).
    ///
    /// - Parameter count: how many at the most for each row; not negative, or the call that reads them throws `.misuse`.
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
                    "the relation of \(Origin.self) to \(Target.self): a limit counts where related rows are read, by including for example"
                )
            }
            return selection.condition
        }
    }
}

extension FMRelation where Related == [Target] {
    /// One value of each of the related rows.
    ///
    ///     Author.all.including(Author.books.select(\.title))
    public func select<Term: FMTerm>(_ term: (Target.Columns) -> Term) -> FMRelation<Origin, Target, [Term.Value]>
    where Term.Model == Target {
        giving(Target.all.select(term).output)
    }
}

extension FMRelation where Related == Target? {
    /// One value of the related row.
    ///
    ///     Book.all.including(Book.author.select(\.name))
    public func select<Term: FMTerm>(_ term: (Target.Columns) -> Term) -> FMRelation<Origin, Target, Term.Value?>
    where Term.Model == Target {
        giving(Target.all.select(term).output)
    }
}

// MARK: - The rows of one model

extension FMRelation {
    /// The request for the rows that belong to a model.
    ///
    ///     let books = try db.find(Author.books.of(author))
    ///
    /// - Parameter origin: the model, with the present values of the relation's columns.
    public func of(_ origin: Origin) -> FMRequest<Target, Related.FMElement> {
        var selection = selection
        selection.condition = link.condition(of: origin) && selection.condition
        return FMRequest(selection, from: nil, output)
    }
}

// MARK: - Key paths of a model

extension FMModel {
    /// Not available: a key path of the model is no field.
    @available(*, unavailable, message: "name a field of Columns, by: \\.author, or the column, by: \"author\"")
    public static func hasMany<Target, Value>(
        _ target: Target.Type, by property: KeyPath<Target, Value>
    ) -> FMRelation<Self, Target, [Target]> { hasMany(target, by: "") }

    /// Not available: a key path of the model is no field.
    @available(*, unavailable, message: "name a field of Columns, by: \\.author, or the column, by: \"author\"")
    public static func belongsTo<Target, Value>(
        _ target: Target.Type, by property: KeyPath<Self, Value>
    ) -> FMRelation<Self, Target, Target?> { belongsTo(target, by: "") }

    /// Not available: there is no such field.
    @_disfavoredOverload
    @available(*, unavailable, message: "Columns of the other model has no such field: add it, or write by: \"author\"")
    public static func hasMany<Target>(
        _ target: Target.Type, by property: KeyPath<FMAnyProperty, Never>
    ) -> FMRelation<Self, Target, [Target]> { hasMany(target, by: "") }

    /// Not available: there is no such field.
    @_disfavoredOverload
    @available(*, unavailable, message: "Columns of the other model has no such field: add it, or write by: \"author\"")
    public static func hasOne<Target>(
        _ target: Target.Type, by property: KeyPath<FMAnyProperty, Never>
    ) -> FMRelation<Self, Target, Target?> { hasOne(target, by: "") }

    /// Not available: there is no such field.
    @_disfavoredOverload
    @available(*, unavailable, message: "Columns has no such field: add it, or write by: \"author\"")
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
    /// Not available: a relation has rows of models.
    @_disfavoredOverload
    @available(*, unavailable, message: "write find(Author.books.of(author)), or Author.all.including(Author.books)")
    public func find<Origin, Target, Related>(_ relation: FMRelation<Origin, Target, Related>) throws -> [Target] { [] }
}
