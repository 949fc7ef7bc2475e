#if Server
    import FMDBServer
    import InMemoryLogging
    import InMemoryTracing
    import Logging
    import Metrics
    import MetricsTestKit
    import FMDBTestHelpers
    import Tracing

    /// A file with a pool, and back ends in memory for what it tells.
    struct ServerScene {
        /// A value that must be found nowhere.
        static let secret = "Kx7-secret-value"

        let folder = TemporaryFolder()
        let path: String
        let logs = InMemoryLogHandler()
        let metrics = TestMetrics()
        let tracer = InMemoryTracer()
        let logger: Logger

        init() {
            path = folder.file("orders.db")
            var handler = logs
            handler.logLevel = .trace
            logger = Logger(label: "test") { [handler] _ in handler }
        }

        var configuration: FMDatabaseCoordinator.Configuration {
            .server(label: "orders", logger: logger, metrics: metrics, tracer: tracer)
        }

        /// A pool of the file with the table `person`.
        func pool(
            _ change: (inout FMDatabaseCoordinator.Configuration) -> Void = { _ in }
        ) throws -> FMDatabasePool {
            var configuration = configuration
            change(&configuration)
            let pool = FMDatabasePool(path: path, configuration: configuration)
            try pool.write { db in
                try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)")
            }
            return pool
        }

        /// The entries of the log with such a message.
        func entries(_ message: String) -> [InMemoryLogHandler.Entry] {
            logs.entries.filter { $0.message.description == message }
        }

        /// Runs a body within a trace.
        func traced<Value>(_ body: () async throws -> Value) async throws -> Value {
            let span = tracer.startSpan("request", context: .topLevel)
            defer { span.end() }
            return try await ServiceContext.withValue(span.context, operation: body)
        }

        /// The spans of statements with such a verb.
        func spans(_ verb: String) -> [FinishedInMemorySpan] {
            tracer.finishedSpans.filter { $0.operationName == "\(verb) orders" }
        }

        /// All that was logged, measured and traced, as one text.
        var everything: String {
            let logged = logs.entries.map { "\($0.message) \($0.metadata)" }
            let traced = tracer.finishedSpans.map { "\($0.operationName) \($0.attributes) \($0.events) \($0.errors)" }
            let measured =
                metrics.timers.map { "\($0.label) \($0.dimensions)" }
                + metrics.counters.map { "\($0.label) \($0.dimensions)" }
                + metrics.recorders.map { "\($0.label) \($0.dimensions)" }
            return (logged + traced + measured).joined(separator: "\n")
        }
    }
#endif
