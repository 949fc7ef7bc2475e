import Foundation

/// The level of SQLCipher's log; the constants are `CipherLogLevelNone` and so on.
public struct CipherLogLevel: RawRepresentable, Equatable, Sendable {
    /// The level, from 0 to 5.
    public var rawValue: UInt

    /// Creates a level from its number.
    public init(_ rawValue: UInt) { self.rawValue = rawValue }

    /// Creates a level from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// Nothing is logged.
public let CipherLogLevelNone = CipherLogLevel(0)
/// Errors are logged.
public let CipherLogLevelError = CipherLogLevel(1)
/// Errors and warnings are logged.
public let CipherLogLevelWarn = CipherLogLevel(2)
/// Errors, warnings and information are logged.
public let CipherLogLevelInfo = CipherLogLevel(3)
/// Details are logged, too.
public let CipherLogLevelDebug = CipherLogLevel(4)
/// Everything is logged.
public let CipherLogLevelTrace = CipherLogLevel(5)

/// Encryption. Without the trait `SQLCipher` these calls return false or nil and change nothing. See
/// [the SQLCipher API](https://www.zetetic.net/sqlcipher/sqlcipher-api/).
extension FMDatabase {
    /// Sets the key of an encrypted database. Call it right after opening. A wrong key is detected only at the first read;
    /// ``unlock(key:settings:)-(String,_)`` detects it at once. See
    /// [`sqlite3_key`](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_key).
    ///
    /// - Parameter key: a passphrase, not empty.
    /// - Returns: false if the database is not open, for an empty key, and without the trait `SQLCipher`, which is logged.
    @discardableResult
    public func setKey(_ key: String) -> Bool { setKeyWith(Data(key.utf8)) }

    /// Sets the key of an encrypted database as bytes: a passphrase as UTF-8, or any other bytes; not empty. See ``setKey(_:)``.
    @discardableResult
    public func setKeyWith(_ keyData: Data) -> Bool {
        guard report({ () throws(FMError) in try expectCodec() }) else { return false }
        return connection?.setKey(keyData) ?? false
    }

    /// Changes the key of an encrypted database whose key has been set.
    ///
    /// SQLCipher changes a key in place, but cannot add or remove encryption in place. For that, ``exportEncrypted(toFile:key:)`` and
    /// ``exportDecrypted(toFile:)`` write another file. See
    /// [`sqlite3_rekey`](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_rekey).
    ///
    /// - Parameter key: the new passphrase, not empty.
    /// - Returns: false if the database is not open or not encrypted, and for an empty key; the reason is logged. False
    ///   without the trait `SQLCipher`.
    @discardableResult
    public func rekey(_ key: String) -> Bool { rekey(with: Data(key.utf8)) }

    /// Changes the key to bytes: a passphrase as UTF-8, or any other bytes; not empty. See ``rekey(_:)``.
    @discardableResult
    public func rekey(with keyData: Data) -> Bool {
        guard Connection.hasCodec else { return false }
        return report { () throws(FMError) in
            let connection = try opened()
            // SQLCipher returns success for a database without a key, but encrypts nothing.
            guard cipherProvider != nil, !keyData.isEmpty else {
                throw .misuse(
                    "rekey needs an encrypted database and a key that is not empty; use an export to add or remove encryption"
                )
            }
            guard connection.setKey(keyData, changes: true) else {
                throw FMError(.error, "SQLCipher could not change the key")
            }
        }
    }

    /// The version of SQLCipher; nil if the database is not open, and without the trait `SQLCipher`. See
    /// [PRAGMA cipher_version](https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_version).
    public var cipherVersion: String? { cipherPragma("cipher_version") }

    /// Whether the database is open and can be read.
    ///
    /// With the trait `SQLCipher` only the version of SQLCipher is read, so a wrong key is not detected; use
    /// ``unlock(key:settings:)-(String,_)``.
    public var goodConnection: Bool {
        guard connection != nil else { return false }
        if Connection.hasCodec { return cipherVersion != nil }
        return (try? value("SELECT count(*) FROM sqlite_master", as: Int.self)) != nil
    }

    /// Whether the provider runs in FIPS mode, "1" or "0"; nil if the database is not open, without the trait `SQLCipher`, and in most
    /// versions before a key is set. See [PRAGMA cipher_fips_status](https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_fips_status).
    public var cipherFipsStatus: String? { cipherPragma("cipher_fips_status") }

    /// The name of the cryptographic library; nil if the database is not open, without the trait `SQLCipher`, and in most versions before a
    /// key is set. See [PRAGMA cipher_provider](https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_provider).
    public var cipherProvider: String? { cipherPragma("cipher_provider") }

    /// The version of the cryptographic library; nil if the database is not open, without the trait `SQLCipher`, and in most versions
    /// before a key is set. See [PRAGMA cipher_provider_version](https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_provider_version).
    public var cipherProviderVersion: String? { cipherPragma("cipher_provider_version") }

    /// Sets the licence of a commercial edition. See
    /// [PRAGMA cipher_license](https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_license).
    ///
    /// - Parameter licenseCode: the code that Zetetic issued. It does not appear in errors.
    /// - Returns: false if the database is not open, if the licence is refused, and without the trait `SQLCipher`. A
    ///   SQLCipher that lacks the pragma ignores it, and the result is true.
    @discardableResult
    public func applyLicense(_ licenseCode: String) -> Bool { cipherCommand("cipher_license", .text(licenseCode)) }

    /// Enables SQLCipher's log on the device. See [PRAGMA cipher_log](https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_log).
    ///
    /// - Parameter logLevel: one of the six constants.
    /// - Returns: false if the database is not open, for another level, and without the trait `SQLCipher`. A SQLCipher
    ///   that lacks the pragma ignores it, and the result is true.
    @discardableResult
    public func enableCipherLogging(_ logLevel: CipherLogLevel) -> Bool {
        let names = ["NONE", "ERROR", "WARN", "INFO", "DEBUG", "TRACE"]
        guard logLevel.rawValue < UInt(names.count) else { return false }
        return cipherCommand("cipher_log", "device")
            && cipherCommand("cipher_log_level", .text(names[Int(logLevel.rawValue)]))
    }

    /// Disables SQLCipher's log. See [PRAGMA cipher_log_level](https://www.zetetic.net/sqlcipher/sqlcipher-api/#cipher_log_level).
    ///
    /// - Returns: false if the database is not open, and without the trait `SQLCipher`. A SQLCipher that lacks
    ///   the pragma ignores it, and the result is true.
    @discardableResult
    public func disableCipherLogging() -> Bool { cipherCommand("cipher_log_level", "NONE") }

    private func cipherPragma(_ name: String) -> String? {
        guard Connection.hasCodec else { return nil }
        return try? value("PRAGMA \(raw: name)", as: String?.self)
    }

    private func cipherCommand(_ name: String, _ value: FMValue) -> Bool {
        guard Connection.hasCodec else { return false }
        return report { () throws(FMError) in try set(name, value) }
    }
}

// MARK: - Unlocking

extension FMDatabase {
    /// Sets the key of an encrypted database, and verifies it by reading.
    ///
    ///     try db.unlock(key: passphrase, settings: ["cipher_page_size": 4096, "kdf_iter": 64000])
    ///
    /// Call it right after opening. See [`sqlite3_key`](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_key).
    ///
    /// - Parameters:
    ///   - key: a passphrase, not empty.
    ///   - settings: pragmas of SQLCipher to set before the first read, in this order.
    /// - Throws: `FMError`. `.notADatabase` for a wrong key, and for a file that is not a database. `.misuse` if the name of a setting is
    ///   not a valid pragma name, or the database is not open. `.error` for an empty key, and without the trait `SQLCipher`.
    public func unlock(key: String, settings: KeyValuePairs<String, FMValue> = [:]) throws(FMError) {
        try unlock(key: Data(key.utf8), settings: settings)
    }

    /// Sets the key of an encrypted database as bytes, and verifies it by reading. The key is a passphrase as UTF-8, or any other bytes;
    /// not empty. See ``unlock(key:settings:)-(String,_)``.
    public func unlock(key: Data, settings: KeyValuePairs<String, FMValue> = [:]) throws(FMError) {
        try expectCodec()
        guard try opened().setKey(key) else { throw FMError(.error, "SQLCipher refused the key") }
        for (name, value) in settings {
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
                throw .misuse("\(name) is not the name of a pragma")
            }
            try set(name, value)
        }
        _ = try value("SELECT count(*) FROM sqlite_master", as: Int.self)
    }

    /// Sets a pragma whose value may be a secret: the SQL is neither cached nor part of an error.
    private func set(_ name: String, _ value: FMValue) throws(FMError) {
        do throws(FMError) {
            let text = "PRAGMA \(name) = "
            let statement = try opened().prepare(text + value.description, shownAs: text + "(hidden value)")
            statement.beginUse()
            let use = statement.use
            defer { statement.endUse(use) }
            try statement.run(.none, rows: .drain, dates: nil)
        } catch {
            throw FMError(error.extendedCode, error.message, sql: nil, stage: error.stage)
        }
    }

    private func expectCodec() throws(FMError) {
        guard !Connection.hasCodec else { return }
        throw FMError(
            .error, "encryption needs the package trait SQLCipher; this build does not have it", sql: nil,
            stage: .unavailable)
    }
}

// MARK: - Adding and removing encryption

extension FMDatabase {
    /// Writes the content of this database into a new file that is encrypted. This database is not changed.
    ///
    /// It cannot run within a transaction. See [sqlcipher_export](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlcipher_export).
    ///
    /// - Parameters:
    ///   - filePath: a file that does not exist yet.
    ///   - key: the new file's key: a passphrase as UTF-8, or bytes; not empty.
    /// - Throws: `FMError`: `.misuse` if the file exists, the key is empty or the database is not open, `.error`
    ///   without the trait `SQLCipher`, else SQLite's code, `.cantOpen` for example.
    public func exportEncrypted(toFile filePath: String, key: Data) throws(FMError) {
        guard !key.isEmpty else { throw .misuse("the key is empty") }
        try export(toFile: filePath, key: key)
    }

    /// Writes the content of this database into a new file that is not encrypted. See ``exportEncrypted(toFile:key:)``.
    public func exportDecrypted(toFile filePath: String) throws(FMError) { try export(toFile: filePath, key: Data()) }

    private func export(toFile filePath: String, key: Data) throws(FMError) {
        try FMDatabase.expectFile(at: filePath)
        try expectCodec()
        // `sqlcipher_export` does not copy `user_version` and `application_id`.
        let version = try value("PRAGMA user_version", as: Int64.self)
        let application = try value("PRAGMA application_id", as: Int64.self)
        try makeFile(filePath)
        do throws(FMError) {
            // The path must not be read as a URI, whose parameters could select another file.
            let path = filePath.hasPrefix("file:") ? "./" + filePath : filePath
            try execute("ATTACH DATABASE \(path) AS fmdb_export KEY \(key)")
            try fillExport(version, application)
            try command("DETACH DATABASE fmdb_export")
        } catch {
            SystemFiles.unlink(filePath)
            throw error
        }
    }

    private func fillExport(_ version: Int64, _ application: Int64) throws(FMError) {
        do throws(FMError) {
            try execute("SELECT sqlcipher_export('fmdb_export')")
            try command("PRAGMA fmdb_export.user_version = \(version)")
            try command("PRAGMA fmdb_export.application_id = \(application)")
        } catch {
            try? command("DETACH DATABASE fmdb_export")
            throw error
        }
    }

    /// Creates an empty file with the permissions of this database's file.
    private func makeFile(_ path: String) throws(FMError) {
        // `O_EXCL` fails for an existing file, and does not follow a link.
        let file = SystemFiles.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let reason = systemMessage(errno)
            guard errno == EEXIST else { throw FMError(.cantOpen, "the file \(path) cannot be created: \(reason)") }
            throw .misuse("the file \(path) already exists; an export needs a new file")
        }
        // Closing a descriptor drops all of the process's POSIX locks on the file, but SQLite holds none on this new file.
        defer { SystemFiles.close(file) }
        if let source = connection?.activity.path { SystemFiles.setMode(file, like: source) }
    }
}
