#if Tool
    import Foundation

    /// Reads CSV (RFC 4180), or the same format with another delimiter. Lines end with LF, CR LF or CR.
    final class DelimitedReader: RecordReader {
        struct Options {
            /// The delimiter. If nil, it is the most frequent one of ``candidates`` in the first line.
            var delimiter: UInt8?
            var hasHeader = true
            var hasQuotes = true
            /// Column names that replace those of the header, or nil.
            var columns: [String]?
            /// The null string: an unquoted field that equals it is NULL.
            var null: [UInt8]?
            var maximumSize = 64 << 20

            /// The delimiters that are detected. If two are equally frequent, the first one wins.
            static let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 9, UInt8(ascii: "|")]
        }

        let record = Record()
        let buffer: RecordBuffer
        private(set) var columns: [String] = []
        private(set) var head: [UInt8] = []
        /// Whether a field is quoted needlessly. Quotation marks in this source then do not show that a value is text.
        private(set) var hasNeedlessMarks = false
        private let options: Options
        private var delimiter = UInt8(ascii: ",")
        private var line = 1
        /// The number of bytes that are searched for a valid record in a file without a header. The record's fields determine the columns.
        private static let searched = 4 << 20

        init(_ buffer: RecordBuffer, _ options: Options) throws {
            self.buffer = buffer
            self.options = options
            _ = try buffer.more()
            delimiter = try options.delimiter ?? sniffed()
            try readHeader()
        }

        func goBack() throws {
            try buffer.goBack()
            _ = buffer.end == 0 ? try buffer.more() : true
            line = 1
            if options.hasHeader { _ = try find() }
        }

        /// Returns the most frequent delimiter of the first line that is not empty.
        private func sniffed() throws -> UInt8 {
            var counts = [Int](repeating: 0, count: Options.candidates.count)
            var (index, isQuoted, mayOpen, isEmpty) = (0, false, true, true)
            while index < options.maximumSize {
                guard try index < buffer.end || buffer.more() else { break }
                let byte = buffer.base[index]
                index += 1
                if !isQuoted, byte == 10 || byte == 13 {
                    if isEmpty { continue }
                    break
                }
                isEmpty = false
                // A quotation mark within an unquoted field is an ordinary character. After a closing mark, it is the second of a pair.
                let isMark = options.hasQuotes && byte == UInt8(ascii: "\"") && (isQuoted || mayOpen)
                if isMark { isQuoted.toggle() }
                let candidate = isQuoted ? nil : Options.candidates.firstIndex(of: byte)
                if let candidate { counts[candidate] += 1 }
                mayOpen = candidate != nil || isMark
            }
            let most = counts.max() ?? 0
            return Options.candidates[counts.firstIndex(of: most) ?? 0]
        }

        private func readHeader() throws {
            guard options.hasHeader else {
                columns = options.columns ?? []
                guard columns.isEmpty else { return }
                try buffer.keepStart(0)
                var step = try find()
                // Bad records before the first valid one are skipped here, and reported in the next pass.
                while case .bad = step, buffer.position < DelimitedReader.searched { step = try find() }
                if case .record = step { columns = record.fields.indices.map { "c\($0 + 1)" } }
                return try goBack()
            }
            switch try find() {
            case .end: throw ToolError(.badData, "\(buffer.source.name) has no header line")
            case .bad(let reason): throw ToolError(.badData, "the header of \(buffer.source.name): \(reason)")
            case .record: break
            }
            head = Array(record.raw)
            if head.last != 10 { head.append(10) }
            noteMarks(isHeader: true)
            let names = try record.fields.enumerated().map { index, field in
                let name = try record.withBytes(of: field, checkedName).trimmingCharacters(in: .whitespaces)
                return name.isEmpty ? "column_\(index + 1)" : name
            }
            columns = options.columns ?? distinct(names)
            if let given = options.columns, given.count != names.count {
                throw ToolError.usage(
                    "--columns has \(given.count) names, but the header has \(counted(names.count, "field"))")
            }
        }

        /// Records whether a field has quotation marks that ``DelimitedWriter`` would not have written.
        func noteMarks(isHeader: Bool = false) {
            guard !hasNeedlessMarks else { return }
            let isFirst = isHeader || !options.hasHeader && record.line == 1
            hasNeedlessMarks = record.fields.contains { field in
                field.kind == .text
                    && record.withBytes(of: field) { bytes in
                        !FieldMarks.mustHold(bytes, delimiter: delimiter, isFirstLine: isFirst)
                            && (isHeader ? !bytes.isEmpty : !FieldMarks.mustTell(bytes, null: options.null))
                    }
            }
        }

        /// Returns a name of the header, or an empty string if the options name the columns.
        private func checkedName(_ bytes: UnsafeRawBufferPointer) throws -> String {
            guard options.columns == nil else { return "" }
            guard !bytes.contains(0) else {
                throw ToolError(
                    .badData,
                    "the header of \(buffer.source.name) has a NUL: it is not text, or it needs --encoding utf-16le or utf-16be"
                )
            }
            guard isUTF8(bytes) else {
                throw ToolError(
                    .badData,
                    "the header of \(buffer.source.name) is not UTF-8; try --encoding windows-1252 or latin1")
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        // MARK: Records

        func next() throws -> RecordStep {
            let step = try find()
            guard case .record = step, record.fields.count != columns.count else { return step }
            return .bad("\(counted(record.fields.count, "field")), but there are \(counted(columns.count, "column"))")
        }

        private enum Scan {
            case found, needsMore, unclosed, behindQuote
        }

        /// Finds the next record, and skips empty lines.
        private func find() throws -> RecordStep {
            while true {
                if buffer.position >= buffer.end, try !buffer.more() { return .end }
                if try skipEmptyLine() { continue }
                record.line = line
                var scan = scan()
                while scan == .needsMore, buffer.end - buffer.position <= options.maximumSize {
                    _ = try buffer.more()
                    scan = self.scan()
                }
                switch scan {
                case .needsMore: return try skipLine(tooLong)
                case .found:
                    guard record.raw.count > options.maximumSize else { return .record }
                    // This record also exceeds the limit, but its end happened to be in the buffer.
                    buffer.position -= record.raw.count
                    line = record.line
                    return try skipLine(tooLong)
                case .unclosed: return try skipLine("a quotation mark is not closed")
                case .behindQuote: return try skipLine("there are characters after a closing quotation mark")
                }
            }
        }

        private func skipEmptyLine() throws -> Bool {
            let byte = buffer.base[buffer.position]
            guard byte == 10 || byte == 13 else { return false }
            if !isLineWhole(0) { _ = try buffer.more() }
            buffer.position += lengthOfLineEnd(at: buffer.position)
            line += 1
            return true
        }

        /// Skips the rest of the line. Reading continues at the next line.
        private func skipLine(_ reason: String) throws -> RecordStep {
            var (length, isTooLong) = (0, false)
            repeat {
                length = endOfLine(from: length)
                guard isTooLong || length > options.maximumSize else { continue }
                // A header that is too long ends the import, so its end need not be found.
                if options.hasHeader, columns.isEmpty { return .bad(tooLong) }
                // A line that is too long is not kept in memory.
                buffer.position += length
                (length, isTooLong) = (0, true)
            } while try !isLineWhole(length) && buffer.more()
            let end = buffer.position + length + lengthOfLineEnd(at: buffer.position + length)
            let start = isTooLong ? end : buffer.position
            record.raw = UnsafeRawBufferPointer(start: buffer.base + start, count: end - start)
            buffer.position = end
            line += 1
            return .bad(isTooLong ? tooLong + "; it is not set aside" : reason)
        }

        /// Returns the length of the line, up to a CR, an LF or the end of the buffer.
        private func endOfLine(from start: Int) -> Int {
            var place = buffer.position + start
            while place < buffer.end, buffer.base[place] != 10, buffer.base[place] != 13 { place &+= 1 }
            return place - buffer.position
        }

        /// Whether the buffer contains the end of a line of the given length, including the LF that may follow a CR.
        private func isLineWhole(_ length: Int) -> Bool {
            let place = buffer.position + length
            return place < buffer.end && (buffer.base[place] == 10 || place + 1 < buffer.end)
        }

        private func lengthOfLineEnd(at place: Int) -> Int {
            guard place < buffer.end else { return 0 }
            let isPair = buffer.base[place] == 13 && place + 1 < buffer.end && buffer.base[place + 1] == 10
            return isPair ? 2 : 1
        }

        private var tooLong: String { "longer than \(sizeInWords(Int64(options.maximumSize))), see --max-record" }

        /// Finds the end of the record that begins at the buffer's position, and its fields.
        private func scan() -> Scan {
            let (base, end, delimiter, hasQuotes) = (buffer.base, buffer.end, delimiter, options.hasQuotes)
            record.base = UnsafePointer(base)
            if !record.scratch.isEmpty { record.scratch.removeAll(keepingCapacity: true) }
            var (storage, capacity, count) = (record.storage, record.capacity, 0)
            defer { record.count = count }
            var place = buffer.position
            var lines = 1
            while true {
                if count == capacity {
                    record.grow()
                    (storage, capacity) = (record.storage, record.capacity)
                }
                let start = place
                if hasQuotes, place < end, base[place] == UInt8(ascii: "\"") {
                    let scan = quoted(&place, &lines, &storage[count])
                    guard scan == .found else { return scan }
                } else {
                    while place < end {
                        let byte = base[place]
                        if byte == delimiter || byte == 10 || byte == 13 { break }
                        place &+= 1
                    }
                    storage[count] = RecordField(offset: start, count: place &- start, kind: .plain)
                }
                count &+= 1
                if place < end, base[place] == delimiter {
                    place &+= 1
                    continue
                }
                // An LF may follow the CR.
                guard buffer.isAtEnd || place < end && (base[place] == 10 || place + 1 < end) else { return .needsMore }
                if place < end { place += base[place] == 13 && place + 1 < end && base[place + 1] == 10 ? 2 : 1 }
                record.raw = UnsafeRawBufferPointer(start: base + buffer.position, count: place - buffer.position)
                buffer.position = place
                line += lines
                return .found
            }
        }

        private func quoted(_ place: inout Int, _ lines: inout Int, _ field: inout RecordField) -> Scan {
            let (base, end, mark) = (buffer.base, buffer.end, UInt8(ascii: "\""))
            let start = place + 1
            place = start
            var hasPairs = false
            while true {
                while place < end, base[place] != mark {
                    // Reading one byte after the end is valid, because the buffer has a zero there.
                    if base[place] == 10 || base[place] == 13 && base[place + 1] != 10 { lines += 1 }
                    place &+= 1
                }
                guard place < end else { return buffer.isAtEnd ? .unclosed : .needsMore }
                guard place + 1 < end || buffer.isAtEnd else { return .needsMore }
                guard place + 1 < end, base[place + 1] == mark else { break }
                hasPairs = true
                place += 2
            }
            let count = place - start
            place += 1
            if place < end, base[place] != delimiter, base[place] != 10, base[place] != 13 { return .behindQuote }
            guard hasPairs else {
                field = RecordField(offset: start, count: count, kind: .text)
                return .found
            }
            let offset = record.scratch.count
            var index = start
            while index < start + count {
                record.scratch.append(base[index])
                index += base[index] == mark ? 2 : 1
            }
            field = RecordField(offset: offset, count: record.scratch.count - offset, kind: .text, isUnescaped: true)
            return .found
        }
    }
#endif
