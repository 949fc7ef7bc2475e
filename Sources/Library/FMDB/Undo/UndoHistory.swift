import Foundation

// SAFETY: the variables are read and written under the lock alone.
/// The transactions that can be undone and redone.
final class UndoHistory: @unchecked Sendable {
    private let mostSteps: Int
    private let mostBytes: Int
    private let lock = NSLock()
    private var undoable: [Step] = []
    private var redoable: [Step] = []
    /// What was committed no later than this is forgotten.
    private var barrier = 0
    /// The numbers of the steps that could be redone before the last change.
    private var outdated: Set<Int> = []
    /// Of all steps.
    private var bytes = 0
    private var lastObstacle: String?

    struct Step {
        let logged: LoggedStep
        /// The greater, the later it was committed.
        var number: Int { logged.order }
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
        outdated = []
        bytes = 0
        lastObstacle = obstacle
    }

    /// Forgets what was committed before a step.
    private func forget(before number: Int, because obstacle: String) {
        barrier = max(barrier, number)
        lastObstacle = obstacle
        remove(from: &undoable) { $0.number < number }
        remove(from: &redoable) { $0.number < number }
    }

    /// Adds a committed transaction. Another connection may have added a later one already.
    func receive(_ logged: LoggedStep) {
        lock.withLock {
            let step = Step(logged: logged)
            guard step.number > barrier else { return }
            if let obstacle = logged.obstacle { return forget(before: step.number, because: obstacle) }
            switch logged.purpose {
            case .change:
                let former = remove(from: &redoable) { $0.number < step.number }
                if !former.isEmpty { outdated = Set(former.map(\.number)) }
                insert(step)
            // Unless it was forgotten meanwhile.
            case .undo:
                guard remove(logged.number, from: &undoable) else { break }
                // A later change has forgotten it.
                if undoable.last.map({ $0.number < step.number }) ?? true {
                    add(step, to: &redoable, at: redoable.endIndex)
                }
            case .redo:
                if remove(logged.number, from: &redoable) || outdated.contains(logged.number) {
                    add(step, to: &undoable, at: place(of: step))
                }
            }
            trim()
        }
    }

    /// The place of a step among those that can be undone, in the order of the commits.
    private func place(of step: Step) -> Int { (undoable.lastIndex { $0.number < step.number }).map { $0 + 1 } ?? 0 }

    private func insert(_ step: Step) {
        let place = place(of: step)
        if place < undoable.endIndex, undoable[place].hasOtherSchema(than: step) {
            return forget(before: undoable[place].number, because: "the schema was changed")
        }
        let hasOther = place > 0 && undoable[place - 1].hasOtherSchema(than: step)
        add(step, to: &undoable, at: place)
        if hasOther { forget(before: step.number, because: "the schema was changed") }
    }

    private func add(_ step: Step, to steps: inout [Step], at place: Int) {
        steps.insert(step, at: place)
        bytes += step.logged.bytes
    }

    @discardableResult
    private func remove(from steps: inout [Step], where isMeant: (Step) -> Bool) -> [Step] {
        let removed = steps.filter(isMeant)
        steps.removeAll(where: isMeant)
        for step in removed { bytes -= step.logged.bytes }
        return removed
    }

    /// - Returns: whether it was there.
    private func remove(_ number: Int, from steps: inout [Step]) -> Bool {
        !remove(from: &steps) { $0.number == number }.isEmpty
    }

    /// Forgets the oldest steps that are too many.
    private func trim() {
        while undoable.count > mostSteps || bytes > mostBytes, let oldest = undoable.first {
            bytes -= oldest.logged.bytes
            undoable.removeFirst()
        }
    }
}

extension UndoHistory.Step {
    fileprivate func hasOtherSchema(than other: UndoHistory.Step) -> Bool {
        logged.layouts?.version != other.logged.layouts?.version
    }
}
