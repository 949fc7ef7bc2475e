import FMDB
import FMDBTestHelpers

/// Does with a database what its standard input says, one command a line, and answers each by a line:
///
///     FMDBLockHolder PATH
///
/// A command is an SQL text, or several, to be run; or `hold` and a query, whose first row is fetched and which stays
/// open until the next `hold`; or `fork`, which uses the database in a child process, and `fork coordinators`, which does so
/// with queues and a pool, and `fork attach`, in which the child attaches the file, and `fork own`, in which the child opens queues of its own, and `fork at work` and `fork asking`, which fork while
/// other threads are at work, and `fork again`, in which the child forks too; or `migrate` and a number, which runs the sample migration, and in the midst of the step of
/// that number answers `paused` and waits for a further line; or `backup` and a folder, which commits rows to a queue that is
/// backed up there, until the process is killed; or `publish` and what `PublishingHolder` does. The answer is `ok`, or `error`, the code and the message. At
/// the end of the input the database closes, so that an open transaction is undone; a killed process is what a crash is.
@main
struct LockHolder {
    static func main() {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: FMDBLockHolder PATH\n".utf8))
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
        if line.hasPrefix("backup ") {
            say("ok")
            BackedUpWriter.run(CommandLine.arguments[1], to: String(line.dropFirst(7)))
        } else if line.hasPrefix("migrate ") {
            return say(migrate(db, pausingIn: Int(line.dropFirst(8)) ?? 0))
        } else if line.hasPrefix("publish") {
            do {
                return try PublishingHolder.answer(String(line.dropFirst(8)), CommandLine.arguments[1], say)
            } catch {
                return say("error \(error)")
            }
        } else if line.hasPrefix("fork") {
            return fork(db, held, line)
        } else if line.hasPrefix("hold ") {
            held?.close()
            held = db.executeQuery(String(line.dropFirst(5)), withArgumentsIn: [])
            isDone = held?.next() == true
        } else {
            isDone = db.executeStatements(line)
        }
        say(isDone ? "ok" : "error \(db.lastErrorCode()) \(db.lastErrorMessage())")
    }

    private static func fork(_ db: FMDatabase, _ held: FMResultSet?, _ command: String) {
        #if os(Linux)
            let path = CommandLine.arguments[1]
            let isDone =
                switch command {
                case "fork coordinators": (try? ForkedUse.useCoordinators(path, say)) ?? false
                case "fork attach": ForkedUse.attach(path, say)
                case "fork again": ForkedUse.useInGrandchild(path, say)
                case "fork asking": (try? ForkedUse.askDuringWork(path, times: 20, say)) ?? false
                case "fork own": (try? ForkedUse.useOwn(path, say)) ?? false
                case "fork at work": (try? ForkedUse.useDuringWork(path, times: 20, say)) ?? false
                default: ForkedUse.use(db, held, say)
                }
            if !isDone { say("error the child did not end as it should") }
        #endif
    }

    private static func migrate(_ db: FMDatabase, pausingIn number: Int) -> String {
        let migrator = SampleMigration.migrator { step in
            guard step == number else { return }
            say("paused")
            _ = readLine()
        }
        do {
            try migrator.migrate(db)
            return "ok"
        } catch {
            return "error \(error)"
        }
    }

    private static func say(_ answer: String) {
        // Not print: it keeps lines back while nobody at a terminal reads them.
        FileHandle.standardOutput.write(Data((answer + "\n").utf8))
    }
}
