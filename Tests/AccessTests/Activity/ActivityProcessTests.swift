#if os(Linux)
    import Dispatch
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// What other processes tell, and what is made of those that do not.
    @Suite struct ActivityProcessTests {
        private let folder = TemporaryFolder()

        /// ThreadSanitizer lets no child of a process with threads start one of its own.
        private static let mayStartThreads = dlsym(nil, "__tsan_init") == nil

        private func queue(in sockets: String? = nil) throws -> FMDatabaseQueue {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.publishesActivity = true
            configuration.activityFolder = sockets
            configuration.busyTimeout = .zero
            let queue = try SilentQueue(path: folder.file(), configuration: configuration)
            try queue.withDatabase { db in
                #expect(try db.value("PRAGMA journal_mode = wal", as: String.self) == "wal")
                try db.execute("CREATE TABLE IF NOT EXISTS person (name TEXT)")
            }
            return queue
        }

        private func activity(of process: Int32, timeout: Duration = .seconds(60)) throws -> FMActivity? {
            try FMActivity.all(of: folder.file(), timeout: timeout).first { $0.processID == process }
        }

        /// The sockets of a process in the folders of this user.
        private func sockets(of process: Int32) -> [String] {
            let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].map { $0 + "/fmdb-activity" }
            return ["/tmp/fmdb-activity-\(geteuid())", runtime].compactMap { $0 }.flatMap { folder in
                (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            }.filter { $0.hasSuffix(".\(process)") }
        }

        private func refusal(_ queue: FMDatabaseQueue) throws -> FMError.Contention {
            let error = #expect(throws: FMError.self) { try queue.withTransaction(.immediate) { _ in } }
            #expect(error?.resultCode == .busy)
            return try #require(error?.contention)
        }

        @Test func anotherProcessTellsWhatItDoes() throws {
            let queue = try queue()
            let holder = try HolderProcess(path: folder.file())
            #expect(try holder.answer(to: "SELECT * FROM person") == "ok")
            #expect(try activity(of: holder.processID) == nil)
            #expect(try holder.answer(to: "publish") == "ok")
            let site = try holder.answer(to: "publish INSERT INTO person VALUES ('secret')")
            let activity = try #require(try activity(of: holder.processID))
            #expect(activity.isAnswering)
            #expect(activity.processName == "FMDBLockHolder")
            let connection = try #require(activity.connections.first { $0.label == "helper" })
            #expect(connection.callSite == site)
            #expect(connection.transaction?.isWriting == true)
            #expect(!"\(activity)".contains("secret"))
            #expect(activity.connections.contains { $0.role == "connection" })
            #expect(try FMActivity.all(of: folder.file()).contains { $0.processID == getpid() })
            #expect(try holder.answer(to: "commit") == "ok")
            #expect(try self.activity(of: holder.processID)?.commits == 1)
            #expect(try holder.answer(to: "publish close") == "ok")
            #expect(sockets(of: holder.processID).isEmpty)
            queue.close()
        }

        @Test(arguments: [true, false]) func aRuntimeFolderIsUsedIfItIsOnesOwn(isOwn: Bool) throws {
            let queue = try queue()
            var runtime = folder.file("runtime")
            try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: false)
            if !isOwn {
                // Root may give it away; who is not root may write to a folder of root's.
                let nobody: uid_t = 65534
                if geteuid() == 0 { #expect(chown(runtime, nobody, nobody) == 0) } else { runtime = "/var/tmp" }
            }
            let holder = try HolderProcess(path: folder.file(), environment: ["XDG_RUNTIME_DIR": runtime])
            #expect(try holder.answer(to: "publish") == "ok")
            let names = try? FileManager.default.contentsOfDirectory(atPath: runtime + "/fmdb-activity")
            let isThere = (names ?? []).contains { $0.hasSuffix(".\(holder.processID)") }
            #expect(isThere == isOwn)
            if !isOwn { #expect(try activity(of: holder.processID)?.isAnswering == true) }
            #expect(try holder.answer(to: "publish close") == "ok")
            queue.close()
        }

        @Test func theErrorOfALockNamesTheStatementAndTheLineOfAnotherProcess() throws {
            let queue = try queue()
            let holder = try HolderProcess(path: folder.file())
            #expect(try holder.answer(to: "publish") == "ok")
            let site = try #require(try holder.answer(to: "publish INSERT INTO person VALUES ('secret')"))
            // An error waits for the other process a moment only.
            var contention = try refusal(queue)
            try poll {
                contention = try refusal(queue)
                return contention.holders.first?.label != nil
            }
            #expect(contention.lock == .write)
            #expect(contention.holders.count == 1)
            let found = try #require(contention.holders.first)
            #expect(found.processID == holder.processID)
            #expect(found.command == "FMDBLockHolder")
            #expect(found.label == "helper")
            #expect(found.sql == "BEGIN IMMEDIATE TRANSACTION")
            #expect(found.callSite == site)
            #expect(try #require(found.duration) >= .zero)
            let start =
                "the queue \"helper\" of process \(holder.processID) (FMDBLockHolder) holds the write lock, begun "
            #expect(contention.hint.hasPrefix(start))
            #expect(contention.hint.contains(" ago at \(site): BEGIN IMMEDIATE TRANSACTION"))
            #expect(try holder.answer(to: "commit") == "ok")
        }

        @Test func whoDoesNotPublishAsksNobody() throws {
            let holder = try HolderProcess(path: folder.file())
            let db = FMDatabase.file(folder.file())
            db.maxBusyRetryTimeInterval = 0
            try db.execute("CREATE TABLE person (name TEXT)")
            #expect(try holder.answer(to: "publish") == "ok")
            #expect(try holder.answer(to: "publish DELETE FROM person") != nil)
            let contention = try #require(thrown { try db.execute("DELETE FROM person") }?.contention)
            #expect(contention.holders.map(\.processID) == [holder.processID])
            #expect(contention.holders.map(\.label) == [nil])
            #expect(try holder.answer(to: "commit") == "ok")
        }

        @Test func aProcessThatHangsIsNamedWithoutWaitingForIt() throws {
            let queue = try queue()
            let holder = try HolderProcess(path: folder.file())
            #expect(try holder.answer(to: "publish") == "ok")
            #expect(try holder.answer(to: "publish DELETE FROM person") != nil)
            #expect(kill(holder.processID, SIGSTOP) == 0)
            defer { kill(holder.processID, SIGCONT) }
            // The signal stops one thread after the other.
            var status: Int32 = 0
            #expect(waitpid(holder.processID, &status, WUNTRACED) == holder.processID)
            let activity = try activity(of: holder.processID, timeout: .milliseconds(50))
            #expect(activity?.problem == "it did not answer in time")
            #expect(activity?.processName == "FMDBLockHolder")
            let contention = try refusal(queue)
            #expect(contention.holders.map(\.processID) == [holder.processID])
            #expect(contention.holders.map(\.label) == [nil])
        }

        @Test func theSocketOfAProcessThatIsGoneIsRemoved() throws {
            let queue = try queue()
            let holder = try HolderProcess(path: folder.file())
            #expect(try holder.answer(to: "publish") == "ok")
            #expect(sockets(of: holder.processID).count == 1)
            holder.kill()
            #expect(try FMActivity.all(of: folder.file()).map(\.processID) == [getpid()])
            #expect(sockets(of: holder.processID).isEmpty)
            queue.close()
        }

        @Test(arguments: ["test.db", "other.db"])
        func whoBeginsToPublishRemovesTheSocketsOfThoseWhoAreGone(file: String) throws {
            let holder = try HolderProcess(path: folder.file(file))
            #expect(try holder.answer(to: "publish") == "ok")
            // A socket that is removed here may have been removed by another test already.
            holder.kill()
            let queue = try queue()
            #expect(sockets(of: holder.processID).isEmpty)
            queue.close()
        }

        @Test(arguments: ["", "{", "null", "[1]", "{\"processID\":1}", String(repeating: "[", count: 100_000)])
        func whatIsNoAnswerIsTold(_ answer: String) throws {
            let queue = try queue(in: folder.file("sockets"))
            let holder = try HolderProcess(path: folder.file())
            let own = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder.file("sockets")).first)
            let name = own.dropLast("\(getpid())".count) + "\(holder.processID)"
            let impostor = try Impostor(path: folder.file("sockets/\(name)"), answer: answer)
            let all = try FMActivity.all(of: folder.file(), timeout: .seconds(60), in: folder.file("sockets"))
            #expect(all.count == 2)
            let found = try #require(all.first { $0.processID == holder.processID })
            #expect(found.problem?.hasPrefix("its answer is not an activity;") == true)
            #expect(all.contains { $0.processID == getpid() && $0.isAnswering })
            impostor.end()
            queue.close()
        }

        /// The parent answers, although it waits for the child; the child serves nothing that was the parent's.
        @Test(.enabled(if: mayStartThreads)) func aChildDoesNotServeForItsParent() throws {
            let holder = try HolderProcess(path: folder.file())
            #expect(try holder.answer(to: "CREATE TABLE person (name TEXT)") == "ok")
            #expect(try holder.answer(to: "publish") == "ok")
            #expect(try activity(of: holder.processID)?.isAnswering == true)
            #expect(try holder.answer(to: "publish fork") == "parent")
            #expect(try activity(of: holder.processID)?.isAnswering == true)
        }
    }

    /// A socket behind which something else is than a process that publishes.
    private final class Impostor {
        private let descriptor: Int32
        private let path: String
        private let done: DispatchSemaphore

        init(path: String, answer: String) throws {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let isWhole = withUnsafeMutableBytes(of: &address.sun_path) { room in
                guard path.utf8.count < room.count else { return false }
                room.copyBytes(from: path.utf8)
                return true
            }
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            let length = socklen_t(MemoryLayout<sockaddr_un>.size)
            let code = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
            }
            guard isWhole, code == 0, listen(descriptor, 1) == 0 else { throw POSIXError(.EINVAL) }
            (self.descriptor, self.path) = (descriptor, path)
            done = BackgroundThreads.start {
                let client = accept(descriptor, nil, nil)
                let bytes = Array(answer.utf8)
                _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                // A process that is started meanwhile may have a copy of the descriptor.
                shutdown(client, Int32(SHUT_RDWR))
                close(client)
            }
        }

        func end() {
            #expect(done.arrives())
            close(descriptor)
            unlink(path)
        }
    }
#endif
