import Foundation

// SAFETY: every stored property is a constant of a Sendable type.
/// An error of SQLite or of this library.
///
/// The error is created at the point of failure, so later calls on the connection do not change it. It is an `NSError`
/// with the domain "FMDatabase" and the primary result code, as in FMDB. Catch it either way:
///
///     do {
///         try db.executeUpdate("INSERT INTO person VALUES (?)", values: ["ann"])
///     } catch let error as NSError {
///         print(error.domain, error.code, error.localizedDescription)
///     }
///
///     do {
///         try db.execute("INSERT INTO person VALUES (\(name))")
///     } catch {
///         guard error.extendedCode == .constraintUnique else { throw error }
///         print("the name is taken")
///     }
///
/// It never contains the values of arguments. See [Result and Error Codes](https://sqlite.org/rescode.html).
///
/// The class is a subclass of `NSError` because on Linux nothing else is matched by `catch let error as NSError`.
public final class FMError: NSError, @unchecked Sendable {
    /// The primary result code, `.constraint` for example. See [`sqlite3_errcode`](https://sqlite.org/c3ref/errcode.html).
    public let resultCode: FMResultCode
    /// The extended result code, `.constraintUnique` for example; equal to the primary code if there is no extended one.
    public let extendedCode: FMResultCode
    /// The message of SQLite, or of the library.
    public let message: String
    /// The SQL text that failed, if any. Long text is truncated to the part around the error, or to its beginning, with
    /// the number of omitted bytes. SQL text with the key of an encrypted database is not shown.
    public let sql: String?
    /// The offset of a syntax error in `sql`, in UTF-8 bytes. See [`sqlite3_error_offset`](https://sqlite.org/c3ref/errcode.html); nil if
    /// SQLite provides none, or is older than 3.38.
    public let offset: Int?
    /// Who holds the lock, for the codes ``FMResultCode/busy`` and ``FMResultCode/locked``; otherwise nil. Its sentence
    /// is also the `localizedFailureReason`.
    public let contention: Contention?
    /// The index of the element that failed, if one call was to write several; otherwise nil. The message contains it too.
    public let batchIndex: Int?
    /// The error that has caused this one, such as what a function of your own or a step of a migration has thrown; nil if there
    /// is none. It is under `NSUnderlyingErrorKey` in `userInfo`.
    public var underlyingError: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }

    /// The reason of the failure, if more is known than the message says. It is the `localizedFailureReason`.
    let reason: String?

    /// Whether the error comes from SQLite, not from the library.
    let isSQLites: Bool

    /// What the library was doing.
    let stage: Stage

    /// Where an error occurred; FMDB's calls treat the stages differently.
    enum Stage: Sendable {
        case open, notOpen, closed, prepare, noStatement, bind, step, cell, script, checkpoint, reentrance, other
        /// SQLite was not called, for it was built without what is asked for.
        case unavailable
    }

    /// Creates an error of your own, for example for a custom SQL function.
    ///
    /// - Parameters:
    ///   - code: the result code, primary or extended.
    ///   - message: one sentence, without values.
    ///   - sql: the SQL text concerned, if any.
    public convenience init(_ code: FMResultCode, _ message: String, sql: String? = nil) {
        self.init(code, message, sql: sql, offset: nil, stage: .other)
    }

    /// Creates an error whose cause is an error of another type, such as one of `Codable`.
    ///
    /// - Parameters:
    ///   - code: the result code, primary or extended.
    ///   - message: what failed. The type of the cause or the coding path is appended, but no value.
    ///   - cause: the other error.
    ///   - sql: the SQL text concerned, if any.
    public convenience init(_ code: FMResultCode, _ message: String, cause: any Error, sql: String? = nil) {
        self.init(code, "\(message): \(FMError.words(cause))", sql: sql, offset: nil, stage: .other)
    }

    init(
        _ code: FMResultCode, _ message: String, sql: String?, offset: Int? = nil, stage: Stage,
        domain: String = FMError.domain, contention: Contention? = nil, batchIndex: Int? = nil,
        underlying: (any Error)? = nil, reason: String? = nil, isSQLites: Bool = false
    ) {
        resultCode = code.primary
        extendedCode = code
        let message = message.shortened().text
        self.message = message
        let shown = sql.map { $0.namesKey ? (text: $0.withoutKeys, offset: nil) : $0.shortened(around: offset) }
        self.sql = shown?.text
        self.offset = sql == nil ? offset : shown?.offset
        (self.stage, self.contention, self.batchIndex) = (stage, contention, batchIndex)
        self.reason = contention?.hint ?? reason
        self.isSQLites = isSQLites
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let reason = self.reason { userInfo[NSLocalizedFailureReasonErrorKey] = reason }
        if let underlying { userInfo[NSUnderlyingErrorKey] = underlying }
        super.init(domain: domain, code: Int(code.primary.rawValue), userInfo: userInfo)
    }

    #if !os(Linux)
        // Linux's NSError has it as `static`, which nothing can override; it is true there, too. The condition does not ask
        // for Darwin, because Linux type-checks this branch with stand-ins for Apple's modules, for another system.
        /// Whether an archive that demands secure coding may have such an error: it does.
        public override class var supportsSecureCoding: Bool { true }
    #endif

    /// Decodes the code and the message of an archived error.
    public required init?(coder: NSCoder) {
        guard let plain = NSError(coder: coder) else { return nil }
        resultCode = FMResultCode(rawValue: Int32(truncatingIfNeeded: plain.code))
        extendedCode = resultCode
        message = plain.localizedDescription
        sql = nil
        offset = nil
        stage = .other
        contention = nil
        batchIndex = nil
        reason = nil
        isSQLites = false
        super.init(domain: plain.domain, code: plain.code, userInfo: plain.userInfo)
    }

    /// The domain of the library's errors, "FMDatabase" as in FMDB.
    public static let domain = "FMDatabase"

    /// Whether the other object is an `FMError` of the same code, message and SQL.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? FMError else { return false }
        return extendedCode == other.extendedCode && message == other.message && sql == other.sql
            && domain == other.domain
    }

    /// A hash consistent with `isEqual`.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(extendedCode)
        hasher.combine(message)
        hasher.combine(sql)
        return hasher.finalize()
    }

    /// Code, message, SQL, and the reason, such as who holds the lock.
    public override var description: String {
        let head = "\(isSQLites ? "SQLite error \(extendedCode)" : "FMDB error \(extendedCode.ownName)"): \(message)"
        let text = sql.map { head + " - in: " + $0 } ?? head
        return reason.map { text + " - " + $0 } ?? text
    }
}

extension FMError {
    /// This error with the index of the batch element that failed.
    ///
    /// - Parameter index: the index of the element.
    public func ofElement(_ index: Int) -> FMError { with(message: "\(message) (row \(index))", batchIndex: index) }

    func inDomain(_ domain: String) -> FMError { with(domain: domain) }

    /// The same failure, of a call that could not be made because of it.
    func again(_ sql: String?, at stage: Stage) -> FMError { with(sql: sql, stage: stage) }

    /// The same failure with the SQL text that it happened to.
    func concerning(_ text: String) -> FMError { sql == nil ? with(sql: text) : self }

    /// The same failure with the error that came before it.
    func causedBy(_ error: any Error, _ message: String? = nil, code: FMResultCode? = nil) -> FMError {
        with(code: code, message: message, underlying: error)
    }

    /// The same failure in other words.
    func saying(_ message: String) -> FMError { with(message: message) }

    /// The same failure with what to do about it, in place of a reason that was known before.
    package func advising(_ reason: String) -> FMError { with(reason: reason) }

    private func with(
        code: FMResultCode? = nil, message: String? = nil, sql: String? = nil, stage: Stage? = nil,
        domain: String? = nil, batchIndex: Int? = nil, underlying: (any Error)? = nil, reason: String? = nil
    ) -> FMError {
        FMError(
            code ?? extendedCode, message ?? self.message, sql: sql ?? self.sql, offset: offset,
            stage: stage ?? self.stage,
            domain: domain ?? self.domain, contention: contention, batchIndex: batchIndex ?? self.batchIndex,
            underlying: underlying ?? underlyingError, reason: reason ?? self.reason, isSQLites: isSQLites
        )
    }

    /// Describes an error without values. The descriptions of Codable's own errors contain values, and the keys of
    /// dictionaries are values too.
    private static func words(_ cause: any Error) -> String {
        guard let error = cause as? EncodingError, case .invalidValue(let value, let context) = error else {
            return "it threw \(Swift.type(of: cause))"
        }
        let path = context.codingPath.map { key in
            let name = key.stringValue
            // A key of an encoder's own type is a dictionary's, unless it is the number within a list. Not every key that has
            // a number is one: a dictionary's key "7" has it, too.
            let isOfList = key.intValue.map { name == "Index \($0)" } ?? false
            return String(describing: Swift.type(of: key)).hasPrefix("_") && !isOfList ? "…" : name
        }.joined(separator: ".")
        return "a value of type \(Swift.type(of: value))\(path.isEmpty ? "" : ", at \(path),") is invalid"
    }

    static func notOpen(_ sql: String? = nil) -> FMError {
        FMError(
            .misuse, "the database is not open", sql: sql, stage: .notOpen,
            reason: "call open() first; the db of a block is for this block alone")
    }

    static func misuse(_ message: String, sql: String? = nil) -> FMError {
        FMError(.misuse, message, sql: sql, stage: .other)
    }

    static func usedByHandler(_ sql: String?) -> FMError {
        .misuse("a database must not be used by its own event handler", sql: sql)
    }

    /// A row, or what decodes it, was kept for too long.
    static func rowIsGone(_ sql: String) -> FMError {
        .misuse("the row is no longer valid: its query has moved to another row or ended", sql: sql)
    }

    /// A client's code, called during an execution, has closed its statement.
    static func takenAway(_ sql: String) -> FMError {
        FMError(.abort, "the statement was closed while it was running", sql: sql, stage: .step)
    }
}
