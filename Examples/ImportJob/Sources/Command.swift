import FMDB

/// `importjob DATABASE FILE`: brings the table of time zones into line with a file, and says what has changed. The exit code is 1 if the
/// file cannot be imported; nothing is changed then.
@main
struct Command {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let database = arguments.first, let file = arguments.last else {
            fail("usage: importjob DATABASE FILE", code: 64)
        }
        do {
            let lines = try ZoneFile(path: file)
            let job = try ImportJob(database: database)
            defer { job.close() }
            let changes = try job.run(lines)
            print("\(lines.name): \(changes)")
            for name in changes.firstNew { print("  new: \(name)") }
            for name in changes.firstGone { print("  gone: \(name)") }
        } catch let error as FMError {
            // The error of a lock names its holder.
            fail("importjob: \(error)", code: 1)
        } catch {
            fail("importjob: \(error)", code: 1)
        }
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}
