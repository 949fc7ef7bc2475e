#if Tool
    import FMDB
    import Foundation

    /// Reads the objects of an array, or a sequence of objects, such as one per line.
    final class JSONReader: RecordReader {
        let record = Record()
        let buffer: RecordBuffer
        let head: [UInt8] = []
        private(set) var columns: [String] = []
        private let maximumSize: Int
        /// Whether the caller named the columns, so that other members are ignored.
        private let isFixed: Bool
        private var places: [[UInt8]: Int] = [:]
        /// The column indexes by case-folded name, because SQLite ignores the case of names.
        private var folded: [ExactText: Int] = [:]
        /// The names that the current record has added to the columns. They are removed again if the record is bad.
        private var added: [[UInt8]] = []
        /// The reason why the current record is bad, or nil.
        private var problem: String?
        /// SQLite's default limit of columns. See https://sqlite.org/limits.html#max_column
        static let maximumColumns = 2000
        private static let noObject = "it is not an object"
        /// The member names of the previous record, in their order, with their column indexes.
        private var order: [(name: [UInt8], column: Int)] = []
        private var isArray = false
        private var hasBegun = false
        private var isFirst = true
        private var line = 1
        /// The line on which the current record begins. The previous record ends on `line`.
        private var firstLine = 1

        init(_ buffer: RecordBuffer, columns: [String]?, maximumSize: Int) {
            self.buffer = buffer
            self.maximumSize = maximumSize
            isFixed = columns != nil
            for name in columns ?? [] { addColumn(Array(name.utf8)) }
        }

        func goBack() throws {
            try buffer.goBack()
            (hasBegun, isFirst, line) = (false, true, 1)
        }

        @discardableResult
        private func addColumn(_ name: [UInt8]) -> Int {
            let text = String(decoding: name, as: UTF8.self)
            let key = text.nameKey
            let column = folded[key] ?? columns.count
            if column == columns.count {
                columns.append(text)
                folded[key] = column
            }
            places[name] = column
            added.append(name)
            return column
        }

        /// Removes the columns that a bad record added.
        private func removeColumns(from count: Int) {
            for name in added { places[name] = nil }
            added = []
            guard columns.count > count else { return }
            for name in columns[count...] { folded[name.nameKey] = nil }
            columns.removeSubrange(count...)
            order.removeAll { $0.column >= count }
        }

        func next() throws -> RecordStep {
            if !hasBegun { try begin() }
            while true {
                let step: RecordStep
                do throws(JSONScanner.Problem) {
                    step = try find()
                } catch {
                    guard case .bad(let reason) = error else {
                        guard buffer.end - buffer.position <= maximumSize else { throw tooLong(line) }
                        _ = try buffer.more()
                        continue
                    }
                    guard !isArray else {
                        let place = "line \(firstLine) of \(buffer.source.name)"
                        throw ToolError(
                            .badData,
                            reason == JSONReader.noObject
                                ? "\(place): the array has a value that is not an object"
                                : "\(place): from here on it is not JSON: \(reason)")
                    }
                    return try skipLine(reason)
                }
                guard record.raw.count <= maximumSize else { throw tooLong(record.line) }
                return step
            }
        }

        private func tooLong(_ line: Int) -> ToolError {
            ToolError(
                .badData,
                "line \(line) of \(buffer.source.name): a record is longer than \(sizeInWords(Int64(maximumSize))), see --max-record"
            )
        }

        private func begin() throws {
            hasBegun = true
            repeat { skipBlanks() } while try buffer.position >= buffer.end && buffer.more()
            isArray = buffer.position < buffer.end && buffer.base[buffer.position] == UInt8(ascii: "[")
            if isArray { buffer.position += 1 }
        }

        private func find() throws(JSONScanner.Problem) -> RecordStep {
            var scanner = JSONScanner(
                base: UnsafePointer(buffer.base), end: buffer.end, isLast: buffer.isAtEnd, place: buffer.position)
            scanner.skipSpace()
            firstLine = line
            if scanner.place >= scanner.end {
                guard scanner.isLast else { throw .incomplete }
                guard !isArray else { throw .bad("the array has no end") }
                return .end
            }
            if isArray {
                if try scanner.peek() == UInt8(ascii: "]") { return try endArray(&scanner) }
                if !isFirst { try scanner.expect(UInt8(ascii: ",")) }
            }
            scanner.skipSpace()
            let start = scanner.place
            firstLine = line + lines(from: buffer.position, to: start)
            try readGoodObject(&scanner)
            isFirst = false
            record.line = firstLine
            record.raw = UnsafeRawBufferPointer(start: buffer.base + start, count: scanner.place - start)
            line = firstLine + lines(from: start, to: scanner.place)
            buffer.position = scanner.place
            return problem.map(RecordStep.bad) ?? .record
        }

        /// Reads an object. A bad object adds no columns.
        private func readGoodObject(_ scanner: inout JSONScanner) throws(JSONScanner.Problem) {
            let count = columns.count
            (added, problem) = ([], nil)
            do throws(JSONScanner.Problem) {
                try readObject(&scanner)
            } catch {
                removeColumns(from: count)
                throw error
            }
            if problem != nil { removeColumns(from: count) }
        }

        private func endArray(_ scanner: inout JSONScanner) throws(JSONScanner.Problem) -> RecordStep {
            let end = scanner.place
            scanner.place += 1
            scanner.skipSpace()
            guard scanner.place >= scanner.end else { throw .bad("something follows the array") }
            guard scanner.isLast else { throw .incomplete }
            // The position stays at the closing bracket, because the next call must return the end again.
            buffer.position = end
            return .end
        }

        private func readObject(_ scanner: inout JSONScanner) throws(JSONScanner.Problem) {
            record.begin(width: columns.count)
            record.base = UnsafePointer(buffer.base)
            guard try scanner.peek() == UInt8(ascii: "{") else { throw .bad(JSONReader.noObject) }
            scanner.place += 1
            guard try scanner.peek() != UInt8(ascii: "}") else {
                scanner.place += 1
                return
            }
            var index = 0
            while true {
                let name = try scanner.text()
                try scanner.expect(UInt8(ascii: ":"))
                let value = try scanner.value()
                try add(value, named: name, index)
                index += 1
                let next = try scanner.peek()
                scanner.place += 1
                if next == UInt8(ascii: "}") { return }
                guard next == UInt8(ascii: ",") else { throw .bad("there is no comma between two members") }
            }
        }

        private func add(_ value: RecordField, named name: RecordField, _ index: Int) throws(JSONScanner.Problem) {
            let bytes = UnsafeBufferPointer(start: buffer.base + name.offset, count: name.count)
            guard let column = try column(bytes, hasEscapes: name.isUnescaped, index) else { return }
            while record.fields.count <= column { record.append(RecordField()) }
            if record.fields[column].kind != .absent {
                problem =
                    "two members have the name \(columns[column]); SQLite ignores the case of ASCII letters in names"
            }
            guard value.isUnescaped else { return record.set(value, at: column) }
            let offset = record.scratch.count
            let text = UnsafeBufferPointer(start: buffer.base + value.offset, count: value.count)
            JSONScanner.unescape(text, to: &record.scratch)
            let count = record.scratch.count - offset
            record.set(RecordField(offset: offset, count: count, kind: .text, isUnescaped: true), at: column)
        }

        /// Returns the column of a member. It is usually the column at the same index of the previous record.
        private func column(
            _ bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool, _ index: Int
        ) throws(JSONScanner.Problem) -> Int? {
            if index < order.count, order[index].name.count == bytes.count, !hasEscapes,
                order[index].name.elementsEqual(bytes)
            {
                return order[index].column
            }
            var name = Array(bytes)
            if hasEscapes {
                name = []
                JSONScanner.unescape(bytes, to: &name)
            }
            guard !name.isEmpty, !name.contains(0) else { throw .bad("a member has no name") }
            guard let column = places[name] ?? newColumn(name) else { return nil }
            guard !hasEscapes else { return column }
            if index < order.count {
                order[index] = (name, column)
            } else if index == order.count {
                order.append((name, column))
            }
            return column
        }

        private func newColumn(_ name: [UInt8]) -> Int? {
            let known = folded[String(decoding: name, as: UTF8.self).nameKey]
            guard !isFixed else { return known }
            guard known != nil || columns.count < JSONReader.maximumColumns else {
                problem = "more than \(JSONReader.maximumColumns) columns in all records together"
                return nil
            }
            return addColumn(name)
        }

        private func lines(from start: Int, to end: Int) -> Int {
            UnsafeBufferPointer(start: buffer.base + start, count: end - start).count { $0 == 10 }
        }

        private func skipBlanks() {
            while buffer.position < buffer.end, [0x20, 9, 10, 13].contains(buffer.base[buffer.position]) {
                if buffer.base[buffer.position] == 10 { line += 1 }
                buffer.position += 1
            }
        }

        /// Skips the rest of the line. Reading continues at the next line.
        private func skipLine(_ reason: String) throws -> RecordStep {
            skipBlanks()
            var place = buffer.position
            while true {
                while place < buffer.end, buffer.base[place] != 10 { place += 1 }
                if place < buffer.end || buffer.isAtEnd || place - buffer.position > maximumSize { break }
                let length = place - buffer.position
                _ = try buffer.more()
                place = buffer.position + length
            }
            record.line = line
            record.raw = UnsafeRawBufferPointer(
                start: buffer.base + buffer.position, count: min(place + 1, buffer.end) - buffer.position)
            buffer.position = min(place + 1, buffer.end)
            line += 1
            return .bad(reason == JSONReader.noObject ? "this is not a JSON object" : "not JSON: \(reason)")
        }
    }
#endif
