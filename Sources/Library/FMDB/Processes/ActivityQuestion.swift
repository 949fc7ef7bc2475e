import Foundation

/// Asks several processes at once what they do with a file, and waits for all answers until a deadline.
struct ActivityQuestion {
    /// The maximum size of an answer in bytes.
    private static let longest = 4 << 20
    /// The maximum number of processes asked, because each needs a file descriptor.
    private static let most = 200

    private static let foreignAnswer =
        "its answer is not an activity; it may use another version of this library"

    private struct Pending {
        let socket: ActivityFolder.Socket
        let descriptor: Int32
        var bytes: [UInt8] = []
    }

    private var pending: [Pending] = []
    private var answers: [FMActivity] = []

    private init() {}

    /// Asks the processes that listen on the given sockets. Returns the answer of each, or the reason why there is none. Processes that
    /// have ended are left out.
    static func ask(_ sockets: [ActivityFolder.Socket], until deadline: ContinuousClock.Instant) -> [FMActivity] {
        var question = ActivityQuestion()
        for socket in sockets.prefix(most) { question.begin(socket) }
        question.collect(until: deadline)
        return question.answers
    }

    private mutating func begin(_ socket: ActivityFolder.Socket) {
        switch LocalSocket.connection(to: socket.path) {
        case .success(let descriptor): pending.append(Pending(socket: socket, descriptor: descriptor))
        case .failure(let error) where error.code == .ECONNREFUSED: socket.removeIfStale()
        case .failure(let error) where error.code == .ENOENT: break
        case .failure(let error):
            end(socket, problem: "it cannot be asked: \(systemMessage(error.code.rawValue))")
        }
    }

    private mutating func collect(until deadline: ContinuousClock.Instant) {
        while !pending.isEmpty {
            let isReady = LocalSocket.wait(for: pending.map(\.descriptor), until: deadline)
            guard isReady.contains(true) else { break }
            var waiting: [Pending] = []
            for (one, isReady) in zip(pending, isReady) {
                var one = one
                if isReady, isOver(&one) { close(one.descriptor) } else { waiting.append(one) }
            }
            pending = waiting
        }
        for one in pending {
            close(one.descriptor)
            end(one.socket, problem: "it did not answer in time")
        }
        pending = []
    }

    /// Reads the available bytes. Returns whether the answer is complete or has failed.
    private mutating func isOver(_ one: inout Pending) -> Bool {
        guard LocalSocket.isTrusted(one.descriptor) else {
            end(one.socket, problem: "another user listens in its place")
            return true
        }
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = read(one.descriptor, &chunk, chunk.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        guard count > 0 else {
            addAnswer(of: one)
            return true
        }
        one.bytes += chunk[..<count]
        guard one.bytes.count > ActivityQuestion.longest else { return false }
        end(one.socket, problem: "its answer is too long")
        return true
    }

    private mutating func addAnswer(of one: Pending) {
        guard let activity = try? JSONDecoder().decode(FMActivity.self, from: Data(one.bytes)),
            activity.processID == one.socket.processID
        else { return end(one.socket, problem: ActivityQuestion.foreignAnswer) }
        answers.append(activity)
    }

    private mutating func end(_ socket: ActivityFolder.Socket, problem: String) {
        answers.append(FMActivity(processID: socket.processID, problem: problem))
    }
}

extension ActivityFolder.Socket {
    /// Removes the socket if its process has ended and no process listens on it.
    ///
    /// Both are checked. A process outside a container is not visible inside it, but may listen, and a running process may be about to
    /// listen.
    func removeIfStale() {
        guard kill(processID, 0) != 0, errno == ESRCH else { return }
        switch LocalSocket.connection(to: path) {
        case .success(let descriptor): close(descriptor)
        case .failure(let error): if error.code == .ECONNREFUSED { unlink(path) }
        }
    }
}
