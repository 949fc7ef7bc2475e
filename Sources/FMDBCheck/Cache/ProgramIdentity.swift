#if Checked
    import FMDB
    import Foundation

    /// What program this is. Another one may read the same sources differently.
    enum ProgramIdentity {
        /// The size and time of the files that the code is in, and SQLite's version.
        static let text: String = {
            var files: Set<String> = ["/proc/self/exe"]
            if let file = Bundle.main.executablePath { files.insert(file) }
            // Tests are loaded by a program of the toolchain, which is told their file.
            files.formUnion(CommandLine.arguments.filter { $0.contains(".xctest") })
            let states = files.sorted().map { file in
                let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
                let state = try? FileManager.default.attributesOfItem(atPath: path)
                let time = (state?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
                return "\(path) \(state?[.size] as? Int ?? 0) \(time)"
            }
            return states.joined(separator: "\n") + "\n" + FMDatabase.sqliteLibVersion()
        }()
    }
#endif
