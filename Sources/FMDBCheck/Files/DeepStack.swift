#if Checked
    import Foundation

    /// A thread whose stack is large enough for the trees of deeply nested sources.
    enum DeepStack {
        private static let size = 512 << 20

        // SAFETY: the thread that starts the other one waits for its end before it reads.
        private final class Box<Value>: @unchecked Sendable {
            var body: (() -> Value)?
            var value: Value?
        }

        /// Runs a body on such a thread, and waits for its end.
        static func run<Value>(_ body: @escaping () -> Value) -> Value {
            let box = Box<Value>()
            box.body = body
            let end = DispatchSemaphore(value: 0)
            let thread = Thread {
                box.value = box.body?()
                end.signal()
            }
            thread.stackSize = size
            thread.start()
            end.wait()
            guard let value = box.value else { return body() }
            return value
        }
    }
#endif
