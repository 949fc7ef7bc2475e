/// The file and line of a call in the client's code, named in errors about waiting and locks.
///
/// Calls with the parameters `file` and `line` make one of them. Leave both out: the compiler fills in the place of the call. A function that
/// calls on behalf of its caller passes those of its own.
///
/// It consists of two numbers, so that other threads can read it without a lock.
public struct FMCallSite: Sendable, CustomStringConvertible {
    /// The address of the file's name, a constant of the program; 0 for none.
    let file: UInt
    let line: UInt

    /// A call site; by default that of this initializer's call. Lines are counted from 1. Calls with parameters `file` and `line` make one
    /// of them.
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

    /// The file and the line with a colon between them: `Module/File.swift:12`.
    public var description: String {
        let name = UnsafePointer<CChar>(bitPattern: file).map { String(cString: $0) } ?? "?"
        return "\(name):\(line)"
    }
}
