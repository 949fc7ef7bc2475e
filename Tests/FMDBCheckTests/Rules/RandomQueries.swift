#if Checked
    import FMDBTestHelpers

    /// Makes up tables, rows and queries.
    struct RandomQueries {
        private var numbers: SeededNumbers
        /// Whether each column of each table is NOT NULL.
        private let notNull: [Bool]
        private static let tables = ["a", "b", "w"]
        private static let columns = ["n", "t", "r", "u"]

        init(seed: Int) {
            numbers = SeededNumbers(seed)
            var flags: [Bool] = []
            for _ in 0..<12 { flags.append(numbers.next() % 3 == 0) }
            notNull = flags
        }

        private mutating func pick<Element>(_ list: [Element]) -> Element { numbers.pick(list) }
        private mutating func chance(_ oneOf: UInt64) -> Bool { numbers.next() % oneOf == 0 }

        /// The tables with a view and indexes, so that covering indexes are read, too.
        var schema: String {
            let types = ["n": "INTEGER", "t": "TEXT", "r": "REAL", "u": ""]
            var script = ""
            for (place, table) in Self.tables.enumerated() {
                let columns = Self.columns.enumerated().map { index, column in
                    "\(column) \(types[column] ?? "")\(notNull[place * 4 + index] ? " NOT NULL" : "")"
                }
                let key = table == "w" ? "k TEXT, " : "id INTEGER PRIMARY KEY, "
                let end = table == "w" ? ", PRIMARY KEY (k, n)) WITHOUT ROWID;" : ");"
                script += "CREATE TABLE \(table) (\(key)\(columns.joined(separator: ", "))\(end)\n"
            }
            return script + """
                CREATE INDEX a_n ON a (n, t);
                CREATE INDEX b_r ON b (r);
                CREATE INDEX b_e ON b (n + 1, u);
                CREATE VIEW v AS SELECT id, n AS m, t, r, u FROM a;
                CREATE VIEW f AS SELECT id, n, t, r, u FROM a WHERE n IS NOT NULL;
                """
        }

        /// Rows with NULL wherever that is allowed, and sometimes none.
        mutating func rows() -> String {
            var script = ""
            for (place, table) in Self.tables.enumerated() where !chance(5) {
                for row in 0..<(2 + numbers.next() % 5) {
                    let values = Self.columns.indices.map { index -> String in
                        let isKey = table == "w" && index == 0
                        if !notNull[place * 4 + index], !isKey, chance(2) { return "NULL" }
                        return pick(["1", "2", "0", "-1", "'x'", "''", "2.5", "x'00'"])
                    }
                    let key = table == "w" ? "'\(row)'" : "\(row + 1)"
                    script += "INSERT OR IGNORE INTO \(table) VALUES (\(key), \(values.joined(separator: ", ")));\n"
                }
            }
            return script
        }

        /// A query.
        mutating func query() -> String {
            switch numbers.next() % 12 {
            case 0: return "SELECT \(list("a", 1)) FROM a UNION ALL SELECT \(list("b", 1)) FROM b"
            case 1: return "SELECT \(list("a", 1)) FROM a UNION SELECT \(list("b", 1)) FROM b ORDER BY 1"
            case 2:
                return
                    "WITH q AS (SELECT \(named("a")) FROM a\(condition("a"))) SELECT \(list("q", 2)) FROM q\(rest("q"))"
            case 3: return "SELECT \(list("q", 2)) FROM (SELECT \(named("b")) FROM b\(rest("b"))) AS q\(rest("q"))"
            case 4:
                return """
                    WITH RECURSIVE q (n, t, r, u) AS (SELECT n, t, r, u FROM a UNION ALL SELECT n + 1, t, r, \(pick(["u", "NULL", "1"])) FROM q \
                    WHERE n < 4) SELECT \(list("q", 2)) FROM q LIMIT 30
                    """
            case 5:
                return
                    "SELECT \(list(pick(["v", "f"]), 2, without: "n")) FROM \(pick(["v"])) AS v, f\(chance(2) ? " WHERE v.t = f.t" : "")"
            default: return plain()
            }
        }

        private mutating func plain() -> String {
            let table = pick(["a", "b", "w"])
            switch numbers.next() % 8 {
            case 0...2: return "SELECT \(distinct())\(list(table, 3)) FROM \(table)\(rest(table))"
            case 3: return "SELECT \(aggregates(table)) FROM \(table)\(condition(table))"
            case 4:
                return
                    "SELECT \(table).n, \(aggregates(table)) FROM \(table)\(condition(table)) GROUP BY \(table).n\(chance(2) ? " ORDER BY 2" : "")"
            case 5: return "SELECT \(windows(table)), \(list(table, 1)) FROM \(table)\(condition(table))"
            default: return join()
            }
        }

        private mutating func join() -> String {
            let kind = pick(["JOIN", "LEFT JOIN", "LEFT JOIN", "LEFT JOIN", "CROSS JOIN", "RIGHT JOIN", "FULL JOIN"])
            let on =
                kind == "CROSS JOIN"
                ? "" : " ON \(pick(["a.n = b.n", "a.id = b.id", "b.id = a.n", "a.t = b.t AND b.n > 0"]))"
            let third = chance(4) ? " LEFT JOIN w ON w.n = b.n" : ""
            let list = "\(list("a", 1)), \(list("b", 2))" + (third.isEmpty ? "" : ", \(self.list("w", 1))")
            return
                "SELECT \(list) FROM a \(kind) b\(on)\(third)\(chance(3) ? condition(pick(["a", "b"])) : "")\(chance(3) ? " ORDER BY a.r" : "")"
        }

        private mutating func distinct() -> String { chance(4) ? "DISTINCT " : "" }

        private mutating func rest(_ table: String) -> String {
            condition(table) + (chance(3) ? " ORDER BY \(column(table))" : "") + (chance(5) ? " LIMIT 3" : "")
        }

        private mutating func condition(_ table: String) -> String {
            guard chance(2) else { return "" }
            let column = column(table)
            return " WHERE "
                + pick([
                    "\(column) IS NOT NULL", "\(column) > 0", "\(column) IN (1, 2)", "\(column) IS NULL",
                    "\(column) = 'x' OR 1",
                ])
        }

        private mutating func column(_ table: String, without left: String = "") -> String {
            "\(table).\(pick(Self.columns.filter { $0 != left }))"
        }

        private mutating func named(_ table: String) -> String {
            Self.columns.map { "\(chance(2) ? "\(table).\($0)" : expression(table)) AS \($0)" }.joined(separator: ", ")
        }

        private mutating func list(_ table: String, _ count: Int, without left: String = "") -> String {
            (0..<count).map { _ in chance(3) ? column(table, without: left) : expression(table, without: left) }.joined(
                separator: ", ")
        }

        private mutating func expression(_ table: String, without left: String = "") -> String {
            let (c, d) = (column(table, without: left), column(table, without: left))
            return pick([
                "coalesce(\(c), 0)", "ifnull(\(c), \(d))", "coalesce(\(c), \(d), 'x')", "\(c) + 1", "\(c) || 'x'",
                "\(c) || \(d)",
                "length(\(c))", "upper(\(c))", "\(c) = \(d)", "\(c) > 1", "\(c) IS NULL", "\(c) IS \(d)",
                "\(c) IS TRUE",
                "CASE WHEN \(c) > 1 THEN \(d) ELSE 0 END", "CASE WHEN \(c) > 1 THEN 1 END",
                "CASE \(c) WHEN 1 THEN 'a' WHEN 2 THEN \(d) ELSE \(c) END",
                "CAST(\(c) AS TEXT)", "CAST(\(c) AS INTEGER)", "nullif(\(c), 1)", "min(\(c), \(d))", "max(\(c), 1)",
                "abs(\(c))", "NOT \(c)",
                "-\(c)", "\(c) * 2", "\(c) / 2", "\(c) / \(d)", "\(c) % 3", "7 / 2", "1 + 2", "\(c) & 1", "~\(c)",
                "(SELECT max(n) FROM b)",
                "(SELECT count(*) FROM b)", "(SELECT t FROM b WHERE b.id = \(c))",
                "(SELECT count(*) FROM b WHERE b.n = \(c)) + 1",
                "EXISTS (SELECT 1 FROM b WHERE b.n = \(c))", "typeof(\(c))", "\(c) IN (1, 2)",
                "\(c) IN (SELECT n FROM b)",
                "\(c) BETWEEN 1 AND 3", "iif(\(c) > 1, \(d), 0)", "quote(\(c))", "json_array(\(c))", "round(\(c), 1)",
                "trim(\(c))",
                "\(c) AND \(d)", "\(c) OR \(d)", "\(c) LIKE 'x%'", "hex(\(c))", "NULL", "1", "'x'", "2.5",
                "instr(\(c), 'x')",
                "coalesce((SELECT n FROM w WHERE w.k = \(c)), -1)", "substr(\(c), 1, 1)", "replace(\(c), 'x', 'y')",
                "total_changes()",
            ])
        }

        private mutating func aggregates(_ table: String) -> String {
            let (c, d) = (column(table), column(table))
            return (0..<2).map { _ in
                pick([
                    "count(*)", "count(\(c))", "sum(\(c))", "total(\(c))", "avg(\(c))", "min(\(c))", "max(\(c))",
                    "group_concat(\(c))", c,
                    "count(DISTINCT \(c))", "coalesce(sum(\(c)), 0)", "max(\(c)) + 1", "count(*) * 2",
                    "json_group_array(\(c))",
                    "count(*) FILTER (WHERE \(d) > 0)", "sum(\(c)) FILTER (WHERE \(d) > 0)", "min(coalesce(\(c), 0))",
                    "ifnull(max(\(c)), \(d))",
                ])
            }.joined(separator: ", ")
        }

        private mutating func windows(_ table: String) -> String {
            let (c, d) = (column(table), column(table))
            let over = pick([
                "OVER ()", "OVER (ORDER BY \(d))", "OVER (PARTITION BY \(d))", "OVER (ORDER BY \(d) ROWS 1 PRECEDING)",
            ])
            return (0..<2).map { _ in
                pick([
                    "row_number() \(over)", "rank() \(over)", "lag(\(c)) \(over)", "lead(\(c), 1, 0) \(over)",
                    "sum(\(c)) \(over)",
                    "count(\(c)) \(over)", "first_value(\(c)) \(over)", "last_value(\(c)) \(over)",
                    "nth_value(\(c), 2) \(over)", "min(\(c)) \(over)",
                    "total(\(c)) \(over)", "ntile(2) \(over)", "cume_dist() \(over)",
                ])
            }.joined(separator: ", ")
        }
    }
#endif
