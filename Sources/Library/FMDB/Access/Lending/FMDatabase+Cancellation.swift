extension FMDatabase {
    /// A closure that interrupts the connection's statements, as ``interrupt()`` does. Any thread may call it, even
    /// after the database was closed.
    package final var interrupter: @Sendable () -> Void { { [interruption] in _ = interruption.interrupt() } }

    /// Sets the token that stops this connection's statements.
    ///
    /// - Parameter means: how the token stops them.
    final func obey(_ token: CancellationToken, by means: CancellationToken.Means) {
        let interrupt: CancellationToken.Action = { [interruption] in _ = interruption.interrupt() }
        token.onStop(means == .interruption ? interrupt : nil)
        connection?.obey(token, interrupting: means != .refusal)
    }

    /// Detaches the token of an access that has ended, so that it stops nothing more.
    final func forget(_ token: CancellationToken) {
        token.onStop(nil)
        connection?.obey(nil)
    }
}

extension DeadlineTimer {
    func retire(_ token: CancellationToken) {
        token.finish()
        remove(token)
    }
}
