#if Checked
    import ArgumentParser
    import FMDBCheck
    import FMDBConsole

    extension FMCheckReport.Format: ExpressibleByArgument {}

    struct Check: CheckCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks the SQL of Swift sources with SQLite.",
            discussion: """
                EXAMPLES
                  fmdb-check Sources --schema schema.sql
                  fmdb-check --database app.db --list-unfollowed
                  fmdb-check --baseline known.json --write-baseline
                  fmdb-check --format sarif --output checks.sarif
                """)

        @Argument(help: "Files and folders. Default: those of the configuration, else Sources.", completion: .file())
        var paths: [String] = []

        @OptionGroup var options: SchemaOptions

        @Option(help: "text (as Swift's compiler), json, sarif, or github (annotations).")
        var format = FMCheckReport.Format.text

        @Option(
            help: ArgumentHelp(
                "The file that the report is written to. Default: the standard output.", valueName: "file"),
            completion: .file())
        var output: String?

        @Flag(help: "Also list the calls whose SQL could not be followed.")
        var listUnfollowed = false

        @Option(
            help: ArgumentHelp("A file of known findings, which are not reported again.", valueName: "file"),
            completion: .file())
        var baseline: String?

        @Flag(help: "Write the findings to the baseline. Default: fmdb-check-baseline.json.")
        var writeBaseline = false

        @Option(
            help: ArgumentHelp(
                "The folder for cached results. Default: in the user's folder of caches.",
                valueName: "folder"),
            completion: .directory)
        var cache: String?

        @Flag(help: "Check everything again, without the cache.")
        var noCache = false

        @Flag(help: "Do not print the summary.")
        var quiet = false

        @Flag(help: "Read projects that use the Objective-C FMDB instead; the same as fmdb-check move.")
        var move = false

        // For the plugin: an output file. If it is newer than the inputs, the build system does not run the check again.
        @Option(help: .hidden)
        var stamp: String?

        func perform() throws {
            guard !move else { return try Move.printReport(on: paths, asJSON: format == .json) }
            var check = try options.check()
            if let baseline { check.baseline = baseline }
            if !noCache { check.cacheFolder = cache ?? Check.defaultCache(check.folder) }
            guard !writeBaseline else { return try writeBaseline(check) }
            try expectNoInput([output, stamp], of: check)
            let report = try check.report(on: paths)
            try write(report.written(as: format, folder: check.folder, listsUnfollowed: listUnfollowed))
            if !quiet { printNote("fmdb-check: \(report.summary)") }
            if !report.hasSchema { printNote("fmdb-check: SQLite refuses a part of the schema, which was left out") }
            guard report.errors == 0 else { throw ToolError(report.hasSchema ? .failed : .badData) }
            if let reason = report.nothingChecked {
                printNote("fmdb-check: \(reason)")
                // With a stamp, this is a build of a target. The build must not fail because the target has no SQL.
                if stamp == nil { throw ToolError(.noInput) }
            }
            // The stamp is a Swift file without code, because a build system would treat any other output as a resource of the target.
            if let stamp { try write("// The SQL was checked, and has no errors.\n", to: stamp) }
        }

        private func writeBaseline(_ check: FMQueryCheck) throws {
            var check = check
            let file = check.baseline ?? "fmdb-check-baseline.json"
            check.baseline = nil
            try expectNoInput([file], of: check)
            let report = try check.report(on: paths)
            guard report.hasSchema else {
                throw FMCheckError(.schema, "SQLite refuses a statement of the schema; check without --write-baseline")
            }
            try report.writeBaseline(to: file, folder: check.folder)
            if !quiet {
                printNote("fmdb-check: \(report.errors + report.warnings) known findings are now in \"\(file)\"")
            }
        }

        /// Throws if an output would replace a file that the check reads, or would be read by the next check.
        private func expectNoInput(_ outputs: [String?], of check: FMQueryCheck) throws {
            let outputs = outputs.compactMap(\.self)
            guard !outputs.isEmpty else { return }
            var folders = paths.isEmpty ? check.sources : paths
            if case .migrations(let path) = check.schema { folders.append(path) }
            let files = try check.files(in: folders) + [check.baseline].compactMap(\.self)
            let inputs = options.inputs(check.schema, files: files, folders: folders, ending: ".swift")
            for output in outputs { try inputs.expectNone(output) }
        }

        private func write(_ text: String) throws {
            if let output { return try write(text, to: output) }
            try printText(text.utf8)
        }

        private func write(_ text: String, to file: String) throws {
            do {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
            } catch {
                throw FMCheckError(.unreadable, "\"\(file)\" cannot be written: \(error.localizedDescription)")
            }
        }

        /// Returns the default cache folder, one for each folder in which checks run.
        private static func defaultCache(_ folder: String) -> String? {
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first.map {
                $0.appendingPathComponent("fmdb-check").appendingPathComponent(CheckSettings.cacheName(of: folder)).path
            }
        }
    }
#endif
