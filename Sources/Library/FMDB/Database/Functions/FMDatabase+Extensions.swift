extension FMDatabase {
    /// The entry point of an SQLite extension, `sqlite3_vec_init` for example. It receives the `sqlite3 *`, a pointer for an error message
    /// allocated with `sqlite3_mprintf`, and the `sqlite3_api_routines *`. It returns a result code.
    public typealias ExtensionEntryPoint =
        @convention(c) @Sendable (
            _ database: OpaquePointer?, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
            _ routines: OpaquePointer?
        ) -> Int32

    /// Loads an SQLite extension from a shared library, for this connection.
    ///
    ///     try db.loadExtension(at: "/usr/local/lib/vec0.so")
    ///
    /// The code becomes a part of the process, with all its rights: load only what you would link. It stays in memory until the process
    /// ends. What it registers belongs to the connection and ends with ``close()``; a queue or a pool loads it in
    /// ``FMDatabaseCoordinator/Configuration-swift.struct/configure``. SQL still cannot load extensions. An extension must not install
    /// hooks, such as an authorizer or a busy handler, in place of the library's. See
    /// [`sqlite3_load_extension`](https://sqlite.org/c3ref/load_extension.html).
    ///
    /// - Parameters:
    ///   - path: the path of the file, with or without the suffix `.so`, or `.dylib` on Apple platforms. A relative path, even one without
    ///     a slash, begins at the current folder; the system's library folders are not searched.
    ///   - entryPoint: the name of the C function that starts it. Default: nil, which is `sqlite3_extension_init`, or if that is missing
    ///     `sqlite3_X_init`, where X stands for the letters in the file's name.
    /// - Throws: `FMError`. `.notSupported` if the linked SQLite does not load extensions, as on Apple platforms. `.cantOpen` if there is
    ///   no file. `.error` with the system's or SQLite's message if the file is not a library, has no such entry point, or fails to start.
    ///   What it registered before it failed remains registered, so close the database then. `.misuse` for a path or a name that is empty
    ///   or contains NUL, while a statement is running, and if the database is not open.
    public func loadExtension(at path: String, entryPoint: String? = nil) throws(FMError) {
        try opened().loadExtension(path, entryPoint)
    }

    /// Starts an SQLite extension that is linked with the program, for this connection. This works on every platform.
    ///
    ///     configuration.configure = { db in try db.addExtension(sqlite3_vec_init) }
    ///
    /// What it registers belongs to the connection and ends with ``close()``; other connections do not have it, so a queue or a pool adds
    /// it in ``FMDatabaseCoordinator/Configuration-swift.struct/configure``. Compile it with `SQLITE_CORE`. Otherwise it calls SQLite
    /// through its third argument, the table of API routines, which is null if the linked SQLite does not provide it, as on Apple
    /// platforms. An extension must not install hooks, such as an authorizer or a busy handler, in place of the library's. See [Statically
    /// Linking A Run-Time Loadable Extension](https://sqlite.org/loadext.html#statically_linking_a_run_time_loadable_extension).
    ///
    /// - Parameter entryPoint: the C function that starts it. If the third parameter of the imported function has another type, wrap the
    ///   function in a closure.
    /// - Throws: `FMError` with the code and the message of the extension if it fails; `.misuse` while a statement is running, and if the
    ///   database is not open.
    public func addExtension(_ entryPoint: ExtensionEntryPoint) throws(FMError) {
        try opened().startExtension(entryPoint)
    }
}
