import FMDBServer
import Foundation
import Hummingbird
import InMemoryTracing

/// What those ask who run the service.
struct ServerRoutes {
    let pool: FMDatabasePool
    let metrics: MetricsPage
    let tracer: InMemoryTracer?

    func add(to router: Router<BasicRequestContext>) {
        router.get("health") { _, _ in
            let health = await pool.healthCheck(timeout: .seconds(1))
            return Response(
                status: health.isReady ? .ok : .serviceUnavailable, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(data: try JSONEncoder().encode(health))))
        }
        router.get("metrics") { _, _ in
            pool.recordMetrics()
            return metrics.text
        }
        router.get("traces") { _, _ -> String in
            guard let tracer else { throw HTTPError(.notFound, message: "set NOTES_TRACES=true") }
            return tracer.popFinishedSpans().map { span in
                let line = "\(span.traceID) \(span.parentSpanID ?? "-") \(span.spanID) \(span.operationName)"
                guard case .string(let sql)? = span.attributes.get("db.query.text") else { return line + "\n" }
                return "\(line) \(sql)\n"
            }.joined()
        }
    }
}

/// Answers errors of the database with the status that they suggest.
struct DatabaseErrors<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as FMError {
            let hint = error.serverHint
            // The texts of errors name tables and columns: they are for the log.
            context.logger.info("\(error)")
            var headers = HTTPFields()
            if let seconds = hint.retryAfterSeconds { headers[.retryAfter] = "\(seconds)" }
            throw HTTPError(.init(code: hint.statusCode), headers: headers)
        }
    }
}
