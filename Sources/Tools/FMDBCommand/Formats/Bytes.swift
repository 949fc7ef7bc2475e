#if Tool
    import FMDB
    import Foundation

    extension [UInt8] {
        mutating func append(text: String) { append(contentsOf: text.utf8) }

        /// Appends bytes as an SQL BLOB literal.
        mutating func append(blob bytes: UnsafeRawBufferPointer) {
            append(text: "x'")
            append(hexadecimal: bytes)
            append(UInt8(ascii: "'"))
        }

        /// Appends a TEXT value as a cast of its bytes.
        mutating func append(castText bytes: UnsafeRawBufferPointer) {
            append(text: Notation.textStart)
            append(hexadecimal: bytes)
            append(text: Notation.textEnd)
        }

        /// Appends bytes between quotation marks, and doubles each mark in them.
        mutating func append(_ bytes: UnsafeRawBufferPointer, between mark: UInt8) {
            append(mark)
            for byte in bytes {
                if byte == mark { append(mark) }
                append(byte)
            }
            append(mark)
        }

        /// Appends UTF-8 bytes as a JSON string.
        mutating func append(jsonText bytes: some Collection<UInt8>) {
            append(UInt8(ascii: "\""))
            if bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                appendEscaped(bytes)
            } else {
                append(contentsOf: bytes)
            }
            append(UInt8(ascii: "\""))
        }

        private mutating func appendEscaped(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                    append(UInt8(ascii: "\\"))
                    append(byte)
                case UInt8(ascii: "\n"): append(text: "\\n")
                case UInt8(ascii: "\r"): append(text: "\\r")
                case UInt8(ascii: "\t"): append(text: "\\t")
                case 0..<0x20:
                    append(text: "\\u00")
                    append(hexadecimal: byte)
                default: append(byte)
                }
            }
        }

        mutating func append(jsonNumber real: Double) {
            append(text: real.isFinite ? String(real) : real < 0 ? "-9e999" : Notation.infinity)
        }
    }
#endif
