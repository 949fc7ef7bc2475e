import FMDB
import FMDBTestHelpers
import Testing

/// Callers who would wait for each other for ever: each verb, synchronous and asynchronous, alone and in rings.
@Suite struct HangMatrixTests {
    private let folder = TemporaryFolder()

    private static let pairs = Door.allCases.flatMap { first in Door.allCases.map { [first, $0] } }
    private static let threes = Door.allCases.map { [$0, $0.next, $0.next.next] } + Door.allCases.map { [$0, $0, $0] }
    private static let rows = Door.allCases.map { [$0] } + pairs + threes
    private static let crossings = pairs + threes

    /// The one error of a ring, with all call sites of it.
    private func expectRefusal(_ error: FMError?, _ places: [String]) {
        #expect(error?.extendedCode == .wouldDeadlock)
        #expect(error?.resultCode == .misuse)
        for place in places {
            #expect(error?.message.contains(place) == true, "\(place) is not in: \(error?.message ?? "nil")")
        }
    }

    // MARK: One caller who comes back to the first house

    @Test(arguments: rows) func aCallerWhoComesBackIsRefused(_ doors: [Door]) throws {
        let street = try Street(doors, in: folder)
        let error = try onBackgroundThread { try street.aroundTheBlock() }
        expectRefusal(error, [Street.place(0, inner: false), Street.place(0, inner: true)])
        #expect(try street.isFree())
    }

    @Test(arguments: rows) func aTaskThatComesBackIsRefused(_ doors: [Door]) async throws {
        let street = try Street(doors, in: folder)
        let error = try await withoutHanging { try await street.aroundTheBlockAsynchronously() }
        expectRefusal(error, [Street.place(0, inner: false), Street.place(0, inner: true)])
        #expect(try street.isFree())
    }

    // MARK: Callers whose ways cross

    @Test(arguments: crossings) func ofCallersWhoseWaysCrossOneIsRefused(_ doors: [Door]) throws {
        let street = try Street(doors, in: folder)
        expectOneRefusal(try street.crossing(), of: doors)
        #expect(try street.isFree())
    }

    @Test(arguments: crossings) func ofTasksWhoseWaysCrossOneIsRefused(_ doors: [Door]) async throws {
        let street = try Street(doors, in: folder)
        let errors = try await withoutHanging { try await street.crossingAsynchronously() }
        expectOneRefusal(errors, of: doors)
        #expect(try street.isFree())
    }

    private func expectOneRefusal(_ errors: [FMError], of doors: [Door]) {
        #expect(errors.count == 1)
        let places = doors.indices.flatMap { [Street.place($0, inner: false), Street.place($0, inner: true)] }
        for error in errors { expectRefusal(error, places) }
    }

    // MARK: The two kinds of connections of one pool

    @Test(arguments: [false, true])
    func aReaderAndAWriterWhoWantToChangePlacesAreRefused(_ sharesCommits: Bool) throws {
        let house = try House(sharesCommits ? .poolSharedCommit : .poolWrite, path: folder.file())
        let pool = try #require(house.pool)
        try pool.read { _ in }
        let meeting = Meeting(2)
        let errors = Locked<[FMError?]>([])
        let note = { @Sendable (error: FMError?) in errors.withLock { $0.append(error) } }
        let allCameBack = BackgroundThreads.run(2) { number in
            if number == 0 {
                _ = try? pool.read { _ in
                    meeting.join()
                    note(thrown { try pool.write { _ in } })
                }
            } else {
                _ = try? pool.write { _ in
                    meeting.join()
                    note(thrown { try pool.read { _ in } })
                }
            }
        }
        #expect(allCameBack)
        #expect(errors.value.count == 2)
        #expect(errors.value.compactMap { $0?.extendedCode } == [.wouldDeadlock])
    }

    // MARK: With a limit of time

    @Test(arguments: Door.allCases) func aCallWithALimitIsRefusedAtOnce(_ door: Door) throws {
        let street = try Street([door], in: folder)
        let house = street.houses[0]
        let error = try onBackgroundThread {
            let error = Locked<FMError?>(nil)
            try house.enter(1) {
                let refusal = thrown { try house.enterWithLimit() }
                error.withLock { $0 = refusal }
            }
            return error.value
        }
        #expect(error?.extendedCode == .wouldDeadlock)
    }

    // MARK: What is allowed

    @Test(arguments: pairs) func oneHouseWithinAnotherIsAllowed(_ doors: [Door]) async throws {
        let street = try Street(doors, in: folder)
        let count = Locked(0)
        try onBackgroundThread {
            try street.houses[0].enter(1) {
                try street.houses[1].enter(2) { count.withLock { $0 += 1 } }
            }
        }
        try await withoutHanging {
            try await street.houses[0].enter(1) {
                try street.houses[1].enter(2) { count.withLock { $0 += 1 } }
            }
        }
        #expect(count.value == 2)
    }

    @Test(arguments: [false, true]) func aPoolMayReadWithinAWriteAndWriteWithinARead(_ sharesCommits: Bool) throws {
        let house = try House(sharesCommits ? .poolSharedCommit : .poolWrite, path: folder.file())
        let pool = try #require(house.pool)
        let seen = try onBackgroundThread {
            try pool.write { db in try db.execute("CREATE TABLE t (x)") }
            let within = try pool.write { db in
                try db.execute("INSERT INTO t VALUES (1)")
                return try pool.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) }
            }
            let around = try pool.read { db in
                try db.value("SELECT count(*) FROM t", as: Int.self)
                    + pool.write { db in try db.execute("INSERT INTO t VALUES (2), (3)") }
            }
            return [within, around, try pool.read { db in try db.value("SELECT count(*) FROM t") }]
        }
        #expect(seen == [0, 3, 3])
    }

    @Test func aPoolMayReadWithinAReadWhileReadersAreLeft() throws {
        var configuration = FMDatabasePool.Configuration()
        configuration.maximumReaders = 3
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        let codes = try onBackgroundThread {
            try pool.read { _ in
                try pool.read { _ in
                    try pool.read { _ in thrown { try pool.read { _ in } }?.extendedCode }
                }
            }
        }
        #expect(codes == .wouldDeadlock)
    }
}

extension House {
    /// Wants in for a minute at the most.
    fileprivate func enterWithLimit() throws {
        let limit = Duration.seconds(50)
        switch door {
        case .queue, .pool: try (queue ?? pool)?.withDatabase(timeout: limit) { _ in }
        case .queueTransaction, .queueSharedCommit, .poolTransaction:
            try (queue ?? pool)?.withTransaction(timeout: limit) { _ in }
        case .queueSavePoint, .poolSavePoint: try (queue ?? pool)?.withSavePoint(timeout: limit) { _ in }
        case .poolRead: try pool?.read(timeout: limit) { _ in }
        case .poolWrite, .poolSharedCommit: try pool?.write(timeout: limit) { _ in }
        }
    }
}
