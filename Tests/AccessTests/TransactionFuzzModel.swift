import FMDB
import Support

/// What must be in a file, by what was reported of the statements and of the verbs around them.
struct TransactionModel {
    enum End: String {
        case bySQLite = "ended by SQLite"
        case byBlock = "ended by the block"
        case committed = "committed by the block"
    }

    private struct Point {
        let name: String
        let isVerb: Bool
        let rows: [Int]
    }

    /// The rows that are committed.
    private(set) var disk = [0]
    /// Those of the open transaction; nil without one.
    private var working: [Int]?
    private var points: [Point] = []
    /// Whether the release of the last save point commits.
    private var beganWithSavePoint = false
    private var strictDepth = 0
    private var verbs = 0
    /// How the transaction of the verb in progress has come to its end.
    private(set) var end: End?
    /// Whether the outermost verb has kept something.
    private(set) var isKept = false

    var isOpen: Bool { working != nil }
    /// Whether statements may work.
    var isRunning: Bool { end == nil }

    // MARK: Statements

    /// A statement has worked.
    ///
    /// - Returns: why it should not have.
    mutating func insert(_ rows: [Int]) -> String? {
        guard isRunning else { return "\(rows) was written behind the end of the transaction" }
        if working != nil { working?.append(contentsOf: rows) } else { disk.append(contentsOf: rows) }
        return nil
    }

    /// Something has failed. Whether SQLite has rolled back it knows best itself.
    mutating func failed(isOpen: Bool) {
        guard isRunning, working != nil, !isOpen else { return }
        discard()
        end = .bySQLite
    }

    /// A text that begins or ends something.
    ///
    /// - Returns: whether it works.
    mutating func control(_ text: String) -> Bool {
        let words = text.uppercased().split(separator: " ").map(String.init)
        switch words[0] {
        case "INSERT":
            _ = insert([Int(words[words.count - 1].filter(\.isNumber)) ?? 0])
            return true
        case "BEGIN":
            guard working == nil else { return false }
            working = disk
            beganWithSavePoint = false
            return true
        case "COMMIT", "END": return finish(keeping: true)
        case "SAVEPOINT":
            add(words[1], isVerb: false)
            return true
        case "RELEASE": return release(words[1], isByBlock: true)
        default: return words.count > 1 ? rollBack(to: words[2], isByBlock: true) : finish(keeping: false)
        }
    }

    private mutating func finish(keeping: Bool) -> Bool {
        guard let rows = working else { return false }
        if keeping { disk = rows }
        discard()
        if strictDepth > 0 { end = keeping ? .committed : .byBlock }
        return true
    }

    private mutating func discard() {
        working = nil
        points = []
    }

    private mutating func add(_ name: String, isVerb: Bool) {
        if working == nil {
            working = disk
            beganWithSavePoint = true
        }
        points.append(Point(name: name, isVerb: isVerb, rows: working ?? []))
    }

    private mutating func release(_ name: String, isByBlock: Bool) -> Bool {
        guard let index = points.lastIndex(where: { $0.name == name }) else { return false }
        let isLost = isByBlock && strictDepth > 0 && points[index...].contains { $0.isVerb }
        points.removeSubrange(index...)
        if points.isEmpty, beganWithSavePoint {
            disk = working ?? disk
            discard()
            if isByBlock, strictDepth > 0 { end = .committed }
        } else if isLost {
            end = .byBlock
        }
        return true
    }

    private mutating func rollBack(to name: String, isByBlock: Bool) -> Bool {
        guard let index = points.lastIndex(where: { $0.name == name }) else { return false }
        working = points[index].rows
        if isByBlock, strictDepth > 0, points[(index + 1)...].contains(where: { $0.isVerb }) { end = .byBlock }
        points.removeSubrange((index + 1)...)
        return true
    }
}

// MARK: - Verbs

extension TransactionModel {
    /// The outermost verb has begun.
    mutating func begin(_ spelling: FuzzedSpelling) {
        if spelling.isSavePoint { add("VERB 0", isVerb: true) } else { working = disk }
        verbs = 1
        strictDepth = spelling.isFMDB ? 0 : 1
        // In a group each block has a save point.
        if spelling.isGroup { add("VERB 0", isVerb: true) }
    }

    /// A verb within it has begun.
    mutating func enter(isStrict: Bool) -> Int {
        let number = verbs
        verbs += 1
        if isStrict { strictDepth += 1 }
        add("VERB \(number)", isVerb: true)
        return number
    }

    /// A verb within it has ended.
    mutating func leave(_ number: Int, isStrict: Bool, error: (any Error)?, flag: Bool = false) -> String? {
        let name = "VERB \(number)"
        if isStrict { strictDepth -= 1 }
        guard isRunning else {
            let mayHideIt = !isStrict && flag && end != .committed
            return error == nil && !mayHideIt ? "the end of the transaction is not told" : nil
        }
        guard points.contains(where: { $0.name == name }) else {
            // FMDB's block has ended the save point itself.
            return error == nil ? "the end of the save point is not told" : nil
        }
        if error != nil || flag { _ = rollBack(to: name, isByBlock: false) }
        _ = release(name, isByBlock: false)
        return nil
    }

    /// - Parameter isCommitted: whether the error tells that something was committed.
    mutating func endOfVerb(error: (any Error)?, isCommitted: Bool?) -> String? {
        defer { discard() }
        isKept = error == nil
        if let end {
            guard error != nil else { return "the end of the transaction is not told" }
            return end == .committed && isCommitted != true ? "the commit is not told" : nil
        }
        if error == nil { disk = working ?? disk }
        return working == nil ? "there is no transaction" : nil
    }

    mutating func endOfFMDBsVerb(error: (any Error)?, flag: Bool, isSavePoint: Bool) -> String? {
        defer { discard() }
        if let end {
            return (error == nil) == (flag && end != .committed)
                ? nil : "the end is told wrongly: \(String(describing: error))"
        }
        guard isSavePoint else {
            guard working != nil else { return error == nil ? "the block's own end is not told" : nil }
            isKept = error == nil && !flag
            if isKept { disk = working ?? disk }
            return flag && error != nil ? "the rollback is told as an error" : nil
        }
        guard points.contains(where: { $0.name == "VERB 0" }) else {
            return error == nil ? "the end of the save point is not told" : nil
        }
        isKept = error == nil && !flag
        if !isKept { _ = rollBack(to: "VERB 0", isByBlock: false) }
        _ = release("VERB 0", isByBlock: false)
        return nil
    }
}
