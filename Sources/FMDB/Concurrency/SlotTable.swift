/// The places behind a semaphore. A thread takes a free one, and gives it back, without a lock.
///
/// Each place remembers who had it last, so that a thread gets the connection again whose memory its processor knows.
struct SlotTable {
    /// How many there are.
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

    /// Takes one of the first places, preferably the one that was taken last time.
    func take(_ thread: ThreadIdentity, _ site: FMCallSite?, among count: Int) -> Int? {
        for place in 0..<count where table[place, Column.last] == thread.number {
            if occupy(place, thread, site) { return place }
        }
        for place in 0..<count {
            if occupy(place, thread, site) { return place }
        }
        return nil
    }

    /// Takes a place, if it is free.
    func occupy(_ place: Int, _ thread: ThreadIdentity, _ site: FMCallSite?) -> Bool {
        guard table[place, Column.thread] == 0,
            table.exchange(place, Column.thread, expected: 0, for: thread.number)
        else { return false }
        // What does not change is not written: others would have to read it anew.
        if table[place, Column.last] != thread.number { table[place, Column.last] = thread.number }
        show(site, at: place)
        return true
    }

    /// Gives a place back, if it still is the thread's.
    func leave(_ place: Int, _ thread: ThreadIdentity) {
        _ = table.exchange(place, Column.thread, expected: thread.number, for: 0)
    }

    /// Hands a taken place to another thread.
    func hand(_ place: Int, to thread: ThreadIdentity) {
        table[place, Column.thread] = thread.number
        table[place, Column.last] = thread.number
    }

    /// Shows others which call the place was taken by.
    func show(_ site: FMCallSite?, at place: Int) {
        let (file, line) = (site?.file ?? 0, site?.line ?? 0)
        if table[place, Column.file] != file { table[place, Column.file] = file }
        if table[place, Column.line] != line { table[place, Column.line] = line }
    }

    /// The thread that has a place.
    func holder(of place: Int) -> FairSemaphore.Holder? {
        let number = table[place, Column.thread]
        guard number != 0 else { return nil }
        let site = FMCallSite(file: table[place, Column.file], line: table[place, Column.line])
        return FairSemaphore.Holder(identity: ThreadIdentity(number: number), site: site)
    }

    /// Those who have a place.
    var holders: [FairSemaphore.Holder] { (0..<count).compactMap(holder) }

    /// Frees every place.
    func clear() {
        for place in 0..<count { table[place, Column.thread] = 0 }
    }
}
