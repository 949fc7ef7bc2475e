import Foundation

// SAFETY: the variables are read and written under the lock alone.
/// The transactions that can be undone and redone.
final class UndoHistory: @unchecked Sendable {
    private let mostSteps: Int
    private let mostBytes: Int
    private let lock = NSLock()
    private var undoable: [Step] = []
    private var redoable: [Step] = []
    private var count = 0
    /// Of all steps.
    private var bytes = 0
    private var lastObstacle: String?

    struct Step {
        let number: Int
        let logged: LoggedStep
    }

    init(steps: Int, bytes: Int) {
        mostSteps = steps
        mostBytes = bytes
    }

    var undoCount: Int { lock.withLock { undoable.count } }
    var redoCount: Int { lock.withLock { redoable.count } }
    var obstacle: String? { lock.withLock { lastObstacle } }

    func next(_ purpose: LoggedStep.Purpose) -> Step? {
        lock.withLock { purpose == .undo ? undoable.last : redoable.last }
    }

    func clear(because obstacle: String? = nil) {
        lock.withLock { forget(obstacle) }
    }

    private func forget(_ obstacle: String?) {
        undoable = []
        redoable = []
        bytes = 0
        lastObstacle = obstacle
    }

    /// Takes what was committed.
    func receive(_ logged: LoggedStep) {
        lock.withLock {
            if let obstacle = logged.obstacle { return forget(obstacle) }
            count += 1
            let step = Step(number: count, logged: logged)
            switch logged.purpose {
            case .change:
                bytes -= redoable.reduce(0) { $0 + $1.logged.bytes }
                redoable = []
                if undoable.last.map({ $0.logged.layouts?.version != logged.layouts?.version }) ?? false {
                    forget("the schema was changed")
                }
                add(step, to: &undoable)
            // Unless it was forgotten meanwhile.
            case .undo: if remove(logged.number, from: &undoable) { add(step, to: &redoable) }
            case .redo: if remove(logged.number, from: &redoable) { add(step, to: &undoable) }
            }
            trim()
        }
    }

    private func add(_ step: Step, to steps: inout [Step]) {
        steps.append(step)
        bytes += step.logged.bytes
    }

    /// - Returns: whether it was the last one.
    private func remove(_ number: Int, from steps: inout [Step]) -> Bool {
        guard let place = steps.lastIndex(where: { $0.number == number }) else { return false }
        bytes -= steps.remove(at: place).logged.bytes
        return place == steps.endIndex
    }

    /// Forgets the oldest steps that are too many.
    private func trim() {
        while undoable.count > mostSteps || bytes > mostBytes, let oldest = undoable.first {
            bytes -= oldest.logged.bytes
            undoable.removeFirst()
        }
    }
}
