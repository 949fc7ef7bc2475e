#if Cluster
    /// The parameters of a statement, which a node identifies only by number. They are numbered as in SQLite: `?` is one more than the
    /// largest number so far, `?NNN` is NNN, and a name is one more at its first occurrence. See
    /// [SQL Parameters](https://sqlite.org/lang_expr.html#varparam).
    struct ParameterNumbers {
        /// The number of values that the statement takes: the largest parameter number.
        private(set) var count = 0
        /// The parameter numbers by name, with prefix.
        private var numbers: [ExactText: Int] = [:]
        /// The names of the named parameters, without prefix, by number.
        private var names: [Int: String] = [:]

        init() {}

        init(of tokens: [SQLToken], in sql: String) throws(FMError) {
            for token in tokens.opened where token.kind == .variable { try add(token.text, sql) }
        }

        private mutating func add(_ parameter: String, _ sql: String) throws(FMError) {
            let name = String(Substring(parameter.utf8.dropFirst()))
            if parameter.utf8.first == UInt8(ascii: "?") {
                guard !name.isEmpty else { return count += 1 }
                guard let number = Int(name), 1...32_766 ~= number else {
                    throw FMError(
                        .error, "?\(name) is not a parameter: its number must be between 1 and 32766", sql: sql)
                }
                count = max(count, number)
            } else if name.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "(") }) {
                throw FMError(.notOnCluster, "not on a cluster: parameters with :: or ( in their names", sql: sql)
            } else if !name.isEmpty {
                add(parameter, named: name)
            }
        }

        private mutating func add(_ parameter: String, named name: String) {
            let key = ExactText(parameter)
            guard numbers[key] == nil else { return }
            count += 1
            numbers[key] = count
            names[count] = name
        }

        /// Returns the values in the order of the parameter numbers.
        ///
        /// - Parameter isSurplusIgnored: whether there may be more values than parameters, as in FMDB's methods.
        func values(
            of arguments: FMArguments, in sql: String, isSurplusIgnored: Bool = false
        ) throws(FMError) -> [FMValue] {
            if let failure = arguments.failure { throw failure }
            let positional = arguments.positional
            guard !arguments.namedValues.isEmpty else {
                guard positional.count == count || isSurplusIgnored && positional.count > count else {
                    throw FMError(.range, "expected \(count) values, got \(positional.count)", sql: sql)
                }
                return Array(positional.prefix(count))
            }
            guard positional.isEmpty else {
                throw FMError(.range, "not on a cluster: values by position together with values by name", sql: sql)
            }
            let given = Dictionary(
                arguments.namedValues.map { (ExactText($0.0), $0.1) }, uniquingKeysWith: { $1 })
            let wanted = Set(names.values.map(ExactText.init))
            if !isSurplusIgnored,
                let unknown = given.keys.map(\.text).sorted().first(where: { !wanted.contains(ExactText($0)) })
            {
                throw FMError(.range, "the statement has no parameter named \(unknown)", sql: sql)
            }
            return try (0..<count).map { index throws(FMError) in
                guard let name = names[index + 1], let value = given[ExactText(name)] else {
                    throw FMError(.range, "the parameter \(names[index + 1] ?? "?\(index + 1)") has no value", sql: sql)
                }
                return value
            }
        }
    }
#endif
