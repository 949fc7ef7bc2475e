import Foundation

/// Unix domain sockets in non-blocking mode. Use ``wait(for:_:until:)`` to wait for them. See
/// [unix(7)](https://man7.org/linux/man-pages/man7/unix.7.html).
enum LocalSocket {
    #if canImport(Glibc)
        // CLOEXEC is set at creation, so that a program started by another thread never inherits the socket.
        private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    /// - Returns: a socket that is closed on `exec`, or nil if it cannot be created.
    private static func make() -> Int32? {
        let descriptor = socket(AF_UNIX, stream, 0)
        guard descriptor >= 0 else { return nil }
        prepare(descriptor)
        return descriptor
    }

    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Creates a listening socket at a path. Only processes of this user can connect. Throws `.cantOpen` with the OS's
    /// reason.
    static func listener(at path: String) throws(FMError) -> Int32 {
        guard let descriptor = make() else { throw failure(path) }
        // A previous process with the same ID may have left its socket.
        unlink(path)
        guard withAddress(path, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
            listen(descriptor, 64) == 0
        else {
            let error = failure(path)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func failure(_ path: String) -> FMError {
        FMError(.cantOpen, "the socket \(path) cannot be created: \(systemMessage(errno))")
    }

    /// Connects to a path.
    ///
    /// - Returns: a socket that is connected or connecting, or the OS's error.
    static func connection(to path: String) -> Result<Int32, POSIXError> {
        guard let descriptor = make() else { return .failure(lastError) }
        let code = withAddress(path) { connect(descriptor, $0, $1) }
        guard code != 0, errno != EINPROGRESS else { return .success(descriptor) }
        let error = lastError
        close(descriptor)
        return .failure(error)
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    /// Runs a body with the socket address of a path.
    ///
    /// - Returns: the body's result, or -1 if the path is too long: an address has room for about 100 bytes.
    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isWhole = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard isWhole else {
            errno = ENAMETOOLONG
            return -1
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Returns the user of the process at the other end, or nil if it is unknown.
    static func user(of socket: Int32) -> uid_t? {
        #if os(Linux)
            // The layout of `struct ucred`: process, user, group.
            var peer: (pid_t, uid_t, gid_t) = (0, uid_t.max, gid_t.max)
            var length = socklen_t(MemoryLayout.size(ofValue: peer))
            guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return nil }
            return peer.1
        #else
            var (user, group) = (uid_t.max, gid_t.max)
            return getpeereid(socket, &user, &group) == 0 ? user : nil
        #endif
    }

    /// Whether the process at the other end belongs to this user or to root.
    static func isTrusted(_ socket: Int32) -> Bool {
        let user = user(of: socket)
        return user == geteuid() || user == 0
    }

    /// Waits until a descriptor is ready, or until a deadline.
    ///
    /// - Parameters:
    ///   - descriptors: the descriptors.
    ///   - events: the events of `poll` to wait for. Default: readable.
    ///   - deadline: the deadline; nil for none.
    /// - Returns: whether each descriptor is ready. After the deadline, none is.
    static func wait(
        for descriptors: [Int32], _ events: Int32 = Int32(POLLIN), until deadline: ContinuousClock.Instant?
    ) -> [Bool] {
        var list = descriptors.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
        var count: Int32
        repeat {
            var milliseconds: Int32 = -1
            if let deadline {
                let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
                guard rest > 0 else { return descriptors.map { _ in false } }
                milliseconds = Int32(min(rest.rounded(.up), 60_000))
            }
            count = poll(&list, nfds_t(list.count), milliseconds)
        } while count < 0 && errno == EINTR || count == 0 && deadline.map { $0 > .now } ?? true
        return list.map { $0.revents != 0 }
    }

    /// Sends bytes until all are sent, the deadline has passed, or an error occurs.
    static func deliver(_ bytes: [UInt8], to socket: Int32, until deadline: ContinuousClock.Instant) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = send(socket, part.baseAddress, part.count, flags)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count < 0, errno == EAGAIN || errno == EINTR {
                    guard wait(for: [socket], Int32(POLLOUT), until: deadline).contains(true) else { return }
                } else {
                    return
                }
            }
        }
    }
}
