import FMDB
import Foundation

struct Spread: FMWindowAggregate {
    private var values: [Int] = []

    mutating func step(_ value: Int) { values.append(value) }
    mutating func inverse(_ value: Int) { values.removeFirst() }
    func result() -> Int? { values.max().flatMap { most in values.min().map { most - $0 } } }
}

struct Longest: FMAggregate {
    private var text = ""

    mutating func step(_ arguments: (String, Int?)) { if arguments.0.count > text.count { text = arguments.0 } }
    func result() throws -> String { text }
}

func initial(of name: String) -> String { String(name.prefix(1)) }

func openWithFunctions(path: String) -> FMDatabasePool {
    var configuration = FMDatabasePool.Configuration()
    configuration.configure = { db in
        try db.addFunction("initial") { (name: String) in String(name.prefix(1)) }
        try db.addFunction("distance", options: .deterministic) { (a: Double, b: Double) in abs(a - b) }
        try db.addAggregate("spread", Spread.self)
        try db.addAggregate("longest", Longest.self)
        try db.addCollation("natural_order", .natural)
        try db.addCollation("by_length") { a, b in
            a.count == b.count ? .orderedSame : a.count < b.count ? .orderedAscending : .orderedDescending
        }
        try db.setRowChangeHandler { change in print(change.table) }
        try db.setCommitHandler { print("commits") }
        db.eventHandler = { event in print(event) }
    }
    configuration.eventHandler = { event in
        switch event {
        case .statementEnded(let run) where run.resultCode.isError: print(run.sql)
        default: break
        }
    }
    return FMDatabasePool(path: path, configuration: configuration)
}

func spreads(_ pool: FMDatabasePool) async throws -> [(String, Int)] {
    try await pool.rows("SELECT town, spread(degrees) FROM day GROUP BY town", as: (String, Int).self)
}

func makeFunction(_ queue: FMDatabaseQueue) {
    queue.inDatabase { db in
        db.makeFunctionNamed("twice", arguments: 1) { context, count, arguments in
            _ = (context, count, arguments)
        }
    }
}
