import Foundation

extension FMDatabaseCoordinator {
    /// Lets other processes see what a connection does, if the configuration says so.
    final func publish(_ database: FMDatabase, _ name: SlotsName) {
        guard configuration.publishesActivity, let connection = database.connection,
            let file = connection.activity.file
        else { return }
        let all = [mainSlots, writerSlots, readerSlots].compactMap { $0 }
        let entrances = all.enumerated().filter { index, slots in !all[..<index].contains { $0 === slots } }
            .map { PublishedFiles.Entrance(name: $1.name, semaphore: $1.semaphore) }
        do throws(FMError) {
            try PublishedFiles.shared.add(
                connection, file, slowThreshold: configuration.slowStatementThreshold ?? .milliseconds(100),
                of: ObjectIdentifier(self), entrances,
                in: configuration.activityFolder.map { ActivityFolder(path: $0) } ?? .own)
            database.lease.isPublished = true
        } catch {
            // Each connection would say the same.
            guard isFirstToFailPublishing else { return }
            database.logWarning("\(name.text) publishes no activity: \(error.message)")
        }
    }
}
