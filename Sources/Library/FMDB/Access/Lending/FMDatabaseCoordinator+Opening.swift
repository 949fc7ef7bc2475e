/// Opens and sets up connections.
extension FMDatabaseCoordinator {
    /// Opens a database of this coordinator and sets it up, unless it is open.
    ///
    /// - Parameter token: ends the opening early. This replaces the token's action; the caller sets it again.
    final func open(_ database: FMDatabase, _ flags: Int32, of slots: ConnectionSlots, _ token: CancellationToken?)
        throws
    {
        if database.isOpen { return }
        guard !suspension.isOn else { throw FMError.suspended(nil) }
        database.lease.isLent = true
        database.lease.isSparedBySuspension = flags != openFlags
        try setUp(database, flags, token) { claim(database, for: slots) }
        reportSharing(database, slots.name)
        database.connection?.followChanges()
        if let retry = configuration.retry { database.connection?.repeatStatements(retry.rest) }
        // A pool's readers, which have their own flags, do not manage the log.
        guard flags == openFlags else { return }
        do {
            try logHooks?.attach(database)
        } catch {
            database.close()
            throw error
        }
    }

    /// Opens a database and applies the configuration.
    ///
    /// - Parameter claim: records the owner of the connection, before the connection is used.
    final func setUp(
        _ database: FMDatabase, _ flags: Int32, _ token: CancellationToken? = nil, _ claim: () -> Void
    ) throws {
        setEventHandler(of: database)
        if let timeout = configuration.busyTimeout { database.maxBusyRetryTimeInterval = max(0, timeout / .seconds(1)) }
        let me = ObjectIdentifier(self)
        try expectNoNewFile(flags)
        let mayCreate = configuration.untrusted == nil
        guard database.open(withFlags: mayCreate ? flags : flags & ~Constants.createFlag, vfs: vfsName) else {
            throw database.openFailure ?? .notOpen()
        }
        let isChecked = state.isChecked(database, of: me)
        claim()
        guard !state.isReplaced(database, of: me) else {
            database.close()
            throw FMError.replaced()
        }
        if let token { database.obey(token, by: .interruption) }
        do {
            if let restrictions = configuration.untrusted { try database.restrict(restrictions) }
            try setUpUnread(database)
            try configuration.configure?(database)
            if !isChecked, let restrictions = configuration.untrusted {
                try database.check(restrictions)
                state.change { $0.checkedFile = database.connection?.activity.file }
            }
            try setUpRead(database)
        } catch {
            database.close()
            throw error
        }
    }

    /// Throws if SQLite would create a file in place of the one that other connections have open. The flag to create files cannot be left out,
    /// because `ATTACH` needs it.
    private func expectNoNewFile(_ flags: Int32) throws(FMError) {
        guard let path, vfsName == nil, state.hasFile(of: ObjectIdentifier(self)), DatabasePath(path, flags).isMissing
        else { return }
        throw .moved(.database, at: path)
    }

    /// Applies the settings that precede `configure`. They must not read the file, which may need a key first.
    private func setUpUnread(_ database: FMDatabase) throws(FMError) {
        if let isOn = configuration.foreignKeys {
            try database.execute("PRAGMA foreign_keys = \(raw: isOn ? "ON" : "OFF")")
        }
        // Without this pragma SQLite truncates a WAL to the limit that was set at its build: none on Debian, 32 KB on
        // Apple platforms.
        if let log = configuration.writeAheadLog, log.sizeLimit == nil {
            _ = try database.value("PRAGMA journal_size_limit = -1", as: Int.self)
        }
    }

    /// Applies the settings that make SQLite read the file.
    private func setUpRead(_ database: FMDatabase) throws(FMError) {
        if let size = configuration.cacheSize {
            let kibibytes = min(max(1, size >> 10), Int(Int32.max))
            try database.execute("PRAGMA cache_size = -\(raw: String(kibibytes))")
        }
        if let choice = configuration.synchronous {
            try database.execute("PRAGMA synchronous = \(raw: choice.rawValue)")
        } else if configuration.groupCommit != nil, Library.waitsLessInWALMode {
            // In WAL mode this SQLite replaces the default, FULL, with NORMAL, unless FULL was set explicitly.
            guard [1, 2].contains(try database.value("PRAGMA synchronous", as: Int.self)) else { return }
            try database.execute("PRAGMA synchronous = FULL")
        }
    }

    /// Lets other threads see the owner of the connection.
    private func claim(_ database: FMDatabase, for slots: ConnectionSlots) {
        guard let connection = database.connection else { return }
        let (name, semaphore, ownership) = (slots.name, slots.semaphore, connection.ownership)
        let me = ObjectIdentifier(self)
        connection.activity.claim(for: me) {
            Activity.Owner(
                role: name.role, label: name.label, site: ownership?.thread.flatMap(semaphore.site), coordinator: me)
        }
        publish(database, name)
    }

    /// Lets other processes see what a connection does, if the configuration enables this.
    private func publish(_ database: FMDatabase, _ name: SlotsName) {
        guard configuration.publishesActivity, let connection = database.connection,
            let file = connection.activity.file
        else { return }
        let entrances = allSlots.map {
            PublishedFiles.Entrance(role: $0.name.role, label: $0.name.label, semaphore: $0.semaphore)
        }
        do throws(FMError) {
            try PublishedFiles.shared.add(
                connection, file, slowThreshold: configuration.slowStatementThreshold ?? .milliseconds(100),
                of: ObjectIdentifier(self), entrances,
                in: configuration.activityFolder.map { ActivityFolder(path: $0) } ?? .own)
            database.lease.isPublished = true
        } catch {
            // Logged once, because every connection would report the same.
            guard state.isFirst(\.hasFailedPublishing) else { return }
            database.logWarning("\(name.text) does not publish its activity: \(error.message)")
        }
    }

    /// Reports once that other queues and pools have the same file open.
    private func reportSharing(_ database: FMDatabase, _ name: SlotsName) {
        guard let connection = database.connection, OpenFiles.shared.isShared(connection.activity) else { return }
        let me = ObjectIdentifier(self)
        // The names of the other queues and pools are looked up only for a report, because there may be a thousand.
        guard state.isFirst(\.hasReportedSharing), connection.hasEventHandler || configuration.reportsSharedFiles else {
            return
        }
        let strangers = OpenFiles.shared.others(like: connection.activity).map(\.snapshot.owner)
            .filter { $0.coordinator != nil && $0.coordinator != me }
        guard !strangers.isEmpty else { return }
        let names = strangers.map { "\($0.role) \"\($0.label)\"" }
        connection.emit(.sharedFile(with: names))
        guard configuration.reportsSharedFiles else { return }
        database.logWarning("\(name.text) has the same file open as: \(names.joined(separator: ", "))")
    }

    /// Opens another connection to the same file, which is not lent.
    ///
    /// - Parameters:
    ///   - role: the name of the connection in messages.
    ///   - token: ends the opening early.
    final func openAnother(_ role: String, _ token: CancellationToken? = nil) throws -> FMDatabase {
        guard !suspension.isOn else { throw FMError.suspended(nil) }
        let database = makeDatabase()
        let owner = Activity.Owner(role: role, label: mainSlots.name.label)
        try setUp(database, openFlags, token) { database.connection?.activity.claim(for: nil) { owner } }
        return database
    }

    final var readerFlags: Int32 { openFlags & ~Constants.defaultOpenFlags | Constants.readOnlyFlags }

    /// Returns a closed database of the class that ``databaseClass()`` names.
    final func makeDatabase() -> FMDatabase {
        let named: AnyClass = type(of: self).databaseClass()
        guard let type = named as? FMDatabase.Type else {
            fatalError("FMDB: databaseClass() must return a subclass of FMDatabase, \(named) is not one")
        }
        let database = type.init(path: path)
        database.lease.changeFeed = feed
        database.lease.suspension = suspension
        return database
    }
}
