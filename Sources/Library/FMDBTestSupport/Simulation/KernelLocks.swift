#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// The POSIX locks on bytes of a file. No call waits.
    ///
    /// The owner of a lock is the process, not the descriptor. See
    /// [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
    struct ByteRangeLocks {
        struct Held {
            let process: Int32
            let bytes: ClosedRange<Int64>
            let isExclusive: Bool
        }

        private(set) var held: [Held] = []
        /// The locks that were released, and the times at which a process last released each.
        private var released: [Int32: [ClosedRange<Int64>: Duration]] = [:]

        /// Whether a process has had a lock on some of the bytes at a time or later.
        func wereHeld(_ bytes: ClosedRange<Int64>, by process: Int32, since time: Duration) -> Bool {
            held.contains { $0.process == process && $0.bytes.overlaps(bytes) }
                || released[process, default: [:]].contains { $0.key.overlaps(bytes) && $0.value >= time }
        }

        private mutating func release(_ process: Int32, _ bytes: ClosedRange<Int64>, at now: Duration) {
            for lock in held where lock.process == process && lock.bytes.overlaps(bytes) {
                released[process, default: [:]][lock.bytes] = now
            }
        }

        /// Returns a lock of another process that excludes a lock, or nil if there is none.
        func blocker(of process: Int32, _ bytes: ClosedRange<Int64>, exclusive: Bool) -> Held? {
            held.first { $0.process != process && $0.bytes.overlaps(bytes) && ($0.isExclusive || exclusive) }
        }

        /// Replaces the locks of a process on some bytes.
        ///
        /// - Parameter exclusive: whether the new lock is exclusive, or nil for none.
        /// - Returns: false if another process has a lock that excludes the new one. Then nothing changes.
        mutating func set(
            _ process: Int32, _ bytes: ClosedRange<Int64>, exclusive: Bool?, at now: Duration
        ) -> Bool {
            if let exclusive, blocker(of: process, bytes, exclusive: exclusive) != nil { return false }
            release(process, bytes, at: now)
            held = held.flatMap { $0.process == process ? $0.without(bytes) : [$0] }
            if let exclusive { held.append(Held(process: process, bytes: bytes, isExclusive: exclusive)) }
            return true
        }

        mutating func drop(_ process: Int32, at now: Duration) {
            release(process, 0...Int64.max, at: now)
            held.removeAll { $0.process == process }
        }

        /// The locks as lines of `/proc/locks`, without the number at the beginning.
        func lines(ofInode inode: UInt64) -> [String] {
            let device = "00:" + String(SimulatedInode.device, radix: 16)
            return held.map { lock in
                let end = lock.bytes.upperBound == .max ? "EOF" : "\(lock.bytes.upperBound)"
                let kind = lock.isExclusive ? "WRITE" : "READ "
                return "POSIX  ADVISORY  \(kind) \(lock.process) \(device):\(inode) \(lock.bytes.lowerBound) \(end)"
            }
        }
    }

    extension ByteRangeLocks.Held {
        fileprivate func without(_ other: ClosedRange<Int64>) -> [Self] {
            guard bytes.overlaps(other) else { return [self] }
            var rest: [ClosedRange<Int64>] = []
            if bytes.lowerBound < other.lowerBound { rest.append(bytes.lowerBound...(other.lowerBound - 1)) }
            if bytes.upperBound > other.upperBound { rest.append((other.upperBound + 1)...bytes.upperBound) }
            return rest.map { Self(process: process, bytes: $0, isExclusive: isExclusive) }
        }
    }
#endif
