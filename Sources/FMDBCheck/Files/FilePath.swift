#if Checked
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
#endif
