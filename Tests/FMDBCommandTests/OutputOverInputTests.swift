#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    /// No output is written over what is read, by whatever name, nor over a file of another program.
    @Suite(.serialized) struct OutputOverInputTests {
        private let scene = ToolScene()

        /// Makes the inputs, runs commands of which `X` is the output, and prints those that were not refused or changed a file.
        private static let script = """
            fmdb query shop.db 'CREATE TABLE t (a, b)' --create; fmdb query shop.db 'INSERT INTO t VALUES (1, 2)' --write
            fmdb query other.db 'CREATE TABLE t (a, b)' --create
            printf 'a,b\\n1,2\\n3\\n' >in.csv; echo 'SELECT 1;' >in.sql; echo text >notes.txt
            mkdir far; ln -s ../shop.db far/link.db; ln shop.db hard.db; ln -s shop.db-journal dangling; ln -s far/link.db chain.db
            ln -s "$PWD/in.csv" link.csv; ln in.csv hard.csv
            "$program" backup shop.db archive --continuous --quiet & backup=$!
            while ! fmdb verify archive >/dev/null 2>&1; do sleep 0.1; done
            kill -INT $backup; wait $backup; fmdb query shop.db 'PRAGMA journal_mode = DELETE' --write >/dev/null
            all() { find . -name '.*' -prune -o -type f -print -o -type l -print | sort | xargs -d '\\n' sha256sum; }
            all 2>/dev/null >.before
            tries=0
            try() {
                tries=$((tries + 1))
                eval "$1" >.said 2>&1 7<shop.db 8<in.csv; code=$?
                all 2>/dev/null >.after
                if { [ $code != 64 ] && [ $code != 73 ]; } || ! cmp -s .before .after; then
                    echo "$1: $code, $(head -c 300 .said)"
                fi
            }
            """

        @Test func nothingIsWrittenOverWhatIsRead() throws {
            let run = try scene.run(
                """
                \(OutputOverInputTests.script)
                for x in shop.db ./shop.db "$PWD/shop.db" far/link.db chain.db hard.db /dev/fd/7 shop.db-wal shop.db-shm \\
                    shop.db-journal far/../shop.db-wal dangling; do
                    try "fmdb export shop.db t --to $x --replace"
                    try "fmdb schema shop.db --to $x --replace"
                    try "fmdb backup shop.db $x --replace"
                    try "fmdb restore shop.db $x --replace"
                    try "fmdb vacuum shop.db --into $x --replace"
                    try "fmdb repair shop.db $x --replace"
                    try "fmdb import shop.db in.csv --table t --rejects $x"
                done
                for x in in.csv ./in.csv link.csv hard.csv /dev/fd/8; do
                    try "fmdb import other.db in.csv --table t --rejects $x"
                    try "fmdb import other.db - --table t --rejects $x <in.csv"
                    try "fmdb import $x in.csv --table t"
                    try "fmdb import $x - --table t <in.csv"
                done
                for x in shop.db hard.db chain.db; do
                    try "fmdb export shop.db t >>$x"; try "fmdb query shop.db 'SELECT * FROM t' >>$x"
                    try "fmdb schema shop.db >>$x"; try "fmdb doctor shop.db >>$x"; try "fmdb verify shop.db 2>>$x"
                done
                try "fmdb import other.db in.csv --table t --json >>link.csv"
                try "fmdb import other.db in.csv --table t --rejects notes.txt"
                try "fmdb shell shop.db <in.sql >>in.sql"; try "echo .read in.sql | fmdb shell shop.db >>in.sql"
                piece=$(find archive -type f | head -n 1)
                try "fmdb restore archive $piece --replace"; try "fmdb restore archive archive/new.db"
                try "fmdb follow archive $piece --once"; try "FMDB_HISTORY=hard.db fmdb serve shop.db"
                echo "tries: $tries"
                """)
            let tries = run.lines.last.flatMap { Int($0.dropFirst("tries: ".count)) } ?? 0
            #expect(run.lines.count == 1 && tries >= 100, "\(run)")
        }

        @Test func linesThatWereSetAsideBeforeStay() throws {
            scene.write("a,b\n1,2\n3\n", to: "t.csv")
            for name in ["t.rejected.csv", "t.rejected-2.csv"] {
                let run = try scene.run("fmdb import t.db t.csv")
                #expect(run.code == 3 && run.errors.contains("\"\(name)\""), "\(run)")
            }
            #expect(scene.read("t.rejected.csv") == scene.read("t.rejected-2.csv"))
            let taken = try scene.run("fmdb import t.db t.csv --rejects t.rejected.csv")
            #expect(taken.code == 73 && taken.errors.contains("exists already"), "\(taken)")
            #expect(try scene.rows("t.db", "SELECT count(*) FROM t") == ["2"])
        }
    }
#endif
