// The C library of Apple's systems: Linux's, and what of Darwin's the sources use.
@_exported import Glibc

/// Opaque on Darwin, an integer on Linux.
public typealias DarwinThread = UnsafeMutablePointer<_opaque_pthread_t>

public struct _opaque_pthread_t {}

public func pthread_self() -> DarwinThread { fatalError("a stub") }

public let CLOCK_MONOTONIC_RAW_APPROX = clockid_t(5)

public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 { fatalError("a stub") }

// SAFETY: a constant that nobody follows.
/// A macro on Linux, which Swift does not import.
nonisolated(unsafe) public let RTLD_DEFAULT = UnsafeMutableRawPointer(bitPattern: -2)

public struct qos_class_t: Equatable, Sendable {
    public let rawValue: UInt32
}

public let QOS_CLASS_UNSPECIFIED = qos_class_t(rawValue: 0)
public let QOS_CLASS_DEFAULT = qos_class_t(rawValue: 0x15)

public func qos_class_self() -> qos_class_t { fatalError("a stub") }

@discardableResult
public func pthread_set_qos_class_self_np(_ quality: qos_class_t, _ relativePriority: Int32) -> Int32 {
    fatalError("a stub")
}

public let F_FULLFSYNC: Int32 = 51

extension stat {
    /// Darwin's names of the times.
    public var st_ctimespec: timespec { st_ctim }
    public var st_mtimespec: timespec { st_mtim }
}

public let SO_NOSIGPIPE: Int32 = 0x1022

public func getpeereid(_ socket: Int32, _ user: UnsafeMutablePointer<uid_t>?, _ group: UnsafeMutablePointer<gid_t>?)
    -> Int32
{ fatalError("a stub") }
