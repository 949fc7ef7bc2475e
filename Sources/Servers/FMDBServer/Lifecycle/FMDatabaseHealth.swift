#if Server
    /// The result of a health check. See ``FMDB/FMDatabaseCoordinator/healthCheck(timeout:)``.
    public struct FMDatabaseHealth: Sendable {
        /// The result of one check.
        public struct Check: Sendable {
            /// The duration of the check.
            public let duration: Duration
            /// The error, or nil if the check succeeded.
            public let error: FMError?
            /// Whether the check succeeded.
            public var isPassed: Bool { error == nil }
        }

        /// The check that the file can be read.
        public let read: Check
        /// The check that the write lock can be acquired, or nil for a read-only database.
        public let write: Check?
        /// The size of the write-ahead log in bytes, or 0 without one.
        public let logSize: Int
        /// The free bytes on the database's file system, or nil if the OS does not report them or the database has no file.
        public let freeSpace: Int?
        /// The numbers of connections in use and of waiting calls before the checks.
        public let statistics: FMDatabaseCoordinator.Statistics

        /// Whether all checks passed. A readiness route responds with the status 200 if this is true, and with 503 otherwise.
        public var isReady: Bool { read.isPassed && write?.isPassed ?? true }
    }

    extension FMDatabaseHealth: Encodable {
        private enum Key: String, CodingKey {
            case ready, read, write, logSize, freeSpace, seconds, error
        }

        /// Encodes `ready`, `logSize` and `freeSpace`, and `read` and `write` with their `seconds` and the code name of an `error`. Error
        /// messages are left out, because they belong in logs.
        ///
        /// - Parameter encoder: any encoder.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(isReady, forKey: .ready)
            for (key, check) in [(Key.read, read), (.write, write)] {
                guard let check else { continue }
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: key)
                try nested.encode(check.duration / .seconds(1), forKey: .seconds)
                try nested.encodeIfPresent(check.error?.resultCode.constantName, forKey: .error)
            }
            try container.encode(logSize, forKey: .logSize)
            try container.encodeIfPresent(freeSpace, forKey: .freeSpace)
        }
    }

    extension FMDatabaseCoordinator {
        /// Checks that the database can be read and that the write lock can be acquired. Writes nothing.
        ///
        ///     let health = await pool.healthCheck(timeout: .seconds(1))
        ///     return health.isReady ? .ok : .serviceUnavailable
        ///
        /// `BEGIN IMMEDIATE` acquires the write lock, as in `write`, and releases it at once. A pool uses its writer and one of its
        /// readers. A queue, or a pool in memory, uses its connection. Any task may call it.
        ///
        /// - Parameter timeout: the maximum time for both checks, which run concurrently, including their waits for connections and
        ///   locks.
        /// - Returns: the results, including failures.
        public final func healthCheck(timeout: Duration = .seconds(1)) async -> FMDatabaseHealth {
            let statistics = statistics
            async let read = FMDatabaseHealth.Check { try await self.tryReading(timeout) }
            async let write = isReadOnly ? nil : FMDatabaseHealth.Check { try await self.tryWriting(timeout) }
            let file = file
            let logSize = file.flatMap { FileSize.of($0 + "-wal") } ?? 0
            return await FMDatabaseHealth(
                read: read, write: write, logSize: Int(clamping: logSize), freeSpace: file.flatMap(freeSpace),
                statistics: statistics)
        }

        /// Returns the free bytes on the file system of a path, or nil if the OS does not report them.
        private func freeSpace(at path: String) -> Int? {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
            return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
        }

        /// The path of the file, or nil for a database without a file.
        private var file: String? {
            path.flatMap { $0.isEmpty || $0 == ":memory:" ? nil : $0 }
        }

        /// Whether the database is opened with `SQLITE_OPEN_READONLY`.
        private var isReadOnly: Bool { openFlags & 1 != 0 }

        private func tryReading(_ timeout: Duration) async throws {
            let sql: FMSQL = "SELECT count(*) FROM sqlite_master"
            if let pool = self as? FMDatabasePool, file != nil {
                _ = try await pool.read(timeout: timeout) { db in try db.value(sql, as: Int.self) }
            } else {
                _ = try await withDatabase(timeout: timeout) { db in try db.value(sql, as: Int.self) }
            }
        }

        private func tryWriting(_ timeout: Duration) async throws {
            if let pool = self as? FMDatabasePool, file != nil {
                try await pool.write(timeout: timeout) { _ in }
            } else {
                try await withTransaction(.immediate, timeout: timeout) { _ in }
            }
        }
    }

    extension FMDatabaseHealth.Check {
        fileprivate init(_ body: () async throws -> Void) async {
            let start = ContinuousClock.now
            do {
                try await body()
                self.init(duration: .now - start, error: nil)
            } catch let error as FMError {
                self.init(duration: .now - start, error: error)
            } catch is CancellationError {
                self.init(duration: .now - start, error: FMError(.interrupt, "the task was cancelled"))
            } catch {
                self.init(
                    duration: .now - start,
                    error: FMError(.error, "the connection could not be configured", cause: error))
            }
        }
    }
#endif
