// pure list: exempt from the length limits
import FMDB
import FMDBModel
import FMDBTestHelpers
import Testing

/// One way to call a queue or a pool, which need not be the turn of the caller.
struct MisuseAccess: Sendable, CustomTestStringConvertible {
    enum Kind: String, Sendable { case queue, groupQueue, pool, groupPool }

    let testDescription: String
    let kind: Kind
    let body: @Sendable (FMDatabaseCoordinator) async throws -> String
    let synchronous: (@Sendable (FMDatabaseCoordinator) throws -> String)?

    fileprivate init(
        _ kind: Kind, _ name: String, _ body: @escaping @Sendable (FMDatabaseCoordinator) throws -> String
    ) {
        testDescription = "\(kind.title).\(name)"
        self.kind = kind
        self.body = { try body($0) }
        synchronous = body
    }

    /// A call that only a queue has.
    private static func queue(
        _ name: String, _ body: @escaping @Sendable (FMDatabaseQueue) throws -> Void
    ) -> MisuseAccess { MisuseAccess(.queue, only: name, body) }

    /// A call that only a pool has.
    private static func pool(
        _ name: String, _ body: @escaping @Sendable (FMDatabasePool) throws -> Void
    ) -> MisuseAccess { MisuseAccess(.pool, only: name, body) }

    private init<Coordinator: FMDatabaseCoordinator>(
        _ kind: Kind, only name: String, _ body: @escaping @Sendable (Coordinator) throws -> Void
    ) {
        self.init(kind, name) { coordinator in
            try (coordinator as? Coordinator).map(body)
            return "done"
        }
    }

    fileprivate init(
        _ kind: Kind, await name: String,
        _ body: @escaping @Sendable (FMDatabaseCoordinator) async throws -> String
    ) {
        testDescription = "await \(kind.title).\(name)"
        self.kind = kind
        self.body = body
        synchronous = nil
    }

    static let all =
        Self.verbs(.queue) + Self.ofQueue + Self.group(.groupQueue) + Self.verbs(.pool) + ofPool + group(.groupPool)

    private static let insert: FMSQL = "INSERT INTO log VALUES (1)"

    private static func verbs(_ kind: Kind) -> [MisuseAccess] {
        [
            MisuseAccess(kind, "inDatabase(_:)") { coordinator in
                var isDone = false
                coordinator.inDatabase { db in isDone = db.executeUpdate(insert.text, withArgumentsIn: []) }
                return "\(isDone)"
            },
            MisuseAccess(kind, "inTransaction(_:)") { coordinator in
                var isDone = false
                coordinator.inTransaction { db, _ in isDone = db.executeUpdate(insert.text, withArgumentsIn: []) }
                return coordinator.lastTransactionError.map { "\(isDone), \($0.extendedCode.rawValue)" } ?? "\(isDone)"
            },
            MisuseAccess(kind, "inSavePoint(_:)") { coordinator in
                var isDone = false
                let error = coordinator.inSavePoint { db, _ in
                    isDone = db.executeUpdate(insert.text, withArgumentsIn: [])
                }
                return (error as? FMError).map { "returns \($0.extendedCode.rawValue)" } ?? "\(isDone)"
            },
            MisuseAccess(kind, "withDatabase(_:)") { try $0.withDatabase { db in "\(try db.execute(insert))" } },
            MisuseAccess(kind, "withTransaction(_:)") { try $0.withTransaction { db in "\(try db.execute(insert))" } },
            MisuseAccess(kind, "withSavePoint(_:)") { try $0.withSavePoint { db in "\(try db.execute(insert))" } },
            MisuseAccess(kind, "find(_:)") { coordinator in
                if let pool = coordinator as? FMDatabasePool { return "\(try pool.find(Thing.self).count)" }
                return "\(try (coordinator as? FMDatabaseQueue)?.find(Thing.self).count ?? -1)"
            },
            MisuseAccess(kind, "insert(_:)") { coordinator in
                if let pool = coordinator as? FMDatabasePool { try pool.insert(Thing(id: 7)) }
                if let queue = coordinator as? FMDatabaseQueue { try queue.insert(Thing(id: 7)) }
                return "done"
            },
            MisuseAccess(kind, "observe(_:)") { coordinator in
                coordinator.observe { _ in }.cancel()
                return "done"
            },
            MisuseAccess(kind, "backup(to:_:progress:)") {
                let folder = TemporaryFolder()
                return try $0.backup(to: folder.file("copy.db")).pages > 0 ? "done" : "no pages"
            },
            MisuseAccess(kind, await: "backup(to:_:progress:)") {
                let folder = TemporaryFolder()
                return try await $0.backup(to: folder.file("copy.db")).pages > 0 ? "done" : "no pages"
            },
            MisuseAccess(kind, await: "withDatabase(_:)") {
                try await $0.withDatabase { db in "\(try db.execute(insert))" }
            },
            MisuseAccess(kind, await: "withTransaction(_:)") {
                try await $0.withTransaction { db in "\(try db.execute(insert))" }
            },
            MisuseAccess(kind, await: "withSavePoint(_:)") {
                try await $0.withSavePoint { db in "\(try db.execute(insert))" }
            },
            MisuseAccess(kind, await: "values(_:)") { coordinator in
                let values = coordinator.values { db in
                    try db.value("SELECT count(*) FROM t", as: Int.self)
                }.makeAsyncIterator()
                return try await values.next().map { "\($0)" } ?? "ended"
            },
        ]
    }

    private static func group(_ kind: Kind) -> [MisuseAccess] {
        [
            MisuseAccess(kind, "withTransaction(_:)") { try $0.withTransaction { db in "\(try db.execute(insert))" } },
            MisuseAccess(kind, await: "withTransaction(_:)") {
                try await $0.withTransaction { db in "\(try db.execute(insert))" }
            },
        ]
    }

    private static let migrator = {
        var migrator = FMMigrator([.step("a") { db in try db.execute("CREATE TABLE migrated (x)") }])
        migrator.lockTimeout = .zero
        return migrator
    }()

    private static let ofQueue = [
        queue("checkpoint(_:)") { try $0.checkpoint(.passive) },
        queue("interrupt()") { $0.interrupt() },
        queue("suspend(), resume()") { queue in
            queue.suspend()
            queue.resume()
        },
        queue("migrate(_:)") { try migrator.migrate($0) },
        queue("close()") { $0.close() },
    ]

    private static let ofPool = [
        MisuseAccess(.pool, "read(_:)") {
            "\(try ($0 as? FMDatabasePool)?.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) } ?? -1)"
        },
        MisuseAccess(.pool, "write(_:)") {
            "\(try ($0 as? FMDatabasePool)?.write { db in try db.execute(insert) } ?? -1)"
        },
        MisuseAccess(.pool, await: "read(_:)") {
            "\(try await ($0 as? FMDatabasePool)?.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) } ?? -1)"
        },
        MisuseAccess(.pool, await: "write(_:)") {
            "\(try await ($0 as? FMDatabasePool)?.write { db in try db.execute(insert) } ?? -1)"
        },
        pool("migrate(_:)") { try migrator.migrate($0) },
        pool("releaseAllDatabases()") { $0.releaseAllDatabases() },
        pool("close()") { $0.close() },
    ]

    /// Whether the statement in progress is interrupted.
    var isEndingOthers: Bool { testDescription.hasSuffix("interrupt()") || testDescription.contains("suspend()") }

    /// FMDB's calls that wait for the block that they are in, and cannot throw: they stop the process as FMDB's assertion
    /// does.
    var stopsWithinItsBlock: Bool {
        guard kind == .queue || kind == .pool else { return false }
        let names = kind == .pool ? ["close()"] : ["inDatabase(_:)", "inTransaction(_:)", "inSavePoint(_:)", "close()"]
        return synchronous != nil && names.contains { testDescription.hasSuffix("." + $0) }
    }

    func answer(on coordinator: FMDatabaseCoordinator) async -> String {
        do { return try await body(coordinator) } catch { return Self.word(error) }
    }

    func answerHere(on coordinator: FMDatabaseCoordinator) -> String {
        guard let synchronous else { return "—" }
        do { return try synchronous(coordinator) } catch { return Self.word(error) }
    }

    private static func word(_ error: any Error) -> String {
        if error is CancellationError { return "throws CancellationError" }
        return "throws \((error as? FMError)?.extendedCode.rawValue ?? Int32((error as NSError).code))"
    }
}

extension MisuseAccess.Kind {
    fileprivate var title: String {
        switch self {
        case .queue: "FMDatabaseQueue"
        case .groupQueue: "FMDatabaseQueue (group commit)"
        case .pool: "FMDatabasePool"
        case .groupPool: "FMDatabasePool (group commit)"
        }
    }

    func make(_ path: String, flags: Int32? = nil) throws -> FMDatabaseCoordinator {
        var configuration = FMDatabaseCoordinator.Configuration()
        if self == .groupQueue || self == .groupPool { configuration.groupCommit = .init() }
        if let flags { configuration.flags = flags }
        configuration.configure = { db in
            db.logsErrors = false
            db.maxBusyRetryTimeInterval = 0
        }
        if self == .queue || self == .groupQueue { return try SilentQueue(path: path, configuration: configuration) }
        return SilentPool(path: path, configuration: configuration)
    }
}

extension MisuseState {
    /// Has a verb of a queue or a pool called in this state.
    func answer(of verb: MisuseAccess) async throws -> String {
        let folder = TemporaryFolder()
        let made = FMDatabase.file(folder.file())
        made.executeStatements("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN; \(Self.tables) COMMIT")
        made.close()
        switch self {
        case .neverOpened:
            // A queue that cannot be opened does not come into being.
            guard verb.kind == .pool || verb.kind == .groupPool else { return "—" }
            let pool = try verb.kind.make(folder.file("missing/test.db"))
            return try await answer(of: verb, on: pool)
        case .readOnly:
            let readOnlyFlag: Int32 = 1
            return try await answer(of: verb, on: verb.kind.make(folder.file(), flags: readOnlyFlag))
        case .closed:
            let coordinator = try verb.kind.make(folder.file())
            try onBackgroundThread {
                (coordinator as? FMDatabaseQueue)?.close()
                (coordinator as? FMDatabasePool)?.close()
            }
            return try await answer(of: verb, on: coordinator)
        case .cancelled:
            let coordinator = try verb.kind.make(folder.file())
            let told = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await verb.answer(on: coordinator)
            }.value
            try Self.expectUsable(coordinator, verb)
            return told
        default:
            // `QueueNestingTests` let it.
            if verb.stopsWithinItsBlock { return "stops the process" }
            let coordinator = try verb.kind.make(folder.file())
            let told = try onBackgroundThread { try within(coordinator, verb, folder.file()) }
            try Self.expectUsable(coordinator, verb)
            return told
        }
    }

    private func answer(of verb: MisuseAccess, on coordinator: FMDatabaseCoordinator) async throws -> String {
        guard verb.synchronous == nil else { return try onBackgroundThread { verb.answerHere(on: coordinator) } }
        return await verb.answer(on: coordinator)
    }

    private static func expectUsable(_ coordinator: FMDatabaseCoordinator, _ verb: MisuseAccess) throws {
        if coordinator is FMDatabasePool, verb.testDescription.hasSuffix(".close()") { return }
        let count = try onBackgroundThread {
            try coordinator.withDatabase { db in try db.value("SELECT count(*) FROM t", as: Int.self) }
        }
        #expect(count == 3)
    }

    /// From a block of the queue or the pool itself.
    private func within(_ coordinator: FMDatabaseCoordinator, _ verb: MisuseAccess, _ path: String) throws -> String {
        let answer = Locked("—")
        let act = { @Sendable in
            let told = verb.answerHere(on: coordinator)
            answer.withLock { $0 = told }
        }
        switch self {
        case .failedBegin:
            let other = FMDatabase.file(path)
            #expect(other.beginImmediateTransaction())
            coordinator.inImmediateTransaction { _, _ in act() }
            #expect(other.rollback())
        default: coordinator.inDatabase { db in call(act, in: db, verb.isEndingOthers) }
        }
        return answer.value
    }

    private func call(_ act: @escaping @Sendable () -> Void, in db: FMDatabase, _ isEndingOthers: Bool) {
        switch self {
        case .inReadingFunction, .inWritingFunction:
            let isFirst = Locked(true)
            try? db.addFunction("act", argumentCount: 1) { arguments in
                if isFirst.withLock({ first in
                    defer { first = false }
                    return first
                }) {
                    act()
                }
                return arguments[0]
            }
            let sql: FMSQL =
                self == .inReadingFunction ? "SELECT act(x) FROM t" : "INSERT INTO log SELECT act(x) FROM t"
            let isDone = thrown { try db.execute(sql) } == nil
            #expect(isDone || isEndingOthers)
        case .inHandler:
            let isFirst = Locked(true)
            db.eventHandler = { event in
                guard case .statementEnded = event else { return }
                if isFirst.withLock({ first in
                    defer { first = false }
                    return first
                }) {
                    act()
                }
            }
            _ = try? db.value("SELECT 1", as: Int.self)
            db.eventHandler = nil
        default:
            let rows = db.executeQuery("SELECT x FROM t", withArgumentsIn: [])
            #expect(rows?.next() == true)
            act()
            #expect(rows?.next() == true || isEndingOthers)
            rows?.close()
        }
    }
}
