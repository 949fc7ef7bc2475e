import Foundation

/// A path as its folder and the name in it.
///
/// `NSString.deletingLastPathComponent` would do, but Foundation on Linux traps for a path of one letter.
struct PathParts {
    /// "" for the current folder.
    let folder: String
    let name: String

    init(_ path: String) {
        let slash = UInt8(ascii: "/")
        var bytes = Array(path.utf8)
        while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
        let end = bytes.lastIndex(of: slash)
        name = String(decoding: bytes[(end.map { $0 + 1 } ?? 0)...], as: UTF8.self)
        // The folder of what lies in the root is the root.
        folder = String(decoding: bytes[..<(end.map { max(1, $0) } ?? 0)], as: UTF8.self)
    }

    /// A path beside a file that is to have a name, for what is not whole yet.
    static func partial(_ folder: String, _ name: String) -> String {
        let start = name.utf8.count > 200 ? String(decoding: Array(name.utf8.prefix(200)), as: UTF8.self) : name
        return "\(folder)/.\(start).\(String(UInt64.random(in: .min ... .max), radix: 36)).partial"
    }
}

extension String {
    /// The path from the root, without links; nil if there is no such file or folder.
    package var withoutLinks: String? {
        guard let found = realpath(self, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}
