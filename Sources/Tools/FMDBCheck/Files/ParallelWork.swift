#if Checked
    import FMDB
    import Foundation

    /// Runs work on several threads with stacks large enough for deeply nested sources.
    enum ParallelWork {
        /// Runs work on one thread with a stack large enough for the most deeply nested sources, and waits until it ends.
        static func onDeepStack<Output: Sendable>(_ work: @escaping @Sendable () -> Output) -> Output {
            map([()], stackSize: 512 << 20) { { _ in work() } }.first ?? work()
        }

        /// Handles each input once.
        ///
        /// - Parameters:
        ///   - atLeast: a further thread starts for every `atLeast` + 1 inputs.
        ///   - stackSize: the bytes of each thread's stack. Default: 8 MiB, the usual size of a main thread's stack.
        ///   - worker: a closure that each thread calls once, to get the function that handles its inputs.
        /// - Returns: the results, in the order of the inputs.
        static func map<Input: Sendable, Output: Sendable>(
            _ inputs: [Input], atLeast: Int = 1, stackSize: Int = 8 << 20,
            worker: @escaping @Sendable () -> (Input) -> Output
        ) -> [Output] {
            guard !inputs.isEmpty else { return [] }
            let indices = Locked(inputs.indices.makeIterator())
            let outputs = Locked<[(Int, Output)]>([])
            let ended = DispatchGroup()
            let number = min(ProcessInfo.processInfo.activeProcessorCount, 1 + inputs.count / max(1, atLeast + 1))
            for _ in 0..<max(1, number) {
                ended.enter()
                let thread = Thread {
                    let work = worker()
                    var own: [(Int, Output)] = []
                    while let index = indices.withLock({ $0.next() }) { own.append((index, work(inputs[index]))) }
                    outputs.withLock { $0 += own }
                    ended.leave()
                }
                thread.stackSize = stackSize
                thread.start()
            }
            ended.wait()
            return outputs.value.sorted { $0.0 < $1.0 }.map { $0.1 }
        }
    }
#endif
