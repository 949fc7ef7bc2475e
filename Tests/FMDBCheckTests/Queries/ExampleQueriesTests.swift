#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// The typed queries of Examples/NoteService, whose code is in the repository.
    @Suite struct ExampleQueriesTests {
        private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Examples/NoteService").standardizedFileURL.path

        @Test func theirCodeIsCurrent() throws {
            let settings = try CheckSettings(contentsOf: "fmdb-check.json", in: Self.folder)
            let generation = QueryGeneration(
                tables: try #require(settings.schema), paths: settings.queries.map { "\(Self.folder)/\($0)" },
                folder: Self.folder)
            #expect(
                generation.run(output: Self.folder + "/Sources/Queries.swift", onlyChecks: true)
                    == .written(changed: false))
        }

        @Test func theSourcesHaveNoMistake() throws {
            let report = try FMQueryCheck(configuration: "fmdb-check.json", folder: Self.folder).run()
            #expect(report.texts > 5 && report.findings.isEmpty)
        }
    }
#endif
