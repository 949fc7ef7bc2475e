#if Checked
    import Foundation

    /// Work on several threads, whose stacks are large enough for deeply nested sources.
    enum ParallelWork {
        /// What all threads take from and add to.
        private final class Shared<Output: Sendable>: Sendable {
            private struct State {
                var next = 0
                var outputs: [(Int, Output)] = []
            }

            private let state = Locked(State())

            func take(from count: Int) -> Int? {
                state.withLock { state in
                    guard state.next < count else { return nil }
                    state.next += 1
                    return state.next - 1
                }
            }

            func add(_ outputs: [(Int, Output)]) { state.withLock { $0.outputs += outputs } }

            var inOrder: [Output] { state.withLock { $0.outputs.sorted { $0.0 < $1.0 }.map { $0.1 } } }
        }

        /// As the main thread of a program has it.
        private static let stackSize = 8 << 20

        /// Handles each input once.
        ///
        /// - Parameters:
        ///   - inputs: the inputs.
        ///   - atLeast: so many inputs are worth another thread.
        ///   - worker: called by each thread for what handles its inputs.
        /// - Returns: the results, in the order of the inputs.
        static func map<Input: Sendable, Output: Sendable>(
            _ inputs: [Input], atLeast: Int = 1, worker: @escaping @Sendable () -> (Input) -> Output
        ) -> [Output] {
            guard !inputs.isEmpty else { return [] }
            let shared = Shared<Output>()
            let ended = DispatchGroup()
            let number = min(ProcessInfo.processInfo.activeProcessorCount, 1 + inputs.count / max(1, atLeast + 1))
            for _ in 0..<max(1, number) {
                ended.enter()
                let thread = Thread {
                    let work = worker()
                    var outputs: [(Int, Output)] = []
                    while let index = shared.take(from: inputs.count) { outputs.append((index, work(inputs[index]))) }
                    shared.add(outputs)
                    ended.leave()
                }
                thread.stackSize = stackSize
                thread.start()
            }
            ended.wait()
            return shared.inOrder
        }
    }

    // SAFETY: the value is read and written under the lock alone.
    /// A value behind a lock.
    final class Locked<Value>: @unchecked Sendable {
        private var value: Value
        private let lock = NSLock()

        init(_ value: Value) {
            self.value = value
        }

        func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            lock.lock()
            defer { lock.unlock() }
            return try body(&value)
        }
    }
#endif
