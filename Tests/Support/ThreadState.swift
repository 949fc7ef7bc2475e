import FMDB

#if os(Linux)
    /// What the system knows of a thread.
    public enum ThreadState {
        /// Starts a thread and returns when it waits for something.
        ///
        /// - Returns: a semaphore that is signalled when the body has returned.
        @discardableResult
        public static func startAndWaitForSleep(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
            let place = Locked("")
            let done = BackgroundThreads.start {
                place.withLock { $0 = placeOfThisThread() }
                body()
            }
            waitForSleep(at: place)
            return done
        }

        /// The folder of this thread below `/proc`.
        private static func placeOfThisThread() -> String {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? "none"
        }

        /// Returns when the thread of a folder waits for something, or if it never seems to.
        private static func waitForSleep(at place: Locked<String>) {
            let deadline = DispatchTime.now() + patience
            while !sleeps(at: place.value), DispatchTime.now() < deadline { sched_yield() }
        }

        private static func sleeps(at place: String) -> Bool {
            guard !place.isEmpty, let line = FileManager.default.contents(atPath: "/proc/\(place)/stat") else {
                return false
            }
            // The state follows the name, which stands in parentheses: "77 (name) S ...".
            return String(decoding: line, as: UTF8.self).split(separator: ")").last?.hasPrefix(" S") == true
        }
    }
#endif
