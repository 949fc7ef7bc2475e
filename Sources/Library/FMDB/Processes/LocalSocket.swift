import Foundation

/// Unix domain sockets. They never block: use ``wait(for:_:until:)``. See [unix(7)](https://man7.org/linux/man-pages/man7/unix.7.html).
enum LocalSocket {
    #if canImport(Glibc)
        // A program that is started meanwhile must not inherit it.
        private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    /// - Returns: a socket that is not inherited by `exec`; nil if there are too many.
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

    /// Listens at a path, where only this user may connect. Throws `.cantOpen` with the system's reason.
    static func listener(at path: String) throws(FMError) -> Int32 {
        guard let descriptor = make() else { throw failure(path) }
        // A process of the same number, now gone, may have left it.
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
        FMError(.cantOpen, "the socket \(path) cannot be made: \(systemMessage(errno))")
    }

    /// - Returns: a connected socket, or one that is about to be; else the system's error.
    static func connection(to path: String) -> Result<Int32, POSIXError> {
        guard let descriptor = make() else { return .failure(lastError) }
        let code = withAddress(path) { connect(descriptor, $0, $1) }
        guard code != 0, errno != EINPROGRESS else { return .success(descriptor) }
        let error = lastError
        close(descriptor)
        return .failure(error)
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    /// - Returns: -1 if the path is too long: an address has room for some hundred bytes.
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

    /// The user of the process at the other end; nil if unknown.
    static func user(of socket: Int32) -> uid_t? {
        #if os(Linux)
            // `struct ucred`: process, user, group.
            var peer: (pid_t, uid_t, gid_t) = (0, uid_t.max, gid_t.max)
            var length = socklen_t(MemoryLayout.size(ofValue: peer))
            guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return nil }
            return peer.1
        #else
            var (user, group) = (uid_t.max, gid_t.max)
            return getpeereid(socket, &user, &group) == 0 ? user : nil
        #endif
    }

    /// Whether the process at the other end is this user's, or the superuser's.
    static func isTrusted(_ socket: Int32) -> Bool {
        let user = user(of: socket)
        return user == geteuid() || user == 0
    }

    /// Waits until one of the descriptors can be read or written, or the deadline has passed.
    ///
    /// - Parameter deadline: nil for none.
    /// - Returns: which can; none after the deadline.
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

    /// Sends all bytes, as long as the deadline allows.
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
