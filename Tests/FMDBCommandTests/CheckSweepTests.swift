#if Tool && os(Linux)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// Files that are damaged, or that cannot be checked: no verdict is good. `make repairs` makes 300 of them.
    @Suite(.serialized) struct CheckSweepTests {
        /// So many files; without the variable one of each kind of place.
        private static let wanted = ProcessInfo.processInfo.environment["FMDB_CHECKS"].flatMap { Int($0) }
        private static let firstSeed = ProcessInfo.processInfo.environment["FMDB_CHECKS_SEED"].flatMap { Int($0) } ?? 1
        private static let few: [CheckSweepDamage] = [
            .page, .overflow, .frame, .lastFrame, .logHeader, .journalHeader, .collationAndPage, .module,
            .parentNotUnique,
            .empty,
        ]

        @Test func noVerdictOfADamagedFileIsGood() throws {
            let kinds = Self.wanted == nil ? Self.few : CheckSweepDamage.allCases
            let count = Self.wanted ?? kinds.count
            var wrong = 0
            var given = 0
            for seed in Self.firstSeed..<Self.firstSeed + count {
                var numbers = SeededNumbers(seed)
                var file = try CheckSweepFile(kinds[(seed - 1) % kinds.count], &numbers)
                file.damage(&numbers)
                let good = try verdicts(on: file, file.damage.refusing, seed)
                given += CheckSweepVerb.allCases.count
                if !good.isEmpty { wrong += 1 }
                #expect(good.isEmpty, "seed \(seed), \(file.damage): \(good.map(\.rawValue).sorted())")
            }
            print(
                "checks: \(count) files from seed \(Self.firstSeed), \(given) verdicts: \(wrong) files called whole wrongly"
            )
        }

        /// Else the test above would pass if nothing were ever good.
        @Test(arguments: [CheckSweepDamage.page, .frame, .journalPage]) func wholeFilesAreGood(_ kind: CheckSweepDamage)
            throws
        {
            var numbers = SeededNumbers(7)
            let file = try CheckSweepFile(kind, &numbers)
            let good = try verdicts(on: file, Set(CheckSweepVerb.allCases), 7)
            // What a transaction has left unfinished is not looked at by those that only read.
            #expect(good == (kind == .journalPage ? [.repair] : Set(CheckSweepVerb.allCases)))
        }

        /// The verbs that report success though they must not, or have rescued other rows than there were.
        private func verdicts(
            on file: CheckSweepFile, _ refusing: Set<CheckSweepVerb>, _ seed: Int
        ) throws -> Set<CheckSweepVerb> {
            let scene = ToolScene()
            for (ending, bytes) in file.files { scene.write(Data(bytes), to: "whole.db" + ending) }
            let commands = CheckSweepVerb.allCases.compactMap { verb in
                verb.command.map {
                    """
                    rm -f f.db*; for e in '' -wal -journal; do [ -e whole.db$e ] && cp whole.db$e f.db$e; done
                    \($0) >/dev/null 2>&1; echo \(verb.rawValue) $?
                    """
                }
            }
            let run = try scene.run(commands.joined(separator: "\n"))
            #expect(run.lines.count == commands.count, "seed \(seed): \(run)")
            var good = Set(
                run.lines.compactMap { line in
                    line.hasSuffix(" 0") ? CheckSweepVerb(rawValue: String(line.dropLast(2))) : nil
                })
            if isHealthy(scene) { good.insert(.library) }
            if good.contains(.repair), !refusing.contains(.repair) {
                #expect(try isRescued(file, scene), "seed \(seed)")
            }
            return good.intersection(refusing)
        }

        private func isHealthy(_ scene: ToolScene) -> Bool {
            for ending in ["", "-wal", "-journal"] {
                let bytes = FileManager.default.contents(atPath: scene.folder.file("whole.db" + ending))
                if let bytes { scene.write(bytes, to: "own.db" + ending) }
            }
            let database = FMDatabase(path: scene.folder.file("own.db"))
            database.logsErrors = false
            defer { database.close() }
            guard database.open(withFlags: 1) else { return false }
            return (try? database.integrity().isHealthy) ?? false
        }

        private func isRescued(_ file: CheckSweepFile, _ scene: ToolScene) throws -> Bool {
            let database = FMDatabase.file(scene.folder.file("rescued.db"))
            defer { database.close() }
            return try file.rows.allSatisfy { table, expected in
                var rows: [[FMValue]] = []
                try database.forEachRow("SELECT * FROM \(identifier: table)") { rows.append(try $0.values()) }
                return rows == expected
            }
        }
    }
#endif
