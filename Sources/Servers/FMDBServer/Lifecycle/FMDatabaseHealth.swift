#if Server
    /// Whether a database can be used at this moment. See ``FMDB/FMDatabaseCoordinator/healthCheck(timeout:)``.
    public struct FMDatabaseHealth: Sendable {
        /// One thing that was tried.
        public struct Check: Sendable {
            /// How long it took.
            public let duration: Duration
            /// Why it failed; nil if it succeeded.
            public let error: FMError?
            /// Whether it succeeded.
            public var isPassed: Bool { error == nil }
        }

        /// Whether the file can be read.
        public let read: Check
        /// Whether the write lock can be had; nil for a database that is opened for reading only.
        public let write: Check?
        /// The length of the write-ahead log in bytes, 0 if there is none.
        public let logSize: Int
        /// The bytes that are free on the file system of the database; nil if the system does not tell, and for a database without a
        /// file.
        public let freeSpace: Int?
        /// How many connections were in use, and how many calls waited, before the checks.
        public let statistics: FMDatabaseCoordinator.Statistics

        /// Whether all checks have passed: what a readiness route answers by 200 or 503.
        public var isReady: Bool { read.isPassed && write?.isPassed ?? true }
    }

    extension FMDatabaseHealth: Encodable {
        private enum Key: String, CodingKey {
            case ready, read, write, logSize, freeSpace, seconds, error
        }

        /// Encodes `ready`, `read` and `write` with their `seconds` and the name of the code of an `error`, `logSize` and `freeSpace`. The
        /// text of an error is for logs.
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
        /// Tries whether the database can be read, and whether the write lock can be had. Nothing is written.
        ///
        ///     let health = await pool.healthCheck(timeout: .seconds(1))
        ///     return health.isReady ? .ok : .serviceUnavailable
        ///
        /// The write lock is taken by `BEGIN IMMEDIATE`, as `write` does, and let go at once. A pool uses its writer and one of its readers, a
        /// queue and a pool in memory their connection. Any task may call it.
        ///
        /// - Parameter timeout: how long both checks, which run side by side, may take, with their waits for connections and locks.
        /// - Returns: what was found. A failure is told there, too.
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

        /// The bytes that are free on the file system of a path; nil if the system does not tell.
        private func freeSpace(at path: String) -> Int? {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
            return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
        }

        /// The path of the file; nil for a database without one.
        private var file: String? {
            path.flatMap { $0.isEmpty || $0 == ":memory:" ? nil : $0 }
        }

        /// `SQLITE_OPEN_READONLY`.
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
