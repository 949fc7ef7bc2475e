#if Checked
    import Foundation

    /// Finds uses of FMDB outside Swift code: manifests, headers and Objective-C.
    struct ProjectLines {
        private(set) var objectiveC: [FMMoveReport.Item] = []
        private(set) var project: [FMMoveReport.Item] = []
        /// The first parts of the selectors that Objective-C categories add to FMDB's classes, by class.
        private(set) var categories: [String: Set<String>] = [:]

        static let package = "add the package FMDB, and its product to each target that uses it"

        static func isWanted(_ name: String) -> Bool {
            ["Podfile", "Podfile.lock", "Cartfile", "Cartfile.private", "project.pbxproj"].contains(name)
                || [".m", ".mm", ".h", ".podspec"].contains(where: name.hasSuffix)
        }

        mutating func read(_ text: String, _ path: String) {
            let name = (path as NSString).lastPathComponent
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            switch name {
            case "Podfile": each(lines, path, Self.pod)
            case "Cartfile", "Cartfile.private": each(lines, path, Self.cartfile)
            case "Package.swift": each(lines, path, Self.manifest)
            case "project.pbxproj": each(lines, path, Self.xcode)
            case "Podfile.lock": readLock(lines, path)
            case _ where name.hasSuffix(".podspec"): each(lines, path, Self.podspec)
            default: readHeader(lines, path, name)
            }
        }

        private mutating func each(_ lines: [String], _ path: String, _ advice: (String) -> String?) {
            for (index, line) in lines.enumerated() where !line.hasPrefix("#") && !line.hasPrefix("//") {
                if let advice = advice(line) { add(path, index, line, advice) }
            }
        }

        private mutating func add(_ path: String, _ index: Int, _ line: String, _ advice: String) {
            project.append(.init(FMSourcePlace(path, line: index + 1, column: 1), line, .change, advice))
        }

        // MARK: Manifests

        private static func pod(_ line: String) -> String? {
            guard line.hasPrefix("pod "), let name = quoted(line) else { return nil }
            switch name {
            case "FMDB", "FMDB/standard", "FMDB/Core": return "remove the line, and \(package)"
            case "FMDB/SQLCipher": return "remove the line, and \(package), with traits: [\"SQLCipher\"]"
            case "FMDB/FTS": return "remove the line, and \(package); a tokenizer is an FMTokenizer there"
            case _ where name.hasPrefix("FMDB/"):
                return "remove the line, and \(package), which uses the system's SQLite"
            default: return dependents.contains(String(name.prefix { $0 != "/" })) ? needsOther : nil
            }
        }

        /// Pods that need or contain the Objective-C FMDB, which a Podfile does not show.
        private static let dependents = Set(
            words: "FMDBMigrationManager BGFMDB JQFMDB LKDBHelper FCModel YTKKeyValueStore FFDB SmartStore")
        private static let needsOther = "it needs the Objective-C FMDB, which cannot be in a program with this package"

        private static func podspec(_ line: String) -> String? {
            guard line.contains("dependency"), let name = quoted(line), name == "FMDB" || name.hasPrefix("FMDB/") else {
                return nil
            }
            return "a pod cannot depend on a Swift package: turn this pod into a package, too"
        }

        private static func cartfile(_ line: String) -> String? {
            line.lowercased().contains("ccgus/fmdb") ? "remove the line, and \(package)" : nil
        }

        private static func manifest(_ line: String) -> String? {
            if line.lowercased().contains("ccgus/fmdb") {
                return
                    ".package(name: \"fmdb-swift\", path: \"../fmdb-swift\") with the path of your clone; no version is published yet"
            }
            guard line.contains(".product("), line.contains("\"FMDB\""), line.contains("\"fmdb\"") else { return nil }
            return ".product(name: \"FMDB\", package: \"fmdb-swift\")"
        }

        private static func xcode(_ line: String) -> String? {
            guard line.hasPrefix("repositoryURL"), line.lowercased().contains("ccgus/fmdb") else { return nil }
            return "remove the package in Xcode, and \(package)"
        }

        private static func quoted(_ line: String) -> String? {
            guard let start = line.firstIndex(where: { $0 == "'" || $0 == "\"" }) else { return nil }
            let rest = line[line.index(after: start)...]
            return rest.firstIndex(of: line[start]).map { String(rest[..<$0]) }
        }

        /// Reports pods that need the Objective-C FMDB, which cannot be in a program with this package.
        private mutating func readLock(_ lines: [String], _ path: String) {
            var pod = ""
            for (index, line) in lines.enumerated() {
                if line == "DEPENDENCIES:" { return }
                guard line.hasPrefix("- ") else { continue }
                let name = String(line.dropFirst(2).prefix { $0 != " " && $0 != ":" }).trimmingCharacters(in: ["\""])
                if line.hasSuffix(":") {
                    pod = name
                } else if name == "FMDB" || name.hasPrefix("FMDB/"), !pod.isEmpty, !pod.hasPrefix("FMDB/"),
                    pod != "FMDB"
                {
                    add(path, index, "pod \(pod)", Self.needsOther)
                }
            }
        }

        // MARK: Objective-C

        /// FMDB's own files, which some projects copy.
        private static let own: Set<String> = [
            "FMDB", "FMDatabase", "FMDatabaseAdditions", "FMDatabasePool", "FMDatabaseQueue", "FMResultSet",
            "FMDatabase+FTS3",
            "FMDatabase+InMemoryOnDiskIO", "FMDatabase+SQLCipher", "FMTokenizers", "FMDB-Prefix", "fmdb",
        ]

        private mutating func readHeader(_ lines: [String], _ path: String, _ name: String) {
            let stem = (name as NSString).deletingPathExtension
            guard !Self.own.contains(stem) else {
                if stem == "FMDatabase", name.hasSuffix(".m") {
                    add(
                        path, 0, name,
                        "remove this copy of the Objective-C FMDB with its other files, and \(Self.package)")
                }
                return
            }
            if name.hasSuffix(".h") { readCategories(lines) }
            guard let index = lines.firstIndex(where: Self.isImport) else { return }
            if name.hasSuffix(".h"), name.lowercased().contains("bridging") {
                for (index, line) in lines.enumerated() where Self.isImport(line) {
                    add(path, index, line, "remove the line, and write import FMDB in the Swift files")
                }
            } else {
                objectiveC.append(
                    .init(
                        FMSourcePlace(path, line: index + 1, column: 1), lines[index], .change,
                        "Objective-C cannot use this package: write the file in Swift"))
            }
        }

        private mutating func readCategories(_ lines: [String]) {
            var type: String?
            for line in lines {
                if line.hasPrefix("@interface ") {
                    let name = line.dropFirst(11).prefix { $0.isLetter }
                    let isCategory = line.dropFirst(11 + name.count).drop { $0 == " " }.first == "("
                    type = isCategory && MoveDeclarations.classes.contains(String(name)) ? String(name) : nil
                } else if line.hasPrefix("@end") {
                    type = nil
                } else if let type, line.hasPrefix("-") || line.hasPrefix("+"), let end = line.firstIndex(of: ")") {
                    let selector = line[line.index(after: end)...].drop { $0 == " " }.prefix {
                        $0.isLetter || $0.isNumber || $0 == "_"
                    }
                    if !selector.isEmpty { categories[type, default: []].insert(String(selector)) }
                }
            }
        }

        private static func isImport(_ line: String) -> Bool {
            if line.hasPrefix("@import FMDB;") { return true }
            guard line.hasPrefix("#import") || line.hasPrefix("#include") else { return false }
            let file = line.split { "<>\"/ ".contains($0) }.last { $0.hasSuffix(".h") }.map(String.init) ?? ""
            return own.contains((file as NSString).deletingPathExtension)
        }
    }
#endif
