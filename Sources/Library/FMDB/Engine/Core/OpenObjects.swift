/// The blobs and sessions, which must be closed before the connection.
struct OpenObjects {
    let blobs = NumberedObjects()
    let sessions = NumberedObjects()
}

protocol OpenObject: AnyObject {
    /// The text that errors show in place of SQL.
    var text: String { get }
    /// Whether the object cannot write.
    var isReadOnly: Bool { get }

    /// Closes the object. The calling thread must hold the connection.
    ///
    /// - Returns: nil, or the error if what was written could not be committed.
    @discardableResult
    func shut() -> FMError?
}

/// The open objects of one kind, by number in the order of opening.
final class NumberedObjects {
    private(set) var all: [Int: any OpenObject] = [:]
    /// The number of objects ever opened, which is also the number of the newest one.
    private(set) var count = 0
    /// Stored, because each access to the connection reads it. Reading the dictionary, which is changed in place, would
    /// cost an exclusivity check.
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
    /// Closes the blobs with a higher number, in the order of opening.
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
        for session in openObjects.sessions.all.values { session.shut() }
    }
}
