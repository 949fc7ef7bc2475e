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
            #expect(verify.code == 3 && verify.output.contains("own.db was not checked in full"), "\(verify)")
            let doctor = try scene.run("fmdb doctor own.db")
            #expect(doctor.code == 3 && doctor.output.contains("1 not checked"), "\(doctor)")
            let backup = try scene.run("fmdb backup own.db copy.db --check full")
            #expect(backup.code == 3 && backup.errors.contains("not checked in full"), "\(backup)")
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
