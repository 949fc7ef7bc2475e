#if Tool && os(Linux)
    import FMDBTestSupport
    import Foundation
    import Testing

    /// The article on the program: each of its commands prints what stands below it.
    @Suite struct ToolArticleTests {
        private static let article = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Library/FMDB/FMDB.docc/Tool.md")

        /// `FMDB_WRITE_TABLES=1` writes the outputs that differ anew.
        @Test func commandsPrintWhatTheArticleShows() throws {
            let text = try String(contentsOf: Self.article, encoding: .utf8)
            let scene = ToolScene()
            let sales = [
                "1,Oslo,2026-03-01,12.5", "2,Rome,2026-03-01,7", "3,Oslo,2026-03-02,30", "4,Lima,2026-03-03,11.25",
            ]
            scene.write("id,city,day,amount\n" + sales.map { $0 + "\n" }.joined(), to: "sales.csv")
            var (written, isBlock, index) = ([String](), false, 0)
            let lines = text.components(separatedBy: "\n")
            while index < lines.count {
                let line = lines[index]
                index += 1
                written.append(line)
                if line.hasPrefix("```") { isBlock = line == "```console" }
                guard isBlock, line.hasPrefix("$ ") else { continue }
                // A command goes on in lines that begin with `> `.
                var command = String(line.dropFirst(2))
                while lines[index].hasPrefix("> ") {
                    command += "\n" + lines[index].dropFirst(2)
                    written.append(lines[index])
                    index += 1
                }
                let end = lines[index...].firstIndex { $0.hasPrefix("$ ") || $0 == "```" } ?? lines.count
                let shown = Array(lines[index..<end])
                let printed = try Self.run(command, scene)
                let isSame = Self.agree(shown.map(Self.steady), printed.map(Self.steady))
                written += isSame ? shown : printed
                index = end
            }
            if ProcessInfo.processInfo.environment["FMDB_WRITE_TABLES"] == "1" {
                try written.joined(separator: "\n").write(to: Self.article, atomically: true, encoding: .utf8)
            }
            #expect(written.filter { $0.hasPrefix("$ fmdb ") }.count > 20, "the commands were not found")
            for (one, other) in zip(lines, written) where one != other {
                Issue.record("run the tests with FMDB_WRITE_TABLES=1: \(other) instead of \(one)")
                break
            }
            #expect(lines.count == written.count)
        }

        /// What a command prints on both outputs, as lines.
        private static func run(_ command: String, _ scene: ToolScene) throws -> [String] {
            let run = try scene.run(
                """
                mkdir -p .bin; ln -sf "$program" .bin/fmdb; unset -f fmdb
                export FMDB_HISTORY=/dev/null PATH="$PWD/.bin:$PATH"
                exec 2>&1
                \(command)
                """)
            var lines = run.lines
            if !run.output.isEmpty, !run.output.hasSuffix("\n") {
                lines.append(run.output.components(separatedBy: "\n").last ?? "")
            }
            return lines
        }

        /// A line with a mark in the place of what differs from run to run: times, rates, processes, addresses.
        private static func steady(_ line: String) -> String {
            var line = line
            line.replace(/[0-9.]+ (µs|ms|s)\b/, with: "TIME")
            line.replace(/[0-9.,]+ rows\/s/, with: "RATE")
            line.replace(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "DATE")
            line.replace(/[0-9a-f]{16}-[0-9a-f]{8}/, with: "ID")
            line.replace(/127\.0\.0\.1:[0-9]+\/#token=[0-9A-Za-z_-]+/, with: "ADDRESS")
            line.replace(/[0-9]+ pieces, [0-9.]+ kB/, with: "PIECES")
            line.replace(/SQLite [0-9.]+/, with: "SQLite")
            line.replace(/process(ID" :)? [0-9]+/, with: "PROCESS")
            return line
        }

        /// Whether the lines are the same. A line `…` stands for any number of them.
        private static func agree(_ shown: [String], _ printed: [String]) -> Bool {
            guard let gap = shown.firstIndex(of: "…") else { return shown == printed }
            let rest = Array(shown[(gap + 1)...])
            guard printed.starts(with: shown[..<gap]) else { return false }
            return (gap...printed.count).contains { gap <= printed.count && agree(rest, Array(printed[$0...])) }
        }
    }
#endif
