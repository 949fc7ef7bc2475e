import FMDB
import FMDBTestSupport

/// What fails on a disk, and with which result code.
public enum DiskFault: String, CaseIterable, Sendable {
    /// Anything, with the code of a device that fails.
    case device
    /// Writing, because the disk is full.
    case full
    /// Opening.
    case cannotOpen
    /// Locking, because another process has the lock.
    case busy
    /// Reading: half of the bytes are zeros. SQLite takes a short read for the end of the file.
    case shortRead

    /// The operations that fail.
    public var kinds: Set<FMTestDisk.Operation> {
        switch self {
        case .device: Set(FMTestDisk.Operation.allCases)
        case .full: [.write, .truncate]
        case .cannotOpen: [.open]
        case .busy: [.lock, .lockMemory]
        case .shortRead: [.read]
        }
    }

    /// The result code; nil for that of SQLite's own file system.
    public var code: FMResultCode? {
        switch self {
        case .device, .cannotOpen: nil
        case .full: .full
        case .busy: .busy
        case .shortRead: .ioErrorShortRead
        }
    }
}
