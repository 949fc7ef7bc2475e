#if Server
    extension FMResultCode {
        /// SQLite's name of the primary code. There are few, so that it can be the label of a metric.
        var constantName: String {
            let index = Int(primary.rawValue)
            guard FMResultCode.names.indices.contains(index) else { return "SQLITE_UNKNOWN" }
            return "SQLITE_" + FMResultCode.names[index]
        }

        /// By their numbers; see [Result and Error Codes](https://sqlite.org/rescode.html).
        private static let names = [
            "OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY", "INTERRUPT", "IOERR",
            "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY", "SCHEMA", "TOOBIG", "CONSTRAINT",
            "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE", "NOTADB", "NOTICE", "WARNING",
        ]
    }
#endif
