import FMDB
import FMDBTestHelpers

/// A history as lines of Swift, to be pasted into a test.
enum HistoryScript {
    static func lines(_ steps: [HistoryStep], _ place: HistoryPlace) -> [String] {
        steps.flatMap { lines($0, subject: place.isDatabase ? "db" : place.isPool ? "pool" : "queue") }
    }

    private static func lines(_ step: HistoryStep, subject: String) -> [String] {
        if case .block(let verb, let body, let ending) = step.call {
            return block(verb, body, ending, step.isSwallowed ? "try? " : "try ", subject)
        }
        return [(step.isSwallowed ? "try? " : "try ") + line(step.call, subject)]
    }

    private static func block(
        _ verb: HistoryVerb, _ body: [HistoryStep], _ ending: HistoryEnding, _ attempt: String, _ subject: String
    ) -> [String] {
        let isNested = subject == "db"
        let parameters =
            verb.isFMDB
            ? (isNested ? " rollback in" : verb.isDatabase ? " db in" : " db, rollback in") : isNested ? "" : " db in"
        var lines = ["\(verb.isFMDB ? "" : attempt)\(subject).\(name(verb)) {\(parameters)"]
        lines += body.flatMap { self.lines($0, subject: "db") }.map { "    " + $0 }
        if ending == .undoes { lines.append(verb.isFMDB ? "    rollback.pointee = true" : "    throw Regret()") }
        return lines + ["}"]
    }

    private static func name(_ verb: HistoryVerb) -> String {
        switch verb {
        case .deferred, .immediate, .exclusive: "withTransaction(.\(verb.rawValue))"
        case .savePoint, .asyncSavePoint: "withSavePoint"
        case .migrate: "migrateAStep"
        case .asyncTransaction: "withTransaction"
        case .withDatabase, .asyncDatabase: "withDatabase"
        case .fmdbTransaction: "inTransaction"
        case .fmdbDeferred: "inDeferredTransaction"
        case .fmdbImmediate: "inImmediateTransaction"
        case .fmdbExclusive: "inExclusiveTransaction"
        case .fmdbSavePoint: "inSavePoint"
        case .fmdbDatabase: "inDatabase"
        case .read, .asyncRead: "read"
        case .write, .asyncWrite: "write"
        }
    }

    private static func line(_ call: HistoryCall, _ subject: String) -> String {
        switch call {
        case .change(let change, let form): run(change.sql, form)
        case .control(let texts, let form): run(texts.joined(separator: "; "), form)
        case .begin(let kind): "db.begin\("\(kind)".capitalized)Transaction()"
        case .commit: "db.commit()"
        case .rollback: "db.rollback()"
        case .savePoint(.start, let name): "db.startSavePoint(withName: \"\(name)\")"
        case .savePoint(.release, let name): "db.releaseSavePoint(withName: \"\(name)\")"
        case .savePoint(.rollback, let name): "db.rollbackToSavePoint(withName: \"\(name)\")"
        case .block: ""
        case .many(let numbers, let text):
            "db.executeMany(\"INSERT INTO t (x) VALUES (?)\", \(numbers))  // between them: \(text)"
        case .fault(let fault): line(fault)
        case .rows(.open, let slot): "set\(slot) = db.executeQuery(\"SELECT x FROM t ORDER BY x + 0\", values: nil)"
        case .rows(.next, let slot): "set\(slot).nextWithError()"
        case .rows(.close, let slot): "set\(slot).close()"
        case .prepared(.prepare, let slot): "insert\(slot) = db.prepare(\"INSERT INTO t (x) VALUES (?)\")"
        case .prepared(.step(let number), let slot): "insert\(slot).bind(with: [\(number)]) && insert\(slot).step()"
        case .prepared(.close, let slot): "insert\(slot).close()"
        case .connection(let call): "\(subject).\(line(call))"
        case .misuse(let misuse): "db.misuse(.\(misuse))"
        case .reenter: "coordinator.withDatabase { _ in }"
        case .cancel: "task.cancel()"
        case .outOfTime(let number): "\(subject).withTransaction(timeout: .zero) { db in db.insert(\(number)) }"
        case .observe: "observer.next()"
        }
    }

    private static func run(_ sql: String, _ form: HistoryForm) -> String {
        switch form {
        case .execute: "db.execute(\"\(sql)\")"
        case .executeUpdate: "db.executeUpdate(\"\(sql)\", withArgumentsIn: [])"
        case .executeStatements: "db.executeStatements(\"\(sql)\")"
        case .executeQuery: "db.executeQuery(\"\(sql)\", values: nil).nextWithError()"
        case .throwing: "db.executeUpdate(\"\(sql)\", values: nil)"
        }
    }

    private static func line(_ fault: HistoryFault) -> String {
        switch fault {
        case .fillTheFile(let number): "db.insertIntoAFullFile(\(number))"
        case .breakTheDisk(let code, let number):
            "db.insertOnABrokenDisk(\(number))  // \(code.map { "\($0)" } ?? "I/O error")"
        case .interrupt(let numbers): "db.insertAndInterrupt(\(numbers))"
        case .failAtTheCommit: "disk.fail([.write, .sync], at: 1, .sticky)"
        }
    }

    private static func line(_ call: HistoryConnection) -> String {
        switch call {
        case .close: "close()"
        case .open: "open()"
        case .clearCachedStatements: "clearCachedStatements()"
        case .closeOpenResultSets: "closeOpenResultSets()"
        case .shouldCacheStatements(let isOn): "shouldCacheStatements = \(isOn)"
        case .checkpoint(let mode): "checkpoint(.\(mode))"
        case .vacuum: "execute(\"VACUUM\")"
        case .backup: "write(toFile: copy)"
        case .attach: "execute(\"ATTACH ':memory:' AS aux; CREATE TABLE aux.a (id INTEGER PRIMARY KEY, x UNIQUE)\")"
        case .detach: "execute(\"DETACH aux\")"
        }
    }
}
