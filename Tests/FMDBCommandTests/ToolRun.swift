#if Tool && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// What a run of the program has printed, and how it has ended.
    struct ToolRun: CustomStringConvertible {
        let code: Int32
        let output: String
        let errors: String

        var description: String { "exit code \(code)\n\(output)\n\(errors)" }
        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    /// A folder in which the program is run by a shell.
    final class ToolScene {
        let folder = TemporaryFolder()

        static func program() throws -> String {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let beside = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("fmdb").path
            guard !FileManager.default.fileExists(atPath: beside) else { return beside }
            // The tests are loaded by a program of the toolchain: theirs is the folder of the bundle.
            let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
            return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("fmdb").path
        }

        /// Whether a process may mount a file system that it alone sees.
        static let canMount: Bool = {
            let command = "unshare --mount --map-root-user mount -t tmpfs tmpfs /mnt 2>/dev/null; echo $?"
            guard let shell = try? ChildProcess("/bin/sh", ["-c", command]) else { return false }
            defer { shell.wait() }
            return shell.readLine(within: 60) == "0"
        }()

        /// A command that prints 2,000 lines of 2.5 kB, the given value in front: more than the 4 MB that decide on types, and few
        /// rows, as a debug build takes its time for each.
        static func wideLines(_ value: String) -> String {
            "line=$(head -c 2500 /dev/zero | tr '\\0' x); yes \"\(value),$line\" | head -n 2000"
        }

        private static let script = """
            program=$0; input=$3
            fmdb() { "$program" "$@"; }
            cd "$1" || exit 9
            (eval "$2") >.output 2>.errors <"$input"
            echo $?
            """

        /// Runs a script in which `fmdb` is the program.
        @discardableResult
        func run(_ script: String, input: String? = nil) throws -> ToolRun {
            if let input { write(input, to: ".input") }
            let arguments = ["-c", ToolScene.script, try ToolScene.program(), folder.file(""), script]
            let shell = try ChildProcess("/bin/sh", arguments + [input == nil ? "/dev/null" : ".input"])
            let code = shell.readLine(within: 120).flatMap { Int32($0) }
            shell.wait()
            return ToolRun(code: code ?? -1, output: read(".output"), errors: read(".errors"))
        }

        func write(_ text: String, to name: String) { write(Data(text.utf8), to: name) }

        func write(_ data: Data, to name: String) {
            #expect(FileManager.default.createFile(atPath: folder.file(name), contents: data))
        }

        func read(_ name: String) -> String {
            String(decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
        }

        /// The names in the folder, but for those of the runs.
        var files: [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file(""))) ?? []
            return names.filter { !$0.hasPrefix(".") }.sorted()
        }

        /// A database that SQL makes.
        func make(_ name: String, _ sql: String) throws {
            let db = FMDatabase(path: folder.file(name))
            #expect(db.open())
            #expect(db.executeStatements(sql))
            db.close()
        }

        func open(_ name: String) -> FMDatabase {
            let db = FMDatabase(path: folder.file(name))
            #expect(db.open())
            return db
        }

        /// All rows, with bars between the values.
        func rows(_ name: String, _ sql: String) throws -> [String] {
            let db = open(name)
            defer { db.close() }
            var rows: [String] = []
            try db.forEachRow(FMSQL(raw: sql)) { row in
                rows.append(try row.values().map { "\($0)" }.joined(separator: "|"))
            }
            return rows
        }
    }

    let shop = """
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE book (id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES author(id), title TEXT, price REAL, cover BLOB);
        CREATE INDEX book_title ON book(title);
        CREATE INDEX book_title_price ON book(title, price);
        INSERT INTO author VALUES (1, 'Jules Verne'), (2, 'Mary Shelley');
        INSERT INTO book VALUES (1, 1, 'L''Île mystérieuse', 9.5, x'00ff'), (2, 2, 'Franken|stein, "or"', NULL, NULL);
        """
#endif
