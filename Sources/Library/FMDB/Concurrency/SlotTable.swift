/// The slots of a semaphore, which threads take and free without a lock.
///
/// Each slot stores the thread that had it last. So a thread tends to get the same connection again, whose memory is in its CPU's cache.
struct SlotTable {
    let count: Int
    private let table: AtomicTable

    private enum Column {
        static let thread = 0
        static let last = 1
        static let file = 2
        static let line = 3
    }

    init(_ count: Int) {
        self.count = count
        table = AtomicTable(rows: count)
    }

    /// Takes one of the first `count` slots, preferably a slot that the thread had last. Returns nil if none is free.
    func take(_ thread: ThreadIdentity, _ site: FMCallSite?, among count: Int) -> Int? {
        for slot in 0..<count where table[slot, Column.last] == thread.number {
            if occupy(slot, thread, site) { return slot }
        }
        for slot in 0..<count { if occupy(slot, thread, site) { return slot } }
        return nil
    }

    /// Takes a slot if it is free. Returns whether it was.
    func occupy(_ slot: Int, _ thread: ThreadIdentity, _ site: FMCallSite?) -> Bool {
        guard table[slot, Column.thread] == 0,
            table.exchange(slot, Column.thread, expected: 0, for: thread.number)
        else { return false }
        // Writes the number only if it has changed, because a write invalidates the cache line on other CPUs.
        if table[slot, Column.last] != thread.number { table[slot, Column.last] = thread.number }
        show(site, at: slot)
        return true
    }

    /// Frees a slot if the thread still has it.
    func leave(_ slot: Int, _ thread: ThreadIdentity) {
        _ = table.exchange(slot, Column.thread, expected: thread.number, for: 0)
    }

    func hand(_ slot: Int, to thread: ThreadIdentity) {
        table[slot, Column.thread] = thread.number
        table[slot, Column.last] = thread.number
    }

    func show(_ site: FMCallSite?, at slot: Int) {
        let (file, line) = (site?.file ?? 0, site?.line ?? 0)
        if table[slot, Column.file] != file { table[slot, Column.file] = file }
        if table[slot, Column.line] != line { table[slot, Column.line] = line }
    }

    func holder(of slot: Int) -> FairSemaphore.Holder? {
        let number = table[slot, Column.thread]
        guard number != 0 else { return nil }
        let site = FMCallSite(file: table[slot, Column.file], line: table[slot, Column.line])
        return FairSemaphore.Holder(identity: ThreadIdentity(number: number), site: site)
    }

    var holders: [FairSemaphore.Holder] { (0..<count).compactMap(holder) }

    func clear() { for slot in 0..<count { table[slot, Column.thread] = 0 } }
}
