/// What must be closed before the connection, besides its statements.
struct OpenObjects {
    let blobs = NumberedObjects()
    let sessions = NumberedObjects()
}

protocol OpenObject: AnyObject {
    /// What errors show in place of an SQL text.
    var text: String { get }
    /// Whether nothing can be written through it.
    var isReadOnly: Bool { get }

    /// Closes it. The thread has the connection.
    ///
    /// - Returns: nil, or why what was written could not be committed.
    @discardableResult
    func shut() -> FMError?
}

/// Objects of one kind that are open, by the numbers of their openings.
final class NumberedObjects {
    private(set) var all: [Int: any OpenObject] = [:]
    /// How many were ever opened; it is the number of the newest one.
    private(set) var count = 0
    /// Each access to the connection asks: a look at the dictionary, which is changed in place, costs a check of exclusivity.
    private(set) var isEmpty = true

    func add(_ object: any OpenObject) -> Int {
        count += 1
        all[count] = object
        isEmpty = false
        return count
    }

    func remove(_ number: Int) {
        all[number] = nil
        isEmpty = all.isEmpty
    }
}

extension Connection {
    /// Closes the blobs that were opened after so many others.
    ///
    /// - Returns: nil, or why what was written could not be committed.
    @discardableResult
    func closeBlobs(after number: Int = 0) -> FMError? {
        var first: FMError?
        for (_, blob) in openObjects.blobs.all.filter({ $0.key > number }).sorted(by: { $0.key < $1.key }) {
            let error = blob.shut()
            first = first ?? error
        }
        return first
    }

    var hasBlobForWriting: Bool { openObjects.blobs.all.values.contains { !$0.isReadOnly } }

    /// To be called before the connection is closed.
    func endSessions() {
        for session in openObjects.sessions.all.values { session.shut() }
    }
}
