import Foundation

// SAFETY: the variables are read and written only under `lock`, which is held while the process forks.
/// Answers other processes of this user that ask what this process does with a file.
///
/// One thread answers for all files, and ends when there are none. It takes no lock that a thread holds while it waits for a database, so
/// it answers even if every other thread is blocked.
final class ActivityServer: @unchecked Sendable {
    static let shared = ActivityServer()

    private struct Listener {
        let descriptor: Int32
        let folder: ActivityFolder
        let socket: ActivityFolder.Socket
        let answer: @Sendable () -> [UInt8]
        /// The number of `start` calls without a `stop` call.
        var users = 1
    }

    private let lock = SystemLock()
    private var listeners: [FileIdentity: Listener] = [:]
    /// The sockets that the thread must close. No other thread closes them, because the thread may be polling them.
    private var ended: [Int32] = []
    /// The pipe that wakes the thread, or nil while there is no thread.
    private var wakeup: (reading: Int32, writing: Int32)?

    private init() {
        // The thread does not exist in a forked child. The sockets are closed there, because an open one would still accept connections.
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

    /// Returns the folder in which this process listens for questions about a file, or nil if it does not listen.
    func folder(for file: FileIdentity) -> ActivityFolder? { lock.withLock { listeners[file]?.folder } }

    /// Starts listening for questions about a file. For each successful call, ``stop(_:)`` must be called once.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - folder: the folder for the socket.
    ///   - answer: returns the answer. It is called on the server's own thread and must not block.
    /// - Throws: `.permission` or `.cantOpen` if the socket cannot be created.
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
        // This cleans up the sockets of all files, because a file whose processes have crashed may never be opened again.
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

    /// Starts the thread. Call it only under the lock; the new thread first waits for this lock.
    private func startThread() throws(FMError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw FMError(.cantOpen, "activity cannot be published: \(systemMessage(errno))")
        }
        ends.forEach(LocalSocket.prepare)
        wakeup = (ends[0], ends[1])
        SystemThread.start("FMDB activity") { [self, reading = ends[0]] in serve(reading) }
    }

    /// Wakes the thread. Call it only under the lock.
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
            // `poll` has failed, for example because of low memory.
            if !isReady.contains(true) { pause() }
            if isReady[0] { drain(reading) }
            for (socket, isReady) in zip(sockets, isReady.dropFirst()) where isReady {
                pooled { answer(socket.descriptor, socket.answer) }
            }
        }
    }

    /// Closes the ended sockets and returns the sockets to poll.
    ///
    /// - Returns: nil if there are none, and the thread must end.
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
            // If no descriptor is free, the connection stays in the queue and the socket stays ready. The pause keeps the thread from
            // spinning.
            if errno != EAGAIN, errno != EINTR { pause() }
            return
        }
        defer { close(descriptor) }
        LocalSocket.prepare(descriptor)
        guard LocalSocket.isTrusted(descriptor) else { return }
        LocalSocket.deliver(answer(), to: descriptor, until: .now + .milliseconds(200))
        // A child process that was forked meanwhile may have a copy of the descriptor. Closing the descriptor here would then not end the
        // connection, so it is shut down, too.
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
