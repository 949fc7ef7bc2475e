#if S3
    import AsyncHTTPClient
    import FMDB
    import NIOCore
    import NIOHTTP1

    /// A backup target for continuous backups in a bucket of Amazon S3, or of a compatible server.
    ///
    ///     var target = try FMS3Target(bucket: "backups", region: "eu-central-1", credentials: .fromEnvironment())
    ///     target.prefix = "orders"
    ///     configuration.backup = .init(to: target)
    ///
    /// It needs the trait `S3`, and permission to list the bucket and to get, put and delete objects in it. Each call blocks its thread
    /// until the server has answered. In a task, use the asynchronous calls of `FMBackup`.
    ///
    /// See [the S3 API](https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html).
    public struct FMS3Target: FMBackupTarget {
        /// The keys that sign requests.
        public struct Credentials: Sendable {
            /// The public part of the key.
            public var accessKeyID: String
            /// The secret part of the key.
            public var secretAccessKey: String
            /// The token of temporary credentials, or nil for permanent ones.
            public var sessionToken: String?

            /// Creates credentials.
            ///
            /// - Parameters:
            ///   - accessKeyID: see ``accessKeyID``.
            ///   - secretAccessKey: see ``secretAccessKey``.
            ///   - sessionToken: see ``sessionToken``.
            public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
                (self.accessKeyID, self.secretAccessKey) = (accessKeyID, secretAccessKey)
                self.sessionToken = sessionToken
            }

            /// Returns the credentials from the environment variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and, if it is set,
            /// `AWS_SESSION_TOKEN`.
            ///
            /// - Throws: `FMError` `.misuse` if one of the first two is missing.
            public static func fromEnvironment() throws -> Credentials {
                let values = ProcessInfo.processInfo.environment
                guard let id = values["AWS_ACCESS_KEY_ID"], let secret = values["AWS_SECRET_ACCESS_KEY"]
                else {
                    throw FMError(
                        .misuse,
                        "the environment variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set")
                }
                return Credentials(
                    accessKeyID: id, secretAccessKey: secret, sessionToken: values["AWS_SESSION_TOKEN"])
            }
        }

        /// The name of the bucket, which must exist.
        public let bucket: String
        /// The region of the bucket. Many other servers accept any region.
        public let region: String
        /// The prefix of all names. A slash follows it. Default: empty. Each database needs its own prefix.
        public var prefix = ""
        /// The time limit of a request. Storing a piece may take this long for each 8 MiB or part of it. Reading a piece may take eight
        /// times as long. Default: 60 s.
        public var timeout = Duration.seconds(60)
        /// Returns the credentials. It is called before each request, so that temporary credentials can be renewed, on the calling
        /// thread.
        public var credentials: @Sendable () throws -> Credentials
        /// The address of the server.
        private let endpoint: URL

        /// Creates a target. Nothing is sent yet.
        ///
        /// - Parameters:
        ///   - bucket: see ``bucket``.
        ///   - region: see ``region``.
        ///   - credentials: the credentials of all requests; to renew them, set ``credentials-swift.property``.
        ///   - endpoint: the address of the server, such as `http://localhost:9000`. If nil, it is Amazon's address in the region. The
        ///     bucket is the first part of the path.
        /// - Throws: `FMError` `.misuse` if the address has no host, or has a path, a query or a user. The same if the bucket's name
        ///   has characters other than letters, digits, dots, hyphens and underscores.
        public init(
            bucket: String, region: String = "us-east-1", credentials: Credentials, endpoint: URL? = nil
        ) throws {
            let isName = !bucket.isEmpty && bucket.utf8.allSatisfy { FMS3Target.nameBytes.contains($0) }
            guard isName else { throw FMError(.misuse, "\"\(bucket)\" is not the name of a bucket") }
            let address = endpoint ?? URL(string: "https://s3.\(region).amazonaws.com")
            guard let address, address.isOfServer else {
                throw FMError(
                    .misuse,
                    "the endpoint is not the address of a server: \(endpoint?.absoluteString ?? region)")
            }
            (self.bucket, self.region, self.endpoint) = (bucket, region, address)
            self.credentials = { credentials }
        }

        private static let nameBytes = Set(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_".utf8)
    }

    // MARK: - The verbs of a target

    extension FMS3Target {
        /// Stores an object. The server shows it when all of it has arrived.
        ///
        /// - Parameters:
        ///   - piece: the bytes.
        ///   - name: the name, without the prefix.
        /// - Throws: `FMError`: `.permission` if the credentials are refused, `.notFound` if there is no such bucket or object.
        ///   `.ioError` if the server cannot be reached or responds with another error. Also what ``credentials-swift.property`` throws.
        public func put(_ piece: Data, named name: String) throws {
            try send(S3Request(method: "PUT", path: path(of: name), body: piece))
        }

        /// Gets an object.
        ///
        /// - Parameter name: the name, without the prefix.
        /// - Returns: its bytes.
        /// - Throws: `FMError`: `.permission` if the credentials are refused, `.notFound` if there is no such bucket or object.
        ///   `.ioError` if the server cannot be reached or responds with another error. Also what ``credentials-swift.property`` throws.
        public func get(_ name: String) throws -> Data {
            try send(S3Request(path: path(of: name)))
        }

        /// Lists the objects below the prefix, with as many requests as needed.
        ///
        /// - Returns: their names, without the prefix, and their sizes.
        /// - Throws: `FMError`: `.permission` if the credentials are refused, `.notFound` if there is no such bucket or object.
        ///   `.ioError` if the server cannot be reached or responds with another error. Also what ``credentials-swift.property`` throws.
        public func list() throws -> [FMBackupPiece] {
            var pieces: [FMBackupPiece] = []
            var continuation: String?
            let start = prefix.isEmpty ? "" : prefix + "/"
            repeat {
                var query = ["list-type": "2"]
                if !start.isEmpty { query["prefix"] = start }
                if let continuation { query["continuation-token"] = continuation }
                let listing = try S3Listing(try send(S3Request(path: "/\(bucket)", query: query)))
                for object in listing.objects where object.key.hasPrefix(start) {
                    pieces.append(
                        FMBackupPiece(name: String(object.key.dropFirst(start.count)), size: object.size))
                }
                guard continuation == nil || listing.continuation != continuation else {
                    throw FMError(.ioError, "the S3 server's list of objects does not advance")
                }
                continuation = listing.continuation
            } while continuation != nil
            return pieces
        }

        /// Deletes an object.
        ///
        /// - Parameter name: the name, without the prefix.
        /// - Throws: `FMError`: `.permission` if the credentials are refused, `.notFound` if there is no such bucket or object.
        ///   `.ioError` if the server cannot be reached or responds with another error. Also what ``credentials-swift.property`` throws.
        public func remove(_ name: String) throws {
            try send(S3Request(method: "DELETE", path: path(of: name)))
        }

        private func path(of name: String) -> String {
            "/\(bucket)/" + (prefix.isEmpty ? "" : prefix + "/") + name
        }
    }

    // MARK: - Requests

    extension FMS3Target {
        /// The host, with the port if it is not the scheme's default.
        private var host: String {
            let name = endpoint.host ?? ""
            // IPv6 addresses need brackets.
            let host = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
            let usual = endpoint.scheme == "https" ? 443 : 80
            return endpoint.port.map { $0 == usual ? host : "\(host):\($0)" } ?? host
        }

        /// The HTTP client. It follows no redirects, so that data and keys are sent to no other server.
        private static let client = HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup,
            configuration: .init(redirectConfiguration: .disallow))

        @discardableResult
        private func send(_ request: S3Request) throws -> Data {
            let signature = S3Signature(credentials: try credentials(), region: region)
            let query = request.encodedQuery
            let address =
                "\(endpoint.scheme ?? "https")://\(host)\(request.encodedPath)"
                + (query.isEmpty ? "" : "?\(query)")
            let response: HTTPClient.Response
            do {
                let headers = signature.headers(for: request, host: host, at: Date())
                let prepared = try HTTPClient.Request(
                    url: address, method: HTTPMethod(rawValue: request.method),
                    headers: HTTPHeaders(headers.filter { $0.key != "host" }.map { ($0.key, $0.value) }),
                    body: request.method == "PUT" ? .byteBuffer(ByteBuffer(bytes: request.body)) : nil)
                response = try FMS3Target.client.execute(
                    request: prepared, deadline: .now() + .init(timeout * request.timeUnits)
                ).wait()
            } catch {
                throw FMError(.ioError, "the S3 server at \(host) cannot be reached", cause: error)
            }
            let data = response.body.map { Data($0.readableBytesView) } ?? Data()
            let status = Int(response.status.code)
            guard 200..<300 ~= status || request.method == "DELETE" && status == 404 else {
                throw FMError(status: status, data, for: request)
            }
            return data
        }
    }

    extension URL {
        /// Whether the URL has a scheme and host, and no path, query or user.
        fileprivate var isOfServer: Bool {
            host?.isEmpty == false && ["http", "https"].contains(scheme) && ["", "/"].contains(path) && query == nil
                && user == nil
        }
    }

    extension S3Request {
        /// The factor for the request's time limit.
        fileprivate var timeUnits: Int {
            let unit = 8 << 20
            return method == "GET" && query.isEmpty ? 8 : max(1, (body.count + unit - 1) / unit)
        }
    }

    extension TimeAmount {
        fileprivate init(_ duration: Duration) {
            let (seconds, rest) = duration.components
            self = .seconds(min(max(seconds, 0), 1_000_000)) + .nanoseconds(rest / 1_000_000_000)
        }
    }
#endif
