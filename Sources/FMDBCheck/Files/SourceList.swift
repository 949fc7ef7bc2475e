#if Checked
    import Foundation

    /// The Swift files below folders, in the order of their names.
    struct SourceList {
        /// Names in reports: each begins with the path that was given.
        private(set) var names: [String] = []
        /// Folders that cannot be read.
        private(set) var findings: [FMFinding] = []
        private let folder: String
        /// Real paths, so that a link back to a folder above is no circle, and nothing is read twice.
        private var seen: Set<String> = []

        /// - Parameters:
        ///   - paths: files, of any name, and folders.
        ///   - folder: what relative paths belong to.
        /// - Throws: ``FMCheckError`` if a path does not exist, or there is no Swift file at all.
        init(_ paths: [String], in folder: String) throws {
            self.folder = folder
            for path in paths {
                let given = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
                var isFolder: ObjCBool = false
                guard
                    FileManager.default.fileExists(atPath: FilePath.absolute(given, in: folder), isDirectory: &isFolder)
                else { throw FMCheckError(.missing, "there is no file or folder \"\(path)\"") }
                if isFolder.boolValue { visit(given) } else { add(given) }
            }
            guard !names.isEmpty || !findings.isEmpty else {
                let list = paths.map { "\"\($0)\"" }.joined(separator: ", ")
                throw FMCheckError(.missing, "there is no Swift file in \(list), so nothing was checked")
            }
        }

        private mutating func add(_ name: String) {
            if seen.insert(real(name)).inserted { names.append(name) }
        }

        private func real(_ name: String) -> String {
            URL(fileURLWithPath: FilePath.absolute(name, in: folder)).resolvingSymlinksInPath().path
        }

        private mutating func visit(_ start: String) {
            // A list of its own, since folders may be nested deeper than calls can be.
            var waiting = [start]
            while let name = waiting.popLast() {
                guard name.hasSuffix(".swift") || name == start || isFolder(name) else { continue }
                if isFolder(name) {
                    guard seen.insert(real(name)).inserted else { continue }
                    waiting += inside(name).reversed()
                } else {
                    add(name)
                }
            }
        }

        private func isFolder(_ name: String) -> Bool {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: FilePath.absolute(name, in: folder), isDirectory: &isFolder)
                && isFolder.boolValue
        }

        /// The names in a folder, without hidden ones: `.build` and what begins like it are among them.
        private mutating func inside(_ name: String) -> [String] {
            do {
                let parts = try FileManager.default.contentsOfDirectory(atPath: FilePath.absolute(name, in: folder))
                return parts.filter { !$0.hasPrefix(".") }.sorted().map { name == "/" ? "/" + $0 : name + "/" + $0 }
            } catch {
                findings.append(
                    FMFinding(
                        .error, .input, at: FMSourcePlace(name, line: 1, column: 1),
                        "this folder was not checked: \(FMCheckError.reason(error))"))
                return []
            }
        }
    }
#endif
