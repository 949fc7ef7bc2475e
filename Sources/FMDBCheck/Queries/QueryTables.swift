#if Checked
    import FMDB
    import Foundation

    /// Where the tables of queries come from.
    package enum QueryTables: Sendable {
        /// A file of statements that make them.
        case script(String)
        /// A database, which is only read.
        case database(String)
        /// A Swift source with migrations, whose SQL texts are run in their order.
        case migrations(String)

        /// The tables.
        ///
        /// - Throws: `QueryProblem` if the file cannot be read; `FMError` if it is no database.
        func made() throws -> CheckedSchema {
            switch self {
            case .script: return try CheckedSchema(script: SourceReading.text(of: path), file: path)
            case .database:
                guard FileManager.default.fileExists(atPath: path) else { throw SourceReading.missing(path) }
                return try CheckedSchema(databaseFile: path)
            case .migrations:
                let uses = SourceReader.facts(of: try SourceReading.text(of: path), file: path).uses
                let texts = uses.filter { $0.verb != .condition }
                    .sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }.map(\.text)
                guard !texts.isEmpty else {
                    throw SourceReading.problem(path, "the file has no SQL text that makes a table")
                }
                return try CheckedSchema(migrations: texts)
            }
        }

        /// The file.
        package var path: String {
            switch self {
            case .script(let path), .database(let path), .migrations(let path): path
            }
        }
    }

    /// Reads files of the command line.
    enum SourceReading {
        static func text(of path: String) throws(QueryProblem) -> String {
            guard FileManager.default.fileExists(atPath: path) else { throw missing(path) }
            guard let data = FileManager.default.contents(atPath: path) else {
                throw problem(path, "the file cannot be read")
            }
            guard let text = String(data: data, encoding: .utf8) else {
                throw problem(path, "the file is not in UTF-8")
            }
            return text
        }

        static func missing(_ path: String) -> QueryProblem { problem(path, "there is no such file") }

        static func problem(_ path: String, _ message: String) -> QueryProblem {
            QueryProblem(FMSourcePlace(path, line: 1, column: 1), message)
        }
    }
#endif
