#if Tool || Checked || Node
    import FMDB
    import Foundation

    /// The files that a command reads. They are compared with its outputs by device and inode, because an output may be the same file under
    /// another name.
    package struct InputFiles {
        private struct Folder {
            let name: String
            let path: String
            let ending: String?

            func reads(_ file: String) -> Bool {
                guard file != path else { return true }
                let start = path == "/" ? path : path + "/"
                guard file.hasPrefix(start) else { return false }
                guard let ending else { return true }
                let isHidden = file.dropFirst(start.count).split(separator: "/").contains { $0.hasPrefix(".") }
                return file.hasSuffix(ending) && !isHidden
            }
        }

        private var files: [(name: String, path: String?, identity: FileIdentity?)] = []
        private var folders: [Folder] = []

        /// - Parameters:
        ///   - databases: the databases. The files that SQLite keeps next to each are included, even if they do not exist yet.
        ///   - files: other files. The standard input is always included.
        ///   - folders: the folders whose files are read.
        ///   - ending: the ending of the files that are read in the folders, without hidden ones. Default: nil, all files.
        package init(
            databases: [String] = [], files others: [String] = [], folders names: [String] = [], ending: String? = nil
        ) {
            files.append(("the standard input", nil, InputFiles.identity { fstat(STDIN_FILENO, &$0) }))
            for name in others { files.append(("\"\(name)\"", InputFiles.resolved(name), InputFiles.identity(name))) }
            for name in databases {
                let path = InputFiles.resolved(name)
                for ending in ["", "-wal", "-shm", "-journal"] {
                    let words = ending.isEmpty ? "\"\(name)\"" : "a file of the database \"\(name)\""
                    files.append((words, path + ending, InputFiles.identity(path + ending)))
                }
            }
            folders = names.map { Folder(name: $0, path: InputFiles.resolved($0), ending: ending) }
        }

        /// - Returns: nil if it is not a regular file. Other files need no comparison: a terminal, for example, can be both input and
        ///   output.
        private static func identity(_ look: (inout stat) -> Int32) -> FileIdentity? {
            var facts = stat()
            return look(&facts) == 0 && facts.st_mode & S_IFMT == S_IFREG ? FileIdentity(facts) : nil
        }

        private static func identity(_ path: String) -> FileIdentity? { identity { stat(path, &$0) } }

        /// Returns the path without symbolic links, even if the file does not exist.
        private static func resolved(_ path: String) -> String {
            var path = path
            for _ in 0..<40 {
                if let real = path.withoutLinks { return real }
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
                let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
                path = URL(fileURLWithPath: target, relativeTo: folder).path
            }
            let url = URL(fileURLWithPath: path)
            let folder = url.deletingLastPathComponent().path
            guard folder != path else { return path }
            return resolved(folder) + (folder == "/" ? "" : "/") + url.lastPathComponent
        }

        package func expectNone(_ output: String) throws {
            let (path, identity) = (InputFiles.resolved(output), InputFiles.identity(output))
            for file in files where file.path == path || identity != nil && file.identity == identity {
                throw ToolError.usage(
                    "\"\(output)\" and \(file.name) are the same file, which cannot be read and written at once")
            }
            for folder in folders where folder.reads(path) {
                throw ToolError.usage("\"\(output)\" is in \"\(folder.name)\", which is an input")
            }
        }

        package func expectNoStandardOutput() throws {
            for (descriptor, words) in [(STDOUT_FILENO, "the standard output"), (STDERR_FILENO, "the standard error")] {
                guard let identity = InputFiles.identity({ fstat(descriptor, &$0) }) else { continue }
                for file in files where file.identity == identity {
                    throw ToolError.usage(
                        "\(words) and \(file.name) are the same file, which cannot be read and written at once")
                }
            }
        }
    }
#endif
