#if Tool
    import FMDB
    import Foundation

    /// Why a record cannot be a row.
    struct RowProblem: Error {
        let reason: String
    }

    /// A value that the type of its column does not hold. The types were found out from the start of a file.
    struct TypeContradiction: Error {}

    /// Binds the fields of a record to the parameters of an INSERT.
    struct RowBinder {
        let types: [ColumnType]
        let names: [String]
        /// Whether the type of a column was found out from values, and not declared by somebody, who then wants numbers to be rounded.
        let areFound: [Bool]
        /// Fields that are equal to it are NULL: of CSV those without quotation marks, of JSON all texts.
        let null: [UInt8]?
        /// Whether text that looks like a number stays text: that of JSON.
        let keepsText: Bool
        /// Whether the types are to be found out anew where a value does not fit.
        let isTentative: Bool

        @inline(__always)
        func bind(_ record: Record, to values: inout FMBindings) throws {
            let fields = record.fields
            for index in types.indices {
                guard index < fields.count else {
                    try values.add(BorrowedValue.null)
                    continue
                }
                let field = fields[index]
                try record.withBytes(of: field) { bytes in
                    try values.add(try value(field.kind, bytes, types[index], index))
                }
            }
        }

        @inline(__always)
        private func value(
            _ kind: FieldKind, _ bytes: UnsafeRawBufferPointer, _ type: ColumnType, _ index: Int
        ) throws -> BorrowedValue {
            switch kind {
            case .plain, .text:
                if let null, kind == .plain || keepsText, bytes.count == null.count, bytes.elementsEqual(null) {
                    return .null
                }
                if type.isNumber { return try number(bytes, type, index, isText: kind == .text && keepsText) }
                if type == .any, !(kind == .text && keepsText) { return try free(bytes, index) }
                return .text(try checked(bytes, index))
            case .absent, .null: return .null
            case .number:
                if type == .text { return .text(bytes) }
                return type.isNumber ? try number(bytes, type, index, isText: false) : try free(bytes, index)
            case .isTrue: return type == .text ? .text(bytes) : .integer(1)
            case .isFalse: return type == .text ? .text(bytes) : .integer(0)
            case .nested:
                if type.isNumber, isTentative { throw TypeContradiction() }
                return .text(try checked(bytes, index))
            }
        }

        @inline(__always)
        private func number(
            _ bytes: UnsafeRawBufferPointer, _ type: ColumnType, _ index: Int, isText: Bool
        ) throws -> BorrowedValue {
            if isText, isTentative { throw TypeContradiction() }
            switch NumberText(bytes) {
            case .integer(let integer):
                if type == .real, integer.magnitude > 1 << 53 { try expectExact(integer, index) }
                return .integer(integer)
            case .real(let real):
                if isTentative, type == .integer { throw TypeContradiction() }
                return .real(real)
            case .rounded(let real):
                guard areFound[index] else { return .real(real) }
                return try noNumber(bytes, index, isText: isText)
            case .none: return try noNumber(bytes, index, isText: isText)
            }
        }

        /// An integer that no floating-point number is equal to would be changed.
        private func expectExact(_ integer: Int64, _ index: Int) throws {
            if isTentative { throw TypeContradiction() }
            guard Double(exactly: integer) == nil else { return }
            throw RowProblem(
                reason:
                    "column \(names[index]): an integer with more digits than a REAL keeps; import it as text with --type \(names[index])=TEXT"
            )
        }

        private func noNumber(_ bytes: UnsafeRawBufferPointer, _ index: Int, isText: Bool) throws -> BorrowedValue {
            if bytes.isEmpty, !isText { return .null }
            if isTentative { throw TypeContradiction() }
            if NumberText.wouldChange(bytes) {
                throw RowProblem(
                    reason:
                        "column \(names[index]): a text that looks like a number would be changed; import it as text with --type \(names[index])=TEXT"
                )
            }
            return .text(try checked(bytes, index))
        }

        private func free(_ bytes: UnsafeRawBufferPointer, _ index: Int) throws -> BorrowedValue {
            switch NumberText(bytes) {
            case .integer(let integer): .integer(integer)
            case .real(let real): .real(real)
            case .rounded, .none: .text(try checked(bytes, index))
            }
        }

        @inline(__always)
        private func checked(_ bytes: UnsafeRawBufferPointer, _ index: Int) throws -> UnsafeRawBufferPointer {
            guard isASCII(bytes) || isUTF8(bytes) else {
                throw RowProblem(
                    reason: "column \(names[index]) is not UTF-8; is it --encoding windows-1252 or latin1?")
            }
            return bytes
        }
    }
#endif
