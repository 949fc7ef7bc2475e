#if Cluster
    /// What needs a connection of SQLite's in this process. Each call throws ``FMDB/FMResultCode/notOnCluster``.
    extension FMClusterDatabase {
        private func absent(_ what: String, _ instead: String) -> FMError {
            FMError(.notOnCluster, "not on a cluster: \(what); \(instead)")
        }

        /// Throws: a node has no functions but SQLite's.
        public func makeFunctionNamed(_ name: String, arguments: Int32, block: Any) throws(FMError) {
            throw absent("a function of your own", "compute in the program, or in SQL")
        }

        /// Throws: the nodes keep the database in memory, and their files are not encrypted.
        public func setKey(_ key: String) throws(FMError) { throw absent("a key", "encrypt the nodes' disks") }

        /// Throws: see ``setKey(_:)``.
        public func rekey(_ key: String) throws(FMError) { throw absent("a key", "encrypt the nodes' disks") }

        /// Throws: there is no `sqlite3*` in this process.
        public func withSQLiteHandle<Value>(_ body: (OpaquePointer) throws -> Value) throws(FMError) -> Value {
            throw absent("a handle of SQLite's", "use statements")
        }

        /// Throws: the nodes checkpoint by themselves.
        public func checkpoint(_ checkpointMode: FMDBCheckpointMode) throws(FMError) {
            throw absent("a checkpoint", "the nodes do it by themselves")
        }

        /// Throws: a request that a node runs cannot be ended.
        public func interrupt() throws(FMError) {
            throw absent("an interruption", "see FMClusterConfiguration.timeout")
        }

        /// Throws: values are sent as a whole.
        public func openBlob(table: String, column: String, row: Int64) throws(FMError) {
            throw absent("a blob in parts", "keep large values in several rows")
        }

        /// Throws: the nodes have one file system, and open every database in the same way.
        public func open(withFlags flags: Int32, vfs: String? = nil) throws(FMError) {
            throw absent("flags and file systems", "use connect()")
        }

        /// Throws: the nodes tell of no changes.
        public func setUpdateHook(_ body: Any?) throws(FMError) { throw absent("a hook", "look again at times") }

        /// Throws: the nodes tell of no changes.
        public func observe(_ sql: FMSQL) throws(FMError) { throw absent("an observation", "look again at times") }

        /// Throws: a node has no extensions but its own.
        public func loadExtension(_ path: String) throws(FMError) {
            throw absent("an extension", "the nodes have FTS5, JSON and the mathematical functions")
        }

        /// Throws: the limits are those of the nodes.
        public func limit(for type: Int32, value newLimit: Int32) throws(FMError) -> Int32 {
            throw absent("a limit of a connection", "the limits are the nodes' own")
        }

        /// Throws: a copy is made by `fmdb-node backup`.
        public func backup(to path: String) throws(FMError) {
            throw absent("a backup from a client", "use fmdb-node backup")
        }
    }
#endif
