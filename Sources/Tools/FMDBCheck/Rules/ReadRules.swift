#if Checked
    import FMDB

    /// Checks the columns that the code reads from a row against the query's columns.
    extension UseCheck {
        mutating func checkReads(_ statement: SQLStatement, _ description: FMStatementDescription) {
            guard !use.reads.isEmpty, !hasUncertainColumns(statement) else { return }
            let columns = ResultColumns(description)
            for read in use.reads {
                if let index = columns.index(of: read.column) {
                    check(index, as: read.type, by: read.accessor, statement, columns, at: read.place)
                    continue
                }
                let message =
                    switch read.column {
                    case .name(let name): "the query has no column \"\(name)\"\(columns.hint(to: name))"
                    case .index(let index):
                        "the query has \(columns.names.count.of("column")), so there is no column \(index); the first is 0"
                    }
                add(.error, .missingColumn, read.place, message)
            }
        }

        /// Whether the statement uses a table whose columns are not certain, because a model defines it, or several statements do.
        func hasUncertainColumns(_ statement: SQLStatement) -> Bool {
            !schema.uncertainTables.isEmpty && schema.tables(in: statement).contains { schema.isUncertain($0.name) }
        }

        /// - Parameter property: the property that receives the value, for the message.
        private mutating func check(
            _ index: Int, as type: SwiftType?, by accessor: String? = nil, _ statement: SQLStatement,
            _ columns: ResultColumns, at place: FMSourcePlace, of property: String? = nil
        ) {
            guard let type else { return }
            let reader = "\(property.map { "\($0) is" } ?? "it is read as") \(type.name)"
            checkNull(index, as: type, reader, statement, columns, at: place)
            checkType(index, as: type, reader, by: accessor, statement, columns, at: place)
        }

        /// Reports a column that may be NULL and is read as a type that refuses NULL.
        private mutating func checkNull(
            _ index: Int, as type: SwiftType, _ reader: String, _ statement: SQLStatement, _ columns: ResultColumns,
            at place: FMSourcePlace
        ) {
            guard !type.isOptional, SwiftType.withoutNull.contains(type.name),
                case .possible(let reason) = schema.nullability(of: statement, columns.description)[index]
            else { return }
            let effect =
                use.function.hasSuffix("ForQuery")
                ? "for which \(use.function) returns nil, so ! traps" : "but \(reader); write \(type.name)?"
            add(
                .warning, .nullable, place, "column \"\(columns.names[index])\" may be NULL (\(reason)), \(effect)")
        }
    }

    struct ResultColumns {
        let description: FMStatementDescription
        let names: [String]
        private let places: [String: [Int]]

        init(_ description: FMStatementDescription) {
            self.description = description
            names = description.columns.map(\.name)
            places = Dictionary(grouping: names.indices) { [names] in names[$0].lowercased() }
        }

        /// Returns the index of the column that is read by the given name: the last one if several columns have it.
        func index(of name: String) -> Int? { places[name.lowercased()]?.last }

        func index(of column: ColumnRead.Column) -> Int? {
            switch column {
            case .name(let name): index(of: name)
            case .index(let index): names.indices.contains(index) ? index : nil
            }
        }

        func isDoubled(_ name: String) -> Bool { (places[name.lowercased()]?.count ?? 0) > 1 }

        /// Returns the end of a message about a name that is not a column: what to write, or which columns there are.
        func hint(to name: String) -> String {
            if names.isEmpty { return "; it returns no rows" }
            let plain = name.lastIndex(of: ".").flatMap { index(of: String(name[name.index(after: $0)...])) }
            let near = plain.map { names[$0] } ?? NearestName(to: name, in: names).name
            return near.map { "; did you mean \"\($0)\"?" } ?? "; it has \(names.listed)"
        }
    }

    /// Checks the type that rows are decoded as against the query's columns.
    extension UseCheck {
        mutating func checkShape(_ statement: SQLStatement, _ description: FMStatementDescription) {
            guard !description.columns.isEmpty, !hasUncertainColumns(statement) else { return }
            let columns = ResultColumns(description)
            switch use.result {
            case .unknown: break
            case .value(let type):
                let accessor = use.function.hasSuffix("ForQuery") ? String(use.function.dropLast(8)) : nil
                check(0, as: type, by: accessor, statement, columns, at: use.place)
            case .tuple(let types): check(types, statement, columns)
            case .decoded(let name):
                if let type = rules.type(name), !type.decodesItself { check(type, statement, columns) }
            }
        }

        private mutating func check(_ types: [SwiftType], _ statement: SQLStatement, _ columns: ResultColumns) {
            guard types.count == columns.names.count else {
                return add(
                    .error, .rowType, use.place,
                    "the tuple has \(types.count.of("element")), but the query returns \(columns.names.count.of("column")): \(columns.names.listed)"
                )
            }
            for (index, type) in types.enumerated() { check(index, as: type, statement, columns, at: use.place) }
        }

        private mutating func check(_ type: RowType, _ statement: SQLStatement, _ columns: ResultColumns) {
            for property in type.properties {
                // If several types have the same name, `SourceReader` appends a line number to it.
                let name = "\(type.name.prefix { $0 != " " }).\(property.name)"
                if columns.isDoubled(property.column) {
                    add(
                        .error, .rowType, use.place,
                        "the query has more than one column \"\(property.column)\" for \(name); rename the others with AS"
                    )
                    continue
                }
                guard let index = columns.index(of: property.column) else {
                    // A model reads all its columns.
                    if !property.isOptional || readsModel {
                        let hint = columns.hint(to: property.column)
                        add(
                            .error, .rowType, use.place,
                            "the query has no column \"\(property.column)\", which \(name) needs\(hint)")
                    }
                    continue
                }
                // A property that accepts a missing column also accepts NULL.
                let mayBeNull = property.isOptional || property.type.isOptional
                let read = SwiftType(name: property.type.name, isOptional: mayBeNull)
                check(index, as: read, statement, columns, at: use.place, of: name)
            }
        }

        private var readsModel: Bool { use.function == "find" || use.function == "findReadable" }
    }
#endif
