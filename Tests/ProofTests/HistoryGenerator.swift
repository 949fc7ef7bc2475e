import FMDB
import FMDBTestHelpers

/// Where a history is played.
enum HistoryPlace: String, CaseIterable, Sendable {
    case memory, file, queue, groupQueue, pool, groupPool

    var isDatabase: Bool { self == .memory || self == .file }
    var isPool: Bool { self == .pool || self == .groupPool }
    var isGroup: Bool { self == .groupQueue || self == .groupPool }

    var verbs: [HistoryVerb] {
        if isDatabase { return HistoryVerb.ofDatabase }
        return isPool ? HistoryVerb.ofPool : HistoryVerb.ofQueue
    }
}

/// Writes random histories, the same one for the same seed.
struct HistoryGenerator {
    let place: HistoryPlace
    private var random: SeededNumbers
    private var number = 1000

    init(_ seed: Int) {
        random = SeededNumbers(seed)
        place = random.pick(HistoryPlace.allCases)
    }

    /// Decides something else, once the steps are written.
    mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }

    /// A whole history.
    mutating func history() -> [HistoryStep] {
        (0..<Int.random(in: 5...25, using: &random)).map { _ in
            place.isDatabase ? step(0) : HistoryStep(access())
        }
    }

    // MARK: A queue or a pool

    private mutating func access() -> HistoryCall {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<4: return .connection(.close)
        case 4..<8: return .connection(.checkpoint(mode()))
        case 8..<12: return .outOfTime(unique())
        case 12..<20: return .observe
        default:
            let verb = random.pick(place.verbs)
            return .block(verb, steps(1), ending(verb))
        }
    }

    private mutating func ending(_ verb: HistoryVerb) -> HistoryEnding { random.chance(20) ? .undoes : .returns }

    private mutating func steps(_ depth: Int) -> [HistoryStep] {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in step(depth) }
    }

    // MARK: Calls of a database

    private mutating func step(_ depth: Int) -> HistoryStep {
        HistoryStep(call(depth), isSwallowed: random.chance(80))
    }

    private mutating func call(_ depth: Int) -> HistoryCall {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<33: return .change(change(), form())
        case 33..<41: return .control(script(count: 1), form())
        case 41..<45: return .control(script(count: Int.random(in: 2...4, using: &random)), .executeStatements)
        case 45..<54: return transaction()
        case 54..<64 where depth < 3: return block(depth)
        case 64..<67: return .many([unique(), unique()], random.pick(Self.texts))
        case 67..<72: return fault(depth)
        case 72..<81: return .rows(random.pick([.open, .next, .next, .next, .close]), slot())
        case 81..<87: return .prepared(prepared(), slot())
        case 87..<94: return connection(depth)
        case 94..<97: return .misuse(random.pick(HistoryMisuse.allCases))
        case 97..<99 where depth > 0: return random.chance(60) ? .reenter : .cancel
        default: return .change(.insert("t", clause: "", [unique()]), form())
        }
    }

    private mutating func block(_ depth: Int) -> HistoryCall {
        let verb = random.pick(depth == 0 ? HistoryVerb.ofDatabase : HistoryVerb.ofDatabase.filter { $0 != .migrate })
        return .block(verb, steps(depth + 1), ending(verb))
    }

    private mutating func change() -> HistoryChange {
        let table = random.pick(["t", "t", "t", "t", "u", place.isDatabase ? "aux.a" : "t"])
        let clause = random.pick(HistoryChange.clauses)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<58:
            return .insert(table, clause: clause, (0..<Int.random(in: 1...3, using: &random)).map { _ in small() })
        case 58..<73: return .update(table, clause: clause, from: small(), to: small())
        case 73..<83: return .delete(table, upTo: small())
        case 83..<91: return .create("u")
        case 91..<95: return .drop("u")
        default: return .setVersion(small())
        }
    }

    private mutating func transaction() -> HistoryCall {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: return .begin(random.pick([.deferred, .immediate, .exclusive]))
        case 30..<50: return .commit
        case 50..<65: return .rollback
        default: return .savePoint(random.pick(HistorySavePoint.allCases), random.pick(["A", "B"]))
        }
    }

    private mutating func fault(_ depth: Int) -> HistoryCall {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .fault(.interrupt([unique(), unique()]))
        case 1 where place != .memory: return .fault(.breakTheDisk(random.chance(50) ? .full : nil, unique()))
        case 2 where place != .memory && depth == 1 && !place.isDatabase && random.chance(40):
            return .fault(.failAtTheCommit)
        default: return .fault(.fillTheFile(unique()))
        }
    }

    private mutating func prepared() -> HistoryPrepared {
        random.pick([.prepare, .step(small()), .step(unique()), .step(unique()), .close])
    }

    private mutating func connection(_ depth: Int) -> HistoryCall {
        let gentle: [HistoryConnection] = [
            .clearCachedStatements, .closeOpenResultSets, .shouldCacheStatements(true), .shouldCacheStatements(false),
            .checkpoint(mode()), .vacuum,
        ]
        let rough: [HistoryConnection] = [.close, .open, .open, .attach, .detach, .backup]
        return .connection(random.pick(depth == 0 ? gentle + rough : gentle))
    }

    private mutating func mode() -> FMDBCheckpointMode { random.pick([.passive, .full, .restart, .truncate]) }

    private static let texts = [
        "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "END", "ROLLBACK", "SAVEPOINT A", "SAVEPOINT B", "RELEASE A", "RELEASE B",
        "ROLLBACK TO A", "ROLLBACK TO B",
    ]

    private mutating func script(count: Int) -> [String] {
        (0..<count).map { _ in
            count > 1 && random.chance(25) ? "INSERT INTO t (x) VALUES (\(unique()))" : random.pick(Self.texts)
        }
    }

    private mutating func form() -> HistoryForm { random.pick(HistoryForm.allCases) }
    private mutating func slot() -> Int { Int.random(in: 0...1, using: &random) }
    /// One that there may be already.
    private mutating func small() -> Int { Int.random(in: 1...12, using: &random) }

    /// One that there is nowhere.
    private mutating func unique() -> Int {
        number += 1
        return number
    }
}
