#if Tool
    import FMDB
    import FMDBStudioAssets
    import FlyingFox
    import Foundation

    /// Answers requests. Paths do not map to files: only the assets and the routes exist.
    struct StudioHandler: HTTPHandler {
        let gate: Gate
        let studio: Studio

        private static let largestBody = 4_000_000

        func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
            // The body is read even if the request is refused. Otherwise the server would take the rest of it for the next request.
            let body = try await StudioHandler.body(request)
            do {
                try gate.check(request)
                return try await answer(request, body)
            } catch {
                return StudioHandler.response(StudioError(error))
            }
        }

        private func answer(_ request: HTTPRequest, _ body: Data?) async throws -> HTTPResponse {
            if let asset = StudioAssets.all[request.path] {
                guard request.method == .GET || request.method == .HEAD else {
                    throw StudioError(.methodNotAllowed, "use GET for this path")
                }
                let data = Data(request.method == .HEAD ? "".utf8 : asset.text.utf8)
                return Self.response(.ok, asset.type, HTTPBodySequence(data: data))
            }
            guard request.path.hasPrefix("/api/") else { throw StudioError(.notFound, "there is no such page") }
            try gate.checkToken(request)
            let verb = String(request.path.dropFirst(5))
            if verb == "live", request.method == .GET { return try events() }
            guard let route = StudioRoutes.all[verb] else { throw StudioError(.notFound, "there is no such request") }
            guard request.method == .POST else { throw StudioError(.methodNotAllowed, "use POST for this path") }
            // HTML forms on other sites cannot send this content type.
            guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
                throw StudioError(.unsupportedMediaType, "requests must be JSON")
            }
            guard let body else { throw StudioError(.payloadTooLarge, "the request is too large") }
            let answer = try await route(studio, body)
            return Self.response(.ok, "application/json; charset=utf-8", HTTPBodySequence(data: answer))
        }

        /// - Returns: the body, or nil if it is too large. Then none of it is kept.
        private static func body(_ request: HTTPRequest) async throws -> Data? {
            var data: Data? = Data()
            for try await part in request.bodySequence {
                data?.append(part)
                if data?.count ?? 0 > largestBody { data = nil }
            }
            return data
        }

        private func events() throws -> HTTPResponse {
            guard let events = studio.live.events() else {
                throw StudioError(.tooManyRequests, "too many pages are open")
            }
            return Self.response(.ok, "text/event-stream", HTTPBodySequence(from: EventBytes(events: events)))
        }

        // MARK: Answers

        private static func response(_ status: HTTPStatusCode, _ type: String, _ body: HTTPBodySequence) -> HTTPResponse
        {
            var response = HTTPResponse(statusCode: status, body: body)
            for (header, value) in Gate.headers { response.headers.setValues([value], for: header) }
            response.headers[.contentType] = type
            return response
        }

        private static func response(_ error: StudioError) -> HTTPResponse {
            struct Answer: Encodable {
                let error: String
                let offset: Int?
            }
            let data = (try? Answer(error: error.message, offset: error.offset).sortedJSON()) ?? Data()
            return response(error.status, "application/json", HTTPBodySequence(data: data))
        }
    }
#endif
