#if S3
    import FMDB

    #if canImport(FoundationXML)
        import FoundationXML
    #endif

    /// Parses a server's XML response into strings, each with the names of its enclosing elements.
    final class S3Document: NSObject, XMLParserDelegate {
        private var path: [String] = []
        private var root: String?
        private var text = ""
        private var body: (([String], String) -> Void)?

        /// Parses a document. Calls the body at the end of each element, with its path below the root and its text.
        ///
        /// - Returns: the name of the root, or nil if the XML is incomplete or malformed.
        @discardableResult
        static func read(_ data: Data, _ body: @escaping (_ path: [String], _ text: String) -> Void)
            -> String?
        {
            let document = S3Document()
            document.body = body
            let parser = XMLParser(data: data)
            parser.delegate = document
            // On Linux the parser accepts a document that ends within the root.
            return parser.parse() && document.path.isEmpty ? document.root : nil
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            path.append(name)
            root = root ?? name
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            text += string
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            body?(Array(path.dropFirst()), text)
            path.removeLast()
            text = ""
        }
    }

    /// One page of a list of objects.
    ///
    /// See [ListObjectsV2](https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html).
    struct S3Listing {
        private(set) var objects: [(key: String, size: Int64)] = []
        /// The continuation token for the next page, or nil at the end.
        private(set) var continuation: String?

        init(_ data: Data) throws {
            var (objects, continuation): ([(key: String, size: Int64)], String?) = ([], nil)
            var (key, size, isTruncated): (String, Int64?, Bool?) = ("", nil, nil)
            let root = S3Document.read(data) { path, text in
                switch path {
                case ["Contents", "Key"]: key = text
                case ["Contents", "Size"]: size = Int64(text)
                case ["Contents"]:
                    objects.append((key, size ?? -1))
                    (key, size) = ("", nil)
                case ["NextContinuationToken"]: continuation = text
                case ["IsTruncated"]: isTruncated = Bool(text)
                default: break
                }
            }
            // Without this check, a proxy's HTML page, for example, would be read as an empty list.
            guard root == "ListBucketResult", let isTruncated,
                objects.allSatisfy({ $0.size >= 0 && !$0.key.isEmpty })
            else {
                throw FMError(.ioError, "the S3 server's response is not a list of objects")
            }
            guard !isTruncated || continuation != nil else {
                throw FMError(.ioError, "the S3 server's list of objects is truncated, but has no continuation token")
            }
            (self.objects, self.continuation) = (objects, continuation)
        }
    }

    extension FMError {
        /// Creates the error for a response that rejects a request.
        ///
        /// See [Error Responses](https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
        convenience init(status: Int, _ data: Data, for request: S3Request) {
            var (code, message) = ("", "")
            S3Document.read(data) { path, text in
                if path == ["Code"] { code = text }
                if path == ["Message"] { message = text }
            }
            let told = [code, message].filter { !$0.isEmpty }.joined(separator: ", ")
            let result: FMResultCode =
                switch status {
                case 401, 403: .permission
                case 404: .notFound
                default: .ioError
                }
            self.init(
                result,
                "the S3 server refuses \(request.method) \(request.path) with status \(status)"
                    + (told.isEmpty ? "" : ": \(told)"))
        }
    }
#endif
