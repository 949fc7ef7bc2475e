#if Checked
    import FMDB

    /// What the rows become against the columns that the query has.
    extension UseCheck {
        mutating func checkShape(_ statement: SQLStatement, _ description: FMStatementDescription) {
            guard !description.columns.isEmpty, !hasUncertainColumns(statement) else { return }
            let columns = ResultColumns(description)
            switch use.result {
            case .unknown: break
            case .value(let type):
                let accessor = use.function.hasSuffix("ForQuery") ? String(use.function.dropLast(8)) : nil
                checkNull(0, as: type, statement, columns, at: use.place)
                checkType(0, as: type, by: accessor, statement, columns, at: use.place)
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
            for (index, type) in types.enumerated() {
                checkNull(index, as: type, statement, columns, at: use.place)
                checkType(index, as: type, by: nil, statement, columns, at: use.place)
            }
        }

        private mutating func check(_ type: RowType, _ statement: SQLStatement, _ columns: ResultColumns) {
            for property in type.properties {
                // Of types of one name the reader tells the line.
                let name = "\(type.name.prefix { $0 != " " }).\(property.name)"
                if columns.isDoubled(property.column) {
                    add(
                        .error, .rowType, use.place,
                        "the query has more than one column \"\(property.column)\", which \(name) is read from; give the others another name by AS"
                    )
                    continue
                }
                guard let index = columns.index(of: property.column) else {
                    // A model reads all of its columns.
                    if !property.isOptional || readsModel { reportMissingProperty(property, name, columns) }
                    continue
                }
                checkType(index, as: property.type, by: nil, statement, columns, at: use.place, of: name)
                // A property that may be missing has a place for NULL, too.
                if !property.isOptional {
                    checkNull(index, as: property.type, statement, columns, at: use.place, of: name)
                }
            }
        }

        private var readsModel: Bool { use.function == "find" || use.function == "findReadable" }

        private mutating func reportMissingProperty(
            _ property: RowType.Property, _ name: String, _ columns: ResultColumns
        ) {
            let near =
                columns.nearest(to: property.column).map { "; did you mean \"\($0)\"?" }
                ?? "; it has \(columns.names.listed)"
            add(
                .error, .rowType, use.place,
                "the query has no column \"\(property.column)\", which \(name) needs\(near)")
        }
    }
#endif
