#if Checked
    import Foundation

    /// Files below folders, in the order of their names.
    struct SourceList {
        /// Names in reports: each begins with the path that was given.
        private(set) var names: [String] = []
        private(set) var findings: [FMFinding] = []
        let folder: String
        private let skippedFolders: Set<String>
        private let isWanted: (String) -> Bool
        /// Real paths: nothing is read twice, and a link to a folder above is no endless loop.
        private var seen: Set<String> = []

        /// - Parameters:
        ///   - paths: files, of any name, and folders. Hidden files and folders below them are left out: `.build` is among them.
        ///   - skippedFolders: names of folders that are left out, too, unless they are given themselves.
        ///   - isWanted: whether a file below a folder is taken, by its name. Default: where it ends with `.swift`.
        /// - Throws: ``FMCheckError`` if a path does not exist, or there is no such file at all.
        init(
            _ paths: [String], in folder: String = FileManager.default.currentDirectoryPath,
            leavingOut skippedFolders: Set<String> = [],
            where isWanted: @escaping (String) -> Bool = { $0.hasSuffix(".swift") }
        ) throws(FMCheckError) {
            (self.folder, self.skippedFolders, self.isWanted) = (folder, skippedFolders, isWanted)
            for path in paths {
                let given = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
                guard kind(given) != nil else {
                    throw FMCheckError(.missing, "there is no file or folder \"\(path)\"")
                }
                visit(given)
            }
            guard !names.isEmpty || !findings.isEmpty else {
                let list = paths.map { "\"\($0)\"" }.joined(separator: ", ")
                throw FMCheckError(.missing, "there is no Swift file in \(list), so nothing was checked")
            }
        }

        private func real(_ name: String) -> String {
            URL(fileURLWithPath: FilePath.absolute(name, in: folder)).resolvingSymlinksInPath().path
        }

        private mutating func visit(_ start: String) {
            // A list of its own, since folders may be nested deeper than calls can be.
            var waiting = [start]
            while let name = waiting.popLast() {
                guard let isFolder = kind(name), seen.insert(real(name)).inserted else { continue }
                if isFolder { waiting += inside(name).reversed() } else { names.append(name) }
            }
        }

        /// Whether it is a folder; nil if there is nothing of the name.
        private func kind(_ name: String) -> Bool? {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(
                atPath: FilePath.absolute(name, in: folder), isDirectory: &isFolder)
            return isThere ? isFolder.boolValue : nil
        }

        /// The names of the folders and the wanted files in a folder.
        private mutating func inside(_ name: String) -> [String] {
            do {
                let parts = try FileManager.default.contentsOfDirectory(atPath: FilePath.absolute(name, in: folder))
                let visible = parts.filter { !$0.hasPrefix(".") && !skippedFolders.contains($0) }.sorted()
                let start = name == "/" ? name : name + "/"
                return visible.filter { isWanted($0) || kind(start + $0) == true }.map { start + $0 }
            } catch {
                findings.append(FMFinding(in: name, "this folder was not checked: \(FMCheckError.reason(error))"))
                return []
            }
        }
    }

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
