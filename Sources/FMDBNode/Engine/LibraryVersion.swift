#if Node && os(Linux)
    import FMDBCDqlite

    /// The version of libdqlite that is linked, as "1.11.1" [dqlite_version_number].
    var libraryVersion: String {
        let number = Int(dqlite_version_number())
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }
#endif
