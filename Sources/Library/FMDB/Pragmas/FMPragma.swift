/// A pragma of SQLite with the type of its values, to be read by ``FMDatabase/pragma(_:schema:)`` and set by
/// ``FMDatabase/setPragma(_:to:schema:)``.
///
///     let mode = try db.pragma(.journalMode)
///     try db.setPragma(.synchronous, to: .full)
///
/// See [PRAGMA Statements](https://sqlite.org/pragma.html) and <doc:Pragmas>.
public struct FMPragma<Value: Sendable & Equatable>: Sendable {
    /// Whether the pragma is a setting of a database, of the connection or of this library.
    enum Scope: Sendable {
        case database, connection
        /// A setting of the library, which waits for locks instead of SQLite.
        case busyTimeout
    }

    enum Use: Sendable { case readAndSet, read, set }

    /// SQLite's name for it, `journal_mode` for example.
    public let name: String
    let scope: Scope
    let use: Use
    /// The advice in the error for a value that cannot be set.
    let advice: String?
    /// Whether SQLite can store a value. This is checked first, because SQLite would store another value without an error.
    var canKeep: @Sendable (Value) -> Bool = { _ in true }
    /// Converts what SQLite reports. Returns nil for an unknown value.
    let value: @Sendable ([FMValue]) -> Value?
    let text: @Sendable (Value) -> String
}

extension FMPragma where Value == Bool {
    static func flag(
        _ name: String, _ scope: Scope = .connection, _ use: Use = .readAndSet, advice: String? = nil
    ) -> FMPragma {
        FMPragma(
            name: name, scope: scope, use: use, advice: advice, value: { $0.first.flatMap(Bool.fromFMValue) },
            text: { $0 ? "1" : "0" })
    }
}

extension FMPragma where Value == Int {
    static func number(
        _ name: String, _ scope: Scope = .database, _ use: Use = .readAndSet, advice: String? = nil
    ) -> FMPragma {
        FMPragma(
            name: name, scope: scope, use: use, advice: advice, value: { $0.first.flatMap(Int.fromFMValue) },
            text: { String($0) })
    }

    /// A number that SQLite stores in 32 bits. SQLite would store 0 for a number that does not fit.
    static func shortNumber(_ name: String, _ scope: Scope = .database) -> FMPragma {
        var pragma = number(name, scope, advice: "it has 32 bits")
        pragma.canKeep = { Int32(exactly: $0) != nil }
        return pragma
    }
}

extension FMPragma where Value: RawRepresentable, Value.RawValue == Int {
    static func choice(
        _ name: String, _ scope: Scope, advice: String? = nil,
        text: @escaping @Sendable (Value) -> String = { String($0.rawValue) }
    ) -> FMPragma {
        FMPragma(
            name: name, scope: scope, use: .readAndSet, advice: advice,
            value: { $0.first.flatMap(Int.fromFMValue).flatMap(Value.init(rawValue:)) }, text: text)
    }
}

extension FMPragma where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// A pragma whose values are keywords. SQLite reports a value as a keyword in lower case, or as its number.
    static func word(_ name: String, scope: Scope = .database, advice: String? = nil) -> FMPragma {
        FMPragma(
            name: name, scope: scope, use: .readAndSet, advice: advice,
            value: { found in
                switch found.first {
                case .text(let text): Value.allCases.first { $0.rawValue.foldedAsName == text.foldedAsName }
                case .integer(let number): Array(Value.allCases).dropFirst(Int(clamping: number)).first
                default: nil
                }
            }, text: { "'\($0.rawValue)'" })
    }
}
