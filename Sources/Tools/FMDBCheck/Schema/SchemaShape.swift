#if Checked
    import FMDB

    /// The tables and views of the in-memory database on which the check compiles SQL.
    package struct SchemaShape {
        package struct Table {
            package let schema: String
            package let name: String
            package let columns: [FMSchema.Column]
            package var isView = false
            package var isVirtual = false
            package var isWithoutRowID = false
            package var isStrict = false
            package var rowIDAlias: String?
            /// The conditions of the CHECK constraints.
            var checks: [String] = []

            package func column(_ name: String) -> FMSchema.Column? {
                columns.first { $0.name.foldedAsName == name.foldedAsName }
            }

            /// Whether SQLite refuses NULL in the column.
            package func refusesNull(_ column: FMSchema.Column) -> Bool {
                guard !isView, !isVirtual else { return false }
                return column.isNotNull || column.name == rowIDAlias || isWithoutRowID && column.key > 0
            }
        }

        /// The schema names, by the number that SQLite's bytecode uses.
        package private(set) var schemas: [Int: String] = [:]
        package private(set) var tables: [Table] = []
        /// The SQL of the views, by folded name.
        package private(set) var views: [String: String] = [:]
        private var places: [String: [Int]] = [:]

        init(of db: FMDatabase) {
            let names = (try? db.rows("PRAGMA database_list", as: (Int, String, String?).self)) ?? []
            for (number, name, _) in names {
                schemas[number] = name
                guard let schema = try? db.schema(of: name) else { continue }
                for table in schema.tables {
                    add(
                        Table(
                            schema: name, name: table.name, columns: table.columns, isVirtual: table.isVirtual,
                            isWithoutRowID: table.isWithoutRowID, isStrict: table.isStrict,
                            rowIDAlias: table.rowIDAlias, checks: table.checks.map(\.condition)))
                }
                for view in schema.views {
                    add(Table(schema: name, name: view.name, columns: view.columns, isView: true))
                    views[view.name.foldedAsName] = view.sql
                }
            }
        }

        private mutating func add(_ table: Table) {
            places[table.name.foldedAsName, default: []].append(tables.count)
            tables.append(table)
        }

        package func table(_ name: String, in schema: String? = nil) -> Table? {
            let all = (places[name.foldedAsName] ?? []).map { tables[$0] }
            guard let schema else { return all.first { $0.schema == "temp" } ?? all.first }
            return all.first { $0.schema.foldedAsName == schema.foldedAsName }
        }
    }
#endif
