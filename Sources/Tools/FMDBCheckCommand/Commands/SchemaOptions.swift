#if Checked
    import ArgumentParser
    import FMDBCheck
    import FMDBConsole

    /// The options for the tables and the other settings.
    struct SchemaOptions: ParsableArguments {
        static let defaultConfiguration = "fmdb-check.json"

        @Option(
            help: ArgumentHelp("A file of SQL statements that create the tables.", valueName: "file"),
            completion: .file()
        )
        var schema: String?

        @Option(
            help: ArgumentHelp("A database with the tables; it is only read.", valueName: "file"), completion: .file())
        var database: String?

        @Option(
            help: ArgumentHelp(
                "A Swift file with migrations, or a folder of such files, whose SQL creates the tables.",
                valueName: "file"),
            completion: .file())
        var migrations: String?

        @Option(
            help: ArgumentHelp(
                "A file with the settings. Default: \(defaultConfiguration), if it exists.", valueName: "file"),
            completion: .file())
        var configuration: String?

        func validate() throws {
            guard [schema, database, migrations].compactMap({ $0 }).count < 2 else {
                throw ValidationError("--schema, --database and --migrations exclude each other.")
            }
        }

        /// Returns the check that the options and the configuration describe.
        func check() throws -> FMQueryCheck {
            let folder = FileManager.default.currentDirectoryPath
            let settings = try settings(folder)
            var check = FMQueryCheck(schema: try tables(settings), folder: folder)
            settings?.apply(to: &check)
            return check
        }

        /// Returns the source of the tables that the options name, else the one that the configuration names.
        func tables(_ settings: CheckSettings?) throws -> FMQueryCheck.Schema {
            let named: FMQueryCheck.Schema? =
                schema.map { .file($0) } ?? database.map { .database($0) } ?? migrations.map { .migrations($0) }
            guard let schema = named ?? settings?.schema else {
                throw FMCheckError(
                    .configuration,
                    """
                    no tables are named. Give --schema FILE.sql, --database FILE or --migrations FILE.swift, or write \
                    \(SchemaOptions.defaultConfiguration) with {"schema": "schema.sql"}.
                    """)
            }
            return schema
        }

        /// Returns the files that the command reads: the source of the tables, the configuration, and the given ones.
        ///
        /// - Parameters:
        ///   - files: further files.
        ///   - folders: files, and folders in which the files with the given ending are read.
        func inputs(
            _ tables: FMQueryCheck.Schema?, files: [String], folders: [String] = [], ending: String
        ) -> InputFiles {
            InputFiles(
                databases: tables.map { [$0.file] } ?? [],
                files: files + folders + [configuration ?? SchemaOptions.defaultConfiguration], folders: folders,
                ending: ending)
        }

        /// Reads the configuration. Returns nil if the options name none, and no file has the default name.
        func settings(_ folder: String) throws -> CheckSettings? {
            let file = configuration ?? SchemaOptions.defaultConfiguration
            guard configuration != nil || FileManager.default.fileExists(atPath: file) else { return nil }
            return try CheckSettings(contentsOf: file, in: folder)
        }
    }
#endif
