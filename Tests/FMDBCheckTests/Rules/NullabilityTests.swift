#if Checked
    import FMDBCheck
    import Foundation
    import FMDBTestHelpers
    import Testing

    @Suite struct NullabilityTests {
        private func columns(_ sql: String) throws -> [Nullability] {
            let schema = try CheckedSchema(script: RuleSchema.script, file: "schema.sql")
            return try schema.nullability(of: sql)
        }

        /// "N" never, "P" possible, "?" unknown, for each column.
        private func shown(_ columns: [Nullability]) -> String {
            columns.map { column in
                switch column {
                case .never: "N"
                case .possible: "P"
                case .unknown: "?"
                }
            }.joined()
        }

        @Test(arguments: [
            ("SELECT id, name, age, active FROM person", "NNPN"),
            ("SELECT rowid, name FROM person WHERE age > 1 ORDER BY name", "NN"),
            ("SELECT age FROM person WHERE age IS NOT NULL", "?"),
            ("SELECT age AS a FROM person WHERE a > 1", "?"),
            ("SELECT count(*), total(age), max(age), sum(age) FROM person", "NNPP"),
            ("SELECT count(*), max(age) FROM person GROUP BY name", "N?"),
            ("SELECT coalesce(age, 0), ifnull(email, ''), coalesce(age, born) FROM person", "NN?"),
            ("SELECT word, pet FROM tag", "NN"),
            ("SELECT p.name, q.kind, q.nick FROM person p LEFT JOIN pet q ON q.owner = p.id", "NPP"),
            ("SELECT p.name, q.kind FROM person p LEFT JOIN pet q ON q.owner = p.id WHERE q.kind = 'cat'", "NN"),
            ("SELECT q.kind FROM person p JOIN pet q ON q.owner = p.id", "N"),
            ("SELECT CASE WHEN age > 1 THEN 'a' END, CASE WHEN age > 1 THEN 'a' ELSE 'b' END FROM person", "PN"),
            ("SELECT length(name), upper(name), age + 1, name = 'a', name || 'b' FROM person", "NNPNN"),
            ("SELECT max(age) + 1, 2 * (sum(age) - 1), -max(age), max(age) > 1 FROM person", "PPP?"),
            ("SELECT upper(email), round(born, 1), -age, age || name, substr(name, 1, age) FROM person", "PPPPP"),
            ("SELECT upper(email), age + 1 FROM person WHERE email LIKE 'a%' AND age > 1", "??"),
            (
                "SELECT coalesce(age + 1, 0), age + 1 IS NULL, max(age, 1), CASE WHEN age > 1 THEN 1 END + 1 FROM person",
                "NNP?"
            ),
            (
                "SELECT p.name, max(q.kind), count(q.id) FROM person p LEFT JOIN pet q ON q.owner = p.id GROUP BY p.id",
                "?PN"
            ),
            (
                "SELECT max(q.kind) FROM person p LEFT JOIN pet q ON q.owner = p.id GROUP BY p.id HAVING count(q.id) > 0",
                "?"
            ),
            ("SELECT max(q.kind) FROM person p JOIN pet q ON q.owner = p.id GROUP BY p.id", "?"),
            ("SELECT q.kind FROM person p JOIN tag t ON t.pet = p.id LEFT JOIN pet q ON q.owner = p.id", "P"),
            ("SELECT q.kind FROM person p LEFT JOIN pet q ON q.owner = p.id LEFT JOIN tag t ON t.pet = q.id", "P"),
            ("SELECT label, years FROM anyone", "NP"),
            ("SELECT label, age FROM adult", "N?"),
            ("SELECT (SELECT count(*) FROM pet), (SELECT max(id) FROM pet), (SELECT nick FROM pet) FROM person", "N?P"),
            ("SELECT row_number() OVER (ORDER BY id), lag(name) OVER (ORDER BY id) FROM person", "N?"),
            ("SELECT 1, 'a', NULL, x'00', 2.5", "NNPNN"),
            ("SELECT CAST(name AS INTEGER), CAST(age AS TEXT) FROM person", "N?"),
            ("INSERT INTO person (name) VALUES (?) RETURNING id, name, age", "NN?"),
            ("UPDATE person SET age = 1 RETURNING id, age", "NN"),
            ("WITH a AS (SELECT name, age FROM person) SELECT * FROM a", "NP"),
            ("SELECT name FROM person UNION SELECT nick FROM pet", "?"),
            ("SELECT name FROM person UNION SELECT kind FROM pet", "N"),
            ("SELECT amount / 2, amount / id, amount + id FROM account", "???"),
            ("SELECT count(*) + 1, 7 / 2, 7 / 0, -count(*) FROM person", "NN?N"),
            ("SELECT EXISTS (SELECT 1 FROM pet), age IS NULL, age IN (1, 2), name IN ('a') FROM person", "NN?N"),
            ("SELECT title, rank FROM search", "??"),
            ("SELECT value FROM json_each('[1]')", "?"),
            ("SELECT total, doc FROM item", "?P"),
            ("SELECT * FROM person p, pet q WHERE p.id = q.owner", "NNPPPNPNNPNP"),
        ])
        func isReadFromTheProgram(_ sql: String, _ expected: String) throws {
            let columns = try columns(sql)
            #expect(shown(columns) == expected, "\(columns)")
        }

        @Test(arguments: [
            ("SELECT pets, weight FROM owner ORDER BY weight LIMIT 5", "NP"),
            ("SELECT weight FROM owner WHERE pets > 0", "?"),
            ("SELECT weight FROM owner JOIN tag ON pet = id", "?"),
            ("SELECT name, kilos FROM heavy", "NP"),
        ])
        func isReadThroughViews(_ sql: String, _ expected: String) throws {
            let views = """
                CREATE VIEW owner AS SELECT p.id, count(q.id) AS pets, sum(q.weight) AS weight
                    FROM person p LEFT JOIN pet q ON q.owner = p.id GROUP BY p.id;
                CREATE VIEW heavy (name, kilos) AS SELECT name, age * 2 FROM person;
                """
            let schema = try CheckedSchema(script: RuleSchema.script + views, file: "schema.sql")
            let columns = try schema.nullability(of: sql)
            #expect(shown(columns) == expected, "\(columns)")
        }

        /// Random tables, rows and queries: a column that is said to be never NULL never is.
        @Test func neverMeansNever() throws {
            var counts = Counts()
            for seed in 1...Self.rounds {
                var random = RandomQueries(seed: seed)
                let schema = try CheckedSchema(script: random.schema, file: "schema.sql")
                #expect(schema.problems == [])
                var databases: [FMDatabase] = []
                for _ in 0..<3 {
                    let db = FMDatabase.memory()
                    let isMade = db.executeStatements(random.schema + random.rows())
                    #expect(isMade)
                    databases.append(db)
                }
                for _ in 0..<25 { try counts.add(random.query(), schema, databases) }
            }
            print("nullability: \(counts)")
            #expect(counts.columns > 500)
            #expect(counts.never > counts.columns / 4)
            #expect(counts.possible > counts.columns / 50)
            #expect(counts.occurred > counts.possible / 2)
        }

        /// `FMDB_NULLABILITY_ROUNDS` is for longer runs.
        private static let rounds =
            ProcessInfo.processInfo.environment["FMDB_NULLABILITY_ROUNDS"].flatMap(Int.init) ?? 15

        struct Counts: CustomStringConvertible {
            var (queries, columns, never, possible, occurred, withoutNull) = (0, 0, 0, 0, 0, 0)

            var description: String {
                """
                \(queries) queries, \(columns) columns: \(never) never NULL, of \(withoutNull) without a NULL in the rows; \
                \(possible) possible, of which \(occurred) had a NULL
                """
            }

            mutating func add(_ sql: String, _ schema: CheckedSchema, _ databases: [FMDatabase]) throws {
                let nullability = try schema.nullability(of: sql)
                var hasNull = Array(repeating: false, count: nullability.count)
                for db in databases {
                    // Some fail in a row, as that of a blob in JSON.
                    try? db.forEachRow(FMSQL(raw: sql)) { row in
                        for (index, value) in try row.values().enumerated() where value == .null {
                            hasNull[index] = true
                        }
                    }
                }
                queries += 1
                columns += nullability.count
                for (column, hadNull) in zip(nullability, hasNull) {
                    if !hadNull { withoutNull += 1 }
                    switch column {
                    case .never:
                        never += 1
                        #expect(!hadNull, "\(sql)")
                    case .possible:
                        possible += 1
                        if hadNull { occurred += 1 }
                    case .unknown: break
                    }
                }
            }
        }
    }

    extension CheckedSchema {
        /// The nullability of the columns of a text of one statement.
        func nullability(of sql: String) throws -> [Nullability] {
            let statement = try #require(SQLStatement.split(sql).first)
            guard case .compiled(let description) = answer(to: statement) else {
                Issue.record("\(sql): \(answer(to: statement))")
                return []
            }
            return nullability(of: statement, description)
        }
    }
#endif
