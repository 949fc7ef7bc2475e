#if Cluster
    /// The conversions of `sqlite3_column_*`. See [Result Values From A Query](https://sqlite.org/c3ref/column_blob.html).
    extension FMValue {
        var storageClass: SqliteValueType {
            switch self {
            case .integer: .integer
            case .real: .float
            case .text: .text
            case .blob: .blob
            case .null: .null
            }
        }

        var asInteger: Int64 {
            switch self {
            case .integer(let integer): integer
            case .real(let real): Int64(exactly: real.rounded(.towardZero)) ?? (real < 0 ? .min : real > 0 ? .max : 0)
            case .text(let text): FMValue.integer(text.utf8)
            case .blob(let data): FMValue.integer(data)
            case .null: 0
            }
        }

        var asReal: Double {
            switch self {
            case .integer(let integer): Double(integer)
            case .real(let real): real
            case .text(let text): FMValue.number(text.utf8)
            case .blob(let data): FMValue.number(data)
            case .null: 0
            }
        }

        var asText: String? {
            switch self {
            case .null: nil
            case .integer(let integer): String(integer)
            case .real(let real): FMValue.text(real)
            case .text(let text): text
            case .blob(let data): String(data: data, encoding: .utf8)
            }
        }

        var asData: Data? {
            if case .blob(let data) = self { return data }
            return asText.map { Data($0.utf8) }
        }

        var object: Any {
            switch self {
            case .null: NSNull()
            case .integer(let integer): NSNumber(value: integer)
            case .real(let real): NSNumber(value: real)
            case .text(let text): text
            // FMDB returns NSNull too, because SQLite returns no pointer for an empty blob.
            case .blob(let data): data.isEmpty ? NSNull() : data
            }
        }

        /// Returns the integer at the start of a string, or 0 if there is none.
        private static func integer(_ text: some Sequence<UInt8>) -> Int64 {
            var rest = Array(text.drop(while: isBlank))[...]
            let isNegative = rest.first == UInt8(ascii: "-")
            if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            let digits = String(decoding: rest.prefix(while: isDigit), as: UTF8.self)
            guard !digits.isEmpty else { return 0 }
            return Int64((isNegative ? "-" : "") + digits) ?? (isNegative ? .min : .max)
        }

        /// Returns the number at the start of a string, or 0 if there is none.
        private static func number(_ text: some Sequence<UInt8>) -> Double {
            let rest = Array(text.drop(while: isBlank))
            let end = rest.withUnsafeBytes { DecimalForm.length(in: $0) }
            return strtod(String(decoding: rest[..<end], as: UTF8.self), nil)
        }

        private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || 9...13 ~= byte }
        private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

        /// Formats a real number with fifteen digits and always a decimal point.
        private static func text(_ real: Double) -> String {
            guard real.isFinite else { return real < 0 ? "-Inf" : "Inf" }
            let text = String(format: "%.15g", real)
            guard !text.contains(".") else { return text }
            guard let exponent = text.firstIndex(of: "e") else { return text + ".0" }
            return text[..<exponent] + ".0" + text[exponent...]
        }
    }
#endif
