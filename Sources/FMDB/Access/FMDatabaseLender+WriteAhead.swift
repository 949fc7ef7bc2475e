extension FMDatabaseLender {
    /// What has been counted of the write-ahead log; nil unless ``Configuration/writeAheadLog`` asks for one that is
    /// looked after. Any thread may ask.
    public final var writeAheadStatistics: WriteAheadLog.Statistics? { keeper?.statistics }

    final func makeKeeper(_ choices: WriteAheadLog) -> WriteAheadKeeper {
        // The thread in the background does not keep the queue alive.
        let keeper = WriteAheadKeeper(choices, suspension) { [weak self] in
            guard let self else { throw FMError.notOpen() }
            return try openAnother()
        }
        suspension.whenOver { [weak keeper] in keeper?.wake() }
        return keeper
    }

    /// Another connection to the same file, which is not lent.
    private func openAnother() throws -> FMDatabase {
        let database = makeDatabase()
        try setUp(database, openFlags)
        let owner = Activity.Owner(role: "checkpoint thread of", label: mainLane.name.label)
        database.connection?.activity.claim(for: nil) { owner }
        return database
    }

    /// To be called with a database that nobody will be lent any more, before it closes.
    final func giveUp(_ database: FMDatabase) {
        guard let keeper else { return }
        let custody = database.connection?.custody
        custody?.take()
        keeper.detach(database)
        custody?.leave()
    }

    /// Closes a database that nobody will be lent any more.
    final func discard(_ database: FMDatabase) {
        giveUp(database)
        database.connection?.custody?.take()
        database.close()
    }
}
