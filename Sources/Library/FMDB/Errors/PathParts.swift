import Foundation

/// A path, split into the folder and the name in it.
///
/// `NSString.deletingLastPathComponent` is not used because Foundation on Linux traps for a path of one letter.
struct PathParts {
    /// The folder, or "" for the current folder.
    let folder: String
    let name: String

    init(_ path: String) {
        let slash = UInt8(ascii: "/")
        var bytes = Array(path.utf8)
        while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
        let end = bytes.lastIndex(of: slash)
        name = String(decoding: bytes[(end.map { $0 + 1 } ?? 0)...], as: UTF8.self)
        // The folder of a file in the root folder is "/".
        folder = String(decoding: bytes[..<(end.map { max(1, $0) } ?? 0)], as: UTF8.self)
    }

    /// Returns a temporary path in the same folder, for a file that is still incomplete.
    static func partial(_ folder: String, _ name: String) -> String {
        let start = name.utf8.count > 200 ? String(decoding: Array(name.utf8.prefix(200)), as: UTF8.self) : name
        return
            "\(folder)/.\(start).\(String(UInt64.random(in: .min ... .max, using: &SystemRandom.shared), radix: 36)).partial"
    }
}

extension String {
    /// The absolute path without symbolic links, or nil if the file or folder does not exist.
    package var withoutLinks: String? { SystemFiles.realpath(self) }
}
