import FMDB
import FMDBTestHelpers

/// What a database must hold and tell, by what was reported of the statements and of the verbs around them.
struct HistoryReference: Sendable {
    enum End: Sendable {
        case bySQLite, byBlock, committed
        /// The task was cancelled: the transaction is open still, but nothing runs in it.
        case cancelled
    }

    private struct Point {
        let name: String
        let isVerb: Bool
        let content: HistoryContent
    }

    /// A fault on purpose, for a test of the histories themselves.
    enum Flaw: Sendable {
        case forgetsSavePoints
    }

    let flaw: Flaw?
    /// What is committed.
    private(set) var disk = HistoryContent()
    /// What the open transaction sees; nil without one.
    private(set) var working: HistoryContent?
    private var points: [Point] = []
    /// Whether the release of the last save point commits.
    private var beganWithSavePoint = false
    private var depth = 0
    private var strictDepth = 0
    private var verbs = 0
    /// How the transaction of the verb in progress has come to its end.
    private(set) var end: End?
    /// Whether blocks of FMDB's verbs, which may do so, have committed or rolled back the transaction of the verb in progress.
    private var ownEnds: Set<Bool> = []
    /// Whether the task of the access in progress was cancelled.
    private var isCancelled = false
    private(set) var isConnected = true
    /// `isInTransaction`.
    var flag = false
    /// nil if it is not known.
    var changes: Int? = 0
    var lastID: Int? = 0
    /// How often the outermost verbs have ended in which way.
    private(set) var outcomes: [String: Int] = [:]

    init(flaw: Flaw? = nil) {
        self.flaw = flaw
    }

    var content: HistoryContent { working ?? disk }
    var isOpen: Bool { working != nil }
    /// Whether statements may work.
    var isRunning: Bool { end == nil && isConnected }
    var isWithinVerb: Bool { depth > 0 }

    // MARK: Statements

    /// - Returns: the code that a statement must have; -1 for any error.
    mutating func apply(_ change: HistoryChange, isReading: Bool) -> Int32 {
        guard isRunning else { return -1 }
        var content = content
        let effect = change.apply(to: &content, isReading: isReading)
        if let count = effect.changes { changes = count }
        if let id = effect.lastID { lastID = id }
        if effect.rollsBack, isOpen {
            discard()
            if depth > 0 { end = .bySQLite }
        } else {
            replace(content)
        }
        return effect.code
    }

    private mutating func replace(_ content: HistoryContent) {
        if working != nil { working = content } else { disk = content }
    }

    /// Something has failed. Whether SQLite has rolled back it knows best itself.
    mutating func failed(isOpen: Bool) {
        (changes, lastID) = (nil, nil)
        guard isRunning, working != nil, !isOpen else { return }
        discard()
        if depth > 0 { end = .bySQLite }
    }

    /// The transaction is lost; see ``HistoryPlayer/settleFailedCommit(_:)``.
    mutating func lose() {
        discard()
        end = .bySQLite
    }

    mutating func cancel() {
        isCancelled = true
        if isRunning { end = .cancelled }
    }

    /// The access is over, and with it its cancellation.
    mutating func endAccess() {
        isCancelled = false
        end = nil
    }

    /// FMDB's `rollback()`, which works in spite of a cancellation.
    mutating func rollBackDespiteCancellation() -> Bool {
        guard end == .cancelled, isOpen else { return false }
        discard()
        flag = false
        return true
    }

    // MARK: Beginnings and ends by the client

    /// A text that begins or ends something.
    ///
    /// - Returns: whether it works.
    mutating func control(_ text: String) -> Bool {
        guard isRunning else { return false }
        let words = text.uppercased().split(separator: " ").map(String.init)
        switch words[0] {
        case "INSERT":
            return apply(.insert("t", clause: "", [Int(words[5].filter(\.isNumber)) ?? 0]), isReading: false) == 0
        case "BEGIN": return begin()
        case "COMMIT", "END": return finish(keeping: true)
        case "SAVEPOINT":
            add(words[1], isVerb: false)
            return true
        case "RELEASE": return release(words[1], isByBlock: true)
        default: return words.count > 1 ? rollBack(to: words[2], isByBlock: true) : finish(keeping: false)
        }
    }

    private mutating func begin() -> Bool {
        guard working == nil else { return false }
        working = disk
        beganWithSavePoint = false
        return true
    }

    private mutating func finish(keeping: Bool) -> Bool {
        guard let rows = working else { return false }
        if keeping { disk = rows }
        discard()
        noteEnd(keeping: keeping)
        return true
    }

    private mutating func noteEnd(keeping: Bool) {
        if strictDepth > 0 { end = keeping ? .committed : .byBlock } else if depth > 0 { ownEnds.insert(keeping) }
    }

    /// The transaction is rolled back.
    mutating func discard() {
        working = nil
        points = []
    }

    private mutating func add(_ name: String, isVerb: Bool) {
        if working == nil {
            working = disk
            beganWithSavePoint = true
        }
        points.append(Point(name: name, isVerb: isVerb, content: content))
    }

    private mutating func release(_ name: String, isByBlock: Bool) -> Bool {
        guard let index = points.lastIndex(where: { $0.name == name }) else { return false }
        let isLost = isByBlock && strictDepth > 0 && points[index...].contains { $0.isVerb }
        points.removeSubrange(index...)
        if points.isEmpty, beganWithSavePoint {
            disk = content
            discard()
            if isByBlock { noteEnd(keeping: true) }
        } else if isLost {
            end = .byBlock
        }
        return true
    }

    private mutating func rollBack(to name: String, isByBlock: Bool) -> Bool {
        guard let index = points.lastIndex(where: { $0.name == name }) else { return false }
        if flaw != .forgetsSavePoints { working = points[index].content }
        if isByBlock, strictDepth > 0, points[(index + 1)...].contains(where: { $0.isVerb }) { end = .byBlock }
        points.removeSubrange((index + 1)...)
        return true
    }
}

// MARK: - The connection

extension HistoryReference {
    /// - Parameter isInMemory: whether the content is gone.
    mutating func close(isInMemory: Bool) {
        discard()
        isConnected = false
        (changes, lastID) = (0, 0)
        disk = isInMemory ? HistoryContent(tables: [:]) : disk.inFile
    }

    mutating func reopen(isInMemory: Bool) {
        isConnected = true
        if isInMemory { disk = HistoryContent() }
    }

    mutating func attach() { disk.tables["aux.a"] = [:] }
    mutating func detach() { disk.tables["aux.a"] = nil }
}

// MARK: - Verbs

extension HistoryReference {
    /// A verb in progress.
    struct Frame: Sendable {
        let verb: HistoryVerb
        fileprivate let name: String
        /// Whether an earlier block has left a transaction open.
        fileprivate let wasOpen: Bool
    }

    /// Whether a verb can begin.
    func canEnter(_ verb: HistoryVerb, onCoordinator: Bool = false) -> Bool {
        guard isRunning else { return false }
        // A transaction that FMDB's block has left open is ended by FMDB's.
        if onCoordinator, isOpen, !verb.isFMDB { return false }
        if verb.isFMDB || verb.isSavePoint || verb.isDatabase || verb.isRead { return true }
        // A step of a migration is a transaction or, within one, an error.
        return working == nil
    }

    /// A verb has begun.
    mutating func enter(_ verb: HistoryVerb, isGroup: Bool = false) -> Frame {
        let frame = Frame(verb: verb, name: "VERB \(verbs)", wasOpen: isOpen)
        verbs += 1
        guard !verb.isDatabase, !verb.isRead else { return frame }
        depth += 1
        if !verb.isFMDB { strictDepth += 1 }
        if verb.isSavePoint {
            add(frame.name, isVerb: true)
        } else {
            if begin() { flag = true }
            // In a group each block has a save point.
            if isGroup { add(frame.name, isVerb: true) }
        }
        return frame
    }

    /// A verb has ended.
    ///
    /// - Parameters:
    ///   - error: what it has reported.
    ///   - undoes: whether the block has set FMDB's flag.
    /// - Returns: what was reported wrongly.
    mutating func leave(_ frame: Frame, error: (any Error)?, undoes: Bool) -> String? {
        let verb = frame.verb
        if verb.isDatabase || verb.isRead { return leaveDatabase(frame, error) }
        depth -= 1
        if depth == 0 {
            outcomes[end.map { "\($0)" } ?? (error == nil && !undoes ? "kept" : "undone"), default: 0] += 1
        }
        if !verb.isFMDB { strictDepth -= 1 }
        if !verb.isSavePoint { flag = false }
        defer { if depth == 0 { (end, ownEnds) = (isCancelled ? .cancelled : nil, []) } }
        if verb.isSavePoint { return leaveSavePoint(frame, error, undoes) }
        return verb.isFMDB ? leaveFMDBs(frame, error, undoes) : leaveStrict(error)
    }

    private mutating func leaveStrict(_ error: (any Error)?) -> String? {
        defer { discard() }
        if let end {
            guard error != nil else { return "the end of the transaction is not told" }
            let tellsCommit = (error as? FMError)?.message.contains("committed") == true
            return end == .committed && !tellsCommit ? "the commit is not told" : nil
        }
        if error == nil { disk = content }
        return working == nil ? "there is no transaction" : nil
    }

    private mutating func leaveFMDBs(_ frame: Frame, _ error: (any Error)?, _ undoes: Bool) -> String? {
        defer {
            discard()
            ownEnds.insert(!undoes)
        }
        if let end {
            return (error == nil) == (undoes && end != .committed && !frame.wasOpen)
                ? nil : "the end is told wrongly: \(String(describing: error))"
        }
        guard working != nil else { return error == nil ? "the block's own end is not told" : nil }
        // That the block has ended it and begun another one is told, unless both are rolled back.
        let isEnded = depth == 0 && !ownEnds.isEmpty && !(undoes && ownEnds == [false])
        if isEnded, error == nil { return "the block's own end is not told" }
        // A BEGIN that failed is told, but what was open is committed.
        let isKept = error == nil || frame.wasOpen || isEnded && (error as? FMError)?.resultCode == .misuse
        if !undoes, isKept { disk = content }
        if frame.wasOpen, error == nil { return "the failure to begin is not told" }
        return undoes && error != nil && !frame.wasOpen && !isEnded ? "the rollback is told as an error" : nil
    }

    private mutating func leaveSavePoint(_ frame: Frame, _ error: (any Error)?, _ undoes: Bool) -> String? {
        let isThere = points.contains { $0.name == frame.name }
        if let end {
            // The outermost verb undoes what is left.
            if depth == 0, isThere {
                _ = rollBack(to: frame.name, isByBlock: false)
                _ = release(frame.name, isByBlock: false)
            }
            let mayHideIt = frame.verb.isFMDB && undoes && end != .committed
            return error == nil && !mayHideIt ? "the end of the transaction is not told" : nil
        }
        // FMDB's block may have ended the save point itself.
        guard isThere else {
            // What SQLite does not undo alone is rolled back with the whole transaction.
            if isOpen {
                discard()
                flag = false
                if depth > 0 { end = .bySQLite }
            }
            return error == nil ? "the end of the save point is not told" : nil
        }
        if error != nil || undoes { _ = rollBack(to: frame.name, isByBlock: false) }
        _ = release(frame.name, isByBlock: false)
        return nil
    }

    /// The block of an access has ended.
    private mutating func leaveDatabase(_ frame: Frame, _ error: (any Error)?) -> String? {
        guard isOpen, frame.verb != .fmdbDatabase else { return nil }
        if !frame.wasOpen {
            discard()
            flag = false
        }
        return error == nil ? "the transaction that was left open is not told" : nil
    }
}
