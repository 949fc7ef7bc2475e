#if Server
    extension FMResultCode {
        /// SQLite's name of the primary code. There are few primary codes, so the name can label a metric.
        var constantName: String {
            let index = Int(primary.rawValue)
            guard FMResultCode.names.indices.contains(index) else { return "SQLITE_UNKNOWN" }
            return "SQLITE_" + FMResultCode.names[index]
        }

        /// The names by code number. See [Result and Error Codes](https://sqlite.org/rescode.html).
        private static let names = [
            "OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY", "INTERRUPT", "IOERR",
            "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY", "SCHEMA", "TOOBIG", "CONSTRAINT",
            "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE", "NOTADB", "NOTICE", "WARNING",
        ]
    }
#endif
