#if S3
    import Foundation

    /// One request to a server, before it is signed.
    struct S3Request {
        var method = "GET"
        /// Begins with a slash.
        let path: String
        var query: [String: String] = [:]
        var body = Data()

        /// As it is sent, and as it is signed: SigV4 wants each segment encoded once.
        var encodedPath: String {
            path.split(separator: "/", omittingEmptySubsequences: false).map(S3Request.encoded).joined(
                separator: "/")
        }

        /// Sorted by name.
        var encodedQuery: String {
            query.map { "\(S3Request.encoded($0.key))=\(S3Request.encoded($0.value))" }.sorted().joined(
                separator: "&")
        }

        /// Every byte but letters, digits and `-._~` as `%XX`.
        private static func encoded(_ text: some StringProtocol) -> String {
            text.utf8.map { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    String(UnicodeScalar(byte))
                default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            }.joined()
        }
    }
#endif
