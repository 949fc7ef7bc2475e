import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// The routes of Examples/NoteService over one library or another, for `measure`.
@main
struct Service: AsyncParsableCommand {
    enum Library: String, ExpressibleByArgument {
        case fmdb
        case fmdbWithTelemetry = "fmdb-telemetry"
        case grdb
    }

    @Option(help: "fmdb, fmdb-telemetry or grdb.")
    var library: Library

    @Option(help: "A database file that is not there.")
    var database: String

    @Option(help: "How many notes there are at first.")
    var notes = 10_000

    func run() async throws {
        var logger = Logger(label: "service")
        logger.logLevel = .error
        switch library {
        case .fmdb: try await serve(FMDBNotes(database, hasTelemetry: false, logger: logger), logger)
        case .fmdbWithTelemetry: try await serve(FMDBNotes(database, hasTelemetry: true, logger: logger), logger)
        case .grdb: try await serve(GRDBNotes(database), logger)
        }
    }

    private func serve(_ store: some Notes, _ logger: Logger) async throws {
        try await store.prepare(count: notes)
        let router = Router()
        Routes(store: store).add(to: router)
        // Loopback only, on a free port.
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("listening on port \(channel.localAddress?.port ?? 0)")
                fflush(nil)
            },
            logger: logger)
        try await application.runService()
        try await store.close()
    }
}
