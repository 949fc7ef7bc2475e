import Configuration
import FMDBServer
import Hummingbird
import InMemoryTracing
import Logging
import Metrics
import ServiceLifecycle
import Tracing

/// Notes over HTTP. Its settings come from the environment: `SQLITE_PATH` and the other keys of `FMDatabaseSettings`, `PORT`, `LOG_LEVEL`,
/// and `NOTES_TRACES=true` for the route `/traces`.
@main struct Main {
    static func main() async throws {
        let reader = ConfigReader(provider: EnvironmentVariablesProvider())
        var logger = Logger(label: "notes")
        logger.logLevel = reader.string(forKey: "log.level").flatMap(Logger.Level.init(rawValue:)) ?? .info

        let metrics = MetricsPage()
        MetricsSystem.bootstrap(metrics)
        let tracer = reader.bool(forKey: "notes.traces") == true ? InMemoryTracer() : nil
        if let tracer { InstrumentationSystem.bootstrap(tracer) }

        let settings = try FMDatabaseSettings(from: reader)
        let pool = FMDatabasePool(path: settings.path, configuration: settings.server(logger: logger))
        let database = FMDatabaseService(
            pool, migrations: migrations, drainTimeout: settings.drainTimeout, logger: logger)

        let store = NoteStore(pool: pool)
        let router = Router()
        router.add(middleware: TracingMiddleware())
        router.add(middleware: DatabaseErrors())
        NoteRoutes(store: store).add(to: router)
        ServerRoutes(pool: pool, metrics: metrics, tracer: tracer).add(to: router)

        let port = reader.int(forKey: "port") ?? 8080
        // The database comes first, so that it is shut down last.
        var application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            services: [database],
            onServerRunning: { channel in
                print("listening on port \(channel.localAddress?.port ?? port)")
                fflush(nil)
            },
            logger: logger)
        application.beforeServerStarts {
            try await database.prepare()
            try await store.prepareSearch()
        }
        try await application.runService()
    }
}
