#if Checked
    import FMDBCheck

    /// The tables that the tests of the rules are about.
    enum RuleSchema {
        static let script = #"""
            CREATE TABLE person (
                id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, email TEXT UNIQUE, born REAL,
                active BOOLEAN NOT NULL DEFAULT 1, note
            );
            CREATE TABLE pet (
                id INTEGER PRIMARY KEY, owner INTEGER NOT NULL REFERENCES person (id), nick TEXT, kind TEXT NOT NULL DEFAULT 'cat',
                weight REAL
            );
            CREATE TABLE tag (word TEXT NOT NULL, pet INTEGER NOT NULL, PRIMARY KEY (word, pet)) WITHOUT ROWID;
            CREATE TABLE account (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, label TEXT) STRICT;
            CREATE TABLE item (
                id INTEGER PRIMARY KEY, price REAL NOT NULL, quantity INTEGER NOT NULL,
                total REAL GENERATED ALWAYS AS (price * quantity) VIRTUAL, doc TEXT
            );
            CREATE TABLE node (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES node (id), title TEXT NOT NULL);
            CREATE TABLE "order" ("group" TEXT, "sel ect" INTEGER, [from] INTEGER, `größe` REAL, "Straße" TEXT);
            CREATE VIEW adult AS SELECT id, name AS label, age FROM person WHERE age >= 18;
            CREATE VIEW anyone AS SELECT id, name AS label, age AS years FROM person;
            CREATE VIRTUAL TABLE search USING fts5 (title, body, tokenize = 'porter');
            CREATE INDEX pet_owner ON pet (owner);
            CREATE INDEX person_age ON person (age, name);
            CREATE TRIGGER pet_added AFTER INSERT ON pet BEGIN
                UPDATE person SET note = new.nick WHERE id = new.owner;
                SELECT CASE WHEN new.weight < 0 THEN RAISE(ABORT, 'weight') END;
            END;
            """#

        /// What is found in a source that uses these tables, as "LINE:COLUMN severity rule".
        static func findings(in source: String) throws -> [FMFinding] {
            try FMQueryCheck(schema: .script(script)).report(onSource: source).findings
        }
    }

    extension FMFinding {
        /// "3:14 unknown-column"
        var shown: String { "\(place.line):\(place.column) \(rule.rawValue)" }
    }
#endif
