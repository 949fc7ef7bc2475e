/// The file and line of a call in the app's code, shown in errors about waiting and locks.
///
/// Calls with the parameters `file` and `line` create a call site from them. Omit both arguments, so that the compiler
/// fills in the caller's file and line. If your own function takes these parameters, pass its arguments on, so that
/// errors name its caller.
///
/// A call site consists of two numbers, so other threads can read it without a lock.
public struct FMCallSite: Sendable, CustomStringConvertible {
    /// The address of the file name, a constant of the program, or 0 for none.
    let file: UInt
    let line: UInt

    /// Creates a call site. By default it is the file and line of this initializer call. Lines are counted from 1.
    @inlinable
    public init(file: StaticString = #fileID, line: UInt = #line) {
        self.init(address: file.hasPointerRepresentation ? UInt(bitPattern: file.utf8Start) : 0, line)
    }

    @usableFromInline
    init(address: UInt, _ line: UInt) {
        file = address
        self.line = line
    }

    init?(file: UInt, line: UInt) {
        guard file != 0 else { return nil }
        self.init(address: file, line)
    }

    /// The file and the line, separated by a colon: `Module/File.swift:12`.
    public var description: String {
        let name = UnsafePointer<CChar>(bitPattern: file).map { String(cString: $0) } ?? "?"
        return "\(name):\(line)"
    }
}
