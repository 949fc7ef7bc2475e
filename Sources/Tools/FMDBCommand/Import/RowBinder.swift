#if Tool
    import FMDB
    import Foundation

    struct RowProblem: Error {
        let reason: String
    }

    /// The error that restarts the import: a value does not fit its column's type, which was detected only from the start of the file.
    struct TypeContradiction: Error {}

    struct ImportColumn {
        let name: String
        let type: ColumnType
        /// Whether the type was detected from the values. A number that a detected type would round is rejected, but a declared type may
        /// round it.
        var isFound = false
        var isDeclaredText = false
        /// Whether the column is NOT NULL.
        var isNotNull = false
        /// Whether the column is a key and needs a value. Otherwise SQLite would generate a key, which a later record may contain too.
        var isKey = false
    }

    struct FieldRules {
        /// The null string, or nil. In CSV it matches unquoted fields, in JSON any string.
        let null: [UInt8]?
        let isJSON: Bool
        /// Whether text that looks like a number stays text. This concerns JSON strings and quoted CSV fields.
        let keepsText: Bool
        /// Whether a record has a single field. NULL is then a quoted empty field, because empty lines are skipped.
        let isSingle: Bool
        /// Whether a value that does not fit makes the import detect the types again.
        let isTentative: Bool

        /// Whether a CSV field is quoted because it would be NULL without quotation marks.
        @inline(__always)
        func isMarkedNull(_ kind: FieldKind, _ bytes: UnsafeRawBufferPointer) -> Bool {
            guard let null, !isJSON, kind == .text, !bytes.isEmpty else { return false }
            return bytes.elementsEqual(null)
        }
    }

    /// Binds the fields of a record to the parameters of an INSERT.
    final class RowBinder {
        private let columns: [ImportColumn]
        private let rules: FieldRules
        /// The type detectors of the columns. In REAL columns, they find numbers whose notation would be lost, such as 1.10 next to 1.1.
        private var detectors: [TypeDetector]

        init(_ columns: [ImportColumn], _ rules: FieldRules, _ detectors: [TypeDetector]) {
            (self.columns, self.rules, self.detectors) = (columns, rules, detectors)
        }

        /// - Parameter places: the indexes of the statement's columns.
        @inline(__always)
        func bind(_ record: Record, _ places: [Int], to values: inout FMBindings) throws {
            let fields = record.fields
            for index in places {
                let field = index < fields.count ? fields[index] : RecordField()
                try record.withBytes(of: field) { bytes in
                    if let special = special(field.kind, bytes, columns[index]) { return try add(special, to: &values) }
                    let value = try value(field.kind, bytes, columns[index], index)
                    if case .null = value, columns[index].isKey { throw RowBinder.noKey(columns[index].name) }
                    try values.add(value)
                }
            }
        }

        static func noKey(_ name: String) -> RowProblem {
            RowProblem(
                reason:
                    "the key \(name) has no value; SQLite would generate a key, which a later record may contain too")
        }

        /// Returns the value of a field in one of the notations of ``Notation``, or nil.
        @inline(__always)
        private func special(
            _ kind: FieldKind, _ bytes: UnsafeRawBufferPointer, _ column: ImportColumn
        ) -> Notation? {
            guard !column.isDeclaredText else { return nil }
            let special: Notation? =
                switch kind {
                case .plain where !bytes.elementsEqual(rules.null ?? []): Notation(plain: bytes)
                case .text where rules.isMarkedNull(kind, bytes): Notation(plain: bytes)
                case .nested: Notation(object: bytes)
                case .number: Notation(number: bytes)
                default: nil
                }
            // In a TEXT column, SQLite would store infinity as the text Inf, so the field stays text.
            if case .real? = special, column.type == .text { return nil }
            return special
        }

        private func add(_ special: Notation, to values: inout FMBindings) throws {
            switch special {
            case .bytes(let bytes): try bytes.withUnsafeBytes { try values.add(BorrowedValue.blob($0)) }
            case .text(let bytes): try bytes.withUnsafeBytes { try values.add(BorrowedValue.text($0)) }
            case .real(let real): try values.add(BorrowedValue.real(real))
            }
        }

        @inline(__always)
        private func value(
            _ kind: FieldKind, _ bytes: UnsafeRawBufferPointer, _ column: ImportColumn, _ index: Int
        ) throws -> BorrowedValue {
            switch kind {
            case .plain, .text:
                let isText = kind == .text && rules.keepsText && !rules.isMarkedNull(kind, bytes)
                if let null = rules.null {
                    if kind == .plain || rules.isJSON, bytes.count == null.count, bytes.elementsEqual(null) {
                        return .null
                    }
                } else if bytes.isEmpty, !column.isNotNull, !rules.isJSON {
                    if kind == .plain || isText && rules.isSingle { return .null }
                }
                if column.type.isNumber { return try number(bytes, column, index, kind, isText: isText) }
                if column.type != .text, !isText { return try free(bytes, column) }
                return .text(try checked(bytes, column))
            case .absent, .null: return .null
            case .number:
                if column.type == .text { return .text(bytes) }
                return try number(bytes, column, index, kind, isText: false)
            case .isTrue: return column.type == .text ? .text(bytes) : .integer(1)
            case .isFalse: return column.type == .text ? .text(bytes) : .integer(0)
            case .nested:
                if column.type.isNumber, rules.isTentative { throw TypeContradiction() }
                return .text(try checked(bytes, column))
            }
        }

        @inline(__always)
        private func number(
            _ bytes: UnsafeRawBufferPointer, _ column: ImportColumn, _ index: Int, _ kind: FieldKind, isText: Bool
        ) throws -> BorrowedValue {
            if isText, rules.isTentative { throw TypeContradiction() }
            if column.type == .real, column.isFound, kind != .number { try expectNoLoss(bytes, column, index, kind) }
            switch NumberText(bytes) {
            case .integer(let integer):
                if column.type == .real, integer.magnitude > 1 << 53 { try expectExact(integer, column) }
                return .integer(integer)
            case .real(let real):
                if rules.isTentative, column.type == .integer { throw TypeContradiction() }
                return .real(real)
            case .rounded(let real):
                guard column.isFound || !column.type.isNumber else { return .real(real) }
                return try noNumber(bytes, column, isText: isText)
            case .none: return try noNumber(bytes, column, isText: isText)
            }
        }

        /// Rejects numbers whose notation would be lost, such as 1.10 in a column that also has 1.1.
        private func expectNoLoss(
            _ bytes: UnsafeRawBufferPointer, _ column: ImportColumn, _ index: Int, _ kind: FieldKind
        ) throws {
            guard index < detectors.count, detectors[index].type(marksTell: rules.keepsText) == .real else { return }
            let before = detectors[index]
            detectors[index].add(kind, bytes)
            guard detectors[index].type(marksTell: rules.keepsText) != .real else { return }
            if rules.isTentative { throw TypeContradiction() }
            detectors[index] = before
            if case .real = NumberText(bytes) { throw changed(column) }
        }

        private func changed(_ column: ImportColumn) -> RowProblem {
            RowProblem(
                reason:
                    "column \(column.name): a value that looks like a number would be changed; import the column as text with --type \(column.name)=TEXT"
            )
        }

        /// Rejects an integer that a `Double` cannot hold exactly.
        private func expectExact(_ integer: Int64, _ column: ImportColumn) throws {
            if rules.isTentative { throw TypeContradiction() }
            guard Double(exactly: integer) == nil else { return }
            throw RowProblem(
                reason:
                    "column \(column.name): an integer with more digits than a REAL keeps; import it as text with --type \(column.name)=TEXT"
            )
        }

        private func noNumber(
            _ bytes: UnsafeRawBufferPointer, _ column: ImportColumn, isText: Bool
        ) throws -> BorrowedValue {
            if bytes.isEmpty, !isText { return .null }
            if rules.isTentative { throw TypeContradiction() }
            if column.type.isNumber, NumberText.wouldChange(bytes) { throw changed(column) }
            return .text(try checked(bytes, column))
        }

        /// Returns the value of a field for a column that keeps the type of each value.
        private func free(_ bytes: UnsafeRawBufferPointer, _ column: ImportColumn) throws -> BorrowedValue {
            switch NumberText(bytes) {
            case .integer(let integer): .integer(integer)
            case .real(let real) where String(real).utf8.elementsEqual(bytes): .real(real)
            case .real, .rounded, .none: .text(try checked(bytes, column))
            }
        }

        @inline(__always)
        private func checked(
            _ bytes: UnsafeRawBufferPointer, _ column: ImportColumn
        ) throws -> UnsafeRawBufferPointer {
            guard isUTF8(bytes) else {
                throw RowProblem(
                    reason: "column \(column.name) is not UTF-8; try --encoding windows-1252 or latin1")
            }
            return bytes
        }
    }
#endif
