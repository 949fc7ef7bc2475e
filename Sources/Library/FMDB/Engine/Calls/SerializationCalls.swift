import Foundation
import FMDBSQLiteC

/// `sqlite3_serialize` and `sqlite3_deserialize`, which the linked SQLite may lack.
struct SerializationCalls: Sendable {
    typealias Serialize =
        @convention(c) @Sendable (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int64>?, UInt32)
        -> UnsafeMutablePointer<UInt8>?
    typealias Deserialize =
        @convention(c) @Sendable (
            OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<UInt8>?, Int64, Int64, UInt32
        ) -> Int32

    let serialize: Serialize
    let deserialize: Deserialize

    /// `SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE`, which older headers do not declare.
    static let flags: UInt32 = 1 | 2

    /// The functions, or nil if SQLite lacks them.
    static let shared: SerializationCalls? = {
        #if canImport(Darwin)
            // Apple's headers do not say which OS versions have these functions.
            guard let serialize = dlsym(RTLD_DEFAULT, "sqlite3_serialize"),
                let deserialize = dlsym(RTLD_DEFAULT, "sqlite3_deserialize")
            else { return nil }
            return SerializationCalls(
                serialize: unsafeBitCast(serialize, to: Serialize.self),
                deserialize: unsafeBitCast(deserialize, to: Deserialize.self))
        #else
            guard fmdb_has_serialization() != 0 else { return nil }
            return SerializationCalls(
                serialize: { fmdb_serialize($0, $1, $2, $3) },
                deserialize: { fmdb_deserialize($0, $1, $2, $3, $4, $5) })
        #endif
    }()
}
