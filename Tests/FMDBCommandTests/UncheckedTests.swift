#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    /// What the program says of that which it cannot check.
    @Suite struct UncheckedTests {
        private let scene = ToolScene()

        @Test func whatCannotBeCheckedIsNotWhole() throws {
            let db = scene.open("own.db")
            try db.addCollation("own") { $0 < $1 ? .orderedAscending : $0 == $1 ? .orderedSame : .orderedDescending }
            try db.execute("CREATE TABLE t (name TEXT COLLATE own UNIQUE)")
            db.close()
            let verify = try scene.run("fmdb verify own.db")
            #expect(verify.code == 3 && verify.output.contains("own.db was not fully checked"), "\(verify)")
            let doctor = try scene.run("fmdb doctor own.db")
            #expect(doctor.code == 3 && doctor.output.contains("1 not checked"), "\(doctor)")
            let backup = try scene.run("fmdb backup own.db copy.db --check full")
            #expect(backup.code == 3 && backup.errors.contains("not fully checked"), "\(backup)")
            #expect(try scene.run("fmdb backup own.db other.db --check none").code == 0)
        }

        @Test func aDatabaseOfNoPagesIsCopied() throws {
            scene.write("", to: "new.db")
            let backup = try scene.run("fmdb backup new.db copy.db")
            #expect(backup.code == 0, "\(backup)")
            // It may be what a lost file has left.
            let restored = try scene.run("fmdb restore new.db restored.db")
            #expect(restored.code == 3 && restored.errors.contains("\"new.db\" is empty"), "\(restored)")
            for command in ["verify", "doctor"] {
                let run = try scene.run("fmdb \(command) new.db")
                #expect(run.code == 3 && run.output.contains("the file is empty"), "\(run)")
            }
        }

        @Test func aKeyThatFitsNoParentIsNoMissingRow() throws {
            try scene.make(
                "t.db",
                "CREATE TABLE p (x); CREATE TABLE c (x REFERENCES p); INSERT INTO p VALUES (1); INSERT INTO c VALUES (1)"
            )
            for command in ["verify", "doctor"] {
                let run = try scene.run("fmdb \(command) t.db")
                #expect(run.code == 3 && run.output.contains("mismatch") && !run.output.contains("Delete"), "\(run)")
            }
        }

        /// What looks at a damaged log must not be what removes it.
        @Test(arguments: [
            "CREATE TABLE u (a)", "CREATE TABLE u (a CHECK (a < 3))", "CREATE VIRTUAL TABLE u USING fts4(a)",
        ])
        func aDamagedLogIsLeftAsItIs(_ table: String) throws {
            let db = scene.open("live.db")
            db.executeStatements(
                "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x); \(table)")
            for number in 1...20 { try db.execute("INSERT INTO t VALUES (\(number))") }
            let damage = "printf '\\377\\377' | dd of=t.db-wal bs=1 seek=$((32 + 20 * 4120 + 500)) conv=notrunc 2>.dd"
            let copied = try scene.run("cp live.db t.db && cp live.db-wal t.db-wal && \(damage) && cp t.db-wal before")
            #expect(copied.code == 0, "\(copied)")
            db.close()
            for _ in 0..<2 {
                for command in ["verify", "doctor"] {
                    let run = try scene.run(
                        "fmdb \(command) t.db && exit 9; c=$?; cmp before t.db-wal || exit 8; exit $c")
                    #expect(run.code == 3 && run.output.contains("ot checked: log: "), "\(run)")
                }
            }
        }

        @Test func fullTextIsCheckedThoughNothingIsChanged() throws {
            let db = scene.open("text.db")
            try db.execute("CREATE VIRTUAL TABLE v USING fts4(a)")
            try db.execute("INSERT INTO v VALUES ('one two')")
            db.close()
            let before = scene.read("text.db")
            #expect(try scene.run("fmdb verify text.db").code == 0)
            #expect(try scene.run("fmdb doctor text.db").code == 0)
            #expect(scene.read("text.db") == before)
            let broken = scene.open("text.db")
            try broken.execute("DELETE FROM v_content")
            broken.close()
            #expect(try scene.run("fmdb verify text.db").code == 1)
        }
    }
#endif
