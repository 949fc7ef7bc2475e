/// A pragma of SQLite with the type of its values, to be read by ``FMDatabase/pragma(_:schema:)`` and set by
/// ``FMDatabase/setPragma(_:to:schema:)``.
///
///     let mode = try db.pragma(.journalMode)
///     try db.setPragma(.synchronous, to: .full)
///
/// See [PRAGMA Statements](https://sqlite.org/pragma.html) and <doc:Pragmas>.
public struct FMPragma<Value: Sendable & Equatable>: Sendable {
    /// What it is a setting of.
    enum Scope: Sendable {
        case database, connection
        /// Of the library, which waits for locks in place of SQLite.
        case busyTimeout
    }

    enum Use: Sendable { case readAndSet, read, set }

    /// SQLite's name for it, `journal_mode` for example.
    public let name: String
    let scope: Scope
    let use: Use
    /// What to do where it cannot be set.
    let advice: String?
    /// Whether SQLite can keep a value. It takes another one in its place, so that is asked before.
    var canKeep: @Sendable (Value) -> Bool = { _ in true }
    /// The value of what SQLite reports; nil for an unknown one.
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

    /// A number of which SQLite keeps 32 bits: it would set 0 for a larger one.
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
    /// SQLite reports a word in small letters, or the number of the word.
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
