#if Node && os(Linux)
    import FMDB
    @_exported import FMDBConsole

    /// Returns the message of the innermost cause of an error.
    func reason(_ error: any Error) -> String {
        if let error = error as? NodeError { return error.message }
        let error = error as NSError
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { return reason(cause) }
        return error.localizedDescription
    }
#endif
