#if Checked
    import Foundation

    /// Asks SQLite about the SQL texts of Swift sources, before the program runs.
    ///
    /// The texts are those that are given to FMDB's calls and to ours. Each is compiled by SQLite on an empty database with your tables:
    ///
    ///     @Test func queries() throws {
    ///         try FMQueryCheck(schema: .file("schema.sql")).run("Sources")
    ///     }
    ///
    /// Relative paths belong to the package of the file that calls, so that a test finds them under `swift test` and in Xcode. See
    /// <doc:CheckedSQL>.
    public struct FMQueryCheck: Sendable {
        /// Where the tables come from.
        public enum Schema: Sendable, Hashable {
            /// Statements that make the tables.
            case script(String)
            /// A file of such statements.
            case file(String)
            /// A database, which is only read. Its rows are not looked at.
            case database(String)
            /// A Swift source with migrations, or a folder of such sources. Their SQL texts that make or change tables are run in their
            /// order; one that needs what a later one makes is run behind it.
            case migrations(String)

            /// The name of the file in findings.
            package var file: String {
                switch self {
                case .script: "schema.sql"
                case .file(let file), .database(let file), .migrations(let file): file
                }
            }
        }

        /// What becomes of the findings of a rule.
        public enum Level: String, Sendable, CaseIterable {
            /// They are errors.
            case error
            /// They are warnings.
            case warning
            /// They are for information only.
            case note
            /// They are left out, and counted.
            case off
        }

        /// Where the tables come from.
        public var schema: Schema
        /// Functions, collations, tokenizers and attached databases that the sources do not tell. Default: none.
        public var names: FMCheckNames
        /// The files and folders that are checked where none are named. Default: the folder `Sources`.
        public var sources = ["Sources"]
        /// What becomes of the findings of some rules. Default: what each rule says.
        public var levels: [FMFinding.Rule: Level] = [:]
        /// A file of findings that are known, and not reported again; see ``FMCheckBaseline``. Default: nil.
        public var baseline: String?
        /// A folder for what need not be found out again in the next run; nil for none. Runs may share it. Default: nil.
        public var cacheFolder: String?
        /// The folder that relative paths belong to.
        public var folder: String

        /// - Parameters:
        ///   - schema: where the tables come from.
        ///   - names: functions, collations, tokenizers and attached databases that the sources do not tell. Default: none.
        ///   - folder: the folder that relative paths belong to. Default: nil, the package of the calling file; if there is none, the
        ///     working directory.
        ///   - file: the calling file.
        public init(
            schema: Schema, names: FMCheckNames = FMCheckNames(), folder: String? = nil, file: String = #filePath
        ) {
            self.schema = schema
            self.names = names
            self.folder = folder ?? FMQueryCheck.package(of: file) ?? FileManager.default.currentDirectoryPath
        }

        /// The check that a file in the form of JSON describes, as `fmdb-check` and the plugin read it:
        ///
        ///     try FMQueryCheck(configuration: "fmdb-check.json").run()
        ///
        /// Its paths are relative to the file's folder. See <doc:CheckedSQL>.
        ///
        /// - Parameters:
        ///   - configuration: the file.
        ///   - folder: the folder that relative paths belong to. Default: nil, the package of the calling file; if there is none, the
        ///     working directory.
        ///   - file: the calling file.
        /// - Throws: ``FMCheckError`` if the file does not exist, is not understood, or names no schema.
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

        /// The nearest folder above a file that has a manifest.
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
