#if Checked
    import Foundation

    /// The settings in a file `fmdb-check.json`. Relative paths in the file start at its folder.
    package struct CheckSettings: Sendable {
        package private(set) var schema: FMQueryCheck.Schema?
        /// Query files and folders that contain them, from which code is generated.
        package let queries: [String]
        /// The modules of the types that the queries name.
        package let imports: [String]
        private let names: FMCheckNames
        private let sources: [String]?
        private let levels: [FMFinding.Rule: FMQueryCheck.Level]
        private let baseline: String?

        /// Reads the settings from a file.
        package init(contentsOf file: String, in folder: String) throws {
            let data = try SourceFile.contents(of: FilePath.absolute(file, in: folder), as: "the configuration")
            let place = FMSourcePlace(file, line: 1, column: 1)
            let text: ConfigurationText
            do {
                try CheckSettings.refuseOtherMembers(of: data)
                text = try JSONDecoder().decode(ConfigurationText.self, from: data)
            } catch let error as DecodingError {
                throw FMCheckError(.configuration, at: place, CheckSettings.message(error))
            } catch {
                throw FMCheckError(.configuration, at: place, error.localizedDescription)
            }
            let start = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
            func path(_ name: String) -> String { name.hasPrefix("/") ? name : start + name }
            let schemas = [
                text.schema.map { FMQueryCheck.Schema.file(path($0)) }, text.database.map { .database(path($0)) },
                text.migrations.map { .migrations(path($0)) },
            ].compactMap { $0 }
            guard schemas.count < 2 else {
                throw FMCheckError(
                    .configuration, at: place,
                    "\"schema\", \"database\" and \"migrations\" exclude each other; keep one")
            }
            schema = schemas.first
            sources = text.sources.map { $0.map(path) }
            levels = try CheckSettings.levels(text.severity ?? [:], at: place)
            baseline = text.baseline.map(path)
            (queries, imports) = ((text.queries ?? []).map(path), text.imports ?? [])
            names = FMCheckNames(
                functions: (text.functions ?? [:]).mapValues(\.counts), collations: text.collations ?? [],
                tokenizers: text.tokenizers ?? [], databases: text.databases ?? [])
        }

        /// Applies the settings other than the schema to a check.
        package func apply(to check: inout FMQueryCheck) {
            check.names = names
            check.levels = levels
            check.baseline = baseline
            if let sources { check.sources = sources }
        }

        /// Returns the name of the cache for checks that run in a folder.
        package static func cacheName(of folder: String) -> String { ContentHash.of(folder) }

        private static func refuseOtherMembers(of data: Data) throws {
            struct Anything: Decodable {}
            let members = try JSONDecoder().decode([String: Anything].self, from: data).keys
            if let other = members.sorted().first(where: { ConfigurationText.CodingKeys(rawValue: $0) == nil }) {
                let known = ConfigurationText.CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "there is no member \"\(other)\"; the members are \(known)")
                )
            }
        }

        private static func levels(
            _ texts: [String: String], at place: FMSourcePlace
        ) throws -> [FMFinding.Rule: FMQueryCheck.Level] {
            var levels: [FMFinding.Rule: FMQueryCheck.Level] = [:]
            for (name, word) in texts.sorted(by: { $0.key < $1.key }) {
                guard let rule = FMFinding.Rule(rawValue: name) else {
                    let all = FMFinding.Rule.allCases.map(\.rawValue).joined(separator: ", ")
                    throw FMCheckError(
                        .configuration, at: place,
                        "\"severity\" names the unknown rule \"\(name)\"; the rules are \(all)")
                }
                guard let level = FMQueryCheck.Level(rawValue: word) else {
                    let all = FMQueryCheck.Level.allCases.map(\.rawValue).joined(separator: ", ")
                    throw FMCheckError(
                        .configuration, at: place, "the severity of \"\(name)\" is \"\(word)\"; it is one of \(all)")
                }
                levels[rule] = level
            }
            return levels
        }

        private static func message(_ error: DecodingError) -> String {
            switch error {
            case .dataCorrupted(let context):
                let cause = (context.underlyingError as? NSError)?.userInfo[NSDebugDescriptionErrorKey] as? String
                // If the file is not JSON, the decoder's error has an empty coding path.
                let isSyntax = context.codingPath.isEmpty && context.debugDescription.contains("valid JSON")
                return cause.map { "this is not JSON: \($0)" }
                    ?? (isSyntax ? "this is not JSON" : context.debugDescription)
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
                let path = context.codingPath.map(\.stringValue).joined(separator: ".")
                return "\"\(path)\" has the wrong type: \(context.debugDescription)"
            @unknown default: return "the file is not valid"
            }
        }
    }

    /// The members of a file `fmdb-check.json`, as written.
    struct ConfigurationText: Decodable {
        /// The argument counts of a function: a number, a list of numbers, or "any".
        struct ArgumentCounts: Decodable {
            /// The counts, or an empty array for any.
            let counts: [Int]

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let count = try? container.decode(Int.self) {
                    counts = [count]
                } else if let list = try? container.decode([Int].self), !list.isEmpty {
                    counts = list
                } else if let word = try? container.decode(String.self), word == "any" {
                    counts = []
                } else {
                    throw DecodingError.dataCorruptedError(
                        in: container,
                        debugDescription: "\"functions\" has for each name a number, a list of numbers, or \"any\"")
                }
                guard counts.allSatisfy({ (0...1000).contains($0) }) else {
                    throw DecodingError.dataCorruptedError(
                        in: container,
                        debugDescription: "\"functions\" has a number of arguments that SQLite does not allow")
                }
            }
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case schema, database, migrations, sources, functions, collations, tokenizers, databases, severity, baseline
            case queries, imports
        }

        let schema, database, migrations: String?
        let sources: [String]?
        let functions: [String: ArgumentCounts]?
        let collations, tokenizers, databases: [String]?
        let severity: [String: String]?
        let baseline: String?
        let queries, imports: [String]?
    }
#endif
