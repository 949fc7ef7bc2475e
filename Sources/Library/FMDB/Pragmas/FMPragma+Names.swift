// pure list: exempt from the length limits

private let afterVacuum = "a database that has content changes it only with VACUUM, and not in WAL mode"
private let outsideTransaction = "it cannot be changed while a transaction is open"

extension FMPragma where Value == FMDatabase.JournalMode {
    /// [`journal_mode`](https://sqlite.org/pragma.html#pragma_journal_mode). It cannot be changed within a transaction; a database in
    /// memory has `memory` or `off`.
    public static var journalMode: FMPragma {
        .word("journal_mode", advice: "a database in memory has no journal in a file, and \(outsideTransaction)")
    }
}

extension FMPragma where Value == FMDatabase.Synchronous {
    /// [`synchronous`](https://sqlite.org/pragma.html#pragma_synchronous). It cannot be changed within a transaction.
    public static var synchronous: FMPragma { .word("synchronous", advice: outsideTransaction) }
}

extension FMPragma where Value == FMDatabase.AutoVacuum {
    /// [`auto_vacuum`](https://sqlite.org/pragma.html#pragma_auto_vacuum). A change between `none` and another mode is possible only before
    /// the first table is created; after that, the change needs a `VACUUM`.
    public static var autoVacuum: FMPragma { .choice("auto_vacuum", .database, advice: afterVacuum) }
}

extension FMPragma where Value == FMDatabase.SecureDelete {
    /// [`secure_delete`](https://sqlite.org/pragma.html#pragma_secure_delete).
    public static var secureDelete: FMPragma { .choice("secure_delete", .database, text: \.word) }
}

extension FMPragma where Value == FMDatabase.TemporaryStorage {
    /// [`temp_store`](https://sqlite.org/pragma.html#pragma_temp_store). Setting it deletes all temporary tables.
    public static var temporaryStorage: FMPragma { .choice("temp_store", .connection, advice: outsideTransaction) }
}

extension FMPragma where Value == FMDatabase.LockingMode {
    /// [`locking_mode`](https://sqlite.org/pragma.html#pragma_locking_mode).
    public static var lockingMode: FMPragma {
        .word("locking_mode", advice: "a database in memory is always exclusive")
    }
}

extension FMPragma where Value == FMDatabase.TextEncoding {
    /// [`encoding`](https://sqlite.org/pragma.html#pragma_encoding). It can be changed only before the database has content.
    public static var encoding: FMPragma {
        .word("encoding", scope: .connection, advice: "it can be changed only before the database has content")
    }
}

/// Pragmas with integer values.
extension FMPragma where Value == Int {
    /// [`user_version`](https://sqlite.org/pragma.html#pragma_user_version): a signed 32-bit number for the app's own use.
    public static var userVersion: FMPragma { .shortNumber("user_version") }
    /// [`application_id`](https://sqlite.org/pragma.html#pragma_application_id): the kind of file, as a signed 32-bit number.
    public static var applicationID: FMPragma { .shortNumber("application_id") }
    /// [`cache_size`](https://sqlite.org/pragma.html#pragma_cache_size): the maximum size of the cache in pages, or in KiB if it is
    /// negative.
    public static var cacheSize: FMPragma { .shortNumber("cache_size") }
    /// [`page_size`](https://sqlite.org/pragma.html#pragma_page_size) in bytes, a power of two from 512 to 65536. It can be set only before
    /// the database has content. Later, SQLite would change it at the next `VACUUM`, and ``FMDatabase/setPragma(_:to:schema:)`` throws.
    public static var pageSize: FMPragma {
        .number("page_size", advice: "it is a power of two from 512 to 65536, and \(afterVacuum)")
    }
    /// [`page_count`](https://sqlite.org/pragma.html#pragma_page_count): the size of the database in pages; read only.
    public static var pageCount: FMPragma { .number("page_count", .database, .read) }
    /// [`freelist_count`](https://sqlite.org/pragma.html#pragma_freelist_count): how many pages are free; read only.
    public static var freePageCount: FMPragma { .number("freelist_count", .database, .read) }
    /// [`max_page_count`](https://sqlite.org/pragma.html#pragma_max_page_count): the maximum size of the database in pages.
    public static var maximumPageCount: FMPragma {
        .number("max_page_count", advice: "it must be 1 or more, and not less than the page count of the database")
    }
    /// [`mmap_size`](https://sqlite.org/pragma.html#pragma_mmap_size): the maximum number of bytes of the file that are mapped into memory.
    public static var mappedSize: FMPragma {
        .number("mmap_size", advice: "the linked SQLite has its own limit for it")
    }
    /// [`journal_size_limit`](https://sqlite.org/pragma.html#pragma_journal_size_limit): the maximum size of a journal or WAL that is kept,
    /// in bytes; -1 for no limit.
    public static var journalSizeLimit: FMPragma { .number("journal_size_limit") }
    /// [`busy_timeout`](https://sqlite.org/pragma.html#pragma_busy_timeout): how long a call waits for a lock, in milliseconds. The library
    /// itself waits for locks, so this pragma reads and sets ``FMDatabase/maxBusyRetryTimeInterval``.
    public static var busyTimeout: FMPragma { .number("busy_timeout", .busyTimeout) }
    /// [`wal_autocheckpoint`](https://sqlite.org/pragma.html#pragma_wal_autocheckpoint): the minimum number of pages in the WAL at which a
    /// commit runs a checkpoint; 0 for never. See <doc:WriteAheadLog>.
    public static var automaticCheckpoint: FMPragma { .shortNumber("wal_autocheckpoint", .connection) }
    /// [`threads`](https://sqlite.org/pragma.html#pragma_threads): how many threads may help to sort.
    public static var threads: FMPragma {
        .number("threads", .connection, advice: "the linked SQLite or the connection has a limit for it")
    }
    /// [`data_version`](https://sqlite.org/pragma.html#pragma_data_version): changes when another connection has committed; read only.
    public static var dataVersion: FMPragma { .number("data_version", .database, .read) }
    /// [`schema_version`](https://sqlite.org/pragma.html#pragma_schema_version): changes with the schema; read only, because a wrong one
    /// can damage the database.
    public static var schemaVersion: FMPragma { .number("schema_version", .database, .read) }
}

/// Pragmas with Boolean values.
extension FMPragma where Value == Bool {
    /// [`foreign_keys`](https://sqlite.org/pragma.html#pragma_foreign_keys): whether foreign keys are enforced. It cannot be changed within
    /// a transaction.
    public static var foreignKeys: FMPragma { .flag("foreign_keys", advice: outsideTransaction) }
    /// [`defer_foreign_keys`](https://sqlite.org/pragma.html#pragma_defer_foreign_keys): whether foreign keys are checked at the end of the
    /// transaction. The end of the transaction turns it off.
    public static var deferForeignKeys: FMPragma { .flag("defer_foreign_keys") }
    /// [`recursive_triggers`](https://sqlite.org/pragma.html#pragma_recursive_triggers): whether a trigger may fire itself.
    public static var recursiveTriggers: FMPragma { .flag("recursive_triggers") }
    /// [`query_only`](https://sqlite.org/pragma.html#pragma_query_only): whether the connection refuses to write.
    public static var queryOnly: FMPragma { .flag("query_only") }
    /// [`cell_size_check`](https://sqlite.org/pragma.html#pragma_cell_size_check): whether pages are checked as they are read.
    public static var cellSizeCheck: FMPragma { .flag("cell_size_check") }
    /// [`trusted_schema`](https://sqlite.org/pragma.html#pragma_trusted_schema): whether the schema may call all functions. Needs SQLite
    /// 3.31 or later.
    public static var trustedSchema: FMPragma { .flag("trusted_schema") }
    /// [`automatic_index`](https://sqlite.org/pragma.html#pragma_automatic_index): whether SQLite may create an automatic index for a
    /// query.
    public static var automaticIndex: FMPragma { .flag("automatic_index") }
    /// [`ignore_check_constraints`](https://sqlite.org/pragma.html#pragma_ignore_check_constraints): whether CHECK constraints are ignored.
    public static var ignoreCheckConstraints: FMPragma { .flag("ignore_check_constraints") }
    /// [`legacy_alter_table`](https://sqlite.org/pragma.html#pragma_legacy_alter_table): whether `ALTER TABLE RENAME` leaves triggers and
    /// views as they are. Needs SQLite 3.26 or later.
    public static var legacyAlterTable: FMPragma { .flag("legacy_alter_table") }
    /// [`reverse_unordered_selects`](https://sqlite.org/pragma.html#pragma_reverse_unordered_selects): whether rows of a query without
    /// `ORDER BY` come in the reverse order, for tests.
    public static var reverseUnorderedSelects: FMPragma { .flag("reverse_unordered_selects") }
    /// [`case_sensitive_like`](https://sqlite.org/pragma.html#pragma_case_sensitive_like): whether `LIKE` is case-sensitive. It can only be
    /// set.
    public static var caseSensitiveLike: FMPragma { .flag("case_sensitive_like", .connection, .set) }
}

/// Pragmas with lists of values.
extension FMPragma where Value == [String] {
    /// [`compile_options`](https://sqlite.org/pragma.html#pragma_compile_options): how the linked SQLite was built; read only.
    public static var compileOptions: FMPragma {
        FMPragma(
            name: "compile_options", scope: .connection, use: .read, advice: nil,
            value: { $0.compactMap(String.fromFMValue) }, text: { _ in "" })
    }
}
