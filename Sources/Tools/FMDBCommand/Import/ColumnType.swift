#if Tool
    import FMDB

    enum ColumnType: String, CaseIterable {
        case integer = "INTEGER"
        case real = "REAL"
        case text = "TEXT"
        case blob = "BLOB"
        /// Each value keeps its own type.
        case any = ""

        init?(argument: String) { self.init(rawValue: argument.uppercased()) }

        /// - Parameter isStrict: whether the table is STRICT. In a STRICT table, ANY keeps each value as it is. In other tables it has
        ///   NUMERIC affinity.
        init(_ column: FMSchema.Column, isStrict: Bool) {
            switch column.affinity {
            case _ where isStrict && column.type.asKeyword == "ANY": self = .any
            case .integer, .numeric: self = .integer
            case .real: self = .real
            case .text: self = .text
            case .blob: self = column.type.isEmpty ? .any : .blob
            }
        }

        /// Returns the type name for `CREATE TABLE`. In a STRICT table each column needs a type.
        func word(isStrict: Bool) -> String { self == .any && isStrict ? "ANY" : rawValue }

        var isNumber: Bool { self == .integer || self == .real }
    }

    /// Finds the type that stores all values of a column unchanged.
    struct TypeDetector {
        private var hasInteger = false
        private var hasReal = false
        private var hasText = false
        private var hasBytes = false
        /// Whether an integer exceeds 2^53 in magnitude, so that a `Double` may not hold it exactly.
        private var hasLargeInteger = false
        /// Whether any field is quoted. Such a field may be text although it looks like a number or is empty.
        private var hasMarks = false
        /// The number of digits after the decimal point, or nil until a number has a decimal point.
        private var decimals: Int?
        private var hasDifferentDecimals = false
        /// Whether there are trailing zeros that REAL would lose: in 1.10, and in 1.0 if the column also has 1.
        private var (endsWithZero, endsWithPointZero) = (false, false)
        /// Whether there are numbers with an exponent, numbers without one, and numbers that SQLite would write in the other way, such as
        /// 1e5 as 100000.0.
        private var (hasExponent, hasNoExponent, hasOddNotation) = (false, false, false)

        @inline(__always)
        mutating func add(_ kind: FieldKind, _ bytes: UnsafeRawBufferPointer) {
            guard !hasText else { return }
            if kind == .plain, let special = Notation(plain: bytes) { return add(special) }
            switch kind {
            case .absent, .null: break
            case .isTrue, .isFalse: hasInteger = true
            case .nested:
                if let special = Notation(object: bytes) { add(special) } else { hasText = true }
            case .text where !bytes.isEmpty, .plain where !bytes.isEmpty, .number:
                if kind == .text { hasMarks = true }
                addNumber(kind, bytes)
            case .text: hasMarks = true
            case .plain: break
            }
        }

        private mutating func addNumber(_ kind: FieldKind, _ bytes: UnsafeRawBufferPointer) {
            switch NumberText(bytes) {
            case .integer(let integer):
                hasInteger = true
                if integer.magnitude > 1 << 53 { hasLargeInteger = true }
            case .real(let real):
                hasReal = true
                // In JSON, 1.10 and 1.1 are the same number, so the notation need not be kept.
                guard kind != .number else { break }
                addDecimals(NumberText.decimals(of: bytes))
                addExponent(bytes.contains { $0 | 0x20 == UInt8(ascii: "e") }, real)
            case .rounded, .none:
                if kind == .number, Notation(number: bytes) != nil { hasReal = true } else { hasText = true }
            }
        }

        private mutating func addDecimals(_ found: (count: Int, endsWithZero: Bool)) {
            guard found.count > 0 else { return }
            if let decimals, decimals != found.count { hasDifferentDecimals = true }
            decimals = found.count
            guard found.endsWithZero else { return }
            if found.count == 1 { endsWithPointZero = true } else { endsWithZero = true }
        }

        private mutating func addExponent(_ isThere: Bool, _ real: Double) {
            if isThere { hasExponent = true } else { hasNoExponent = true }
            if isThere == (real == 0 || 1e-4..<1e16 ~= real.magnitude) { hasOddNotation = true }
        }

        private mutating func add(_ special: Notation) {
            switch special {
            case .bytes: hasBytes = true
            case .text: hasText = true
            case .real: hasReal = true
            }
        }

        /// Records a JSON string. It stays text, even if it looks like a number.
        mutating func addText() { hasText = true }

        /// Whether REAL would store differently written numbers as the same value.
        private var losesNotation: Bool {
            endsWithZero && (hasDifferentDecimals || hasInteger) || endsWithPointZero && hasInteger
                || hasOddNotation && hasExponent && (hasNoExponent || hasInteger)
        }

        /// - Parameter marksTell: whether quoted fields are text, even if they look like numbers.
        func type(marksTell: Bool) -> ColumnType {
            let isText = hasText || hasMarks && marksTell
            if hasBytes, !isText { return hasReal || hasInteger ? .any : .blob }
            if isText || hasReal && (hasLargeInteger || losesNotation) { return .text }
            if hasReal { return .real }
            return hasInteger ? .integer : .text
        }
    }
#endif
