import FMDB
import FMDBTestSupport
import OrderBook
import Testing

/// What the shop promises, on disks that fail.
@Suite struct OrderBookTests {
    private let folder = FMTemporaryFolder()

    @Test func confirmedOrdersSurviveAPowerCutAtEachOperation() throws {
        for damage in FMTestDisk.Damage.all(seed: 1) {
            var operation = 0
            var isCut = true
            while isCut {
                operation += 1
                let folder = FMTemporaryFolder()
                let disk = FMTestDisk()
                disk.cutPower(at: operation)
                let confirmed = sell(folder.file(), on: disk)
                isCut = disk.isPowerCut
                try disk.restorePower(damage)

                let book = try OrderBook(path: folder.file())
                let orders = try book.orders().map(\.id)
                #expect(Set(orders).isSuperset(of: confirmed), "operation \(operation), \(damage)")
                // Each order has taken one from the stock of ten, and nobody else has.
                #expect(try orders.isEmpty || book.stock(of: "kettle") == 10 - orders.count)
                book.close()
            }
            #expect(operation > 10)
        }
    }

    /// - Returns: the orders that were confirmed before the power was cut.
    private func sell(_ path: String, on disk: FMTestDisk) -> [Int64] {
        guard let book = try? OrderBook(path: path, vfs: disk.vfs) else { return [] }
        defer { book.close() }
        guard (try? book.deliver(10, of: "kettle")) != nil else { return [] }
        return (0..<3).compactMap { _ in try? book.order(1, of: "kettle") }
    }

    @Test func anOrderThatDoesNotFitOnTheDiskTakesNothing() throws {
        let disk = FMTestDisk()
        let book = try OrderBook(path: folder.file(), vfs: disk.vfs)
        try book.deliver(1, of: "lamp")
        disk.fail([.write], code: .full)
        let error = #expect(throws: FMError.self) { try book.order(1, of: "lamp") }
        #expect(error?.resultCode == .full)
        #expect(try book.stock(of: "lamp") == 1)
        // There is room again.
        #expect(try book.order(1, of: "lamp") == 1)
        book.close()
    }

    @Test func ordersHaveTheTimeOfTheClock() throws {
        let clock = FMTestClock(Date(timeIntervalSince1970: 0))
        let disk = FMTestDisk(clock: clock)
        let book = try OrderBook(path: folder.file(), vfs: disk.vfs)
        try book.deliver(2, of: "cup")
        _ = try book.order(1, of: "cup")
        clock.advance(by: .seconds(90))
        _ = try book.order(1, of: "cup")
        #expect(try book.orders().map(\.placed) == ["1970-01-01 00:00:00", "1970-01-01 00:01:30"])
        book.close()
    }

    @Test func moreThanThereIsCannotBeOrdered() throws {
        let book = try OrderBook(path: folder.file())
        try book.deliver(1, of: "chair")
        #expect(throws: OrderBook.OutOfStock(item: "chair")) { try book.order(2, of: "chair") }
        #expect(try book.stock(of: "chair") == 1)
        book.close()
    }

    #if os(Linux)
        @Test func whileAnotherProcessWritesAnOrderIsRefusedAndTakesNothing() throws {
            let book = try OrderBook(path: folder.file())
            try book.deliver(1, of: "table")
            let other = try FMTestProcess(path: folder.file())
            try other.hold(.write)
            let error = #expect(throws: FMError.self) { try book.order(1, of: "table") }
            #expect(error?.resultCode == .busy)
            try other.release()
            #expect(try book.order(1, of: "table") == 1)
            book.close()
        }
    #endif
}
