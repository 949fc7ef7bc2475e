#if Checked
    import Foundation

    /// The files in folders and their subfolders, in the order of names.
    struct SourceList {
        /// The file names for reports. Each begins with the given path.
        private(set) var names: [String] = []
        private(set) var findings: [FMFinding] = []
        let folder: String
        private let skippedFolders: Set<String>
        private let isWanted: (String) -> Bool
        /// The resolved paths of visited files and folders, so that nothing is read twice and links cannot form an endless loop.
        private var seen: Set<String> = []

        /// - Parameters:
        ///   - paths: files of any name, and folders. Hidden files and folders inside them, such as `.build`, are left out.
        ///   - skippedFolders: names of further folders to leave out, unless they are given in `paths`.
        ///   - isWanted: whether to include a file inside a folder, by its name. Default: files whose names end with `.swift`.
        /// - Throws: ``FMCheckError`` if a path does not exist, or if no file was found.
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
            // An explicit list, not recursion, because folders may be nested deeper than calls can be.
            var waiting = [start]
            while let name = waiting.popLast() {
                guard let isFolder = kind(name), seen.insert(real(name)).inserted else { continue }
                if isFolder { waiting += inside(name).reversed() } else { names.append(name) }
            }
        }

        /// Returns true for a folder, false for a file, or nil if the path does not exist.
        private func kind(_ name: String) -> Bool? {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(
                atPath: FilePath.absolute(name, in: folder), isDirectory: &isFolder)
            return isThere ? isFolder.boolValue : nil
        }

        /// Returns the names of the subfolders and wanted files of a folder.
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

        /// Returns the path without `.` and `..`. Links are kept, so that the user recognises the name.
        static func plain(_ path: String) -> String {
            var parts: [Substring] = []
            for part in path.split(separator: "/") where part != "." {
                if part == ".." { _ = parts.popLast() } else { parts.append(part) }
            }
            return "/" + parts.joined(separator: "/")
        }
    }

    /// File names relative to a folder, so that reports and baselines are the same on every machine.
    struct RelativeNames {
        /// The folder, without a slash at the end.
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

        /// Returns the name relative to the base, or the absolute path of a file elsewhere.
        func name(of file: String) -> String {
            let path = FilePath.plain(FilePath.absolute(file, in: folder))
            let start = base == "/" ? "/" : base + "/"
            return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
        }

        func path(of name: String) -> String { FilePath.absolute(name, in: base) }
    }
#endif
