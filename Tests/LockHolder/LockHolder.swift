import FMDB

/// Does with a database what its standard input says, one command a line, and answers each by a line:
///
///     LockHolder PATH
///
/// A command is an SQL text, or several, to be run; or `hold` and a query, whose first row is fetched and which stays
/// open until the next `hold`. The answer is `ok`, or `error`, the code and the message. At the end of the input the
/// database closes, so that an open transaction is undone; a killed process is what a crash is.
@main
struct LockHolder {
    static func main() {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: LockHolder PATH\n".utf8))
            exit(2)
        }
        let db = FMDatabase(path: CommandLine.arguments[1])
        db.logsErrors = false
        db.open()
        var held: FMResultSet?
        while let line = readLine() {
            answer(db, line, &held)
        }
        held?.close()
        db.close()
    }

    private static func answer(_ db: FMDatabase, _ line: String, _ held: inout FMResultSet?) {
        let isDone: Bool
        if line.hasPrefix("hold ") {
            held?.close()
            held = db.executeQuery(String(line.dropFirst(5)), withArgumentsIn: [])
            isDone = held?.next() == true
        } else {
            isDone = db.executeStatements(line)
        }
        let answer = isDone ? "ok" : "error \(db.lastErrorCode()) \(db.lastErrorMessage())"
        // Not print: it keeps lines back while nobody at a terminal reads them.
        FileHandle.standardOutput.write(Data((answer + "\n").utf8))
    }
}
