extension SQLScanner {
    package func text(of token: Token) -> String { text(in: token.range) }

    private func text(in range: Range<Int>) -> String { String(decoding: bytes(in: range), as: UTF8.self) }

    /// Returns the name in a token, without its quotes.
    package func name(of token: Token) -> String {
        guard token.kind == .quoted || token.kind == .string else { return text(of: token) }
        let (first, last) = (token.range.lowerBound + 1, token.range.upperBound - (token.form == .whole ? 1 : 0))
        let mark = byte(at: token.range.lowerBound)
        guard mark != UInt8(ascii: "["), bytes(in: first..<last).contains(mark) else { return text(in: first..<last) }
        var (name, isSecond): ([UInt8], Bool) = ([], false)
        for byte in bytes(in: first..<last) {
            isSecond = byte == mark && !isSecond
            if !isSecond { name.append(byte) }
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// - Parameter keyword: the keyword in upper case.
    @inline(__always)
    package func isKeyword(_ token: Token, _ keyword: StaticString) -> Bool {
        guard token.kind == .word, token.range.count == keyword.utf8CodeUnitCount else { return false }
        return (0..<token.range.count).allSatisfy {
            byte(at: token.range.lowerBound + $0) | 0x20 == keyword.utf8Start[$0] | 0x20
        }
    }

    /// - Parameter sign: a single byte.
    @inline(__always)
    package func isSign(_ token: Token, _ sign: Unicode.Scalar) -> Bool {
        token.kind == .sign && token.range.count == 1 && byte(at: token.range.lowerBound) == UInt8(ascii: sign)
    }

    /// Moves to the next percent sign outside of quotes and comments. Returns its position, or nil if there is none.
    package mutating func nextPercentSign() -> Int? {
        while let token = next() {
            switch token.kind {
            case .lineComment, .blockComment, .quoted, .string, .blob: continue
            // For SQLite, a parameter's name may contain parentheses; for FMDB it may not, so their content is scanned,
            // too.
            case .variable: if let open = place(of: "(", in: token) { position = open + 1 }
            default: break
            }
            guard let sign = place(of: "%", in: token), sign < position else { continue }
            position = sign
            return sign
        }
        return nil
    }

    private func place(of sign: Unicode.Scalar, in token: Token) -> Int? {
        bytes(in: token.range).firstIndex(of: UInt8(ascii: sign)).map { $0 + token.range.lowerBound }
    }
}

extension String {
    /// Calls a body with a scanner of the string. The scanner is valid during the call only.
    ///
    /// - Parameter range: the bytes of a part that begins and ends with tokens; nil for the whole string.
    package func withSQLScanner<Value>(in range: Range<Int>? = nil, _ body: (inout SQLScanner) -> Value) -> Value {
        func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Value {
            let part = range.map { UnsafeBufferPointer(rebasing: bytes[..<$0.upperBound]) } ?? bytes
            var scanner = SQLScanner(part, at: range?.lowerBound ?? 0)
            return body(&scanner)
        }
        return utf8.withContiguousStorageIfAvailable { scan($0) } ?? Array(utf8).withUnsafeBufferPointer { scan($0) }
    }
}
