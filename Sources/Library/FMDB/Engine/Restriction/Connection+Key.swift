import Foundation
import FMDBSQLiteC

extension Connection {
    /// Sets the key of an encrypted database, or changes the key of an open database.
    ///
    /// A wrong key causes an error at the first read, not here. Changing the key to an empty one removes the encryption.
    ///
    /// See [`sqlite3_key`](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_key) and
    /// [`sqlite3_rekey`](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_rekey).
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - changes: whether to change the key (`sqlite3_rekey`) instead of setting it (`sqlite3_key`).
    /// - Returns: false if SQLite refuses, and always without the trait `SQLCipher`.
    func setKey(_ key: Data, changes: Bool = false) -> Bool {
        #if SQLCipher
            key.withUnsafeBytes { bytes in
                (changes ? sqlite3_rekey : sqlite3_key)(handle, bytes.baseAddress, Int32(clamping: bytes.count))
                    == SQLITE_OK
            }
        #else
            false
        #endif
    }
}
