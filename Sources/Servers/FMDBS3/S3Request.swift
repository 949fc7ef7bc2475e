#if S3
    import FMDB

    /// One request to a server, before it is signed.
    struct S3Request {
        var method = "GET"
        /// The path, with a leading slash.
        let path: String
        var query: [String: String] = [:]
        var body = Data()

        /// The path as it is sent and signed. SigV4 encodes each segment once.
        var encodedPath: String {
            path.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "/") }
        }

        /// The query as it is sent and signed, sorted by name.
        var encodedQuery: String {
            query.map { [$0.key, $0.value].map { $0.percentEncoded(except: \.isUnreserved) }.joined(separator: "=") }
                .sorted().joined(separator: "&")
        }
    }
#endif
