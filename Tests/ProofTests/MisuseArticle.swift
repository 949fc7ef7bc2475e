import FMDB
import FMDBTestHelpers

/// The table of misuse as an article.
enum MisuseArticle {
    static let url = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Library/FMDB/FMDB.docc/Misuse.md")

    /// What the file must contain.
    static var text: String {
        introduction + MisuseTable.sections.map(section).joined(separator: "\n") + "\n"
    }

    private static let introduction = """
        # What each call does when it cannot work

        The result of each call in states in which it may fail, as the tests expect it.

        ## Overview

        No call in these tables waits for ever or changes rows of a transaction that did not begin. Afterwards the database, queue or
        pool can be used as before, except that a successful `close()` closes it, and a closed pool stays closed.

        | State | Meaning |
        |---|---|
        | Never opened | the database was created, but not opened; a pool whose file is in a folder that does not exist. A queue that cannot be opened is not created |
        | Closed | after `close()`. A queue opens its file again |
        | Between two rows | for a database, while a result set of it is being read; for a queue or a pool, the call is made within a block of the same queue or pool |
        | In a function of a query, of an update | called by a function that was added by ``FMDatabase/addFunction(_:argumentCount:deterministic:body:)``, while SQLite runs a statement |
        | In the event handler | called by ``FMDatabase/eventHandler`` of the same database |
        | Task cancelled | the task of the access was cancelled; for a queue or a pool, a call in a cancelled task |
        | Read-only | the file was opened read-only |
        | After a failed BEGIN | in the block of an FMDB transaction that could not begin, because another connection holds the lock |

        A cell contains what the call throws, or what it returns and the code that ``FMDatabase/lastErrorCode()`` then has.
        "works" means that the call does what it does otherwise. — means that it cannot be called there: an asynchronous call in a
        synchronous block. "stops the process" is what FMDB's assertion does, too: the call would wait for the block that it is in, and
        cannot throw. A value alone is what the property or the call returns; "ends without a value" is an asynchronous sequence that ends.
        "begun, `false` `.busy`" is a transaction that begins and whose COMMIT fails. <doc:Errors> explains the codes.

        Calls with a block are tested with a block that inserts a row; those named `read`, `find` and `values` read. So "throws `.readOnly`" for
        `withDatabase` is the error of the INSERT: a block that only reads works. `read(fromFile:)` and `write(toFile:)` are tested with a path
        that does not exist, `setKey` without SQLCipher, `isTransactionOpen` without a transaction.

        The tests generate this article; see `CONTRIBUTING.md`.


        """

    private static func section(_ section: (title: String, rows: [[String]])) -> String {
        let head = ["Call"] + MisuseState.allCases.map(\.title)
        let rows = section.rows.map { row in
            ["`\(row[0])`"] + row.dropFirst().map { cell($0, usual: row[3]) }
        }
        let lines = [head, head.map { _ in "---" }] + rows
        return "### \(section.title)\n\n"
            + lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n") + "\n"
    }

    /// - Parameter usual: the answer where nothing is wrong but that rows are being read.
    private static func cell(_ answer: String, usual: String) -> String {
        if answer == "—" || answer == "stops the process" { return answer }
        if answer == "ended" { return "ends without a value" }
        if answer == "nil", usual == "nil" { return "works" }
        let isFailure = ["throws", "returns", "false", "nil", "bind false", "-1"].contains { answer.hasPrefix($0) }
        if !isFailure, answer == usual || answer != "0", !answer.contains("false") { return "works" }
        var words: [String] = []
        for word in answer.split(separator: " ").map(String.init) {
            if let code = Int32(word), code > 0 {
                words.append("`.\(name(code))` (\(code & 0xFF))")
            } else {
                let isPlain = ["throws", "returns", "begun,", "bind", "step"].contains(word)
                words.append(isPlain ? word : word.hasSuffix(",") ? "`\(word.dropLast())`," : "`\(word)`")
            }
        }
        return words.joined(separator: " ")
    }

    private static let names: [(FMResultCode, String)] = [
        (.error, "error"), (.busy, "busy"), (.locked, "locked"), (.noMemory, "noMemory"), (.readOnly, "readOnly"),
        (.interrupt, "interrupt"), (.cantOpen, "cantOpen"), (.misuse, "misuse"), (.wouldDeadlock, "wouldDeadlock"),
        (.range, "range"), (.done, "done"), (.mismatch, "mismatch"), (.deadlineExceeded, "deadlineExceeded"),
        (.newerDatabase, "newerDatabase"), (.authorization, "authorization"), (.abort, "abort"),
    ]

    private static func name(_ code: Int32) -> String {
        let code = FMResultCode(rawValue: code)
        return names.first { $0.0 == code }?.1 ?? names.first { $0.0 == code.primary }?.1 ?? "\(code.rawValue)"
    }
}
