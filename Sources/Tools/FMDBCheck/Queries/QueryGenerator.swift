#if Checked
    import FMDB

    /// Writes Swift functions for queries in files of SQL.
    package struct QueryGenerator {
        package struct File: Sendable {
            /// Its name in the generated code, which should be the same on every machine.
            let name: String
            /// Its name in findings.
            let path: String
            let text: String

            package init(name: String, path: String, text: String) {
                (self.name, self.path, self.text) = (name, path, text)
            }
        }

        private let schema: CheckedSchema
        private let access: QueryAccess
        private let imports: [String]

        /// - Parameter schema: the tables. Functions are added to it.
        package init(schema: CheckedSchema, access: QueryAccess = .internal, imports: [String] = []) {
            (self.schema, self.access, self.imports) = (schema, access, imports)
        }

        /// Writes the code.
        ///
        /// - Returns: the code, and what is wrong with the queries. There is no code if anything is.
        package func generated(from files: [File]) throws(FMError) -> (source: String?, findings: [FMFinding]) {
            let read = files.map { QueryFile($0.text, name: $0.name, path: $0.path) }
            let schema = try QuerySchema(schema, functions: read.flatMap(\.functions))
            var findings = read.flatMap(\.findings)
            var queries: [TypedQuery] = []
            var places: [String: FMSourcePlace] = [:]
            for file in read {
                for query in file.queries {
                    if let first = places[query.name] {
                        let message = "there is a query of the name \(query.name) already: \(first.file):\(first.line)"
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
