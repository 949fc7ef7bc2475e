import FMDB

extension FMRequest {
    /// Each result with the rows that belong to its row. One more statement reads them, two for a relation by a third table, in the
    /// same state of the database.
    ///
    ///     for (author, books) in try db.find(Author.all.including(Author.books)) { … }
    ///
    /// A row to which nothing belongs has an empty array or nil. `forEach` keeps all of the results until it has the related
    /// rows.
    public func including<Target, Related>(
        _ relation: FMRelation<Model, Target, Related>
    ) -> FMRequest<Model, (Element, Related)> {
        giving(output.including(relation))
    }

    /// Each result with the rows of two relations.
    ///
    ///     let pages = try db.find(Author.all.including(Author.books, Author.portrait).map { Page($0, $1, $2) })
    public func including<First, OfFirst, Second, OfSecond>(
        _ first: FMRelation<Model, First, OfFirst>, _ second: FMRelation<Model, Second, OfSecond>
    ) -> FMRequest<Model, (Element, OfFirst, OfSecond)> {
        giving(output.including(first).including(second).map { ($0.0, $0.1, $1) })
    }

    /// Each result with the rows of three relations.
    public func including<First, OfFirst, Second, OfSecond, Third, OfThird>(
        _ first: FMRelation<Model, First, OfFirst>, _ second: FMRelation<Model, Second, OfSecond>,
        _ third: FMRelation<Model, Third, OfThird>
    ) -> FMRequest<Model, (Element, OfFirst, OfSecond, OfThird)> {
        giving(output.including(first).including(second).including(third).map { ($0.0.0, $0.0.1, $0.1, $1) })
    }

    /// Each result with the one related row. Results without one are left out.
    ///
    ///     for (book, author) in try db.find(Book.all.including(required: Book.author)) { … }
    ///
    /// The call that gets the request throws an `FMError`: `.misuse` for a relation with a limit, and `.mismatch` where only a
    /// collation makes the keys of both rows equal.
    ///
    /// - Parameter relation: of the model of the request, to one row.
    public func including<Target, One>(
        required relation: FMRelation<Model, Target, One?>
    ) -> FMRequest<Model, (Element, One)> {
        let output = output.including(relation).map { (element: Element, one: One?) in
            if let one { return (element, one) }
            throw FMError(
                .mismatch, "a row of \(Model.self) and one of \(Target.self) have keys that are equal to SQLite only")
        }
        return self.where(relation.exists).giving(output)
    }
}

extension FMRelation {
    /// The related rows, each with its own related rows.
    ///
    ///     Author.all.including(Author.books.including(Book.awards))
    public func including<Other: FMModel, More: FMRelated, Element>(
        _ relation: FMRelation<Target, Other, More>
    ) -> FMRelation<Origin, Target, [(Element, More)]> where Related == [Element] {
        giving(output.including(relation))
    }

    /// The related rows, each with a value that SQLite computes from it.
    ///
    ///     Author.all.including(Author.books.including(Book.tags.count))
    public func including<Term: FMTerm, Element>(
        _ term: Term
    ) -> FMRelation<Origin, Target, [(Element, Term.Value)]> where Related == [Element], Term.Model == Target {
        giving(output.including(term))
    }

    /// The related row, with a value that SQLite computes from it.
    ///
    ///     Book.all.including(Book.author.including(Author.books.count))
    public func including<Term: FMTerm, Element>(
        _ term: Term
    ) -> FMRelation<Origin, Target, (Element, Term.Value)?> where Related == Element?, Term.Model == Target {
        giving(output.including(term))
    }

    /// The related row, with its own related rows.
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
    /// The elements with the related rows of their rows.
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
                // Outside of the transaction, so that an error of the body does not roll back what it has written.
                for (number, element) in elements.enumerated() { try body((element, rows.related(number))) }
            }, isPlain: false)
    }
}
