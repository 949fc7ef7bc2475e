import Foundation
import FMDBSQLiteC

extension Connection {
    /// Sets the key of an encrypted database, or changes that of an open one.
    ///
    /// A wrong key shows at the first read. Changing it to an empty one removes the encryption.
    ///
    /// See [`sqlite3_key`](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_key) and
    /// [`sqlite3_rekey`](https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlite3_rekey).
    ///
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
