#if S3
    import FMDB

    /// One request to a server, before it is signed.
    struct S3Request {
        var method = "GET"
        /// Begins with a slash.
        let path: String
        var query: [String: String] = [:]
        var body = Data()

        /// As it is sent, and as it is signed: SigV4 wants each segment encoded once.
        var encodedPath: String {
            path.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "/") }
        }

        /// Sorted by name.
        var encodedQuery: String {
            query.map { [$0.key, $0.value].map { $0.percentEncoded(except: \.isUnreserved) }.joined(separator: "=") }
                .sorted().joined(separator: "&")
        }
    }
#endif
