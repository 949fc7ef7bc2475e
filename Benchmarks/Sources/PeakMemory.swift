import FMDB
import GRDB

/// The most memory that a process needs that streams many rows: one process for each contender, which starts the program
/// anew. Only where the system reports it in `/proc`.
enum PeakMemory {
    private static let contenders = [RawC.name, "FMDB", ModernSpelling.name, GRDBRows.name, GRDBRecords.name]

    static func trials(_ fixture: Fixture) -> [Trial] {
        guard FileManager.default.fileExists(atPath: "/proc/self/status") else { return [] }
        let count = fixture.scale.streamed
        return [
            Trial(
                name: "memory", title: "Peak memory of a process that streams \(count) rows", columns: ["peak, MB"],
                digits: 1
            ) {
                let path = try database(fixture)
                return contenders.map { name in Trial.Contender(name: name) { [try child(name, path)] } }
            }
        ]
    }

    private static func database(_ fixture: Fixture) throws -> String {
        try fixture.path("stream") { database in
            try database.run(Article.schema)
            let statement = try database.prepare(Article.insertion)
            for number in 0..<fixture.scale.streamed { try statement.insert(Article(number: number)) }
        }
    }

    /// Runs the program anew.
    ///
    /// - Returns: the peak of its memory in megabytes.
    private static func child(_ contender: String, _ path: String) throws -> Double {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--stream", contender, "--database", path]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let words = text.split(separator: " ")
        guard process.terminationStatus == 0, let peak = words.first.flatMap({ Double($0) }) else {
            throw Mistake("memory: the process of \(contender) failed")
        }
        return peak
    }

    /// What the new process does: it reads all rows, and prints the peak of its memory.
    static func stream(_ contender: String, of path: String) throws {
        var sum = Checksum(.lengths)
        switch contender {
        case RawC.name: try raw(path, &sum)
        case "FMDB": try classic(path, &sum)
        case ModernSpelling.name: try modern(path, &sum)
        case GRDBRows.name: try peer(path, &sum)
        case GRDBRecords.name: try records(path, &sum)
        default: throw Mistake("no contender is named \(contender)")
        }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        print((kibibytes ?? .nan) * 1024 / 1e6, sum == Checksum(.lengths) ? "nothing was read" : "")
    }

    private static func raw(_ path: String, _ sum: inout Checksum) throws {
        let statement = try RawDatabase(path, settings: "").prepare(Article.selection)
        while try statement.next() { sum.add(statement.article) }
    }

    private static func classic(_ path: String, _ sum: inout Checksum) throws {
        let rows = try FMDBSpelling.withoutMutex.open(path, settings: "").executeQuery(Article.selection, values: nil)
        while rows.next() {
            sum.add(rows.longLongInt(forColumnIndex: 0))
            sum.add(rows.string(forColumnIndex: 1) ?? "")
            sum.add(rows.string(forColumnIndex: 2) ?? "")
            sum.add(rows.double(forColumnIndex: 3))
            sum.add(rows.data(forColumnIndex: 4) ?? Data())
            sum.add(rows.columnIndexIsNull(5) ? nil : rows.longLongInt(forColumnIndex: 5))
        }
    }

    private static func modern(_ path: String, _ sum: inout Checksum) throws {
        let database = try FMDBSpelling.withoutMutex.open(path, settings: "")
        let cursor = try database.query(FMSQL(raw: Article.selection))
        while let row = try cursor.nextRow() { sum.add(try ModernSpelling.article(row)) }
    }

    private static func peer(_ path: String, _ sum: inout Checksum) throws {
        try GRDBRows.open(path, settings: "").inDatabase { db in
            let rows = try Row.fetchCursor(db, sql: Article.selection)
            while let row = try rows.next() { sum.add(Article(row.columns)) }
        }
    }

    private static func records(_ path: String, _ sum: inout Checksum) throws {
        try GRDBRows.open(path, settings: "").inDatabase { db in
            let articles = try Article.fetchCursor(db, sql: Article.selection)
            while let article = try articles.next() { sum.add(article) }
        }
    }
}
