#if Macros
    import SwiftSyntax

    /// The code of the type `Columns`.
    ///
    /// A private property has no field, because even the model's own type could not access it.
    struct FieldList {
        let type: String
        let access: Access
        /// The properties, each with the Swift expression for its stored name.
        var fields: [(property: StoredProperty, name: String)]

        var code: String {
            let lines = fields.filter { !$0.property.isPrivate }.map { "    " + line($0.property, $0.name) }
            return """
                \(access.code(within: access))struct Columns: FMDBModel.FMColumns {
                \(lines.joined(separator: "\n"))
                    \(access.code(within: access))init() {}
                }
                """
        }

        private func line(_ property: StoredProperty, _ name: String) -> String {
            let access = Access(property.declaration.modifiers).code(within: access)
            let start = "\(access)let \(property.code) = FMDBModel.FMField"
            if let type = property.type, type.canBeRepeated {
                return "\(start)<\(self.type), \(type.trimmedDescription)>(\(name))"
            }
            return "\(start)(\(name), of: \\\(type).\(property.code))"
        }
    }

    extension String {
        var literal: String {
            let escaped = unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                default: scalar.value < 0x20 ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
                }
            }
            return "\"\(escaped.joined())\""
        }
    }
#endif
