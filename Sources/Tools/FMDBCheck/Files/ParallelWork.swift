#if Checked
    import FMDB
    import Foundation

    /// Work on several threads, whose stacks are large enough for deeply nested sources.
    enum ParallelWork {
        /// The next input, and the results.
        private final class Shared<Output: Sendable>: Sendable {
            private struct State {
                var next = 0
                var outputs: [(Int, Output)] = []
            }

            private let state = Locked(State())

            func next(of count: Int) -> Int? {
                state.withLock { state in
                    guard state.next < count else { return nil }
                    state.next += 1
                    return state.next - 1
                }
            }

            func add(_ outputs: [(Int, Output)]) { state.withLock { $0.outputs += outputs } }

            var inOrder: [Output] { state.withLock { $0.outputs.sorted { $0.0 < $1.0 }.map { $0.1 } } }
        }

        /// Does work on one thread whose stack is large enough for the trees of the most deeply nested sources, and waits for its end.
        static func onDeepStack<Output: Sendable>(_ work: @escaping @Sendable () -> Output) -> Output {
            map([()], stackSize: 512 << 20) { { _ in work() } }.first ?? work()
        }

        /// Handles each input once.
        ///
        /// - Parameters:
        ///   - atLeast: so many inputs are worth another thread.
        ///   - stackSize: the bytes of each thread's stack. Default: as the main thread of a program has it.
        ///   - worker: each thread calls it once, for the function that handles its inputs.
        /// - Returns: the results, in the order of the inputs.
        static func map<Input: Sendable, Output: Sendable>(
            _ inputs: [Input], atLeast: Int = 1, stackSize: Int = 8 << 20,
            worker: @escaping @Sendable () -> (Input) -> Output
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
                    while let index = shared.next(of: inputs.count) { outputs.append((index, work(inputs[index]))) }
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
#endif
