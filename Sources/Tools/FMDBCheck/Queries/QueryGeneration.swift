#if Checked
    import FMDB
    import Foundation

    /// Generates a Swift file from query files.
    package struct QueryGeneration: Sendable {
        package enum Outcome: Sendable, Equatable {
            /// The file is up to date. `changed` is false if it already was.
            case written(changed: Bool)
            /// The file differs from the code that would be written.
            case outdated
            /// The queries or the schema have errors.
            case refused([FMFinding])
        }

        private let tables: FMQueryCheck.Schema
        private let folder: String
        private let paths: [String]
        private let access: QueryAccess
        private let imports: [String]

        /// - Parameter paths: query files, and folders that contain query files, whose names end with `.sql`.
        package init(
            tables: FMQueryCheck.Schema, paths: [String], access: QueryAccess = .internal, imports: [String] = [],
            folder: String = FileManager.default.currentDirectoryPath
        ) {
            (self.tables, self.paths, self.access, self.imports) = (tables, paths, access, imports)
            self.folder = folder
        }

        /// Returns the code, or the findings if the queries or the schema have errors.
        package func source() -> (source: String?, findings: [FMFinding]) {
            do {
                let schema = try SchemaSource(tables, in: folder).made()
                let problems = schema.problems.filter { $0.severity == .error }
                guard problems.isEmpty else { return (nil, problems) }
                return try QueryGenerator(schema: schema, access: access, imports: imports).generated(
                    from: try files())
            } catch let problem as QueryProblem {
                return (nil, [problem.finding])
            } catch let error as FMCheckError {
                return (nil, [error.finding(in: tables.file)])
            } catch {
                return (nil, [FMCheckError(.unreadable, error.localizedDescription).finding(in: tables.file)])
            }
        }

        /// Writes the file unless it is up to date.
        ///
        /// - Parameter onlyChecks: whether to write nothing, and return `.outdated` if the file would change.
        package func run(output: String, onlyChecks: Bool = false) -> Outcome {
            let result = source()
            guard let source = result.source else { return .refused(result.findings) }
            let isThere = FileManager.default.contents(atPath: output) == Data(source.utf8)
            guard !isThere else { return .written(changed: false) }
            guard !onlyChecks else { return .outdated }
            do {
                let folder = URL(fileURLWithPath: output).deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(source.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
            } catch {
                let reason = "the file cannot be written: \(error.localizedDescription)"
                return .refused([FMCheckError(.unreadable, reason).finding(in: output)])
            }
            return .written(changed: true)
        }

        /// Returns the paths of the query files and of the files with migrations. Leaves out folders that cannot be listed: the command
        /// fails for these and writes nothing.
        ///
        /// The files with migrations are left out if this command has written the existing output. The output may be in their folder, and
        /// is not an input.
        package func inputs(of output: String) -> [String] {
            var files = paths.flatMap { path in
                let names = (try? QueryGeneration.names(in: path)) ?? []
                return names.map { $0.isEmpty ? path : path.withoutSlash + "/" + $0 }
            }
            let old = FileManager.default.contents(atPath: output) ?? Data()
            guard case .migrations(let path) = tables, !old.starts(with: SwiftWriter.mark.utf8) else { return files }
            files += (try? SourceList([path], in: folder).names) ?? []
            return files
        }

        /// Returns the files in the order of `paths`, and the files of each folder in the order of names. A file's name is relative to its
        /// folder.
        private func files() throws(FMCheckError) -> [QueryGenerator.File] {
            var files: [QueryGenerator.File] = []
            for path in paths {
                for name in try QueryGeneration.names(in: path) {
                    let file = name.isEmpty ? path : path.withoutSlash + "/" + name
                    let shown = name.isEmpty ? URL(fileURLWithPath: path).lastPathComponent : name
                    files.append(
                        QueryGenerator.File(
                            name: shown, path: file, text: try SourceFile.text(of: file, as: "the file of queries")))
                }
            }
            if let twice = Dictionary(grouping: files, by: \.name).values.first(where: { $0.count > 1 }) {
                throw FMCheckError(.unreadable, in: twice[1].path, "there are two files named \(twice[1].name)")
            }
            return files
        }

        /// Returns the names of the query files in a folder, or one empty string if the path is a file.
        private static func names(in path: String) throws(FMCheckError) -> [String] {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw FMCheckError(.missing, in: path, "there is no such file")
            }
            guard isFolder.boolValue else { return [""] }
            let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            let names = all.filter { $0.hasSuffix(".sql") }.sorted()
            guard !names.isEmpty else {
                throw FMCheckError(.missing, in: path, "the folder has no file whose name ends with .sql")
            }
            return names
        }
    }

    extension String {
        fileprivate var withoutSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
    }

    /// Generates Swift functions for the queries in SQL files.
    package struct QueryGenerator {
        package struct File: Sendable {
            /// The file's name in the generated code, which should be the same on every machine.
            let name: String
            /// The file's name in findings.
            let path: String
            let text: String

            package init(name: String, path: String, text: String) {
                (self.name, self.path, self.text) = (name, path, text)
            }
        }

        private let schema: CheckedSchema
        private let access: QueryAccess
        private let imports: [String]

        /// - Parameter schema: the tables. The generator adds functions to it.
        package init(schema: CheckedSchema, access: QueryAccess = .internal, imports: [String] = []) {
            (self.schema, self.access, self.imports) = (schema, access, imports)
        }

        /// Generates the code.
        ///
        /// - Returns: the code, or nil and the findings if the queries have errors.
        package func generated(from files: [File]) throws(FMError) -> (source: String?, findings: [FMFinding]) {
            let read = files.map { QueryFile($0.text, name: $0.name, path: $0.path) }
            let schema = try QuerySchema(schema, functions: read.flatMap(\.functions))
            var findings = read.flatMap(\.findings)
            var queries: [TypedQuery] = []
            var places: [String: FMSourcePlace] = [:]
            for file in read {
                for query in file.queries {
                    if let first = places[query.name] {
                        let message = "there is already a query named \(query.name): \(first.file):\(first.line)"
                        findings.append(FMFinding(.error, .input, at: query.place, message))
                        continue
                    }
                    places[query.name] = query.place
                    do {
                        queries.append(try QueryResolver(query, of: file, schema: schema).resolved())
                    } catch {
                        findings.append(error.finding)
                    }
                }
            }
            let rows = RowNames(queries)
            findings += rows.problems
            guard findings.isEmpty else { return (nil, findings.sorted(in: files)) }
            return (
                SwiftWriter(queries: queries, rows: rows, access: access, imports: imports).text(files.map(\.name)), []
            )
        }
    }

    extension [FMFinding] {
        fileprivate func sorted(in files: [QueryGenerator.File]) -> [FMFinding] {
            let order = Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
            return sorted { first, second in
                let keys = [first, second].map { (order[$0.place.file] ?? 0, $0.place.line, $0.place.column) }
                return keys[0] < keys[1]
            }
        }
    }
#endif
