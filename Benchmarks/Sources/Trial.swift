import Foundation

/// What several threads or tasks do at the same time: rates by the clock on the wall, in place of processor time.
struct Trial {
    /// One way of doing it.
    struct Contender {
        let name: String
        /// One round: a number for each column.
        let run: () throws -> [Double]
    }

    let name: String
    /// What is done, in plain words.
    let title: String
    /// What is measured, first what matters most.
    let columns: [String]
    /// How many digits after the point make sense.
    var digits = 0
    let contenders: () throws -> [Contender]

    /// What one contender has come to: a median of the rounds for each column.
    struct Measurement {
        let contender: String
        let values: [Double]
        /// The medians of the ratios to the first contender in the same round.
        let ratios: [Double]
    }

    /// Runs the contenders in turn.
    func measure(rounds: Int, only names: Set<String>) throws -> [Measurement] {
        let contenders = try contenders().filter { names.isEmpty || names.contains($0.name) }
        var numbers = contenders.map { _ in [[Double]]() }
        for round in 0..<rounds {
            for offset in contenders.indices {
                let index = (round + offset) % contenders.count
                numbers[index].append(try contenders[index].run())
            }
        }
        return contenders.indices.map { index in
            Measurement(
                contender: contenders[index].name,
                values: columns.indices.map { column in numbers[index].map { $0[column] }.median },
                ratios: columns.indices.map { column in
                    zip(numbers[index], numbers[0]).map { $0[column] / $1[column] }.median
                })
        }
    }

    /// One line of the table.
    func line(_ measurement: Measurement, first: Bool) -> String {
        let cells = zip(measurement.values, measurement.ratios).map { value, ratio in
            pad(String(format: "%.\(digits)f", value), 12) + pad(String(format: "%.2f", ratio), 7)
        }
        let goal = Goals.goal(name, measurement.contender)
        let verdict = goal.flatMap { goal in measurement.ratios.first.map { "  " + goal.verdict(on: $0) } } ?? ""
        return padRight(first ? name : "", 10) + padRight(measurement.contender, 32) + cells.joined() + verdict
    }

    /// The heading of the lines.
    var heading: String {
        let titles = padRight("workload", 10) + padRight("contender", 32)
        let line = titles + columns.map { pad($0, 12) + pad("ratio", 7) }.joined() + "  goal"
        return line + "\n" + String(repeating: "-", count: line.count)
    }

    private func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    private func padRight(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

/// Where threads or tasks wait for each other before a round begins, so that none is timed while others still open files.
final class StartingLine: Sendable {
    private let missing = DispatchGroup()
    private let length: Duration

    /// - Parameters:
    ///   - count: how many there will be.
    ///   - length: how long a round lasts.
    init(_ count: Int, length: Duration) {
        self.length = length
        for _ in 0..<count { missing.enter() }
    }

    /// Waits for the others on a thread.
    ///
    /// - Returns: when the round ends.
    func wait() -> ContinuousClock.Instant {
        missing.leave()
        missing.wait()
        return .now.advanced(by: length)
    }
}

/// Counts what is done until a round is over.
struct Lap {
    let end: ContinuousClock.Instant

    /// Repeats a body until the round is over.
    ///
    /// - Parameter batch: how often between two looks at the clock.
    /// - Returns: how often it was done.
    @inline(__always)
    func count(batch: Int = 1, _ body: () throws -> Void) throws -> Int {
        var count = 0
        while ContinuousClock.now < end {
            for _ in 0..<batch { try body() }
            count += batch
        }
        return count
    }

    /// The same in a task.
    func count(_ body: () async throws -> Void) async throws -> Int {
        var count = 0
        while ContinuousClock.now < end {
            try await body()
            count += 1
        }
        return count
    }
}

/// Threads that do something until a round is over.
enum Threads {
    /// Runs each body on a thread of its own, and waits for all.
    ///
    /// - Returns: what the bodies return, in their order.
    static func run<Value: Sendable>(_ bodies: [@Sendable () throws -> Value]) throws -> [Value] {
        let results = Results<Value>(bodies.count)
        let done = DispatchGroup()
        for (index, body) in bodies.enumerated() {
            done.enter()
            let thread = Thread {
                results.set(Result { try body() }, at: index)
                done.leave()
            }
            thread.start()
        }
        done.wait()
        return try results.get()
    }
}

enum Tasks {
    /// Runs a body in a task and waits for it, on a thread.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let results = Results<Value>(1)
        let done = DispatchSemaphore(value: 0)
        Task {
            do { results.set(.success(try await body()), at: 0) } catch { results.set(.failure(error), at: 0) }
            done.signal()
        }
        done.wait()
        return try results.get()[0]
    }

    /// Runs each body in a task of its own, and waits for all, on a thread.
    ///
    /// - Returns: what the bodies return, in their order.
    static func run<Value: Sendable>(_ bodies: [@Sendable () async throws -> Value]) throws -> [Value] {
        try run {
            try await withThrowingTaskGroup(of: (Int, Value).self) { group in
                for (index, body) in bodies.enumerated() { group.addTask { (index, try await body()) } }
                return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map { $0.1 }
            }
        }
    }
}

// SAFETY: the variable is read and written under `lock` alone.
/// What threads have come to.
private final class Results<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Result<Value, any Error>?]

    init(_ count: Int) {
        all = Array(repeating: nil, count: count)
    }

    func set(_ result: Result<Value, any Error>, at index: Int) {
        lock.withLock { all[index] = result }
    }

    func get() throws -> [Value] {
        try lock.withLock { try all.compactMap { try $0?.get() } }
    }
}
