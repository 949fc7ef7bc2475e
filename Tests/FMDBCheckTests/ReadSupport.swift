#if Checked
    import FMDBCheck
    import Testing

    /// A piece of a program, and what the check reads in it.
    struct ReadCase: CustomTestStringConvertible, Sendable {
        let title: String
        let source: String
        /// What is expected of each SQL text, in the order of the source.
        let expected: [[String]]

        init(_ title: String, _ source: String, _ expected: [String]...) {
            self.title = title
            self.source = source
            self.expected = expected
        }

        var testDescription: String { title }

        /// The facts of the source as the body of a function.
        var facts: SourceFacts {
            SourceReader.facts(of: "import FMDB\nfunc run(db: FMDatabase) throws {\n\(source)\n}", file: "A.swift")
        }
    }

    extension SwiftType {
        var text: String { name + (isOptional ? "?" : "") }
    }

    extension ColumnRead {
        /// "name String?", "#0 Int", "name" where the type is not known.
        var text: String {
            let type = type.map { " \($0.text)" } ?? ""
            switch column {
            case .name(let name): return name + type
            case .index(let index): return "#\(index)\(type)"
            }
        }
    }

    extension RowShape {
        var text: String {
            switch self {
            case .unknown: "unknown"
            case .value(let type): "value \(type.text)"
            case .tuple(let types): "tuple \(types.map(\.text).joined(separator: " "))"
            case .decoded(let name): "decoded \(name)"
            }
        }
    }

    extension RowType {
        /// "Person table person: id=id Int64? missing, name=full_name String".
        var text: String {
            let properties = properties.map { property in
                "\(property.name)=\(property.column) \(property.type.text)\(property.isOptional ? " missing" : "")"
            }
            let table = table.map { " table \($0)" } ?? ""
            return "\(name)\(table)" + (decodesItself ? " itself" : ": \(properties.joined(separator: ", "))")
        }
    }
#endif
