#if Checked
    import Foundation

    enum FilePath {
        static func absolute(_ path: String, in folder: String) -> String {
            path.hasPrefix("/") ? path : (folder.hasSuffix("/") ? folder : folder + "/") + path
        }

        /// Without `.` and `..`. Links stay, so that the user finds the name again.
        static func plain(_ path: String) -> String {
            var parts: [Substring] = []
            for part in path.split(separator: "/") where part != "." {
                if part == ".." { _ = parts.popLast() } else { parts.append(part) }
            }
            return "/" + parts.joined(separator: "/")
        }
    }

    /// Names of files as they are seen from a folder, so that reports and baselines are the same on every machine.
    struct RelativeNames {
        /// Without a slash at the end.
        private let base: String
        private let folder: String

        init(base: String, folder: String) {
            self.base = FilePath.plain(FilePath.absolute(base, in: folder))
            self.folder = folder
        }

        init(to file: String, folder: String) {
            let file = FilePath.absolute(file, in: folder)
            self.init(base: URL(fileURLWithPath: file).deletingLastPathComponent().path, folder: folder)
        }

        /// The name without the base; the whole path of a file elsewhere.
        func name(of file: String) -> String {
            let path = FilePath.plain(FilePath.absolute(file, in: folder))
            let start = base == "/" ? "/" : base + "/"
            return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
        }

        func path(of name: String) -> String { FilePath.absolute(name, in: base) }
    }
#endif
