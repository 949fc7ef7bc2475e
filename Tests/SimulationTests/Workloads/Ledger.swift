#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation

    /// What the outside world knows of a database: each transaction that was tried, and what became of it. It survives all processes.
    final class Ledger: Sendable {
        enum Outcome: Equatable, Sendable {
            /// The transaction runs, or its process was killed, or its commit failed on the disk. It may be found or not.
            case unknown
            /// The call has returned.
            case acknowledged
            /// The call has thrown an error that promises that nothing is written.
            case absent(String)
        }

        struct Attempt: Sendable {
            let parts: Int
            var outcome = Outcome.unknown
        }

        struct State: Sendable {
            var attempts: [Int: Attempt] = [:]
            /// The transaction at each position of the order of commits, where it was acknowledged or seen.
            var order: [Int: Int] = [:]
            /// The last position that was acknowledged or seen.
            var newest = 0
            var operations = 0
            var violation: Violation?
            var counts: [String: Int] = [:]
            /// The processes, and when they ended.
            var ends: [Int32: ContinuousClock.Instant] = [:]
        }

        let name: String
        private let state: Locked<State>

        /// - Parameter operations: how many operations all processes perform together.
        init(_ name: String, operations: Int = 0) {
            self.name = name
            state = Locked(State(operations: operations), isQuiet: true)
        }

        // MARK: The work

        /// Takes one of the operations that are left, or returns false.
        func takeOperation() -> Bool {
            state.withLock { state in
                state.operations -= 1
                return state.operations >= 0
            }
        }

        var isDone: Bool { state.value.operations <= 0 }

        func count(_ event: String, _ number: Int = 1) { state.withLock { $0.counts[event, default: 0] += number } }
        var counts: [String: Int] { state.value.counts }
        var violation: Violation? { state.value.violation }

        /// Records what must not be. The run fails at the next check.
        func violate(_ message: @autoclosure () -> String) {
            state.withLock { state in
                if state.violation == nil { state.violation = Violation(description: "\(name): \(message())") }
            }
        }

        func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
            if !condition { violate(message()) }
        }

        func processBegan(_ number: Int32) { state.withLock { $0.ends[number] = .now + .seconds(1_000_000_000) } }
        func processEnded(_ number: Int32) { state.withLock { $0.ends[number] = .now } }

        /// Whether a process lived at a time or later.
        func lived(_ number: Int32, since time: ContinuousClock.Instant) -> Bool {
            state.value.ends[number].map { $0 >= time } ?? false
        }

        // MARK: Transactions

        /// Begins a transaction, and returns its number.
        func begin(parts: Int) -> Int {
            state.withLock { state in
                let number = state.attempts.count + 1
                state.attempts[number] = Attempt(parts: parts)
                return number
            }
        }

        func parts(of number: Int) -> Int { state.value.attempts[number]?.parts ?? 0 }

        func acknowledge(_ number: Int, at position: Int) {
            let former = state.withLock { state -> Int? in
                state.attempts[number]?.outcome = .acknowledged
                state.newest = max(state.newest, position)
                defer { state.order[position] = number }
                return state.order[position]
            }
            expect(
                former == nil || former == number,
                "transactions \(former ?? 0) and \(number) are both the \(position). commit")
        }

        func settle(_ number: Int, _ outcome: Outcome) {
            state.withLock { $0.attempts[number]?.outcome = outcome }
        }

        /// The number of commits that a read which begins now must find.
        var floor: Int { state.value.newest }

        // MARK: Properties

        /// Checks what a read has found: whole transactions, a prefix of the order of commits, all that was acknowledged before the read
        /// began, and nothing that was not tried or was rolled back.
        func check(_ content: Content, floor: Int, _ reader: String) {
            if let fault = fault(content, floor) { violate("\(reader) found \(fault)") }
        }

        private func fault(_ content: Content, _ floor: Int) -> String? {
            state.withLock { state -> String? in
                if let fault = content.ownFault { return fault }
                guard content.entries.count >= floor else {
                    let lost = state.order[content.entries.count + 1] ?? 0
                    return "\(content.entries.count) commits, not \(floor); \(lost) is lost"
                }
                for entry in content.entries {
                    if let fault = Ledger.fault(entry, state) { return fault }
                    state.order[entry.position] = entry.number
                }
                state.newest = max(state.newest, content.entries.count)
                return nil
            }
        }

        private static func fault(_ entry: Content.Entry, _ state: State) -> String? {
            guard let attempt = state.attempts[entry.number] else { return "\(entry), which nobody tried" }
            guard attempt.parts == entry.count else { return "\(entry.count) of \(attempt.parts) parts of \(entry)" }
            if case .absent(let reason) = attempt.outcome { return "\(entry), which failed: \(reason)" }
            if let other = state.order[entry.position], other != entry.number {
                return "\(entry) where \(other) was"
            }
            return nil
        }

        /// Checks that all acknowledged transactions are in what was found.
        func checkAll(_ content: Content, _ reader: String) {
            check(content, floor: floor, reader)
            let found = Set(content.entries.map(\.number))
            let lost = state.value.attempts.filter { $0.value.outcome == .acknowledged && !found.contains($0.key) }.keys
            expect(lost.isEmpty, "\(reader) lost \(lost.sorted())")
        }
    }
#endif
