import FMDB
import MessageModel

private let batch = 200

/// Reads on this thread while another one writes, and looks at each answer. Returns the time below which 99 of 100 reads were, in ms.
func measure<Store: MessageStoring>(_ name: String, _ type: Store.Type, _ folder: URL, _ reads: Int) throws -> Double {
    let store = try open(type, folder.appendingPathComponent("\(name).db").path)
    defer { store.close() }
    store.addGroup(1, title: "Friends")
    let start = Date()
    let writer = Writer(store)
    var times: [Double] = []
    var newest: Int64 = 0
    while times.count < reads {
        let begin = DispatchTime.now().uptimeNanoseconds
        let page = store.page(of: 1, before: .max, limit: 50)
        times.append(Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6)
        let first = page.first?.id ?? 0
        try expect(first >= newest && first % Int64(batch) == 0, "\(name): \(first) after \(newest)")
        let ids = (0..<min(50, first)).map { first - $0 }
        try expect(page.map(\.id) == ids, "\(name): rows are lost, or there twice")
        let counts = store.counts(of: 1)
        try expect(counts.unread == counts.messages, "\(name): \(counts)")
        newest = first
        usleep(1_000)  // so that reads begin anywhere in a transaction
    }
    let written = writer.stop()
    let perSecond = Int(Double(written) / Date().timeIntervalSince(start))
    try expect(store.counts(of: 1).messages == written, "\(name): \(store.counts(of: 1)), not \(written)")
    times.sort()
    let (p50, p99) = (times[times.count / 2], times[times.count * 99 / 100])
    let figures = String(format: "p50 %.2f, p99 %.2f;", p50, p99)
    print(name, figures, "\(reads) reads, \(perSecond) messages written a second")
    return p99
}

// SAFETY: `written` is read after the thread has ended.
/// Adds batches of messages on a thread until it is stopped.
private final class Writer: @unchecked Sendable {
    private let hasEnded = DispatchSemaphore(value: 0)
    private let isStopped = DispatchSemaphore(value: 0)
    private var written = 0

    init(_ store: any MessageStoring) {
        Thread.detachNewThread { [self] in
            while isStopped.wait(timeout: .now()) == .timedOut {
                let ids = (written + 1)...(written + batch)
                if store.add(ids.map { Message(id: Int64($0)) }) { written += batch }
            }
            hasEnded.signal()
        }
    }

    /// Returns how many messages were added.
    func stop() -> Int {
        isStopped.signal()
        hasEnded.wait()
        return written
    }
}
