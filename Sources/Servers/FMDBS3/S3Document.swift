#if S3
    import FMDB
    import Foundation

    #if canImport(FoundationXML)
        import FoundationXML
    #endif

    /// What a server answers: the texts of an XML document, each with the names of the elements around it.
    final class S3Document: NSObject, XMLParserDelegate {
        private var path: [String] = []
        private var text = ""
        private var body: (([String], String) -> Void)?

        /// Reads a document, and calls the body at the end of each element, with its path below the root and its text.
        ///
        /// - Returns: false if it is no XML.
        static func read(_ data: Data, _ body: @escaping (_ path: [String], _ text: String) -> Void)
            -> Bool
        {
            let document = S3Document()
            document.body = body
            let parser = XMLParser(data: data)
            parser.delegate = document
            return parser.parse()
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            path.append(name)
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
        /// What the request for the next page needs; nil at the end.
        private(set) var continuation: String?

        init(_ data: Data) throws {
            var (objects, continuation): ([(key: String, size: Int64)], String?) = ([], nil)
            var (key, size, isTruncated) = ("", Int64(0), false)
            let isWhole = S3Document.read(data) { path, text in
                switch path {
                case ["Contents", "Key"]: key = text
                case ["Contents", "Size"]: size = Int64(text) ?? 0
                case ["Contents"]: objects.append((key, size))
                case ["NextContinuationToken"]: continuation = text
                case ["IsTruncated"]: isTruncated = text == "true"
                default: break
                }
            }
            guard isWhole else { throw FMError(.ioError, "the S3 server's list of objects is no XML") }
            guard !isTruncated || continuation != nil else {
                throw FMError(.ioError, "the S3 server's list of objects goes on, and does not say where")
            }
            (self.objects, self.continuation) = (objects, continuation)
        }
    }

    extension FMError {
        /// What a server says when it refuses a request.
        ///
        /// See [Error Responses](https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
        convenience init(status: Int, _ data: Data, for request: S3Request) {
            var (code, message) = ("", "")
            _ = S3Document.read(data) { path, text in
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
