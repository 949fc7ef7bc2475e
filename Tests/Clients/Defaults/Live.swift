import FMDBModel
import Observation

/// What a view shows, kept up to date by the library.
@MainActor @Observable
final class SearchModel {
    let people: FMLiveResult<[Person]>
    let count: FMLiveResult<Int>
    private let queue: FMDatabaseQueue

    var text = "" {
        didSet {
            let text = text
            people.show(queue.values(of: Person.all.where { $0.name.contains(text) }))
        }
    }

    init(queue: FMDatabaseQueue) {
        self.queue = queue
        people = FMLiveResult(queue.values(of: Person.all).removingDuplicates())
        count = FMLiveResult(queue.values { db in try db.count(Person.self) })
    }

    var title: String {
        if let error = people.error { return "\(error)" }
        return people.isLoading ? "…" : "\(people.rows.count) of \(count.value ?? 0)"
    }

    func close() {
        people.end()
        count.end()
    }
}
