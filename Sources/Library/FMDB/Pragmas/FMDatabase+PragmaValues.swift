/// Enumerations of the values that pragmas can have. See ``FMPragma``.
extension FMDatabase {
    /// How long a commit waits for the disk: the values of [`PRAGMA synchronous`](https://sqlite.org/pragma.html#pragma_synchronous). See
    /// <doc:ReadersAndWriter> for what survives a loss of power.
    public enum Synchronous: String, Sendable, CaseIterable {
        /// Commits do not wait.
        case off = "OFF"
        /// SQLite waits at critical moments only. In WAL mode the file cannot be damaged, but the last commits may be missing.
        case normal = "NORMAL"
        /// Each commit waits until its data is on disk.
        case full = "FULL"
        /// As `full`, and also waits for the folder of a deleted journal.
        case extra = "EXTRA"
    }

    /// How a transaction is made atomic: the values of [`PRAGMA journal_mode`](https://sqlite.org/pragma.html#pragma_journal_mode).
    public enum JournalMode: String, Sendable, CaseIterable {
        /// A journal that is deleted at the end of each transaction.
        case delete = "DELETE"
        /// A journal that is truncated to zero bytes at the end of each transaction.
        case truncate = "TRUNCATE"
        /// A journal that is kept. Its header is overwritten with zeros at the end of each transaction.
        case persist = "PERSIST"
        /// A journal in memory. The file is damaged if the program ends within a transaction.
        case memory = "MEMORY"
        /// A write-ahead log, with which readers and a writer do not wait for each other. See <doc:WriteAheadLog>.
        case wal = "WAL"
        /// No journal: there is no ROLLBACK, and the file is damaged if the program ends within a transaction.
        case off = "OFF"
    }

    /// What SQLite does with free pages: the values of [`PRAGMA auto_vacuum`](https://sqlite.org/pragma.html#pragma_auto_vacuum).
    public enum AutoVacuum: Int, Sendable, CaseIterable {
        /// Free pages remain in the file and are reused.
        case none = 0
        /// Each commit removes the free pages from the file.
        case full = 1
        /// [`PRAGMA incremental_vacuum`](https://sqlite.org/pragma.html#pragma_incremental_vacuum) removes the free pages.
        case incremental = 2
    }

    /// Where temporary tables and indexes are kept: the values of [`PRAGMA temp_store`](https://sqlite.org/pragma.html#pragma_temp_store).
    public enum TemporaryStorage: Int, Sendable, CaseIterable {
        /// The default of the SQLite build.
        case standard = 0
        /// In files.
        case files = 1
        /// In memory.
        case memory = 2
    }

    /// Whether a connection keeps its locks: the values of [`PRAGMA locking_mode`](https://sqlite.org/pragma.html#pragma_locking_mode).
    public enum LockingMode: String, Sendable, CaseIterable {
        /// The connection releases its locks at the end of each transaction.
        case normal = "NORMAL"
        /// The connection keeps its locks. After it has read, no other connection can write. After it has written, or in WAL mode, no other
        /// connection can read.
        case exclusive = "EXCLUSIVE"
    }

    /// What SQLite does with deleted content: the values of [`PRAGMA secure_delete`](https://sqlite.org/pragma.html#pragma_secure_delete).
    public enum SecureDelete: Int, Sendable, CaseIterable {
        /// Deleted content may stay in the file.
        case off = 0
        /// Deleted content is overwritten with zeros.
        case on = 1
        /// Deleted content is overwritten if that needs no additional I/O. Free pages keep their content. Needs SQLite 3.20 or later.
        case fast = 2

        /// The value in SQL that sets this mode. SQLite reads the number 2 as `on`.
        var word: String { self == .fast ? "fast" : String(rawValue) }
    }

    /// How text is stored: the values of [`PRAGMA encoding`](https://sqlite.org/pragma.html#pragma_encoding).
    public enum TextEncoding: String, Sendable, CaseIterable {
        /// UTF-8.
        case utf8 = "UTF-8"
        /// UTF-16, the low byte first.
        case utf16LittleEndian = "UTF-16le"
        /// UTF-16, the high byte first.
        case utf16BigEndian = "UTF-16be"
    }
}
