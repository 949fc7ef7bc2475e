import FMDBSQLiteC

extension Connection {
    /// Installs the module `fmdb` if a tokenizer has been registered. Without one, this does nothing, because
    /// installing takes longer than many queries.
    @inline(__always)
    func installWantedTokenizers() {
        if TokenizerRegistry.shared.isInUse, !guards.hasTokenizers { installOwnTokenizers() }
    }

    @inline(never)
    private func installOwnTokenizers() {
        guards.hasTokenizers = true
        do {
            // If SQLite has no full-text search, this installs nothing.
            _ = try addTokenizers(as: "fmdb")
        } catch {
            // An interrupted installation is retried. Corruption is reported by the client's own statement, which meets
            // it, too.
            guards.hasTokenizers = error.code & 0xFF == SQLITE_ERROR
        }
    }

    /// Installs the tokenizers of the process as a module of the linked SQLite's full-text search.
    ///
    /// - Throws: `FMError` if SQLite has no full-text search.
    func installTokenizers(as name: String) throws(FMError) {
        guard !name.utf8.contains(0) else { throw .misuse("the name of the module contains a NUL character") }
        do throws(ResultCodeError) {
            if try addTokenizers(as: name) { return }
        } catch {
            throw self.error(error.code, sql: nil, stage: .other)
        }
        throw FMError(.error, "SQLite \(Library.version) has no full-text search to which a tokenizer can be added")
    }

    private func addTokenizers(as name: String) throws(ResultCodeError) -> Bool {
        try withoutCounting { () throws(ResultCodeError) in
            try TokenizerCalls.install(on: handle, as: name)
        }
    }
}
