#if Node && os(Linux)
    import CDqlite

    /// The version of libdqlite that is linked, as "1.11.1" is 11101 [dqlite_version_number].
    var libraryVersion: Int { Int(dqlite_version_number()) }
#endif
