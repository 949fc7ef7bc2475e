#if Checked
    import Foundation

    /// The built modules of this library, which the compiler needs to check calls.
    struct BuiltModules {
        let folder: String
        /// The module map arguments for the C modules that FMDB and its users import.
        private let maps: [String]

        static let advice =
            "build it in a clone of FMDB with `swift build --target FMDB`, and pass its folder: --modules .build/debug/Modules"

        /// - Parameter named: the folder that the user named, or nil to search next to this program or the test bundle.
        /// - Throws: ``FMCheckError`` if a named folder has no module FMDB.
        init?(_ named: String?) throws(FMCheckError) {
            let candidates = named.map { [$0] } ?? Self.folders
            guard let folder = candidates.first(where: { Self.isThere("\($0)/FMDB.swiftmodule") }) else {
                guard let named else { return nil }
                throw FMCheckError(.missing, "there is no module FMDB in \"\(named)\": \(Self.advice)")
            }
            self.folder = folder
            maps = Self.maps(of: folder)
        }

        var arguments: [String] { ["-I", folder] + maps }

        /// The folder `Modules` next to the program, where `swift build` puts it.
        private static var folders: [String] {
            let programs =
                [Bundle.main.executablePath].compactMap { $0 } + CommandLine.arguments.filter { $0.contains(".xctest") }
            return programs.map {
                URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path + "/Modules"
            }
        }

        /// Returns the compiler arguments for the module maps. They are in the package whose build folder contains the modules, else in the
        /// package of this program's sources.
        private static func maps(of folder: String) -> [String] {
            let own = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
            for start in [folder, own] {
                var place = URL(fileURLWithPath: start).resolvingSymlinksInPath()
                while place.path.count > 1 {
                    place.deleteLastPathComponent()
                    let sources = place.appendingPathComponent("Sources/Library").path
                    guard isThere("\(sources)/FMDBCSQLite/module.modulemap") else { continue }
                    let names = (try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []
                    let maps = names.sorted().map { "\(sources)/\($0)/module.modulemap" }.filter(isThere)
                    return maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + headers(in: sources)
                }
            }
            return []
        }

        /// Returns the header path for `import SQLite3`. On macOS, the SDK has the module.
        private static func headers(in sources: String) -> [String] {
            #if os(Linux)
                return ["-I", "\(sources)/FMDBSQLite3/include"]
            #else
                return []
            #endif
        }

        private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    }
#endif
