#if Checked
    /// Gives the types of rows their names. Queries with the same columns share one.
    struct RowNames {
        private(set) var structs: [RowStruct] = []
        private(set) var problems: [FMFinding] = []
        /// The number of the type of each query that has one, by the query's name.
        private var numbers: [String: Int] = [:]

        init(_ queries: [TypedQuery]) {
            // Names that are written come first, so that others can share them.
            for query in queries where query.query.row != nil { addNamed(query) }
            for query in queries where query.query.row == nil { addOther(query) }
            let firsts = queries.compactMap { numbers[$0.name] }
            let order = firsts.enumerated().reduce(into: [Int: Int]()) { order, next in
                if order[next.element] == nil { order[next.element] = next.offset }
            }
            let sorted = structs.indices.sorted { (order[$0] ?? 0) < (order[$1] ?? 0) }
            let places = Dictionary(zip(sorted, sorted.indices)) { first, _ in first }
            structs = sorted.map { structs[$0] }
            numbers = numbers.compactMapValues { places[$0] }
        }

        func name(for query: TypedQuery) -> String? { numbers[query.name].map { structs[$0].name } }

        private mutating func addNamed(_ query: TypedQuery) {
            guard case .row(let columns) = query.result, let row = query.query.row else { return }
            guard let index = structs.firstIndex(where: { $0.name == row.name }) else {
                return add(row.name, columns, query)
            }
            guard structs[index].columns == columns else {
                let other = structs[index].queries.first ?? ""
                return refuse(
                    row.place, "the rows \(row.name) of the query \(other) have other columns: choose another name")
            }
            share(index, query)
        }

        private mutating func addOther(_ query: TypedQuery) {
            guard case .row(let columns) = query.result else { return }
            if let index = structs.firstIndex(where: { $0.columns == columns }) { return share(index, query) }
            let own = SwiftName.capitalized(query.name) + "Row"
            let names = [query.table.flatMap(SwiftName.type).map { $0 + "Row" }, own].compactMap { $0 }
            guard let name = names.first(where: { name in !structs.contains { $0.name == name } }) else {
                return refuse(
                    query.query.place,
                    "the name \(own) of the rows of this query is taken: write -- row: Name below its name")
            }
            add(name, columns, query)
        }

        private mutating func add(_ name: String, _ columns: [TypedQuery.Column], _ query: TypedQuery) {
            numbers[query.name] = structs.count
            structs.append(RowStruct(name: name, columns: columns, queries: [query.name], table: query.table))
        }

        private mutating func share(_ index: Int, _ query: TypedQuery) {
            numbers[query.name] = index
            structs[index].add(query.name)
        }

        private mutating func refuse(_ place: FMSourcePlace, _ message: String) {
            problems.append(FMFinding(.error, .input, at: place, message))
        }
    }
#endif
