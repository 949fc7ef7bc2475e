import Foundation
import FMDBSQLiteC

extension Connection {
    /// Whether the linked library encrypts.
    static var hasCodec: Bool {
        #if SQLCipher
            true
        #else
            false
        #endif
    }

    /// Sets the key of an encrypted database; a wrong one shows at the first read.
    ///
    /// See [`sqlite3_key`](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_key).
    ///
    /// - Returns: false if SQLite refuses, and always without the trait `SQLCipher`.
    func setKey(_ key: Data) -> Bool {
        #if SQLCipher
            key.withUnsafeBytes { sqlite3_key(handle, $0.baseAddress, Int32(clamping: $0.count)) == SQLITE_OK }
        #else
            false
        #endif
    }

    /// Changes the key of an open encrypted database; an empty one removes the encryption.
    ///
    /// See [`sqlite3_rekey`](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_rekey).
    func changeKey(_ key: Data) -> Bool {
        #if SQLCipher
            key.withUnsafeBytes { sqlite3_rekey(handle, $0.baseAddress, Int32(clamping: $0.count)) == SQLITE_OK }
        #else
            false
        #endif
    }
}
