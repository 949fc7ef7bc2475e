#if Checked
    import FMDB

    package enum Nullability: Sendable, Hashable {
        /// The column is never NULL, whatever rows the tables have.
        case never
        /// Rows that the schema allows can make the column NULL. The value is the reason.
        case possible(String)
        case unknown
    }

    extension CheckedSchema {
        /// Returns the nullability of each result column.
        ///
        /// `.never` follows from the statement's bytecode and the constraints of its tables. `.possible` needs a reason in the SQL, and no
        /// condition that names the column.
        package func nullability(of statement: SQLStatement, _ description: FMStatementDescription) -> [Nullability] {
            if let known = lastNullability, known.sql == statement.sql { return known.columns }
            let sure = sureColumns(of: statement, description)
            let reasons = NullReasons(statement, description, self).reasons
            let columns = description.columns.indices.map { index -> Nullability in
                if let sure, sure[index] { return .never }
                return reasons[index].map { .possible($0) } ?? .unknown
            }
            lastNullability = (statement.sql, columns)
            return columns
        }

        private func sureColumns(of statement: SQLStatement, _ description: FMStatementDescription) -> [Bool]? {
            let verbs: Set<String> = ["SELECT", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE"]
            guard verbs.contains(statement.verb), !description.columns.isEmpty,
                let program = Bytecode(of: statement.sql, parameters: description.parameters.count, in: db)
            else { return nil }
            let pages = pages
            var flow = NullFlow(of: program, addedFunctions: addedFunctions) { pages.source($0, $1) }
            return flow.sureColumns(description.columns.count)
        }

        package func isUncertain(_ name: String) -> Bool { uncertainTables.contains(name.foldedAsName) }

        package func isAddedFunction(_ name: String) -> Bool { addedFunctions.contains(name.foldedAsName) }
    }

    struct CursorSource {
        /// Whether each column, in storage order, is never NULL, or nil if that is not known.
        let sure: [Bool]?

        static let unknown = CursorSource(sure: nil)

        var width: Int { sure?.count ?? 0 }

        func isSure(_ column: Int) -> Bool { sure.map { $0.indices.contains(column) && $0[column] } ?? false }
    }

    /// The tables and indexes by root page.
    struct DatabasePages {
        private var sources: [[Int]: CursorSource] = [:]

        init(of db: FMDatabase, _ shape: SchemaShape, uncertain: Set<String>) {
            for (number, schema) in shape.schemas {
                let master = FMSQL.schemaTable(of: schema)
                let objects =
                    (try? db.rows(
                        "SELECT type, name, tbl_name, rootpage FROM \(raw: master) WHERE rootpage > 0",
                        as: (String, String, String, Int).self)) ?? []
                for (type, name, tableName, page) in objects {
                    guard let table = shape.table(tableName, in: schema), !uncertain.contains(tableName.foldedAsName)
                    else { continue }
                    let index =
                        type == "index" ? name : table.isWithoutRowID ? Self.keyIndex(of: tableName, schema, db) : nil
                    if type == "table", !table.isWithoutRowID {
                        sources[[number, page]] = CursorSource(sure: table.stored.map(table.refusesNull))
                    } else if let index {
                        sources[[number, page]] = CursorSource(sure: Self.columns(of: index, schema, table, db))
                    }
                }
            }
        }

        func source(_ schema: Int, _ page: Int) -> CursorSource { sources[[schema, page]] ?? .unknown }

        private static func keyIndex(of table: String, _ schema: String, _ db: FMDatabase) -> String? {
            try? db.value(
                "SELECT name FROM pragma_index_list(\(table), \(schema)) WHERE origin = 'pk'", as: String.self)
        }

        private static func columns(of index: String, _ schema: String, _ table: SchemaShape.Table, _ db: FMDatabase)
            -> [Bool]?
        {
            let numbers = try? db.rows(
                "SELECT cid FROM pragma_index_xinfo(\(index), \(schema)) ORDER BY seqno", as: Int.self)
            return numbers?.map { number in
                // -1 is the rowid, -2 an expression.
                number == -1 || table.columns.indices.contains(number) && table.refusesNull(table.columns[number])
            }
        }
    }

    extension SchemaShape.Table {
        /// The columns in storage order. Virtual generated columns are not stored.
        fileprivate var stored: [FMSchema.Column] { columns.filter { !$0.isGenerated || $0.isStored } }
    }
#endif
