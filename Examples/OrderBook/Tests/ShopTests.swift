import Foundation
import FMDB
import FMDBTestSupport
import OrderBook
import Testing

/// Customers, processes that are killed and a power that is cut, in the order that a seed decides.
@Suite(.serialized, .enabled(if: FMSimulation.isAvailable)) struct ShopTests {
    private static let path = "/shop.db"
    private static let delivered = 20

    private struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    /// What the customers know: these things outlive each process.
    private final class Customers: Sendable {
        private let state = NSLock()
        nonisolated(unsafe) private var confirmed: Set<Int64> = []
        nonisolated(unsafe) private var cancelling: Set<Int64> = []
        nonisolated(unsafe) private var asked: Set<Int64> = []

        func ask(_ number: Int64) { state.withLock { _ = asked.insert(number) } }

        func confirm(_ number: Int64) { state.withLock { _ = confirmed.insert(number) } }
        func cancel(_ number: Int64) { state.withLock { _ = cancelling.insert(number) } }

        /// The requests that must be there.
        var expected: Set<Int64> { state.withLock { confirmed.subtracting(cancelling) } }
        /// The requests that may be there.
        func mayBe(_ number: Int64) -> Bool { state.withLock { asked.contains(number) } }
    }

    /// One customer: orders, asks again until there is an answer, and sometimes cancels.
    private static func visit(_ shop: Shop, _ customer: Int64, _ customers: Customers) async throws {
        for number in (customer * 3 + 1)...(customer * 3 + 3) {
            customers.ask(number)
            do {
                // Some customers press the button twice.
                async let again: Void = number.isMultiple(of: 5) ? shop.order(number, 1, of: "lamp") : ()
                try await shop.order(number, 1, of: "lamp")
                try await again
            } catch is OrderBook.OutOfStock { continue }
            customers.confirm(number)
            if number.isMultiple(of: 4) {
                customers.cancel(number)
                try await shop.cancel(number)
            }
        }
    }

    private static func expectSound(_ shop: Shop) async throws {
        let (stock, ordered) = try await shop.balance(of: "lamp")
        guard stock + ordered == 0 || stock + ordered == delivered else {
            throw Wrong(description: "\(stock) in stock and \(ordered) ordered of \(delivered)")
        }
    }

    /// One life of a process: it serves its customers until they have what they want, or it dies.
    private static func serve(_ customers: Customers) async throws {
        let shop = try Shop(path: path)
        if try await shop.balance(of: "lamp") == (0, 0) { try await shop.deliver(delivered, of: "lamp") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for customer in 0..<4 {
                group.addTask { try await visit(shop, Int64(customer), customers) }
                group.addTask { try await expectSound(shop) }
            }
            try await group.waitForAll()
        }
        shop.close()
    }

    private static func simulate(_ seed: UInt64) throws {
        var settings = FMSimulation.Settings()
        settings.killRarity = 3_000
        settings.powerCutRarity = 6_000
        try FMSimulation(seed: seed, settings: settings).run { run in
            let customers = Customers()
            try await inOneOfItsLives(run, "shop") { try await serve(customers) }
            try await inOneOfItsLives(run, "auditor") {
                let shop = try Shop(path: path)
                try await expectSound(shop)
                let found = try await shop.requests()
                guard found.isSuperset(of: customers.expected), found.allSatisfy(customers.mayBe) else {
                    throw Wrong(description: "confirmed: \(customers.expected.sorted()), found: \(found.sorted())")
                }
                shop.close()
            }
        }
    }

    /// Runs a body in a process, and again in another one each time that it is killed.
    private static func inOneOfItsLives(
        _ run: FMSimulation.Run, _ name: String, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        while true {
            do { return try await run.process(name).run(body) } catch is FMSimulation.Killed {}
        }
    }

    @Test(arguments: FMSimulation.seeds(30)) func eachConfirmedOrderIsFound(seed: UInt64) throws {
        try Self.simulate(seed)
    }
}
