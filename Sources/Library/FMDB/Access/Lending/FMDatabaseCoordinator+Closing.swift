import Dispatch

extension FMDatabaseCoordinator {
    /// Ends the background checkpoints of a database that will not be lent again. Call it before the database closes.
    final func detachLog(_ database: FMDatabase) { logHooks?.detach(database) }

    /// Closes a database that will not be lent again.
    final func discard(_ database: FMDatabase) {
        detachLog(database)
        database.connection?.ownership?.take()
        database.close()
    }

    /// Closes the last databases, which can write. Logs a warning if commits remain in a WAL that is not meant to
    /// outlive the last connection.
    final func discardLast(_ databases: [FMDatabase]) {
        let connection = databases.last?.connection
        databases.forEach(discard)
        guard let size = connection?.writeAhead.remainingLogSize, size > 0,
            logHooks?.statistics().isPersistent != true
        else { return }
        databases.last?.logWarning(
            "\(size) bytes of the write-ahead log remain, because another process or a reader has the file open; the database needs them"
        )
    }
}

// MARK: - Within a time

extension FMDatabaseCoordinator {
    /// Closes the connections, and interrupts blocks that take too long. For the shutdown of a service.
    ///
    ///     let hasDrained = await pool.close(timeout: .seconds(10))
    ///
    /// Calls that run or wait may end within the timeout. After that, running statements are interrupted repeatedly
    /// until all blocks have ended. An interrupted call throws `.interrupt`, and its uncommitted changes are rolled
    /// back. A block that uses no database cannot be interrupted, so the call waits for it. The write-ahead log is
    /// checkpointed when the last connection closes.
    ///
    /// Later calls of a pool throw `.misuse`, and so do calls that still wait after the timeout. A queue opens its
    /// database again for the next call.
    ///
    /// Any task may call it. The corresponding C functions are [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html) and
    /// [`sqlite3_close`](https://sqlite.org/c3ref/close.html).
    ///
    /// - Parameter timeout: how long the blocks may take to end; zero or less interrupts them at once.
    /// - Returns: whether all blocks ended within the timeout.
    @discardableResult
    public final func close(timeout: Duration) async -> Bool {
        await withCheckedContinuation { continuation in
            WorkerThreads.shared.run(.current) {
                continuation.resume(returning: self.closeInterrupting(after: timeout))
            }
        }
    }

    private func closeInterrupting(after timeout: Duration) -> Bool {
        let (isClosed, isInTime) = (SystemSemaphore(value: 0), AtomicWord(1))
        let end = ContinuousClock.now.advanced(by: min(timeout, .seconds(1_000_000_000)))
        let hasEnded = SystemSemaphore(value: 0)
        WorkerThreads.shared.run(.current) {
            var isOver = isClosed.wait(until: end)
            while !isOver, .now < end { isOver = isClosed.wait(until: end) }
            while !isOver {
                isInTime.value = 0
                self.refuseCalls()
                self.heldReads.end()
                for slots in self.allSlots { slots.interruptions.forEach { _ = $0.interrupt() } }
                isOver = isClosed.wait(until: .now + .milliseconds(20))
            }
            hasEnded.signal()
        }
        heldReads.setPatience(true)
        closeConnections()
        heldReads.setPatience(false)
        isClosed.signal()
        hasEnded.wait()
        return isInTime.value != 0
    }
}
