import FMDB

extension FMRequest {
    /// Adds the related rows of each result's row. One more statement reads them, or two for a relation through a pivot table.
    /// All statements see the same snapshot of the database.
    ///
    ///     for (author, books) in try db.find(Author.all.including(Author.books)) { … }
    ///
    /// A row without related rows gets an empty array or nil. `forEach` holds all results in memory until it has read the
    /// related rows.
    public func including<Target, Related>(
        _ relation: FMRelation<Model, Target, Related>
    ) -> FMRequest<Model, (Element, Related)> {
        giving(output.including(relation))
    }

    /// Adds the related rows of two relations to each result.
    ///
    ///     let pages = try db.find(Author.all.including(Author.books, Author.portrait).map { Page($0, $1, $2) })
    public func including<First, OfFirst, Second, OfSecond>(
        _ first: FMRelation<Model, First, OfFirst>, _ second: FMRelation<Model, Second, OfSecond>
    ) -> FMRequest<Model, (Element, OfFirst, OfSecond)> {
        giving(output.including(first).including(second).map { ($0.0, $0.1, $1) })
    }

    /// Adds the related rows of three relations to each result.
    public func including<First, OfFirst, Second, OfSecond, Third, OfThird>(
        _ first: FMRelation<Model, First, OfFirst>, _ second: FMRelation<Model, Second, OfSecond>,
        _ third: FMRelation<Model, Third, OfThird>
    ) -> FMRequest<Model, (Element, OfFirst, OfSecond, OfThird)> {
        giving(output.including(first).including(second).including(third).map { ($0.0.0, $0.0.1, $0.1, $1) })
    }

    /// Adds the one related row to each result. Results without a related row are excluded.
    ///
    ///     for (book, author) in try db.find(Book.all.including(required: Book.author)) { … }
    ///
    /// The call that runs the request throws an `FMError`: `.misuse` for a relation with a limit, and `.mismatch` if the keys
    /// of both rows are equal only by a collation.
    ///
    /// - Parameter relation: a relation of the request's model to one row.
    public func including<Target, One>(
        required relation: FMRelation<Model, Target, One?>
    ) -> FMRequest<Model, (Element, One)> {
        let output = output.including(relation).map { (element: Element, one: One?) in
            if let one { return (element, one) }
            throw FMError(
                .mismatch,
                "a row of \(Model.self) and a row of \(Target.self) have keys that are equal only by a collation")
        }
        return self.where(relation.exists).giving(output)
    }
}

extension FMRelation {
    /// Adds to each related row its own related rows.
    ///
    ///     Author.all.including(Author.books.including(Book.awards))
    public func including<Other: FMModel, More: FMRelated, Element>(
        _ relation: FMRelation<Target, Other, More>
    ) -> FMRelation<Origin, Target, [(Element, More)]> where Related == [Element] {
        giving(output.including(relation))
    }

    /// Adds to each related row a value that SQLite computes from it.
    ///
    ///     Author.all.including(Author.books.including(Book.tags.count))
    public func including<Term: FMTerm, Element>(
        _ term: Term
    ) -> FMRelation<Origin, Target, [(Element, Term.Value)]> where Related == [Element], Term.Model == Target {
        giving(output.including(term))
    }

    /// Adds to the related row a value that SQLite computes from it.
    ///
    ///     Book.all.including(Book.author.including(Author.books.count))
    public func including<Term: FMTerm, Element>(
        _ term: Term
    ) -> FMRelation<Origin, Target, (Element, Term.Value)?> where Related == Element?, Term.Model == Target {
        giving(output.including(term))
    }

    /// Adds to the related row its own related rows.
    ///
    ///     Book.all.including(Book.author.including(Author.books))
    public func including<Other: FMModel, More: FMRelated, Element>(
        _ relation: FMRelation<Target, Other, More>
    ) -> FMRelation<Origin, Target, (Element, More)?> where Related == Element? {
        giving(output.including(relation))
    }
}

// MARK: - Reading

extension RequestOutput {
    /// Returns an output whose elements include the related rows of their rows.
    func including<Target, Related>(
        _ relation: FMRelation<Model, Target, Related>
    ) -> RequestOutput<Model, (Element, Related)> {
        let (columns, forEach) = (columns, forEach)
        return RequestOutput<Model, (Element, Related)>(
            columns: columns,
            forEach: { database, run, visit, body in
                var run = run
                var elements: [Element] = []
                let rows = try RelatedRows(relation)
                rows.add(to: &run)
                try database.withOneState {
                    try forEach(
                        database, run,
                        { row, start in
                            try visit(row, start)
                            try rows.note(row, start)
                        }, { elements.append($0) })
                    try rows.load(database)
                }
                // The body runs outside the transaction, so that an error in it does not roll back its own changes.
                for (number, element) in elements.enumerated() { try body((element, rows.related(number))) }
            }, isPlain: false)
    }
}
