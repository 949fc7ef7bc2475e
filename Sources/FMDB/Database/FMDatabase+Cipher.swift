import Foundation

/// How much SQLCipher writes to its log; the constants are `CipherLogLevelNone` and its kin.
public struct CipherLogLevel: RawRepresentable, Equatable, Sendable {
    /// 0 to 5.
    public var rawValue: UInt

    /// A level by its number.
    public init(_ rawValue: UInt) { self.rawValue = rawValue }

    /// A level by its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// Nothing is logged.
public let CipherLogLevelNone = CipherLogLevel(0)
/// Errors are logged.
public let CipherLogLevelError = CipherLogLevel(1)
/// Warnings too.
public let CipherLogLevelWarn = CipherLogLevel(2)
/// Information too.
public let CipherLogLevelInfo = CipherLogLevel(3)
/// Details too.
public let CipherLogLevelDebug = CipherLogLevel(4)
/// Everything is logged.
public let CipherLogLevelTrace = CipherLogLevel(5)

/// Encryption. Without the trait `SQLCipher` these calls return false or nil and change nothing.
///
/// See [the SQLCipher API](https://www.zetetic.net/sqlcipher/sqlcipher-api/).
extension FMDatabase {
    /// Sets the key of an encrypted database, to be called right after opening. A wrong key is not noticed here but at the
    /// first read; `unlock(key:settings:)` notices it.
    ///
    /// - Parameter key: a passphrase.
    /// - Returns: false if the database is not open.
    @discardableResult
    public func setKey(_ key: String) -> Bool { setKeyWith(Data(key.utf8)) }

    /// Sets the key of an encrypted database as bytes. See ``setKey(_:)``.
    @discardableResult
    public func setKeyWith(_ keyData: Data) -> Bool { connection?.setKey(keyData) ?? false }

    /// Changes the key of an encrypted database whose key has been set.
    ///
    /// - Returns: false if the database is not open or not encrypted, and for an empty key; the reason is logged. SQLCipher
    ///   changes a key in place, but neither adds nor removes encryption; ``exportEncrypted(toFile:key:)`` and
    ///   ``exportDecrypted(toFile:)`` do, into another file.
    @discardableResult
    public func rekey(_ key: String) -> Bool { rekey(with: Data(key.utf8)) }

    /// Changes the key to bytes. See ``rekey(_:)``.
    @discardableResult
    public func rekey(with keyData: Data) -> Bool {
        guard Connection.hasCodec else { return false }
        return report { () throws(FMError) in
            let connection = try opened()
            // SQLCipher answers "done" for a database without a key, and encrypts nothing.
            guard cipherProvider != nil, !keyData.isEmpty else {
                throw .misuse("a key can only be exchanged for another; an export adds or removes encryption")
            }
            guard connection.changeKey(keyData) else { throw FMError(.error, "SQLCipher did not change the key") }
        }
    }

    /// The version of SQLCipher.
    public var cipherVersion: String? { cipherPragma("cipher_version") }

    /// Whether the provider runs in FIPS mode, "1" or "0".
    public var cipherFipsStatus: String? { cipherPragma("cipher_fips_status") }

    /// The name of the cryptographic library.
    public var cipherProvider: String? { cipherPragma("cipher_provider") }

    /// The version of the cryptographic library.
    public var cipherProviderVersion: String? { cipherPragma("cipher_provider_version") }

    /// Sets the licence of a commercial edition.
    @discardableResult
    public func applyLicense(_ licenseCode: String) -> Bool {
        cipherCommand("cipher_license", .text(licenseCode))
    }

    /// Makes SQLCipher write to the device's log.
    @discardableResult
    public func enableCipherLogging(_ logLevel: CipherLogLevel) -> Bool {
        let names = ["NONE", "ERROR", "WARN", "INFO", "DEBUG", "TRACE"]
        guard Int(logLevel.rawValue) < names.count else { return false }
        return cipherCommand("cipher_log", "device")
            && cipherCommand("cipher_log_level", .text(names[Int(logLevel.rawValue)]))
    }

    /// Makes SQLCipher write no log.
    @discardableResult
    public func disableCipherLogging() -> Bool { cipherCommand("cipher_log_level", "NONE") }

    private func cipherPragma(_ name: String) -> String? {
        guard Connection.hasCodec else { return nil }
        return try? value("PRAGMA \(raw: name)", as: String?.self)
    }

    private func cipherCommand(_ name: String, _ value: FMValue) -> Bool {
        guard Connection.hasCodec else { return false }
        return report { () throws(FMError) in try command("PRAGMA \(name) = \(value)") }
    }
}

// MARK: - Unlocking

extension FMDatabase {
    /// Sets the key of an encrypted database and makes sure that it is the right one, by reading.
    ///
    ///     try db.unlock(key: passphrase, settings: ["cipher_page_size": 4096, "kdf_iter": 64000])
    ///
    /// To be called right after opening.
    ///
    /// - Parameters:
    ///   - key: a passphrase.
    ///   - settings: pragmas of SQLCipher to set before the first read, in this order.
    /// - Throws: `FMError`: `.notADatabase` for a wrong key and for a file that is no database, `.misuse` for a setting
    ///   whose name is no pragma's and for a database that is not open, `.error` without the trait `SQLCipher`.
    public func unlock(key: String, settings: KeyValuePairs<String, FMValue> = [:]) throws(FMError) {
        try unlock(key: Data(key.utf8), settings: settings)
    }

    /// Sets the key of an encrypted database as bytes and makes sure that it is the right one, by reading.
    public func unlock(key: Data, settings: KeyValuePairs<String, FMValue> = [:]) throws(FMError) {
        try expectCodec()
        guard try opened().setKey(key) else { throw FMError(.error, "SQLCipher did not take the key") }
        for (name, value) in settings {
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
                throw .misuse("\(name) is no name of a pragma")
            }
            try command("PRAGMA \(name) = \(value)")
        }
        _ = try value("SELECT count(*) FROM sqlite_master", as: Int.self)
    }

    private func expectCodec() throws(FMError) {
        guard !Connection.hasCodec else { return }
        throw FMError(.error, "the library was built without the trait SQLCipher: it cannot encrypt")
    }
}

// MARK: - Adding and removing encryption

extension FMDatabase {
    /// Writes the content of this database into a new file that is encrypted. This database stays as it is.
    ///
    /// - Parameters:
    ///   - filePath: a file that does not exist yet.
    ///   - key: the new file's key: a passphrase as UTF-8, or bytes; not empty.
    /// - Throws: `FMError`: `.misuse` if the file exists or the key is empty, `.error` without the trait `SQLCipher`.
    public func exportEncrypted(toFile filePath: String, key: Data) throws(FMError) {
        guard !key.isEmpty else { throw .misuse("the key is empty") }
        try export(toFile: filePath, key: key)
    }

    /// Writes the content of this database into a new file that is not encrypted. This database stays as it is.
    ///
    /// - Parameter filePath: a file that does not exist yet.
    /// - Throws: `FMError`: `.misuse` if the file exists, `.error` without the trait `SQLCipher`.
    public func exportDecrypted(toFile filePath: String) throws(FMError) {
        try export(toFile: filePath, key: Data())
    }

    private func export(toFile filePath: String, key: Data) throws(FMError) {
        try expectCodec()
        guard !FileManager.default.fileExists(atPath: filePath) else {
            throw .misuse("there is a file at \(filePath) already")
        }
        // The export leaves these two numbers behind.
        let version = try value("PRAGMA user_version", as: Int64.self)
        let application = try value("PRAGMA application_id", as: Int64.self)
        try execute("ATTACH DATABASE \(filePath) AS fmdb_export KEY \(key)")
        do throws(FMError) {
            try execute("SELECT sqlcipher_export('fmdb_export')")
            try command("PRAGMA fmdb_export.user_version = \(version)")
            try command("PRAGMA fmdb_export.application_id = \(application)")
        } catch {
            try? command("DETACH DATABASE fmdb_export")
            throw error
        }
        try command("DETACH DATABASE fmdb_export")
    }
}
