#if Tool
    import FMDB
    import Foundation

    /// Why a record cannot be a row.
    struct RowProblem: Error {
        let reason: String
    }

    /// Binds the fields of a record to the parameters of an INSERT.
    struct RowBinder {
        let types: [ColumnType]
        let names: [String]
        /// Fields that are equal to it are NULL.
        let null: [UInt8]?
        /// Whether text that looks like a number stays text: that of JSON.
        let keepsText: Bool

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
                if let null, bytes.count == null.count, bytes.elementsEqual(null) { return .null }
                if type.isNumber { return try number(bytes, index, isText: kind == .text && keepsText) }
                if type == .any, !(kind == .text && keepsText) { return try free(bytes, index) }
                return .text(try checked(bytes, index))
            case .absent, .null: return .null
            case .number: return type == .text ? .text(bytes) : try free(bytes, index)
            case .isTrue: return type == .text ? .text(bytes) : .integer(1)
            case .isFalse: return type == .text ? .text(bytes) : .integer(0)
            case .nested: return try nested(bytes, index)
            }
        }

        @inline(__always)
        private func number(_ bytes: UnsafeRawBufferPointer, _ index: Int, isText: Bool) throws -> BorrowedValue {
            switch NumberText(bytes) {
            case .integer(let integer): return .integer(integer)
            case .real(let real): return .real(real)
            case .none:
                if bytes.isEmpty, !isText { return .null }
                if NumberText.wouldChange(bytes) {
                    throw RowProblem(
                        reason:
                            "column \(names[index]): a text that looks like a number would be changed; import it as text with --type \(names[index])=TEXT"
                    )
                }
                return .text(try checked(bytes, index))
            }
        }

        private func free(_ bytes: UnsafeRawBufferPointer, _ index: Int) throws -> BorrowedValue {
            switch NumberText(bytes) {
            case .integer(let integer): .integer(integer)
            case .real(let real): .real(real)
            case .none: .text(try checked(bytes, index))
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

        /// An object with the one member `base64` is bytes, as `fmdb export` writes them.
        private func nested(_ bytes: UnsafeRawBufferPointer, _ index: Int) throws -> BorrowedValue {
            .text(try checked(bytes, index))
        }
    }
#endif
