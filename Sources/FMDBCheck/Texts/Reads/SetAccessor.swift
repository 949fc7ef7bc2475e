#if Checked
    import SwiftSyntax

    /// A function of `FMResultSet` that names a column.
    enum SetAccessor: Equatable {
        /// Gives a value, and 0 or false for NULL.
        case number(String)
        /// Gives a value, and nil for NULL.
        case value(String)
        /// Asks whether the value is NULL, or of which storage class it is. So do functions that a program adds.
        case question
        /// Asks where the column is.
        case index

        private static let numbers = [
            "int": "Int32", "long": "Int", "longLongInt": "Int64", "unsignedLongLongInt": "UInt64", "bool": "Bool",
            "double": "Double",
        ]
        private static let values = [
            "string": "String", "date": "Date", "data": "Data", "dataNoCopy": "Data",
            "utf8String": "UnsafePointer<UInt8>", "object": "Any",
        ]
        private static let labels: Set = ["forColumn", "forColumnIndex", "forColumnName"]

        init?(_ name: String, label: String?) {
            switch (name, label) {
            case ("columnIsNull", nil), ("columnIndexIsNull", nil): self = .question
            case ("columnIndex", "forName"): self = .index
            case (_, let label?) where Self.labels.contains(label):
                if let type = Self.numbers[name] {
                    self = .number(type)
                } else if let type = Self.values[name] {
                    self = .value(type)
                } else {
                    self = .question
                }
            default: return nil
            }
        }

        /// The type of the result. NULL has a place in all of them.
        var type: SwiftType? {
            switch self {
            case .number(let name), .value(let name): SwiftType(name: name, isOptional: true)
            case .question, .index: nil
            }
        }
    }
#endif
