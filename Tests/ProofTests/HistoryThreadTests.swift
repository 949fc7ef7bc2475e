import FMDB
import FMDBTestHelpers
import Testing

/// Random histories of several threads on one queue or pool. What was acknowledged is in the file, and nothing else; no
/// reader sees half a transaction; the transactions of one thread are in their order.
///
/// `FMDB_HISTORIES` says how many there are, 20 unless told, `FMDB_HISTORY_SEED` where they begin.
@Suite struct HistoryThreadTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["FMDB_HISTORIES"].flatMap(Int.init) ?? 20
    private static let first = environment["FMDB_HISTORY_SEED"].flatMap(Int.init) ?? 1

    @Test func whatWasAcknowledgedIsThereAndNothingElse() async throws {
        var (calls, failing) = (0, [(history: ThreadedHistory, faults: [String])]())
        for seed in Self.first..<(Self.first + Self.count) {
            let history = ThreadedHistory(seed)
            calls += history.steps.count
            let faults = try await history.play()
            if !faults.isEmpty { failing.append((history, faults)) }
        }
        if Self.environment["FMDB_HISTORIES"] != nil {
            print(
                "threaded histories: \(Self.count), mean length \(calls / max(1, Self.count)),",
                "differences: \(failing.count)")
        }
        guard let first = failing.first else { return }
        let shrunk = try await first.history.shrunk()
        Issue.record("seeds \(failing.map(\.history.seed)): \(first.faults)\n\(shrunk.lines.joined(separator: "\n"))")
    }

    @Test func aLostTransactionIsFoundAndShrunkToOneLine() async throws {
        for seed in 1...100 {
            let history = ThreadedHistory(seed)
            guard try await !history.play(forgetting: 0).isEmpty else { continue }
            let shrunk = try await history.shrunk(times: 1, forgetting: 0)
            #expect(shrunk.lines.count == 1, "\(shrunk.lines)")
            #expect(shrunk.lines[0].hasPrefix("thread 0: try? write"))
            return
        }
        Issue.record("no history finds the fault")
    }
}
