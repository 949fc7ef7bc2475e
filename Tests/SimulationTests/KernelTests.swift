#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    @testable import FMDB
    @testable import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// The simulated disk by system calls.
        @Suite struct KernelTests {
            private func write(_ text: String, _ path: String, _ files: ProcessFiles, syncs: Bool = true) {
                let file = files.open(path, O_RDWR | O_CREAT, 0o644)
                var text = text
                text.withUTF8 { bytes in #expect(files.pwrite(file, UnsafeRawBufferPointer(bytes), 0) == bytes.count) }
                if syncs { #expect(files.fsync(file) == 0) }
                #expect(files.close(file) == 0)
            }

            private func read(_ file: Int32, _ files: ProcessFiles) -> String {
                var bytes = [UInt8](repeating: 0, count: 100)
                let count = bytes.withUnsafeMutableBytes { files.pread(file, $0, 0) }
                return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            }

            private func content(_ path: String, _ files: ProcessFiles) -> String? {
                let file = files.open(path, O_RDONLY, 0)
                guard file >= 0 else { return nil }
                defer { _ = files.close(file) }
                return read(file, files)
            }

            private func sync(_ folder: String, _ files: ProcessFiles) {
                let file = files.open(folder, O_RDONLY | O_DIRECTORY, 0)
                #expect(files.fsync(file) == 0)
                #expect(files.close(file) == 0)
            }

            @Test func callsAnswerAsTheSystem() throws {
                Scene.run { scene in
                    let files = scene.process().own
                    #expect(files.open("/no/file", O_RDONLY, 0) == -1 && errno == ENOENT)
                    #expect(files.mkdir("/a", 0o755) == 0)
                    #expect(files.mkdir("/a", 0o755) == -1 && errno == EEXIST)
                    write("one", "/a/b", files)
                    #expect(files.open("/a/b", O_CREAT | O_EXCL, 0) == -1 && errno == EEXIST)
                    #expect(files.open("/a/b/c", O_RDONLY, 0) == -1 && errno == ENOTDIR)
                    #expect(files.open("/a", O_RDWR, 0) == -1 && errno == EISDIR)
                    #expect(files.rmdir("/a") == -1 && errno == ENOTEMPTY)
                    #expect(files.realpath("/a/./../a/b") == "/a/b")
                    #expect(files.link("/a/b", "/a/c") == 0)
                    var facts = stat()
                    #expect(files.stat("/a/c", &facts) == 0)
                    #expect(facts.st_size == 3 && facts.st_nlink == 2)
                    #expect(facts.st_mtim.tv_sec == 1_000_000_000)
                    #expect(files.names(in: "/a") == ["b", "c"])
                    #expect(files.unlink("/a/b") == 0 && files.unlink("/a/c") == 0 && files.rmdir("/a") == 0)
                    #expect(files.names(in: "/") == [])
                    #expect(files.close(7) == -1 && errno == EBADF)
                    #expect(scene.kernel.openCount == 0)
                }
            }

            @Test func anOpenFileOutlivesItsName() {
                Scene.run { scene in
                    let files = scene.process().own
                    write("old", "/a", files)
                    write("new", "/b", files)
                    let file = files.open("/a", O_RDONLY, 0)
                    #expect(files.rename("/b", "/a") == 0)
                    #expect(read(file, files) == "old")
                    #expect(content("/a", files) == "new")
                    #expect(files.names(in: "/") == ["a"])
                }
            }

            @Test func aPowerCutLosesNamesThatAreNotSynced() {
                Scene.run { scene in
                    let files = scene.process().own
                    write("one", "/a", files)
                    sync("/", files)
                    write("two", "/b", files)
                    write("more", "/a", files, syncs: false)
                    scene.cutPower(.losesUnsynced)
                    let next = scene.process().own
                    #expect(next.names(in: "/") == ["a"])
                    #expect(content("/a", next) == "one")
                    #expect(files.names(in: "/") == nil && errno == EIO)
                }
            }

            @Test(arguments: 0..<20) func aPowerCutKeepsARenameWholeOrNotAtAll(_ seed: UInt64) {
                Scene.run { scene in
                    let files = scene.process().own
                    write("old", "/a", files)
                    write("new", "/b", files)
                    sync("/", files)
                    #expect(files.rename("/b", "/a") == 0)
                    scene.cutPower(.mixesSectors(seed: seed))
                    let next = scene.process().own
                    let found = (next.names(in: "/"), content("/a", next))
                    #expect(found == (["a"], "new") || found == (["a", "b"], "old"))
                }
            }

            @Test func locksBelongToTheProcess() throws {
                try Scene.run { scene in
                    let (one, two) = (scene.process().own, scene.process().own)
                    let kernel = scene.kernel
                    let first = one.open("/a", O_RDWR | O_CREAT, 0o644)
                    let second = two.open("/a", O_RDWR, 0)
                    try kernel.lock(first, 10...19, exclusive: true)
                    try kernel.lock(first, 13...14, exclusive: nil)
                    try kernel.lock(second, 13...14, exclusive: false)
                    #expect(throws: SystemFailure.self) { try kernel.lock(second, 14...15, exclusive: false) }
                    #expect(try kernel.blocker(of: first, 0...100)?.process == two.process)
                    #expect(
                        one.locks == """
                            1: POSIX  ADVISORY  WRITE 100 00:2a:2 10 12
                            2: POSIX  ADVISORY  WRITE 100 00:2a:2 15 19
                            3: POSIX  ADVISORY  READ  101 00:2a:2 13 14

                            """)
                    // Another descriptor of the process.
                    #expect(one.close(one.open("/a", O_RDONLY, 0)) == 0)
                    try kernel.lock(second, 10...19, exclusive: true)
                    two.kill()
                    #expect(one.locks == "")
                }
            }

            @Test func theListOfLocksIsReadAsThatOfTheSystem() throws {
                try Scene.run { scene in
                    let (one, two) = (scene.process(), scene.process())
                    let database = try one.open(journal: "WAL")
                    try one.execute(database, "CREATE TABLE event (number)", "BEGIN IMMEDIATE")
                    var (file, index) = (stat(), stat())
                    #expect(two.own.stat("/app.db", &file) == 0 && two.own.stat("/app.db-shm", &index) == 0)
                    let entries = FileLocks.entries(
                        in: Array(two.own.locks.utf8), of: FileIdentity(file), index: FileIdentity(index),
                        isWriteAhead: true)
                    #expect(entries.contains(FileLocks.Entry(lock: .write, process: one.number)))
                    #expect(entries.allSatisfy { $0.process == one.number })
                    // A reader that sets its mark.
                    let place = "00:\(String(SimulatedInode.device, radix: 16)):\(index.st_ino)"
                    let mark = FileLocks.entries(
                        in: Array("9: POSIX  ADVISORY  WRITE 42 \(place) 124 124".utf8), of: FileIdentity(file),
                        index: FileIdentity(index), isWriteAhead: true)
                    #expect(mark == [FileLocks.Entry(lock: .read, process: 42)])
                }
            }

            @Test func aKilledProcessKeepsNoDisk() {
                weak var kernel: SimulatedKernel?
                let files = Scene.run { scene in
                    kernel = scene.kernel
                    let files = scene.process().own
                    write("one", "/a", files)
                    scene.kernel.killAll()
                    return files
                }
                #expect(kernel == nil)
                #expect(content("/a", files) == nil)
            }

            @Test func chosenOperationsFail() {
                Scene.run { scene in
                    let files = scene.process().own
                    scene.kernel.fault = { operation, _, path in
                        operation == .write && path == "/a" ? .fullDisk : operation == .sync ? .slow(.seconds(3)) : nil
                    }
                    let file = files.open("/a", O_RDWR | O_CREAT, 0o644)
                    let bytes: [UInt8] = [65, 66, 67, 68]
                    #expect(bytes.withUnsafeBytes { files.pwrite(file, $0, 0) } == -1 && errno == ENOSPC)
                    #expect(read(file, files) == "AB")
                    #expect(files.fsync(file) == 0)
                    #expect(scene.time == .seconds(1_000_000_003))
                }
            }
        }
    }
#endif
