import Foundation
import FMDBSQLiteC

/// SQLite's functions, where the linked SQLite has them.
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

    /// `SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE`, which older headers do not have.
    static let flags: UInt32 = 1 | 2

    /// nil where they are missing.
    static let shared: SerializationCalls? = {
        #if canImport(Darwin)
            // Which of Apple's systems have them, their headers do not say.
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
