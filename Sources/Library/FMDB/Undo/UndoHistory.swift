import Foundation

// SAFETY: the variables are read and written under the lock alone.
/// The transactions that can be undone and redone.
final class UndoHistory: @unchecked Sendable {
    private let mostSteps: Int
    private let mostBytes: Int
    private let lock = SystemLock()
    private var undoable: [LoggedStep] = []
    private var redoable: [LoggedStep] = []
    /// The commit number of the last obstacle. Steps up to this number that arrive later are ignored.
    private var barrier = 0
    /// The commit numbers of the steps that the last change made impossible to redo.
    private var outdated: Set<Int> = []
    /// The size of all steps.
    private var bytes = 0
    private var lastObstacle: String?

    init(steps: Int, bytes: Int) {
        mostSteps = steps
        mostBytes = bytes
    }

    var undoCount: Int { lock.withLock { undoable.count } }
    var redoCount: Int { lock.withLock { redoable.count } }
    var obstacle: String? { lock.withLock { lastObstacle } }

    func next(_ purpose: LoggedStep.Purpose) -> LoggedStep? {
        lock.withLock { purpose == .undo ? undoable.last : redoable.last }
    }

    func clear(because obstacle: String? = nil) {
        lock.withLock { forget(obstacle) }
    }

    private func forget(_ obstacle: String?) {
        undoable = []
        redoable = []
        outdated = []
        bytes = 0
        lastObstacle = obstacle
    }

    /// Discards the steps with a lower commit number than the given one.
    private func forget(before number: Int, because obstacle: String) {
        barrier = max(barrier, number)
        lastObstacle = obstacle
        remove(from: &undoable) { $0.order < number }
        remove(from: &redoable) { $0.order < number }
    }

    /// Adds a committed transaction. Another connection may have added a later one already.
    func receive(_ step: LoggedStep) {
        lock.withLock {
            guard step.order > barrier else { return }
            if let obstacle = step.obstacle { return forget(before: step.order, because: obstacle) }
            switch step.purpose {
            case .change:
                let former = remove(from: &redoable) { $0.order < step.order }
                if !former.isEmpty { outdated = Set(former.map(\.order)) }
                insert(step)
            // An undo or redo has no effect here if its step was discarded meanwhile.
            case .undo:
                guard remove(step.number, from: &undoable) else { break }
                // If a change was committed after the undo, the step cannot be redone.
                if undoable.last.map({ $0.order < step.order }) ?? true {
                    add(step, to: &redoable, at: redoable.endIndex)
                }
            case .redo:
                if remove(step.number, from: &redoable) || outdated.contains(step.number) {
                    add(step, to: &undoable, at: place(of: step))
                }
            }
            trim()
        }
    }

    /// Returns the index at which a step belongs in the undoable steps, which are in commit order.
    private func place(of step: LoggedStep) -> Int {
        (undoable.lastIndex { $0.order < step.order }).map { $0 + 1 } ?? 0
    }

    private func insert(_ step: LoggedStep) {
        let place = place(of: step)
        if place < undoable.endIndex, undoable[place].hasOtherSchema(than: step) {
            return forget(before: undoable[place].order, because: "the schema was changed")
        }
        let hasOther = place > 0 && undoable[place - 1].hasOtherSchema(than: step)
        add(step, to: &undoable, at: place)
        if hasOther { forget(before: step.order, because: "the schema was changed") }
    }

    private func add(_ step: LoggedStep, to steps: inout [LoggedStep], at place: Int) {
        steps.insert(step, at: place)
        bytes += step.bytes
    }

    @discardableResult
    private func remove(from steps: inout [LoggedStep], where isMeant: (LoggedStep) -> Bool) -> [LoggedStep] {
        let removed = steps.filter(isMeant)
        steps.removeAll(where: isMeant)
        for step in removed { bytes -= step.bytes }
        return removed
    }

    /// - Returns: whether the step was found.
    private func remove(_ number: Int, from steps: inout [LoggedStep]) -> Bool {
        !remove(from: &steps) { $0.order == number }.isEmpty
    }

    private func trim() {
        while undoable.count > mostSteps || bytes > mostBytes, let oldest = undoable.first {
            bytes -= oldest.bytes
            undoable.removeFirst()
        }
    }
}

extension LoggedStep {
    fileprivate func hasOtherSchema(than other: LoggedStep) -> Bool {
        layouts?.version != other.layouts?.version
    }
}
