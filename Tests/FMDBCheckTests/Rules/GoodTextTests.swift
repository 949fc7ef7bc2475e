#if Checked
    import FMDBCheck
    import Testing

    /// Texts that SQLite runs, so that nothing is to be said of them.
    @Suite struct GoodTextTests {
        /// pure list: exempt from the length limits. `q` is a query, `x` a statement without rows, `s` a script; a number tells the values.
        private static let texts = #"""
            q SELECT 1
            q SELECT name FROM person
            q SELECT * FROM person
            q SELECT p.* FROM person p
            q SELECT DISTINCT name FROM person
            q SELECT ALL name, age FROM person ORDER BY age DESC, 1
            q SELECT name AS n FROM person ORDER BY n COLLATE NOCASE
            q SELECT name n FROM person WHERE n = 'a'
            q SELECT rowid, oid, _rowid_ FROM person
            q SELECT main.person.name FROM main.person
            q SELECT "name", [age], `email` FROM "person"
            q SELECT "group", "sel ect", "from", größe, "Straße" FROM "order"
            q SELECT "größe" * 2 FROM "order" WHERE "Straße" LIKE 'Ä%'
            q SELECT name || ' ' || ifnull(email, '') FROM person
            q SELECT * FROM person WHERE name = "ann"
            q SELECT * FROM person WHERE name LIKE 'a%' ESCAPE '\'
            q SELECT * FROM person WHERE name GLOB 'a*'
            q SELECT * FROM person WHERE age BETWEEN 1 AND 9
            q SELECT * FROM person WHERE age NOT IN (1, 2, 3)
            q SELECT * FROM person WHERE (age, name) IN (SELECT age, name FROM person)
            q SELECT * FROM person WHERE (age, name) > (1, 'a')
            q SELECT * FROM person WHERE age IS NOT NULL AND email IS NULL
            q SELECT * FROM person WHERE age ISNULL OR email NOTNULL
            q SELECT * FROM person WHERE EXISTS (SELECT 1 FROM pet WHERE owner = person.id)
            q SELECT (SELECT max(weight) FROM pet WHERE owner = person.id) AS heaviest FROM person
            q SELECT * FROM person JOIN pet ON pet.owner = person.id
            q SELECT * FROM person LEFT OUTER JOIN pet ON pet.owner = person.id AND kind = 'dog'
            q SELECT * FROM person CROSS JOIN pet
            q SELECT * FROM person NATURAL JOIN adult
            q SELECT * FROM person JOIN adult USING (id)
            q SELECT a.name, b.name FROM person a, person b WHERE a.id < b.id
            q SELECT * FROM person INDEXED BY person_age WHERE age = 1
            q SELECT * FROM person NOT INDEXED WHERE age = 1
            q SELECT count(*), count(DISTINCT age), total(age), avg(age), group_concat(name, ', ') FROM person
            q SELECT age, count(*) AS n FROM person GROUP BY age HAVING n > 1 ORDER BY n DESC LIMIT 10 OFFSET 5
            q SELECT count(*) FILTER (WHERE age > 18) FROM person
            q SELECT CASE WHEN age > 18 THEN 'adult' ELSE 'child' END AS kind FROM person
            q SELECT CASE age WHEN 1 THEN 'one' END FROM person
            q SELECT CAST(age AS TEXT) FROM person WHERE CAST(age AS TEXT) = '5'
            q SELECT coalesce(age, 0), nullif(age, 1), iif(age, 1, 2) FROM person
            q SELECT abs(age), round(born, 2), hex(name), quote(note), typeof(note), random() FROM person
            q SELECT substr(name, 1, 3), replace(name, 'a', 'b'), trim(name), instr(name, 'x'), upper(name) FROM person
            q SELECT printf('%05d %s', id, name) FROM person
            q SELECT date('now'), time('now', 'localtime'), datetime(born, 'unixepoch'), julianday('now'), strftime('%Y', 'now') FROM person
            q SELECT strftime('%Y', born) = '2024' FROM person
            q SELECT CAST(strftime('%Y', born) AS INTEGER) = 2024 FROM person
            q SELECT strftime('%s', 'now') - 5 > 100
            q SELECT * FROM person WHERE length(name) = 5
            q SELECT * FROM person WHERE note > date('now') AND age < strftime('%s', 'now') AND born > julianday('now')
            q SELECT * FROM person WHERE date(born, 'unixepoch') = date('now') AND name < datetime('now')
            q SELECT * FROM person WHERE '5' = name
            q SELECT * FROM person WHERE name = 5
            q SELECT * FROM person WHERE age = '5'
            q SELECT * FROM person WHERE age = ''
            q SELECT * FROM person WHERE age = ' 5 '
            q SELECT * FROM person WHERE active = 'true'
            q SELECT * FROM person WHERE note = 5 OR note = 'five'
            q SELECT * FROM person WHERE id = '5'
            q SELECT * FROM person WHERE max(age, 1) = '5'
            q SELECT * FROM person WHERE born > '1e3'
            q SELECT name FROM person UNION SELECT nick FROM pet ORDER BY 1
            q SELECT name FROM person UNION ALL SELECT nick FROM pet EXCEPT SELECT 'a' INTERSECT SELECT 'b'
            q VALUES (1, 'a'), (2, 'b')
            q SELECT column1, column2 FROM (VALUES (1, 2))
            q SELECT * FROM (SELECT name, age FROM person) AS t WHERE t.age > 1
            q WITH a AS (SELECT name FROM person) SELECT name FROM a
            q WITH a (x, y) AS (SELECT name, age FROM person) SELECT x, y FROM a
            q WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS y FROM a) SELECT x, y FROM a, b
            q WITH RECURSIVE c (x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c WHERE x < 10) SELECT x FROM c
            q WITH RECURSIVE t (id, depth) AS (SELECT id, 0 FROM node WHERE parent IS NULL UNION ALL SELECT node.id, depth + 1 FROM node JOIN t ON node.parent = t.id) SELECT title, depth FROM t JOIN node USING (id)
            q WITH RECURSIVE up AS (SELECT * FROM node WHERE id = 1 UNION SELECT node.* FROM node, up WHERE node.id = up.parent) SELECT group_concat(title, '/') FROM up
            q SELECT row_number() OVER () FROM person
            q SELECT rank() OVER (PARTITION BY age ORDER BY name) FROM person
            q SELECT sum(age) OVER w, avg(age) OVER w FROM person WINDOW w AS (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)
            q SELECT lag(name, 1, '') OVER (ORDER BY id), lead(name) OVER (ORDER BY id), first_value(name) OVER (ORDER BY id) FROM person
            q SELECT ntile(4) OVER (ORDER BY age), percent_rank() OVER (ORDER BY age), cume_dist() OVER (ORDER BY age) FROM person
            q SELECT max(n) FROM (SELECT count(*) OVER (PARTITION BY age) AS n FROM person)
            q SELECT sum(age) FILTER (WHERE active) OVER (ORDER BY id GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING EXCLUDE TIES) FROM person
            q SELECT json_extract(doc, '$.a'), doc ->> '$.b', doc -> 'c' FROM item
            q SELECT key, value, atom, type FROM item, json_each(item.doc)
            q SELECT value FROM json_each('[1, 2]') WHERE value > 1
            q SELECT fullkey, path FROM json_tree('{"a": [1]}')
            q SELECT json_object('a', id), json_array(id, price), json_group_array(id) FROM item
            q SELECT json_valid(doc), json_type(doc, '$.a'), json_array_length(doc) FROM item
            q SELECT * FROM item WHERE EXISTS (SELECT 1 FROM json_each(doc, '$.tags') WHERE json_each.value = 'a')
            q SELECT name, type, "notnull", pk FROM pragma_table_info('person')
            q SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'
            q SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'person'
            q SELECT count(*) FROM sqlite_temp_master
            q SELECT * FROM search WHERE search MATCH 'a AND b'
            q SELECT rowid, title, rank FROM search WHERE search MATCH 'title: a' ORDER BY rank
            q SELECT highlight(search, 0, '<b>', '</b>'), snippet(search, 1, '', '', '…', 8), bm25(search) FROM search WHERE search MATCH 'a'
            q SELECT * FROM search('a') ORDER BY rank
            q SELECT title FROM search WHERE title MATCH 'a' AND rowid > 5
            q SELECT price, quantity, total FROM item WHERE total > 5
            q SELECT id, label, age FROM adult WHERE label = 'a'
            q SELECT word FROM tag WHERE pet = 1 ORDER BY word
            q SELECT 0x1F, 1e5, .5 FROM person WHERE 0
            q SELECT x'0F', X'', NULL, TRUE, FALSE, CURRENT_TIMESTAMP, CURRENT_DATE
            q SELECT /* ; ' " */ name FROM person
            q EXPLAIN QUERY PLAN SELECT * FROM person
            q EXPLAIN SELECT name FROM person
            q PRAGMA table_info(person)
            q PRAGMA main.index_list('pet')
            q PRAGMA user_version
            q PRAGMA journal_mode = WAL
            q PRAGMA foreign_key_check
            q PRAGMA cipher_version
            q INSERT INTO person (name) VALUES ('a') RETURNING id
            q INSERT INTO person (name) VALUES ('a') RETURNING *, age + 1 AS next
            q UPDATE person SET age = age + 1 WHERE id = 1 RETURNING id, age
            q DELETE FROM person WHERE id = 1 RETURNING name
            q1 SELECT * FROM person WHERE id = ?
            q2 SELECT * FROM person WHERE id = ? AND age > ?
            q1 SELECT * FROM person WHERE id = ?1 OR age = ?1
            q2 SELECT * FROM person WHERE id = ?2 OR age = ?1
            q2 SELECT * FROM person WHERE id = :id OR age = :age OR age = :id
            q2 SELECT * FROM person WHERE id = @id OR age = $age
            q3 SELECT * FROM person WHERE id IN (?, ?, ?)
            q1 SELECT * FROM person WHERE name LIKE '%' || ? || '%'
            q1 SELECT * FROM person LIMIT ?
            q1 SELECT * FROM person WHERE name = '?' AND id = ?
            q1 SELECT ':a', "?" FROM person WHERE id = ? -- ?
            x INSERT INTO person (name, age) VALUES ('a', 1)
            x INSERT INTO person VALUES (1, 'a', 1, NULL, 1.5, 1, NULL)
            x INSERT INTO person (name) VALUES ('a'), ('b')
            x INSERT INTO "order" DEFAULT VALUES
            x INSERT OR IGNORE INTO person (name) VALUES ('a')
            x INSERT OR REPLACE INTO person (id, name) VALUES (1, 'a')
            x REPLACE INTO person (id, name) VALUES (1, 'a')
            x INSERT INTO person (name, age) SELECT nick, 1 FROM pet WHERE nick IS NOT NULL
            x INSERT INTO person (name, email) VALUES ('a', 'b') ON CONFLICT (email) DO NOTHING
            x INSERT INTO person (name, email) VALUES ('a', 'b') ON CONFLICT (email) DO UPDATE SET name = excluded.name, age = coalesce(age, 0) + 1 WHERE age < 9
            x INSERT INTO person (id, name) VALUES (1, 'a') ON CONFLICT DO NOTHING
            x INSERT INTO tag VALUES ('a', 1) ON CONFLICT (word, pet) DO NOTHING
            x INSERT INTO person AS p (id, name) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET name = p.name || excluded.name
            x WITH a AS (SELECT 'x' AS n) INSERT INTO person (name) SELECT n FROM a
            x INSERT INTO item (price, quantity) VALUES (1.5, 2)
            x INSERT INTO search (title, body) VALUES ('a', 'b')
            x INSERT INTO search (rowid, title, body) VALUES (1, 'a', 'b')
            x INSERT INTO search (search) VALUES ('optimize')
            x INSERT INTO search (search, rank) VALUES ('rank', 'bm25(10.0, 5.0)')
            x INSERT INTO "order" ("group", [from]) VALUES ('a', 1)
            x UPDATE person SET name = 'a', age = NULL
            x UPDATE person SET (name, age) = ('a', 1) WHERE id = 1
            x UPDATE person SET (name, age) = (SELECT nick, 1 FROM pet LIMIT 1)
            x UPDATE OR IGNORE person SET email = 'a'
            x UPDATE person SET age = pet.weight FROM pet WHERE pet.owner = person.id
            x UPDATE "order" SET größe = größe * 2
            x WITH a AS (SELECT 1 AS x) UPDATE person SET age = (SELECT x FROM a)
            x DELETE FROM person
            x DELETE FROM person WHERE id IN (SELECT owner FROM pet)
            x WITH a AS (SELECT 1 AS x) DELETE FROM person WHERE id IN (SELECT x FROM a)
            x DELETE FROM search WHERE search MATCH 'a'
            x1 DELETE FROM person WHERE id = ?
            x2 UPDATE person SET name = ?2 WHERE id = ?1
            x4 INSERT INTO pet (owner, nick, kind, weight) VALUES (?, ?, ?, ?)
            x CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)
            x CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY)
            x CREATE TABLE fresh (a, b TEXT DEFAULT 'x', c CHECK (c > 0), UNIQUE (a, b))
            x CREATE TABLE fresh AS SELECT name, age FROM person
            x CREATE TEMP TABLE fresh (a)
            x CREATE TABLE child (p INTEGER REFERENCES person (id) ON DELETE CASCADE)
            x CREATE TABLE g (a INTEGER, b INTEGER AS (a * 2) STORED)
            x CREATE TABLE w (k TEXT PRIMARY KEY) WITHOUT ROWID
            x CREATE TABLE t (k TEXT, n INT) STRICT
            x CREATE UNIQUE INDEX IF NOT EXISTS i ON person (lower(name), age DESC) WHERE age > 1
            x CREATE INDEX pet_owner ON pet (owner)
            x CREATE VIEW adult AS SELECT name FROM person
            x CREATE VIEW v (a, b) AS SELECT name, age FROM person WHERE age IS NOT NULL
            x CREATE TRIGGER t AFTER UPDATE OF name ON person WHEN new.name <> old.name BEGIN UPDATE person SET note = old.name WHERE id = new.id; END
            x CREATE TRIGGER t INSTEAD OF INSERT ON adult BEGIN INSERT INTO person (name) VALUES (new.label); END
            x CREATE VIRTUAL TABLE f USING fts5 (a, b UNINDEXED, content = '', tokenize = 'unicode61 remove_diacritics 2')
            x CREATE VIRTUAL TABLE f USING fts4 (a, b)
            x CREATE VIRTUAL TABLE f USING fts5 (a, tokenize = 'fmdb own')
            x CREATE VIRTUAL TABLE f USING vec0 (embedding float[4])
            x CREATE VIRTUAL TABLE area USING rtree (id, x0, x1)
            x ALTER TABLE person RENAME TO people
            x ALTER TABLE person RENAME COLUMN name TO title
            x ALTER TABLE person ADD COLUMN town TEXT
            x ALTER TABLE person ADD COLUMN age INTEGER
            x ALTER TABLE person DROP COLUMN note
            x ALTER TABLE person ADD COLUMN phone TEXT CHECK (phone <> '')
            x ALTER TABLE person ADD COLUMN town TEXT NOT NULL DEFAULT ''
            x DROP TABLE person
            x DROP TABLE IF EXISTS nowhere
            x DROP INDEX IF EXISTS missing
            x DROP VIEW adult
            x BEGIN IMMEDIATE
            x COMMIT
            x ROLLBACK
            x SAVEPOINT a
            x RELEASE a
            x VACUUM
            x ANALYZE
            x ANALYZE person
            x REINDEX
            x PRAGMA foreign_keys = ON
            x PRAGMA cache_size = -2000
            x ATTACH 'a.db' AS other
            x ATTACH DATABASE ? AS ?
            x DETACH other
            s DELETE FROM person; DELETE FROM pet;
            s CREATE TABLE a (x); CREATE INDEX b ON a (x); INSERT INTO a VALUES (1); SELECT x FROM a; DROP TABLE a;
            s BEGIN; CREATE TABLE person2 (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO person2 SELECT id, name FROM person; DROP TABLE person; ALTER TABLE person2 RENAME TO person; COMMIT;
            s CREATE TEMP TABLE person (only); SELECT only FROM person; DROP TABLE temp.person; SELECT name FROM person
            s CREATE TRIGGER t AFTER DELETE ON pet BEGIN DELETE FROM tag WHERE pet = old.id; UPDATE person SET note = NULL; END; SELECT 1;
            s PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; VACUUM
            s ALTER TABLE person ADD COLUMN town TEXT; UPDATE person SET town = 'a'; CREATE INDEX t ON person (town)
            s ;;; SELECT 1 ;;
            s -- nothing
            s CREATE TABLE IF NOT EXISTS person (id); INSERT INTO person (id) VALUES (1)
            s ATTACH ':memory:' AS side; CREATE TABLE side.t (a); INSERT INTO side.t VALUES (1); DETACH side
            s EXPLAIN QUERY PLAN SELECT 1; SELECT 2
            """#

        struct Text: CustomTestStringConvertible, Sendable {
            let call: String
            var testDescription: String { call }

            init(_ line: Substring) {
                let kind = line.prefix { $0 != " " }
                let sql = line.dropFirst(kind.count + 1)
                let values = (0..<(Int(kind.dropFirst()) ?? 0)).map { ", value\($0)" }.joined()
                switch kind.first {
                case "q": call = "try db.query(#\"\(sql)\"#\(values))"
                case "x" where sql.contains(" DATABASE ?"): call = "try db.execute(#\"\(sql)\"#, a, b)"
                case "x": call = "try db.execute(#\"\(sql)\"#\(values))"
                default: call = "db.executeStatements(#\"\(sql)\"#)"
                }
            }
        }

        static let all = texts.split(separator: "\n").map(Text.init)

        @Test(arguments: all)
        func nothingIsSaidOfIt(_ text: Text) throws {
            let source = "import FMDB\nfunc f(db: FMDatabase) throws {\n\(text.call)\n}\n"
            let report = try FMQueryCheck(schema: .script(RuleSchema.script)).report(onSource: source)
            #expect(report.findings.isEmpty, "\(report.findings.map { "\($0.shown): \($0.message)" })")
            #expect(report.texts == 1)
        }

        @Test func thereAreTwoHundred() {
            #expect(Self.all.count >= 200)
        }

        @Test func theSchemaItselfIsSound() throws {
            #expect(try CheckedSchema(script: RuleSchema.script, file: "schema.sql").problems == [])
        }
    }
#endif
