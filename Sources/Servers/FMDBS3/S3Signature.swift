#if S3
    import Crypto
    import FMDB

    /// Signs requests, so that the server can verify the sender and the content.
    ///
    /// See [Signature Version 4](https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
    struct S3Signature {
        let credentials: FMS3Target.Credentials
        let region: String

        /// Returns the headers of a signed request, including the signature.
        ///
        /// - Parameter date: the time of the request. A server rejects a request whose time is off by more than 15 minutes.
        func headers(for request: S3Request, host: String, at date: Date) -> [String: String] {
            let time = S3Signature.time(date)
            let payload = SHA256.hash(data: request.body).hexadecimal()
            var signed = ["host": host, "x-amz-date": time, "x-amz-content-sha256": payload]
            if let token = credentials.sessionToken { signed["x-amz-security-token"] = token }
            let names = signed.keys.sorted()
            let canonical = [
                request.method, request.encodedPath, request.encodedQuery,
                names.map { "\($0):\(signed[$0] ?? "")\n" }.joined(),
                names.joined(separator: ";"), payload,
            ].joined(separator: "\n")
            let scope = "\(time.prefix(8))/\(region)/s3/aws4_request"
            let digest = SHA256.hash(data: Data(canonical.utf8)).hexadecimal()
            let signature = authenticate(
                "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(digest)", on: String(time.prefix(8)))
            signed["authorization"] =
                "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), "
                + "SignedHeaders=\(names.joined(separator: ";")), Signature=\(signature)"
            return signed
        }

        private func authenticate(_ text: String, on day: String) -> String {
            var key = SymmetricKey(data: Data("AWS4\(credentials.secretAccessKey)".utf8))
            for part in [day, region, "s3", "aws4_request"] {
                key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
            }
            return HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key).hexadecimal()
        }

        /// Formats a time like `20130524T000000Z`.
        private static func time(_ date: Date) -> String {
            date.formatted(
                Date.ISO8601FormatStyle(
                    dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted,
                    timeZone: .gmt))
        }
    }
#endif
