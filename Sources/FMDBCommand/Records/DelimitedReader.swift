#if Tool
    import Foundation

    /// Reads CSV as of RFC 4180, and the like with other delimiters. Lines end with LF, CR LF or CR.
    final class DelimitedReader: RecordReader {
        struct Options {
            /// nil: the one of comma, semicolon, tab and vertical bar that the first line has most often.
            var delimiter: UInt8?
            var hasHeader = true
            var hasQuotes = true
            /// The names of the columns, where the header is not to decide.
            var columns: [String]?
            var maximumSize = 64 << 20
        }

        let record = Record()
        let buffer: RecordBuffer
        private(set) var columns: [String] = []
        private(set) var head: [UInt8] = []
        private let options: Options
        private var delimiter = UInt8(ascii: ",")
        private var line = 1
        private var lineOfFirst = 1
        private var isHeaderRead = false

        init(_ buffer: RecordBuffer, _ options: Options) throws {
            self.buffer = buffer
            self.options = options
            _ = try buffer.more()
            delimiter = options.delimiter ?? sniffed()
            try readHeader()
        }

        func goBack() throws {
            try buffer.goBack()
            _ = buffer.end == 0 ? try buffer.more() : true
            line = 1
            if options.hasHeader { _ = try find() }
        }

        private func sniffed() -> UInt8 {
            var counts: [UInt8: Int] = [:]
            var isQuoted = false
            for index in 0..<buffer.end {
                let byte = buffer.base[index]
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if isQuoted { continue }
                if byte == 10 || byte == 13 { break }
                if [UInt8(ascii: ","), UInt8(ascii: ";"), 9, UInt8(ascii: "|")].contains(byte) {
                    counts[byte, default: 0] += 1
                }
            }
            let comma = UInt8(ascii: ",")
            return counts.max { ($0.value, $0.key == comma ? 1 : 0) < ($1.value, $1.key == comma ? 1 : 0) }?.key
                ?? comma
        }

        private func readHeader() throws {
            guard options.hasHeader else {
                columns = options.columns ?? []
                guard columns.isEmpty else { return }
                let step = try find()
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
            let names = record.fields.enumerated().map { index, field in
                let name = record.withBytes(of: field) { String(decoding: $0, as: UTF8.self) }
                    .trimmingCharacters(in: .whitespaces)
                return name.isEmpty ? "column_\(index + 1)" : name
            }
            columns = options.columns ?? distinct(names)
            if let given = options.columns, given.count != names.count {
                throw ToolError.usage(
                    "--columns has \(given.count) names, but the header has \(counted(names.count, "field"))")
            }
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

        /// Finds the next record that is no empty line.
        private func find() throws -> RecordStep {
            while true {
                if buffer.position >= buffer.end, try !buffer.more() { return .end }
                if try skipEmptyLine() { continue }
                record.line = line
                var scan = scan()
                while scan == .needsMore {
                    if buffer.end - buffer.position > options.maximumSize { return try skipLongLine() }
                    _ = try buffer.more()
                    scan = self.scan()
                }
                switch scan {
                case .found, .needsMore:
                    guard record.raw.count > options.maximumSize else { return .record }
                    return .bad(tooLong)
                case .unclosed: return try skipLine("a quotation mark is not closed")
                case .behindQuote: return try skipLine("there are characters behind a closing quotation mark")
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

        /// The line is over, and the next one is tried by itself.
        private func skipLine(_ reason: String) throws -> RecordStep {
            var length = 0
            repeat {
                length = endOfLine(from: length)
                guard length <= options.maximumSize else { return try skipLongLine() }
            } while try !isLineWhole(length) && buffer.more()
            let end = buffer.position + length + lengthOfLineEnd(at: buffer.position + length)
            record.raw = UnsafeRawBufferPointer(start: buffer.base + buffer.position, count: end - buffer.position)
            buffer.position = end
            line += 1
            return .bad(reason)
        }

        /// Reads over a line that is longer than what is kept in memory.
        private func skipLongLine() throws -> RecordStep {
            record.raw = UnsafeRawBufferPointer(start: nil, count: 0)
            repeat { buffer.position += endOfLine(from: 0) } while try !isLineWhole(0) && buffer.more()
            buffer.position += lengthOfLineEnd(at: buffer.position)
            line += 1
            return .bad(tooLong + "; it is not set aside")
        }

        /// How far from the buffer's position a CR, an LF or the end of the buffer is.
        private func endOfLine(from start: Int) -> Int {
            var place = buffer.position + start
            while place < buffer.end, buffer.base[place] != 10, buffer.base[place] != 13 { place &+= 1 }
            return place - buffer.position
        }

        /// Whether all bytes are here that end a line of a length: behind a CR there may be its LF.
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

        /// Looks for the end of the record that begins at the buffer's position.
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
                // Behind a CR there may be its LF.
                guard buffer.isAtEnd || place < end && (base[place] == 10 || place + 1 < end) else { return .needsMore }
                if place < end { place += base[place] == 13 && place + 1 < end && base[place + 1] == 10 ? 2 : 1 }
                record.raw = UnsafeRawBufferPointer(start: base + buffer.position, count: place - buffer.position)
                buffer.position = place
                line += lines
                return .found
            }
        }

        /// A field in quotation marks.
        private func quoted(_ place: inout Int, _ lines: inout Int, _ field: inout RecordField) -> Scan {
            let (base, end, mark) = (buffer.base, buffer.end, UInt8(ascii: "\""))
            let start = place + 1
            place = start
            var hasPairs = false
            while true {
                while place < end, base[place] != mark {
                    if base[place] == 10 { lines += 1 }
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
