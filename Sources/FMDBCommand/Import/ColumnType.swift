#if Tool
    import FMDB

    /// What a column of an import holds.
    enum ColumnType: String, CaseIterable {
        case integer = "INTEGER"
        case real = "REAL"
        case text = "TEXT"
        case blob = "BLOB"
        /// Each value as what it is.
        case any = ""

        init?(argument: String) { self.init(rawValue: argument.uppercased()) }

        init(_ column: FMSchema.Column) {
            self =
                switch column.affinity {
                case .integer: .integer
                case .real: .real
                case .text: .text
                case .numeric: .integer
                case .blob: column.type.isEmpty ? .any : .blob
                }
        }

        var isNumber: Bool { self == .integer || self == .real }
    }

    /// Finds out which type holds all values of a column without changing one.
    struct TypeDetector {
        private var hasInteger = false
        private var hasReal = false
        private var hasText = false
        /// Integers that no floating-point number is equal to.
        private var hasLargeInteger = false

        @inline(__always)
        mutating func add(_ kind: FieldKind, _ bytes: UnsafeRawBufferPointer) {
            guard !hasText else { return }
            switch kind {
            case .absent, .null: break
            case .isTrue, .isFalse: hasInteger = true
            case .nested: hasText = true
            case .text where !bytes.isEmpty, .plain where !bytes.isEmpty, .number:
                switch NumberText(bytes) {
                case .integer(let integer):
                    hasInteger = true
                    if integer.magnitude > 1 << 53 { hasLargeInteger = true }
                case .real: hasReal = true
                case .rounded, .none: hasText = true
                }
            case .text, .plain: break
            }
        }

        /// Text of JSON stays text, whatever it looks like.
        mutating func addText() { hasText = true }

        var type: ColumnType {
            if hasText || hasReal && hasLargeInteger { return .text }
            if hasReal { return .real }
            return hasInteger ? .integer : .text
        }
    }
#endif
