#if Tool
    import FMDB

    extension PageRequest.Filter {
        /// The condition, with its value bound.
        ///
        /// - Parameter affinity: that of the column; nil for the row number.
        func condition(_ affinity: FMSchema.Affinity?) throws -> FMSQL {
            let column: FMSQL = "\(identifier: column)"
            let text = text ?? ""
            let value = self.value?.value ?? PagePlan.value(of: text, affinity)
            switch comparison {
            case .isNull: return "\(column) IS NULL"
            case .isNotNull: return "\(column) IS NOT NULL"
            case .contains: return "\(column) LIKE \("%\(Self.escaped(text))%") ESCAPE '\\'"
            case .starts: return "\(column) LIKE \("\(Self.escaped(text))%") ESCAPE '\\'"
            // NULL is unequal to a value, too.
            case .unequal: return "\(column) IS NOT \(value)"
            case .equal: return "\(column) IS \(value)"
            case .less, .atMost, .greater, .atLeast:
                return "\(column) \(raw: comparison.rawValue) \(value)"
            }
        }

        /// See [LIKE](https://sqlite.org/lang_expr.html#like): its two wildcards are ordinary characters here.
        private static func escaped(_ text: String) -> String {
            var result = ""
            for character in text {
                if "%_\\".contains(character) { result.append("\\") }
                result.append(character)
            }
            return result
        }
    }
#endif
