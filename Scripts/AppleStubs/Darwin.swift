// The C library of Apple's systems: Linux's, and what of Darwin's the sources use.
@_exported import Glibc

/// Opaque on Darwin, an integer on Linux.
public typealias DarwinThread = UnsafeMutablePointer<_opaque_pthread_t>

public struct _opaque_pthread_t {}

public func pthread_self() -> DarwinThread { fatalError("a stub") }

public let CLOCK_MONOTONIC_RAW_APPROX = clockid_t(5)

public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 { fatalError("a stub") }
