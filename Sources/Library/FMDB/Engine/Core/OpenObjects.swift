/// The open blobs and sessions, which must be closed before the connection.
struct OpenObjects {
    let blobs = NumberedObjects<any ClosableBlob>()
    let sessions = NumberedObjects<any EndableSession>()
}

/// A blob that the connection can close.
protocol ClosableBlob: AnyObject {
    /// The text that errors show in place of SQL.
    var text: String { get }
    /// Whether the blob is open for reading only.
    var isReadOnly: Bool { get }

    /// Closes the blob. The calling thread must hold the connection.
    ///
    /// - Returns: nil, or the error if what was written could not be committed.
    @discardableResult
    func shut() -> FMError?
}

/// A session that the connection can end.
protocol EndableSession: AnyObject {
    /// Ends the session. The calling thread must hold the connection.
    func end()
}

/// The open objects of one kind. Each has a number, in the order in which they were opened.
final class NumberedObjects<Object> {
    private(set) var all: [Int: Object] = [:]
    /// The number of objects ever opened, which is also the number of the newest one.
    private(set) var count = 0
    /// Whether no object is open. It is stored, because each access to the connection reads it. Reading the dictionary,
    /// which is changed in place, would cost an exclusivity check.
    private(set) var isEmpty = true

    func add(_ object: Object) -> Int {
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
    /// Closes the blobs whose number is higher than the given one, in the order in which they were opened.
    ///
    /// - Returns: nil, or the error if what was written could not be committed.
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

    /// Ends all sessions. Must be called before the connection is closed.
    func endSessions() {
        for session in openObjects.sessions.all.values { session.end() }
    }
}
