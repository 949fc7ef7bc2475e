#if Checked
    import Foundation

    /// The files below some folders, in the order of their names.
    package struct ProjectFiles {
        /// What package managers and builds put beside a project's own files.
        private static let foreign: Set<String> = [
            "Pods", "Carthage", "DerivedData", "build", "node_modules", "SourcePackages", "checkouts",
        ]

        /// The paths, each beginning with the one that was given.
        package private(set) var paths: [String] = []
        /// What could not be read, and why.
        package private(set) var problems: [String] = []
        private var seen: Set<String> = []

        /// - Parameters:
        ///   - starts: files, which are all taken, and folders. Hidden files, and folders of package managers and builds within them, are
        ///     left out.
        ///   - isWanted: whether a file within a folder is taken, by its name.
        package init(_ starts: [String], where isWanted: (String) -> Bool) {
            for start in starts {
                let path = start.count > 1 && start.hasSuffix("/") ? String(start.dropLast()) : start
                guard FileManager.default.fileExists(atPath: path) else {
                    problems.append("there is no file or folder \"\(path)\"")
                    continue
                }
                if isFolder(path) { visit(path, isWanted) } else { paths.append(path) }
            }
        }

        private mutating func visit(_ start: String, _ isWanted: (String) -> Bool) {
            // A list of its own, since folders may be nested deeper than calls can be.
            var waiting = [start]
            while let path = waiting.popLast() {
                guard isFolder(path) else {
                    paths.append(path)
                    continue
                }
                // A link back to a folder above would be a circle.
                guard seen.insert(URL(fileURLWithPath: path).resolvingSymlinksInPath().path).inserted else { continue }
                do {
                    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                    let inside = names.filter { !$0.hasPrefix(".") && !Self.foreign.contains($0) }.map {
                        path + "/" + $0
                    }
                    waiting += inside.filter { isFolder($0) || isWanted(($0 as NSString).lastPathComponent) }.reversed()
                } catch {
                    problems.append("the folder \"\(path)\" cannot be read: \(error.localizedDescription)")
                }
            }
        }

        private func isFolder(_ path: String) -> Bool {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        }

        /// The text of a file.
        ///
        /// - Returns: nil if it cannot be read; ``problems`` has the reason.
        package mutating func text(of path: String) -> String? {
            do {
                let data = try Data(contentsOf: URL(fileURLWithPath: path))
                if let text = String(data: data, encoding: .utf8) { return text }
                problems.append("\"\(path)\" is not UTF-8")
            } catch {
                problems.append("\"\(path)\" cannot be read: \(error.localizedDescription)")
            }
            return nil
        }
    }
#endif
