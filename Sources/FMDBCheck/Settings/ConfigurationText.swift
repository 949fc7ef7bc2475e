#if Checked
    /// The members of a file `fmdb-check.json`, as they are written.
    struct ConfigurationText: Decodable {
        /// How many arguments a function takes: a number, a list of numbers, or "any".
        struct ArgumentCounts: Decodable {
            /// Empty for any.
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

        /// Any member, to find those that are not known.
        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let schema, database, migrations: String?
        let sources: [String]?
        let functions: [String: ArgumentCounts]?
        let collations, tokenizers, databases: [String]?
        let severity: [String: String]?
        let baseline: String?
        let queries, imports: [String]?

        init(from decoder: any Decoder) throws {
            let all = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
            if let other = all.sorted().first(where: { CodingKeys(rawValue: $0) == nil }) {
                let known = CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "there is no member \"\(other)\"; the members are \(known)")
                )
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            schema = try container.decodeIfPresent(String.self, forKey: .schema)
            database = try container.decodeIfPresent(String.self, forKey: .database)
            migrations = try container.decodeIfPresent(String.self, forKey: .migrations)
            sources = try container.decodeIfPresent([String].self, forKey: .sources)
            functions = try container.decodeIfPresent([String: ArgumentCounts].self, forKey: .functions)
            collations = try container.decodeIfPresent([String].self, forKey: .collations)
            tokenizers = try container.decodeIfPresent([String].self, forKey: .tokenizers)
            databases = try container.decodeIfPresent([String].self, forKey: .databases)
            severity = try container.decodeIfPresent([String: String].self, forKey: .severity)
            baseline = try container.decodeIfPresent(String.self, forKey: .baseline)
            queries = try container.decodeIfPresent([String].self, forKey: .queries)
            imports = try container.decodeIfPresent([String].self, forKey: .imports)
        }
    }
#endif
