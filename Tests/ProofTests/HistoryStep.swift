import FMDB
import FMDBTestHelpers

/// One call of a history, and whether an error of it ends the block around it.
struct HistoryStep: Sendable, Equatable {
    let call: HistoryCall
    let isSwallowed: Bool

    init(_ call: HistoryCall, isSwallowed: Bool = true) {
        self.call = call
        self.isSwallowed = isSwallowed
    }

    /// The number of calls, with those within blocks.
    static func count(_ steps: [HistoryStep]) -> Int {
        steps.reduce(0) { $0 + 1 + count($1.call.body ?? []) }
    }
}

/// What is called.
indirect enum HistoryCall: Sendable, Equatable {
    case change(HistoryChange, HistoryForm)
    /// Texts that begin or end something. Several are a script.
    case control([String], HistoryForm)
    case begin(FMDatabase.TransactionKind)
    case commit, rollback
    case savePoint(HistorySavePoint, String)
    case block(HistoryVerb, [HistoryStep], HistoryEnding)
    /// Rows with these numbers, between which the block runs a text.
    case many([Int], String)
    case fault(HistoryFault)
    case rows(HistoryRows, Int)
    case prepared(HistoryPrepared, Int)
    case connection(HistoryConnection)
    case misuse(HistoryMisuse)
    /// Of a queue or a pool, within a block of it.
    case reenter
    /// Cancels the task of the access around it.
    case cancel
    /// Of a queue or a pool: an access whose time is over.
    case outOfTime(Int)
    /// Compares what the observer was told with what there is.
    case observe

    var body: [HistoryStep]? {
        if case .block(_, let body, _) = self { body } else { nil }
    }
}

/// The ways to run one statement.
enum HistoryForm: String, CaseIterable, Sendable {
    case execute, executeUpdate, executeStatements, executeQuery, throwing

    func run(_ sql: String, _ db: FMDatabase) throws {
        switch self {
        case .execute: try db.execute(FMSQL(raw: sql))
        case .executeUpdate: if !db.executeUpdate(sql, withArgumentsIn: []) { throw db.lastError() }
        case .executeStatements: if !db.executeStatements(sql) { throw db.lastError() }
        case .executeQuery:
            let set = try db.executeQuery(sql, values: nil)
            defer { set.close() }
            do {
                try set.nextWithError()
            } catch let error as FMError where error.resultCode == .done {
                return
            }
        case .throwing: try db.executeUpdate(sql, values: nil)
        }
    }
}

enum HistorySavePoint: String, CaseIterable, Sendable {
    case start, release, rollback
}

enum HistoryFault: Sendable, Equatable {
    case fillTheFile(Int)
    case breakTheDisk(FMResultCode?, Int)
    case interrupt([Int])
    case failAtTheCommit
}

/// A result set that is kept.
enum HistoryRows: String, CaseIterable, Sendable {
    case open, next, close
}

/// A prepared INSERT that is kept.
enum HistoryPrepared: Sendable, Equatable {
    case prepare, step(Int), close
}

enum HistoryConnection: Sendable, Equatable {
    case close, open, clearCachedStatements, closeOpenResultSets, shouldCacheStatements(Bool)
    case checkpoint(FMDBCheckpointMode), vacuum, backup, attach, detach
}

/// Calls that must fail with a certain code and change nothing.
enum HistoryMisuse: String, CaseIterable, Sendable {
    case noStatement, twoStatements, syntaxError, noSuchTable, surplusValue, missingValue, openAgain

    func run(_ db: FMDatabase) throws {
        switch self {
        case .noStatement: try db.execute("")
        case .twoStatements: try db.execute("DELETE FROM t; DELETE FROM t")
        case .syntaxError: try db.executeUpdate("DELETE FORM t", values: nil)
        case .noSuchTable: try db.execute("DELETE FROM nowhere")
        case .surplusValue: try db.execute("DELETE FROM t", 1)
        case .missingValue: try db.execute("DELETE FROM t WHERE x = ?")
        case .openAgain: if !db.open() { throw db.lastError() }
        }
    }

    var code: Int32 {
        switch self {
        case .noStatement, .twoStatements: 21
        case .syntaxError, .noSuchTable: 1
        case .surplusValue, .missingValue: 25
        case .openAgain: 0
        }
    }
}

/// How a block ends, if no error ends it.
enum HistoryEnding: String, CaseIterable, Sendable {
    case returns
    /// Throws, or in FMDB's spelling sets the flag.
    case undoes
}

/// The verbs with a block.
enum HistoryVerb: String, CaseIterable, Sendable {
    case deferred, immediate, exclusive, savePoint, migrate
    case asyncTransaction, asyncSavePoint, asyncDatabase
    case fmdbTransaction, fmdbDeferred, fmdbImmediate, fmdbExclusive, fmdbSavePoint
    case withDatabase, fmdbDatabase
    case read, asyncRead, write, asyncWrite

    var isFMDB: Bool { rawValue.hasPrefix("fmdb") }
    var isAsync: Bool { rawValue.hasPrefix("async") }
    var isSavePoint: Bool { self == .savePoint || self == .asyncSavePoint || self == .fmdbSavePoint }
    var isDatabase: Bool { self == .withDatabase || self == .asyncDatabase || self == .fmdbDatabase }
    var isRead: Bool { self == .read || self == .asyncRead }

    /// Those of a database.
    static let ofDatabase: [HistoryVerb] = [.deferred, .immediate, .exclusive, .savePoint, .fmdbSavePoint, .migrate]
    static let ofQueue = allCases.filter { !$0.isOfPool }
    static let ofPool = allCases.filter { $0 != .fmdbDatabase }

    private var isOfPool: Bool { isRead || self == .write || self == .asyncWrite }
}
