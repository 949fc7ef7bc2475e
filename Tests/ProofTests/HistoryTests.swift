import FMDB
import FMDBTestHelpers
import Testing

/// Random histories of calls, beside a reference in memory. After each call everything is compared: rows, `changes`,
/// `lastInsertRowId`, both transaction flags, codes of errors, and the file as another connection sees it.
///
/// `FMDB_HISTORIES` says how many there are, 40 unless told, `FMDB_HISTORY_SEED` where they begin. A history that
/// fails is printed as the shortest script that fails in the same way.
@Suite struct HistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["FMDB_HISTORIES"].flatMap(Int.init) ?? 40
    private static let first = environment["FMDB_HISTORY_SEED"].flatMap(Int.init) ?? 1

    @Test func everythingIsAsTheReferenceSays() async throws {
        var (calls, failing, outcomes) = (0, [(history: HistoryCase, faults: [String])](), [String: Int]())
        for seed in Self.first..<(Self.first + Self.count) {
            let history = HistoryCase(seed)
            calls += HistoryStep.count(history.steps)
            let player = try history.player()
            let faults = await player.play(history.steps)
            if !faults.isEmpty { failing.append((history, faults)) }
            outcomes.merge(player.reference.outcomes) { $0 + $1 }
        }
        if Self.environment["FMDB_HISTORIES"] != nil {
            print("histories: \(Self.count), mean length \(calls / max(1, Self.count)), differences: \(failing.count)")
            print("transactions of them: \(outcomes.sorted { $0.key < $1.key })")
        }
        for outcome in ["kept", "undone", "bySQLite", "byBlock", "committed"] where Self.count >= 40 {
            #expect(outcomes[outcome, default: 0] > Self.count / 50, "\(outcomes)")
        }
        if !failing.isEmpty {
            Issue.record(
                "\(try await Self.report(failing.prefix(5).map(\.history))): \(failing.map { "\($0.history.seed) \($0.faults)" })"
            )
        }
    }

    /// The shortest script to which histories are shrunk.
    private static func report(_ histories: [HistoryCase]) async throws -> String {
        var shortest: HistoryCase?
        for history in histories {
            let shrunk = try await history.shrunk()
            if shrunk.size < shortest?.size ?? .max { shortest = shrunk }
        }
        return try await shortest?.report() ?? ""
    }

    @Test func aFaultOfTheReferenceIsFoundAndShrunkToAFewLines() async throws {
        let found = try await firstFailure(flaw: .forgetsSavePoints)
        let shrunk = try await found.shrunk()
        #expect(try await !shrunk.play().isEmpty)
        #expect(shrunk.lines.count <= 5, "\(shrunk.lines.joined(separator: "\n"))")
        #expect(HistoryStep.count(found.steps) > HistoryStep.count(shrunk.steps))
        #expect(shrunk.lines.joined().lowercased().contains("savepoint"))
        if Self.environment["FMDB_HISTORIES"] != nil {
            print("a planted fault: from \(HistoryStep.count(found.steps)) calls to \(try await shrunk.report())")
        }
    }

    private func firstFailure(flaw: HistoryReference.Flaw) async throws -> HistoryCase {
        for seed in 1...1_000 {
            let history = HistoryCase(seed, flaw: flaw)
            if try await !history.play().isEmpty { return history }
        }
        throw FMError(.notFound, "no history finds the fault")
    }
}

/// The shrinker alone.
@Suite struct HistoryShrinkerTests {
    @Test func whatTheFailureNeedsIsLeft() async {
        var shrinker = HistoryShrinker<Int>()
        let shrunk = await shrinker.shrink(Array(0..<200)) { $0.contains(17) && $0.contains(170) }
        #expect(shrunk == [17, 170])
        #expect(shrinker.tries < 200)
    }

    @Test func theOrderStays() async {
        var shrinker = HistoryShrinker<Int>()
        let shrunk = await shrinker.shrink([5, 1, 4, 2, 3]) { list in zip(list, list.dropFirst()).contains { $0 > $1 } }
        #expect(shrunk.count == 2)
        #expect(shrunk[0] > shrunk[1])
    }

    @Test func elementsBecomeSimpler() async {
        var shrinker = HistoryShrinker<Int> { $0 > 0 ? [[$0 / 2], [$0 - 1]] : [] }
        let shrunk = await shrinker.shrink([100, 3, 50]) { list in list.contains { $0 >= 10 } }
        #expect(shrunk == [10])
    }

    @Test func noMoreListsAreTriedThanAllowed() async {
        var shrinker = HistoryShrinker<Int>(limit: 10)
        let shrunk = await shrinker.shrink(Array(0..<1000)) { $0.contains(17) && $0.contains(970) }
        #expect(shrinker.tries == 10)
        #expect(shrunk.contains(17) && shrunk.contains(970))
    }

    @Test func aBlockIsReplacedByWhatFailsInIt() {
        let insert = HistoryStep(.change(.insert("t", clause: "", [1]), .execute))
        let block = HistoryStep(.block(.savePoint, [insert, insert], .undoes))
        let simpler = HistoryStep.simpler(block)
        #expect(simpler.contains([insert, insert]))
        #expect(simpler.contains([HistoryStep(.block(.savePoint, [insert], .undoes))]))
        #expect(simpler.contains([HistoryStep(.block(.savePoint, [insert, insert], .returns))]))
    }
}

/// A history and where it is played.
struct HistoryCase: Sendable {
    let seed: Int
    let place: HistoryPlace
    let journal: String
    let flaw: HistoryReference.Flaw?
    var steps: [HistoryStep]

    init(_ seed: Int, flaw: HistoryReference.Flaw? = nil) {
        self.seed = seed
        self.flaw = flaw
        var generator = HistoryGenerator(seed)
        place = generator.place
        steps = generator.history()
        journal = generator.chance(50) ? "WAL" : "DELETE"
    }

    func player() throws -> HistoryPlayer { try HistoryPlayer(place, journal: journal, flaw: flaw) }

    /// - Returns: what is not as it must be.
    func play() async throws -> [String] { try await player().play(steps) }

    /// The shortest history that fails.
    func shrunk() async throws -> HistoryCase {
        var (shorter, shrinker) = (self, HistoryShrinker<HistoryStep>(simpler: { HistoryStep.simpler($0) }))
        shorter.steps = try await shrinker.shrink(steps) { steps in
            var candidate = self
            candidate.steps = steps
            return try await !candidate.play().isEmpty
        }
        return shorter
    }

    var size: Int { HistoryStep.count(steps) }
    var lines: [String] { HistoryScript.lines(steps, place) }

    func report() async throws -> String {
        let faults = try await play()
        return "\(lines.count) lines, seed \(seed), \(place), \(journal): \(faults.first ?? "no difference")\n"
            + lines.joined(separator: "\n")
    }
}
