#if Checked
    import FMDB

    /// Compares the values that the code passes with the statement's parameters. See [SQL
    /// parameters](https://sqlite.org/lang_expr.html#varparam).
    extension UseCheck {
        mutating func checkValues(_ statement: SQLStatement, _ description: FMStatementDescription) {
            let parameters = description.parameters
            if use.verb == .script { return refuseParameters(statement, description) }
            // A prepared statement and an FMSQL value get their values elsewhere.
            guard use.verb != .compile else { return }
            reportArrays()
            switch use.values {
            case .unknown: break
            case .listed(let values): checkCount(values.count, parameters.count)
            case .named(let names): checkNames(names, parameters, statement)
            }
        }

        private mutating func refuseParameters(_ statement: SQLStatement, _ description: FMStatementDescription) {
            guard !description.parameters.isEmpty, let first = statement.tokens.first(where: { $0.kind == .variable })
            else { return }
            add(
                .error, .valueCount, at: statement.offset + first.range.lowerBound,
                "\(use.function) takes no values, so the parameter \(first.text) is NULL")
        }

        /// Reports arrays that are passed as a value. FMDB's functions bind the description of any value whose type SQLite does not have.
        /// The program's own functions may pass values to these functions.
        private mutating func reportArrays() {
            guard isFMDBs || use.isOwn else { return }
            let values: [GivenValue] =
                switch use.values {
                case .listed(let values): values
                case .named(let values): values.map(\.value)
                case .unknown: []
                }
            for value in values where value.kind == .list {
                add(
                    .error, .valueType, value.place,
                    "\(value.source) is an array, and \(use.function) binds its description as a single text; write a ? for each element"
                )
            }
        }

        private mutating func checkCount(_ given: Int, _ expected: Int) {
            if !isFMDBs, use.text.interpolatedValues > 0, given > use.text.interpolatedValues, use.verb != .condition {
                return add(
                    .error, .valueCount, use.place,
                    "values are both interpolated and listed after the SQL; \(use.function) takes one or the other")
            }
            guard given != expected else { return }
            // Surplus values for the program's own function are only a warning, because the function may use them for something else.
            let isSurplus = given > expected && (isFMDBs || isOther)
            let message =
                "the statement has \(expected.of("parameter")), but \(given.of("value")) \(given == 1 ? "is" : "are") given"
            add(
                isSurplus ? .warning : .error, .valueCount, use.place,
                isSurplus && isFMDBs ? message + "; the surplus is ignored" : message)
        }

        private mutating func checkNames(_ names: [NamedValue], _ parameters: [String?], _ statement: SQLStatement) {
            let given = Set(names.map(\.name))
            // `?` and `?5` have no name.
            if let unnamed = parameters.firstIndex(where: { $0?.hasPrefix("?") ?? true }) {
                return add(
                    .error, .valueName, use.place,
                    "parameter \(unnamed + 1) has no name, so a dictionary cannot give it a value: write :name")
            }
            let known = parameters.compactMap { $0 }
            let unused = given.subtracting(known.map { String($0.dropFirst()) })
            // A name that was suggested for a misspelled parameter is not reported again.
            let misspelled = Set(known.compactMap { check($0, given, unused, statement) })
            for name in names where unused.contains(name.name) && !misspelled.contains(name.name) {
                let near = NearestName(to: name.name, in: known.map { String($0.dropFirst()) }).name
                let isColon = name.name.hasPrefix(":")
                let hint =
                    isColon ? "; write the name without the colon" : near.map { "; did you mean \"\($0)\"?" } ?? ""
                add(
                    isFMDBs ? .warning : .error, .valueName, name.place,
                    "the statement has no parameter for \"\(name.name)\"\(isFMDBs ? ", so it is ignored" : "")\(hint)")
            }
        }

        /// - Returns: the name of the given value that was probably meant for the parameter, or nil.
        private mutating func check(
            _ parameter: String, _ given: Set<String>, _ unused: Set<String>, _ statement: SQLStatement
        ) -> String? {
            let token = statement.tokens.first { $0.kind == .variable && $0.text == parameter }
            let offset = statement.offset + (token?.range.lowerBound ?? 0)
            if isFMDBs, !parameter.hasPrefix(":") {
                add(
                    .error, .valueName, at: offset,
                    "\(use.function) binds names with a colon only: write :\(parameter.dropFirst()) for \(parameter)"
                )
                return nil
            }
            let name = String(parameter.dropFirst())
            guard !given.contains(name) else { return nil }
            let hasColon = unused.contains(parameter)
            let near = hasColon ? parameter : NearestName(to: name, in: Array(unused)).name
            let hint = near.map { "; did you mean \"\($0)\", which is given?" } ?? ""
            let reason =
                hasColon ? "; the value is named \"\(parameter)\", write \"\(name)\" without the colon" : hint
            add(.error, .valueName, at: offset, "no value for the parameter \(parameter)\(reason)")
            return near
        }
    }
#endif
