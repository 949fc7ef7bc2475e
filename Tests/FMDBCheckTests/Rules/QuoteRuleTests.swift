#if Checked
    import FMDBCheck
    import Testing

    /// Quotes in the wrong place, and settings that SQLite does not know. What begins with `-` is right.
    @Suite struct QuoteRuleTests {
        private static let schema = """
            CREATE TABLE town (id INTEGER PRIMARY KEY, label TEXT, area REAL);
            CREATE TABLE street (id INTEGER PRIMARY KEY, town INTEGER, label TEXT);
            """

        private static let lines = #"""
            quoted-name db.executeQuery("SELECT id FROM town ORDER BY 'label'", withArgumentsIn: [])
            quoted-name db.executeQuery("SELECT id FROM town ORDER BY id, 'area' DESC LIMIT 3", withArgumentsIn: [])
            quoted-name db.executeQuery("SELECT count(*) FROM town GROUP BY 'label' HAVING count(*) > 1", withArgumentsIn: [])
            quoted-name db.executeUpdate("DELETE FROM town WHERE 'area' IS NULL", withArgumentsIn: [])
            quoted-name db.executeUpdate("DELETE FROM town WHERE id = 1 AND ('area' IS NOT NULL OR id > 1)", withArgumentsIn: [])
            quoted-name db.executeUpdate("DELETE FROM town WHERE 'area' ISNULL", withArgumentsIn: [])
            comparison db.executeUpdate("DELETE FROM town WHERE label = \"label\"", withArgumentsIn: [])
            comparison db.executeUpdate("DELETE FROM town WHERE \"area\" > area AND id = 1", withArgumentsIn: [])
            - db.executeQuery("SELECT id FROM town ORDER BY \"label\", area", withArgumentsIn: [])
            - db.executeQuery("SELECT id FROM town ORDER BY label = 'area', instr(label, 'area'), coalesce(label, 'label')", withArgumentsIn: [])
            - db.executeQuery("SELECT id, 'label' FROM town WHERE label IN ('area', 'label') ORDER BY 1", withArgumentsIn: [])
            - db.executeQuery("SELECT id FROM town ORDER BY CASE label WHEN 'area' THEN 1 ELSE 2 END", withArgumentsIn: [])
            - db.executeQuery("SELECT id FROM town ORDER BY 'x'", withArgumentsIn: [])
            - db.executeUpdate("UPDATE town SET label = \"label\" || 'a', area = \"area\" + 1", withArgumentsIn: [])
            - db.executeQuery("SELECT s.id FROM town t JOIN street s ON t.label = s.\"label\"", withArgumentsIn: [])
            - db.executeUpdate("DELETE FROM town WHERE label || '' = \"label\" || 'a'", withArgumentsIn: [])
            - db.executeUpdate("INSERT INTO town (label) VALUES ('label'), ('area')", withArgumentsIn: [])
            unknown-function db.executeStatements("PRAGMA foriegn_keys = ON")
            unknown-function db.executeUpdate("PRAGMA main.user_verion = 3", withArgumentsIn: [])
            unknown-function db.executeUpdate("PRAGMA usr_version = \(number)", withArgumentsIn: [])
            unknown-function db.executeQuery("PRAGMA jurnal_mode", withArgumentsIn: [])
            - db.executeStatements("PRAGMA foreign_keys = ON; PRAGMA main.user_version = \(number); PRAGMA key = 'x'; PRAGMA cipher_page_size = 1")
            - db.executeStatements("PRAGMA some_pragma_of_a_file_system = 1")
            interpolated-text db.executeQuery("SELECT id FROM town WHERE label = '\(word)'", withArgumentsIn: [])
            interpolated-text db.executeUpdate("DELETE FROM town WHERE id = ? AND label LIKE '%\(word)%'", withArgumentsIn: [1])
            interpolated-text db.executeUpdate("INSERT INTO town (label, area) VALUES ('\(town.label)', 1)", withArgumentsIn: [])
            interpolated-text db.executeUpdate("DELETE FROM town WHERE label IN ('a', '\(word)')", withArgumentsIn: [])
            interpolated-text db.executeQuery("SELECT id FROM town WHERE label = \"\(word)\"", withArgumentsIn: [])
            interpolated-text db.executeQuery("SELECT id FROM town WHERE label LIKE \"%\(town.label)\"", withArgumentsIn: [])
            - db.executeQuery("SELECT id FROM town WHERE label = \"\(number)\" OR id = \"\(number)\"", withArgumentsIn: [])
            - db.executeQuery("SELECT name FROM sqlite_master WHERE name = \"\(word)\"", withArgumentsIn: [])
            - db.executeStatements("PRAGMA key = \"\(word)\"")
            - db.executeQuery("SELECT id FROM town WHERE label = '\(number)' OR label = '\(Kind.big.rawValue)' OR label = '\(fixed)'", withArgumentsIn: [])
            - db.executeQuery("SELECT id FROM town WHERE label = '\(kind.rawValue)' OR label = '\(id.uuidString)'", withArgumentsIn: [])
            - db.executeQuery("SELECT name FROM sqlite_master WHERE name = '\(word)'", withArgumentsIn: [])
            - db.executeStatements("PRAGMA key = '\(word)'; ATTACH DATABASE '\(word)' AS other")
            - db.executeQuery("SELECT id FROM town WHERE label = '\(word.replacingOccurrences(of: "'", with: "''"))'", withArgumentsIn: [])
            - try db.execute("DELETE FROM town WHERE label = \(word)")
            - db.executeQuery("SELECT id FROM town WHERE label = '\(escaped)'", withArgumentsIn: [])
            """#

        @Test(arguments: lines.split(separator: "\n").map(String.init)) func rule(line: String) throws {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            let source = """
                import FMDB
                enum Kind: String { case big, small }
                struct Town { let label: String }
                func work(_ db: FMDatabase, word: String, number: Int, kind: Kind, town: Town, id: UUID) throws {
                    let fixed = "a"
                    let escaped: String = word.replacingOccurrences(of: "'", with: "''")
                    \(parts[1])
                }
                """
            let found = try FMQueryCheck(schema: .script(Self.schema)).report(onSource: source).findings
                .filter { $0.severity != .note && $0.rule != .verb }
            #expect(found.map(\.rule.rawValue) == (parts[0] == "-" ? [] : [parts[0]]), "\(found)")
        }

        @Test func aFunctionThatGetsConstantsAlone() throws {
            let source = """
                import FMDB
                func count(_ db: FMDatabase, kind: String) -> Int32 {
                    db.intForQuery("SELECT count(*) FROM town WHERE label = '\\(kind)'") ?? 0
                }
                func both(_ db: FMDatabase) -> Int32 { count(db, kind: "big") + count(db, kind: "small") }
                """
            #expect(try FMQueryCheck(schema: .script(Self.schema)).report(onSource: source).findings == [])
        }
    }
#endif
