import FMDB
import GRDB

/// What it costs a writer that its changes are observed.
enum Observed {
    static func all(_ fixture: Fixture) -> [Workload] {
        let scale = fixture.scale
        return [
            Workload(name: "observed-insert", title: "Insert of 10 columns, observed", rows: scale.inserts) {
                [insert("nobody observes", fixture), insert("changes are observed", fixture, Watched.observing)]
                    + [insertByGRDB(fixture)]
            },
            Workload(
                name: "observed-transactions", title: "One insert per transaction, WAL, observed", rows: scale.trips
            ) {
                [
                    smallTransactions("nobody observes", fixture),
                    smallTransactions("changes are observed", fixture, Watched.observing),
                    smallTransactions("a value is observed", fixture, Watched.following),
                ]
            },
            Workload(
                name: "others-observed", title: "One insert per transaction, WAL, other tables observed",
                rows: scale.trips
            ) {
                [
                    RawC.smallTransactions(fixture),
                    smallTransactions("nobody observes", fixture),
                    smallTransactions("1 observer of another table", fixture, Watched.elsewhere(1)),
                    smallTransactions("10,000 observers of others", fixture, Watched.elsewhere(10_000)),
                ]
            },
        ]
    }

    private static func insert(
        _ name: String, _ fixture: Fixture, _ watch: @escaping (Watched) throws -> Void = { _ in }
    ) -> Contender {
        .inserting(name, fixture, open: { try Watched($0, Fixture.settings, watch) }) { watched in
            try watched.queue.withTransaction(.deferred) { db in
                for number in 0..<fixture.scale.inserts {
                    try ModernSpelling.insert(fixture.events[number % fixture.events.count], into: db)
                }
            }
        }
    }

    private static func smallTransactions(
        _ name: String, _ fixture: Fixture, _ watch: @escaping (Watched) throws -> Void = { _ in }
    ) -> Contender {
        .inserting(name, fixture, settings: Event.smallSettings, open: { try Watched($0, $1, watch) }) { watched in
            for number in 0..<fixture.scale.trips {
                try watched.queue.withTransaction(.immediate) { db in
                    try ModernSpelling.insert(fixture.events[number % fixture.events.count], into: db)
                }
            }
        }
    }

    private static func insertByGRDB(_ fixture: Fixture) -> Contender {
        .inserting(GRDBRows.name, fixture, open: { try ObservedByGRDB($0) }) { watched in
            try GRDBRows.insert(fixture, into: watched.queue)
        }
    }
}

/// A queue, and the observers of its changes.
private final class Watched {
    let queue: FMDatabaseQueue
    private var observations: [FMObservation] = []
    private var task: Task<Void, any Error>?

    init(_ path: String, _ settings: String, _ watch: (Watched) throws -> Void) throws {
        queue = try Trip.queue(path, settings)
        try watch(self)
    }

    deinit {
        for observation in observations { observation.cancel() }
        task?.cancel()
        // The task may still be about to let it go.
        queue.close()
    }

    static func observing(_ watched: Watched) {
        watched.observations = [watched.queue.observe("event") { _ in }]
    }

    /// Observers of so many tables, none of which is written.
    static func elsewhere(_ count: Int) -> (Watched) -> Void {
        { watched in
            watched.observations = (0..<count).map { number in watched.queue.observe("other\(number)") { _ in } }
        }
    }

    static func following(_ watched: Watched) {
        let counts = watched.queue.values { db in try db.value("SELECT max(rowid) FROM event", as: Int?.self) }
        watched.task = Task { for try await _ in counts {} }
    }
}

private final class ObservedByGRDB {
    let queue: DatabaseQueue
    private let observation: AnyDatabaseCancellable

    init(_ path: String) throws {
        queue = try GRDBRows.open(path)
        observation = DatabaseRegionObservation(tracking: Table("event"))
            .start(in: queue, onError: { _ in }, onChange: { _ in })
    }

    deinit { observation.cancel() }
}
