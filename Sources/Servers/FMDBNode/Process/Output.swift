#if Node && os(Linux)
    import FMDB
    @_exported import FMDBConsole

    /// What an error says of its cause.
    func reason(_ error: any Error) -> String {
        if let error = error as? NodeError { return error.message }
        let error = error as NSError
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { return reason(cause) }
        return error.localizedDescription
    }
#endif
