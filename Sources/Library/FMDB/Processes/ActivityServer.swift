import Foundation

// SAFETY: the variables are read and written under `lock` alone, which is held while the process is forked.
/// Answers other processes of this user that ask what this one does with a file.
///
/// One thread answers for all files, as long as there are any. It takes no lock that a thread holds while it waits for a database, so it
/// answers while every other thread is blocked.
final class ActivityServer: @unchecked Sendable {
    static let shared = ActivityServer()

    private struct Listener {
        let descriptor: Int32
        let folder: ActivityFolder
        let socket: ActivityFolder.Socket
        let answer: @Sendable () -> [UInt8]
        /// How many want it to listen.
        var users = 1
    }

    private let lock = NSLock()
    private var listeners: [FileIdentity: Listener] = [:]
    /// Sockets that the thread is to close: it may be polling them.
    private var ended: [Int32] = []
    /// What wakes the thread; nil while there is none.
    private var wakeup: (reading: Int32, writing: Int32)?

    private init() {
        // The thread stays with the parent. A socket that the child kept open would still accept connections.
        Forks.hold(lock) { [self] in
            for listener in listeners.values { close(listener.descriptor) }
            for descriptor in ended { close(descriptor) }
            if let wakeup {
                close(wakeup.reading)
                close(wakeup.writing)
            }
            (listeners, ended, wakeup) = ([:], [], nil)
        }
    }

    /// The folder in which this process listens for questions about a file; nil if it does not.
    func folder(for file: FileIdentity) -> ActivityFolder? { lock.withLock { listeners[file]?.folder } }

    /// Listens for questions about a file, until ``stop(_:)`` was called as often.
    ///
    /// - Parameter answer: called on the server's own thread; it must not wait.
    /// - Throws: `.permission` or `.cantOpen` if it cannot; ``stop(_:)`` is not to be called then.
    func start(
        _ file: FileIdentity, in folder: ActivityFolder, _ answer: @escaping @Sendable () -> [UInt8]
    ) throws(FMError) {
        lock.lock()
        defer { lock.unlock() }
        if listeners[file] != nil {
            listeners[file]?.users += 1
            return
        }
        try folder.prepare()
        let socket = folder.socket(of: getpid(), for: file)
        let descriptor = try LocalSocket.listener(at: socket.path)
        if wakeup == nil {
            do throws(FMError) { try startThread() } catch {
                close(descriptor)
                unlink(socket.path)
                throw error
            }
        } else {
            wake()
        }
        listeners[file] = Listener(descriptor: descriptor, folder: folder, socket: socket, answer: answer)
        // Of all files: a file whose processes have crashed may never be asked for again.
        folder.sockets(for: nil).forEach { $0.removeIfStale() }
    }

    func stop(_ file: FileIdentity) {
        lock.withLock {
            guard let listener = listeners[file] else { return }
            listeners[file]?.users -= 1
            guard listener.users == 1 else { return }
            listeners[file] = nil
            unlink(listener.socket.path)
            ended.append(listener.descriptor)
            wake()
        }
    }

    /// To be called under the lock, which the thread waits for.
    private func startThread() throws(FMError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw FMError(.cantOpen, "activity cannot be published: \(systemMessage(errno))")
        }
        ends.forEach(LocalSocket.prepare)
        wakeup = (ends[0], ends[1])
        let thread = Thread { [self, reading = ends[0]] in serve(reading) }
        thread.name = "FMDB activity"
        thread.start()
    }

    /// To be called under the lock.
    private func wake() {
        guard let wakeup else { return }
        var byte: UInt8 = 0
        _ = write(wakeup.writing, &byte, 1)
    }
}

// MARK: - The thread

extension ActivityServer {
    private func serve(_ reading: Int32) {
        while let sockets = nextSockets() {
            let isReady = LocalSocket.wait(for: [reading] + sockets.map(\.descriptor), until: nil)
            // The system refuses to wait, for want of memory for example.
            if !isReady.contains(true) { pause() }
            if isReady[0] { drain(reading) }
            for (socket, isReady) in zip(sockets, isReady.dropFirst()) where isReady {
                pooled { answer(socket.descriptor, socket.answer) }
            }
        }
    }

    /// - Returns: nil if there are none any more; then the thread ends.
    private func nextSockets() -> [(descriptor: Int32, answer: @Sendable () -> [UInt8])]? {
        lock.withLock {
            for descriptor in ended { close(descriptor) }
            ended = []
            guard listeners.isEmpty, let wakeup else { return listeners.values.map { ($0.descriptor, $0.answer) } }
            close(wakeup.reading)
            close(wakeup.writing)
            self.wakeup = nil
            return nil
        }
    }

    private func pause() { _ = LocalSocket.wait(for: [], until: .now + .milliseconds(50)) }

    private func drain(_ reading: Int32) {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) == bytes.count {}
    }

    private func answer(_ listening: Int32, _ answer: () -> [UInt8]) {
        let descriptor = accept(listening, nil, nil)
        guard descriptor >= 0 else {
            // Without a free descriptor who asks stays where he is, and the socket ready.
            if errno != EAGAIN, errno != EINTR { pause() }
            return
        }
        defer { close(descriptor) }
        LocalSocket.prepare(descriptor)
        guard LocalSocket.isTrusted(descriptor) else { return }
        LocalSocket.deliver(answer(), to: descriptor, until: .now + .milliseconds(200))
        // A child of this process, made meanwhile, may have a copy of the descriptor.
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
