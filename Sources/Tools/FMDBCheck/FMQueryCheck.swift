#if Checked
    import Foundation

    /// Checks the SQL in Swift sources with SQLite, before the program runs.
    ///
    /// The check finds the SQL that the sources pass to the functions of FMDB and of this library. SQLite compiles each statement on an
    /// empty database with your tables:
    ///
    ///     @Test func queries() throws {
    ///         try FMQueryCheck(schema: .file("schema.sql")).run("Sources")
    ///     }
    ///
    /// Relative paths start at the package of the calling file, so a test finds them under `swift test` and in Xcode. See <doc:CheckedSQL>.
    public struct FMQueryCheck: Sendable {
        /// The source of the tables.
        public enum Schema: Sendable, Hashable {
            /// SQL statements that create the tables.
            case script(String)
            /// The path of a file with SQL statements that create the tables.
            case file(String)
            /// The path of a database. The check opens it for reading, and does not look at its rows.
            case database(String)
            /// The path of a Swift source with migrations, or of a folder of such sources. The statements that create or change tables run
            /// in source order. A statement that needs the result of a later one runs after it.
            case migrations(String)

            /// The name of the file in findings.
            package var file: String {
                switch self {
                case .script: "schema.sql"
                case .file(let file), .database(let file), .migrations(let file): file
                }
            }
        }

        /// The level at which a rule's findings are reported.
        public enum Level: String, Sendable, CaseIterable {
            /// Findings are errors.
            case error
            /// Findings are warnings.
            case warning
            /// Findings are for information only.
            case note
            /// Findings are left out, and counted.
            case off
        }

        /// The source of the tables.
        public var schema: Schema
        /// Functions, collations, tokenizers and attached databases that the sources do not show. Default: none.
        public var names: FMCheckNames
        /// The files and folders to check if the caller passes no paths. Default: the folder `Sources`.
        public var sources = ["Sources"]
        /// The levels that replace the default levels of the rules. Default: none.
        public var levels: [FMFinding.Rule: Level] = [:]
        /// The path of a file with known findings, which are not reported again. See ``FMCheckBaseline``. Default: nil.
        public var baseline: String?
        /// The folder of the cache for later runs, or nil for no cache. Runs may share it. Default: nil.
        public var cacheFolder: String?
        /// The folder at which relative paths start.
        public var folder: String

        /// - Parameters:
        ///   - schema: the source of the tables.
        ///   - names: functions, collations, tokenizers and attached databases that the sources do not show. Default: none.
        ///   - folder: the folder at which relative paths start. Default: nil, the package of the calling file; if there is none, the
        ///     working directory.
        ///   - file: the calling file.
        public init(
            schema: Schema, names: FMCheckNames = FMCheckNames(), folder: String? = nil, file: String = #filePath
        ) {
            self.schema = schema
            self.names = names
            self.folder = folder ?? FMQueryCheck.package(of: file) ?? FileManager.default.currentDirectoryPath
        }

        /// Creates the check that a JSON file describes, in the format that `fmdb-check` and the plugin read:
        ///
        ///     try FMQueryCheck(configuration: "fmdb-check.json").run()
        ///
        /// Its paths are relative to the file's folder. See <doc:CheckedSQL>.
        ///
        /// - Parameters:
        ///   - configuration: the path of the file.
        ///   - folder: the folder at which relative paths start. Default: nil, the package of the calling file; if there is none, the
        ///     working directory.
        ///   - file: the calling file.
        /// - Throws: ``FMCheckError`` if the file does not exist, is invalid, or names no schema.
        public init(configuration: String, folder: String? = nil, file: String = #filePath) throws {
            let folder = folder ?? FMQueryCheck.package(of: file) ?? FileManager.default.currentDirectoryPath
            let settings = try CheckSettings(contentsOf: configuration, in: folder)
            guard let schema = settings.schema else {
                throw FMCheckError(
                    .configuration, in: configuration,
                    "no tables are named; add \"schema\": \"schema.sql\", or \"database\" or \"migrations\" with a file"
                )
            }
            self.init(schema: schema, folder: folder)
            settings.apply(to: &self)
        }

        /// Returns the nearest folder above a file that contains a package manifest.
        private static func package(of file: String) -> String? {
            guard file.hasPrefix("/") else { return nil }
            var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
            while folder.path != "/" {
                if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
                    return folder.path
                }
                folder.deleteLastPathComponent()
            }
            return nil
        }

        package func absolute(_ path: String) -> String { FilePath.absolute(path, in: folder) }
    }
#endif
