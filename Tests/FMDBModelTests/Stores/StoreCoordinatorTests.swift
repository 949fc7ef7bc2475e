import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct StoreCoordinatorTests {
    /// A coordinator of a store, by its kind.
    enum Kind: CaseIterable, Sendable { case queue, pool, memory, poolInMemory }

    private let folder = TemporaryFolder()

    private func coordinator(_ kind: Kind) throws -> FMDatabaseCoordinator {
        switch kind {
        case .queue: try #require(FMDatabaseQueue(path: folder.file()))
        case .pool: FMDatabasePool(path: folder.file())
        case .memory: try #require(FMDatabaseQueue(path: nil))
        case .poolInMemory: FMDatabasePool(path: nil)
        }
    }

    @Test(arguments: Kind.allCases)
    func aListHasTheVerbsOfItsView(kind: Kind) throws {
        let list = FMStoredArray("letters", of: String.self, in: try coordinator(kind))

        #expect(try list.isEmpty())
        try list.append(contentsOf: ["b", "c"])
        try list.insert("a", at: 0)
        try list.insert(contentsOf: ["x", "y"], at: 1)
        try list.append("d")
        try list.set(1, to: "X")
        #expect(try list.remove(at: 2) == "y")
        try list.removeSubrange(1..<2)
        #expect(try list.elements() == ["a", "b", "c", "d"])
        #expect(try list.popFirst() == "a")
        #expect(try list.popLast() == "d")
        #expect(try (list.element(at: 0), list.element(at: 1), list.count()) == ("b", "c", 2))
        #expect(try (list.first(), list.last()) == ("b", "c"))
        #expect(try list.contains("c") && list.firstIndex(of: "c") == 1 && !list.contains { $0 == "z" })
        #expect(try list.elements(in: 1..<9) == ["c"])
        try list.replaceAll(with: ["z"])
        var seen: [String] = []
        try list.forEach { seen.append($0) }
        #expect(seen == ["z"])
        try list.removeAll()
        #expect(try list.isEmpty())
        try list.drop()
    }

    /// Three numbers that follow each other, shifted by another connection all the time.
    @Test func whatIsReadIsOfOneState() throws {
        let path = folder.file()
        let list = FMStoredArray("numbers", of: Int.self, in: try #require(FMDatabaseQueue(path: path)))
        try list.database.withDatabase { try $0.execute("PRAGMA journal_mode = WAL") }
        try list.append(contentsOf: [0, 1, 2])
        let isEnough = Locked(false)
        let writer = BackgroundThreads.start {
            let db = FMDatabase.file(path)
            let other = FMStoredArray("numbers", of: Int.self, in: db)
            var next = 3
            while !isEnough.value {
                let isShifted: ()? = try? db.withTransaction(.immediate) {
                    try other.append(next)
                    try other.popFirst()
                }
                if isShifted != nil { next += 1 }
            }
        }
        defer {
            isEnough.withLock { $0 = true }
            writer.arrives()
        }

        for _ in 0..<500 {
            let first = try list.element(at: 0)
            #expect(try first <= list.element(at: 0))
            let all = try list.elements()
            #expect(all == Array(all[0]..<all[0] + 3))
            #expect(try list.elements(in: 1..<9).count == 2)
            #expect(try (list.first() ?? -1) <= (list.last() ?? -1))
        }
    }

    @Test(arguments: Kind.allCases)
    func aListHasTheVerbsOfItsViewInTasksToo(kind: Kind) async throws {
        let list = FMStoredArray("letters", of: String.self, in: try coordinator(kind))

        #expect(try await list.isEmpty())
        try await list.append(contentsOf: ["b", "c"])
        try await list.insert("a", at: 0)
        try await list.insert(contentsOf: ["x", "y"], at: 1)
        try await list.append("d")
        try await list.set(1, to: "X")
        #expect(try await list.remove(at: 2) == "y")
        try await list.removeSubrange(1..<2)
        #expect(try await list.elements() == ["a", "b", "c", "d"])
        #expect(try await list.popFirst() == "a")
        #expect(try await list.popLast() == "d")
        #expect(try await list.element(at: 1) == "c")
        #expect(try await list.count() == 2)
        #expect(try await list.first() == "b")
        #expect(try await list.last() == "c")
        #expect(try await list.contains("c"))
        #expect(try await list.firstIndex(of: "c") == 1)
        try await list.replaceAll(with: ["z"])
        let seen = Locked<[String]>([])
        try await list.forEach { element in seen.withLock { $0.append(element) } }
        #expect(seen.value == ["z"])
        try await list.removeAll()
        #expect(try await list.isEmpty())
        try await list.drop()
    }

    @Test(arguments: Kind.allCases)
    func aDictionaryHasTheVerbsOfItsView(kind: Kind) throws {
        let ages = FMStoredDictionary("ages", keys: String.self, values: Int.self, in: try coordinator(kind))

        #expect(try ages.isEmpty())
        try ages.set(7, for: "ann")
        try ages.merge(["ben": 8, "cid": 9])
        #expect(try ages.value(for: "ann") == 7)
        #expect(try ages.value(for: "ben") == 8)
        #expect(try ages.updateValue(1, for: "ann") == 7)
        #expect(try ages.removeValue(for: "cid"))
        #expect(try ages.contains("ann") && ages.count() == 2)
        #expect(try ages.keys() == ["ann", "ben"])
        #expect(try ages.page(after: "ann", limit: 5).map(\.key) == ["ben"])
        var sum = 0
        try ages.forEach { sum += $0.value }
        #expect(sum == 9)
        try ages.replaceAll(with: ["z": 1])
        #expect(try ages.contents() == ["z": 1])
        try ages.removeAll()
        #expect(try ages.isEmpty())
        try ages.drop()
    }

    @Test(arguments: Kind.allCases)
    func aDictionaryHasTheVerbsOfItsViewInTasksToo(kind: Kind) async throws {
        let ages = FMStoredDictionary("ages", keys: String.self, values: Int.self, in: try coordinator(kind))

        #expect(try await ages.isEmpty())
        try await ages.set(7, for: "ann")
        try await ages.merge(["ben": 8, "cid": 9])
        #expect(try await ages.value(for: "ben") == 8)
        #expect(try await ages.updateValue(1, for: "ann") == 7)
        #expect(try await ages.removeValue(for: "cid"))
        #expect(try await ages.contains("ann"))
        #expect(try await ages.count() == 2)
        #expect(try await ages.keys() == ["ann", "ben"])
        #expect(try await ages.page(after: "ann", limit: 5).map(\.key) == ["ben"])
        let sum = Locked(0)
        try await ages.forEach { element in sum.withLock { $0 += element.value } }
        #expect(sum.value == 9)
        try await ages.replaceAll(with: ["z": 1])
        #expect(try await ages.contents() == ["z": 1])
        try await ages.removeAll()
        #expect(try await ages.isEmpty())
        try await ages.drop()
    }

    @Test func severalChangesAreOne() async throws {
        let list = FMStoredArray("numbers", of: Int.self, in: try coordinator(.queue))
        try await list.append(1)

        await #expect(throws: Regret.self) {
            try await list.withContents { contents in
                try contents.append(2)
                try contents.popFirst()
                throw Regret()
            }
        }
        let sum = try await list.withContents { contents in
            try contents.append(5)
            return try contents.elements().reduce(0, +)
        }

        #expect(sum == 6)
        #expect(try await list.elements() == [1, 5])
    }

    @Test(arguments: [Kind.queue, .pool])
    func manyTasksLoseNothing(kind: Kind) async throws {
        let coordinator = try coordinator(kind)
        let list = FMStoredArray("numbers", of: Int.self, in: coordinator)
        let counts = FMStoredDictionary("counts", keys: String.self, values: Int.self, in: coordinator)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await list.insert(number, at: 0)
                    try await counts.withContents { try $0.set(($0.value(for: "n") ?? 0) + 1, for: "n") }
                }
            }
            try await group.waitForAll()
        }

        #expect(try await list.elements().sorted() == Array(0..<40))
        #expect(try await counts.value(for: "n") == 40)
    }

    @Test func whatWasStoredIsThereAfterReopening() throws {
        try FMStoredArray("numbers", of: Int.self, in: try coordinator(.queue)).append(contentsOf: [1, 2])

        #expect(try FMStoredArray("numbers", of: Int.self, in: try coordinator(.queue)).elements() == [1, 2])
        #expect(try FMStoredArray("numbers", of: Int.self, in: try coordinator(.pool)).elements() == [1, 2])
    }

    @Test func anErrorOfUseWithinItsOwnBlockNamesTheLineOfTheCall() throws {
        let queue = try coordinator(.queue)
        let list = FMStoredArray("numbers", of: Int.self, in: queue)
        let ages = FMStoredDictionary("ages", keys: String.self, values: Int.self, in: queue)

        let errors = try queue.withDatabase { _ in
            [
                (thrown { try list.count() }, #line), (thrown { try list.element(at: 0) }, #line),
                (thrown { try list.append(1) }, #line),
                (thrown { try list.withContents { try $0.append(1) } }, #line),
                (thrown { try list.drop() }, #line),
                (thrown { try ages.value(for: "ann") }, #line),
                (thrown { try ages.set(1, for: "ann") }, #line),
                (thrown { try ages.contents() }, #line),
            ]
        }

        for (error, line) in errors {
            #expect(error?.message.contains("StoreCoordinatorTests.swift:\(line)") == true, "\(error as Any)")
        }
    }

    @Test func storesAndTablesAreChangedByOneTransaction() throws {
        let queue = try coordinator(.queue)
        let list: FMStoredArray<Int, FMDatabaseCoordinator> = FMStoredArray("numbers", in: queue)
        let ages: FMStoredDictionary<String, Int, FMDatabaseCoordinator> = FMStoredDictionary("ages", in: queue)
        try list.append(1)

        #expect(throws: Regret.self) {
            try queue.withTransaction { db in
                try list.over(db).append(2)
                try ages.over(db).set(7, for: "ann")
                throw Regret()
            }
        }

        #expect(try list.elements() == [1])
        #expect(try ages.isEmpty())
    }

    @Test func aTableThatWasRolledBackIsMadeAgainByTheNextWrite() throws {
        let db = FMDatabase.memory()
        let list = FMStoredArray("numbers", of: Int.self, in: db)
        let ages = FMStoredDictionary("ages", keys: String.self, values: Int.self, in: db)
        func write() throws {
            try list.append(contentsOf: [1, 2])
            try list.set(1, to: 3)
            try ages.set(7, for: "ann")
        }
        for _ in 1...2 {
            #expect(throws: Regret.self) {
                try db.withTransaction {
                    try write()
                    throw Regret()
                }
            }
            #expect(try list.isEmpty() && ages.isEmpty())
        }

        try write()

        #expect(try list.elements() == [1, 3])
        #expect(try ages.contents() == ["ann": 7])
    }

    @Test(arguments: [false, true]) func aTaskChangesAStoreAsOneUnderGroupCommit(isPool: Bool) async throws {
        let db = try (isPool ? Lending.groupedPool : .groupedQueue).coordinator(in: folder)
        let list = FMStoredArray("numbers", of: Int.self, in: db)

        try await list.append(contentsOf: [1, 2])
        await #expect(throws: Regret.self) {
            try await list.withContents { contents in
                try contents.append(3)
                throw Regret()
            }
        }
        try await list.withContents { try $0.set(0, to: 9) }

        #expect(try await list.elements() == [9, 2])
    }

    @Test func aStoreIsChangedOnceThoughItsTransactionIsRepeated() throws {
        let path = folder.file()
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.retry = .init()
        let list = FMStoredArray(
            "numbers", of: Int.self, in: try FMDatabaseQueue(path: path, configuration: configuration))
        var tries = 0

        try list.withContents { contents in
            try contents.append(tries)
            tries += 1
            if tries == 1 { throw FMError(.busySnapshot, "another connection has written") }
        }

        #expect(tries == 2)
        #expect(try list.elements() == [1])
    }

    @Test func severalChangesInADatabaseAreOne() throws {
        let list = FMStoredArray("numbers", of: Int.self, in: FMDatabase.memory())

        #expect(throws: Regret.self) {
            try list.withContents { contents in
                try contents.append(2)
                throw Regret()
            }
        }

        #expect(try list.isEmpty())
    }
}
