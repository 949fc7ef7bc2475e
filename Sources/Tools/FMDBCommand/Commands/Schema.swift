#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    struct Schema: FileCommand {
        enum Format: String, CaseIterable, ExpressibleByArgument {
            case sql, json, swift, svg
        }

        static let configuration = CommandConfiguration(
            abstract: "Shows tables, views, indexes and triggers: as SQL, JSON, Swift models or a diagram.",
            text: """
                EXAMPLES
                  fmdb schema shop.db
                  fmdb schema shop.db sale product
                  fmdb schema shop.db --format json
                  fmdb schema shop.db --format swift --to Sources/App/Models.swift
                  fmdb schema shop.db --format svg --to shop.svg
                """)

        @Argument(help: "The database.", completion: .file()) var file: String
        @Argument(help: "Tables and views. Default: all except SQLite's own.") var names: [String] = []

        @Option(
            help:
                "sql, json, swift (structures for FMDBModel), or svg (a diagram of the tables and their foreign keys).")
        var format = Format.sql

        @Option(
            help: ArgumentHelp("The file to write. Default: the standard output.", valueName: "file"),
            completion: .file())
        var to: String?

        @Flag(help: "Replace an existing file of that name.") var replace = false
        @Flag(help: "The same as --format json.") var json = false
        @OptionGroup var options: DatabaseOptions

        func perform() throws {
            let db = try options.open(file, for: .read)
            defer { db.close() }
            let text = try Interrupts.shared.during(db.interrupter) { try self.text(db) }
            guard let to else { return try printLines([text]) }
            try InputFiles(databases: [file], files: options.inputs).expectNone(to)
            let output = try OutputFile(to, replaces: replace)
            try output.sink.write(text + "\n")
            try output.publish()
        }

        private func text(_ db: FMDatabase) throws -> String {
            let parts = try db.schema().only(names)
            switch json ? .json : format {
            case .sql: return parts.script.joined(separator: "\n")
            case .json: return SchemaDocument(parts).prettyJSON
            case .swift:
                return try SwiftModels { try ColumnContent.find(db, $0, $1) }.source(parts.tables, parts.views)
            case .svg: return SchemaDiagram(parts.tables).svg()
            }
        }
    }
#endif
