import FMDBModel
import Foundation
import Observation

/// What a view shows, kept up to date by hand.
@MainActor @Observable
final class PeopleModel {
    private(set) var people: [Person] = []
    private(set) var changes = 0
    private(set) var error: (any Error)?
    private let queue: FMDatabaseQueue
    private var observation: FMObservation?
    private var task: Task<Void, Never>?

    init(queue: FMDatabaseQueue) {
        self.queue = queue
    }

    func start() {
        task = Task {
            do {
                for try await people in queue.values(of: Person.all.order(\.name.ascending)) {
                    self.people = people
                }
            } catch {
                self.error = error
            }
        }
    }

    func count() async {
        for await change in queue.changes(in: Person.tableName) { changes += change.tables.count }
    }

    func watchKeys() async throws {
        for try await change in queue.changes(of: Person.self, keys: Int64.self) { changes += change.inserted.count }
    }

    func watchNames() async throws {
        let names = queue.values { db in try db.rows("SELECT name FROM person", as: String.self) }
        for try await names in names.removingDuplicates() { changes = names.count }
    }

    func watchByBlock() {
        observation = queue.observe("person") { change in
            Task { @MainActor in self.reload(change) }
        }
    }

    func stop() {
        task?.cancel()
        observation?.cancel()
    }

    private func reload(_ change: FMChange) { changes += change.tables.count }
}
