import FMDB
import GRDB

/// One task on one database.
struct Trial {
    private let task: Task
    private let library: Library

    init(_ task: Task, _ library: Library) { (self.task, self.library) = (task, library) }

    /// Runs the three ways in turn. A different result of one of them is an error.
    func outcome(rounds: Int) throws -> Outcome {
        // The first time GRDB reads the schema, and all compile their statements.
        let shapes = try Way.allCases.map { try shape(of: run($0), task.isOrdered) }
        for (way, shape) in zip(Way.allCases, shapes) where shape != shapes[0] {
            throw Difference(
                description: "\(task.function): \(way.rawValue) finds something else than \(Way.models.rawValue)")
        }
        let queries = try Way.allCases.map { try count(of: $0) }
        var seconds = Way.allCases.map { _ in Double.infinity }
        for round in 0..<rounds {
            for offset in Way.allCases.indices {
                let index = (round + offset) % Way.allCases.count
                seconds[index] = min(seconds[index], try time { try run(Way.allCases[index]) })
            }
        }
        let lines = try Way.allCases.map { try Lines.of(task.function, $0) }
        return Outcome(title: task.title, queries: queries, seconds: seconds, lines: lines)
    }

    private func run(_ way: Way) throws -> Any {
        switch way {
        case .models: try task.models(library.db)
        case .grdb: try library.queue.inDatabase { try task.grdb($0) }
        case .sql: try task.sql(library.db)
        }
    }

    /// The processor time of the process, which does not run while others do; the result is let go within it.
    private func time(_ body: () throws -> Any) rethrows -> Double {
        let start = Trial.processorTime
        _ = try body()
        return Trial.processorTime - start
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// How many queries run, without the beginnings and the ends of transactions.
    private func count(of way: Way) throws -> Int {
        let log = StatementLog()
        library.db.eventHandler = { event in
            if case .statementBegan(let statement) = event { log.add(statement.sql) }
        }
        library.queue.inDatabase { $0.trace { log.add($0.description) } }
        _ = try run(way)
        library.db.eventHandler = nil
        library.queue.inDatabase { $0.trace(options: []) }
        return log.queries
    }
}

/// A way that finds something else.
private struct Difference: Error, CustomStringConvertible {
    let description: String
}

// SAFETY: the connections are used by one thread alone.
/// The statements that run.
private final class StatementLog: @unchecked Sendable {
    private(set) var queries = 0

    func add(_ sql: String) {
        if sql.hasPrefix("SELECT") || sql.hasPrefix("WITH") { queries += 1 }
    }
}

/// The values of a result, whatever types they are put into. The elements of a list are sorted unless their order counts.
private func shape(of value: Any, _ isOrdered: Bool) -> String {
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children.map { shape(of: $0.value, isOrdered) }
    switch mirror.displayStyle {
    case .collection: return "[" + (isOrdered ? parts : parts.sorted()).joined(separator: ", ") + "]"
    case .optional: return parts.first ?? "nil"
    case .none: return "\(value)"
    default: return parts.joined(separator: " ")
    }
}
