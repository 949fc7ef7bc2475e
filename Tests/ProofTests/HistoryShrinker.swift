/// Looks for the shortest list that still fails: delta debugging.
///
/// See Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input (2002).
struct HistoryShrinker<Element: Sendable> {
    /// Simpler forms of an element, each a list that may take its place.
    let simpler: @Sendable (Element) -> [[Element]]
    /// How many lists are tried at most.
    var limit = 3_000
    private(set) var tries = 0

    init(limit: Int = 3_000, simpler: @escaping @Sendable (Element) -> [[Element]] = { _ in [] }) {
        self.limit = limit
        self.simpler = simpler
    }

    /// - Parameters:
    ///   - list: a list that fails.
    ///   - fails: whether another one does.
    /// - Returns: a list that fails, of which nothing can be left out.
    mutating func shrink(_ list: [Element], _ fails: ([Element]) async throws -> Bool) async rethrows -> [Element] {
        var list = list
        while tries < limit {
            if let shorter = try await withoutAPart(list, fails) {
                list = shorter
            } else if let other = try await withASimplerElement(list, fails) {
                list = other
            } else {
                break
            }
        }
        return list
    }

    private mutating func withoutAPart(
        _ list: [Element], _ fails: ([Element]) async throws -> Bool
    ) async rethrows -> [Element]? {
        var size = list.count
        while size > 0 {
            // The end first: what comes behind the fault has nothing to do with it.
            for start in stride(from: 0, to: list.count, by: size).reversed() {
                let candidate = Array(list[..<start] + list[min(start + size, list.count)...])
                if try await isFailing(candidate, fails) { return candidate }
            }
            size /= 2
        }
        return nil
    }

    private mutating func withASimplerElement(
        _ list: [Element], _ fails: ([Element]) async throws -> Bool
    ) async rethrows -> [Element]? {
        for index in list.indices {
            for other in simpler(list[index]) {
                let candidate = Array(list[..<index] + other + list[(index + 1)...])
                if try await isFailing(candidate, fails) { return candidate }
            }
        }
        return nil
    }

    private mutating func isFailing(
        _ candidate: [Element], _ fails: ([Element]) async throws -> Bool
    ) async rethrows -> Bool {
        guard tries < limit else { return false }
        tries += 1
        return try await fails(candidate)
    }
}

extension HistoryStep {
    /// Simpler steps that may take the place of this one.
    static func simpler(_ step: HistoryStep) -> [[HistoryStep]] {
        let calls: [[HistoryStep]] =
            if case .block(let verb, let body, let ending) = step.call {
                simplerBlocks(verb, body, ending, step.isSwallowed)
            } else {
                simplerCalls(step.call).map { [HistoryStep($0, isSwallowed: step.isSwallowed)] }
            }
        return step.isSwallowed ? calls : calls + [[HistoryStep(step.call)]]
    }

    private static func simplerBlocks(
        _ verb: HistoryVerb, _ body: [HistoryStep], _ ending: HistoryEnding, _ isSwallowed: Bool
    ) -> [[HistoryStep]] {
        func block(_ body: [HistoryStep], _ ending: HistoryEnding) -> [HistoryStep] {
            [HistoryStep(.block(verb, body, ending), isSwallowed: isSwallowed)]
        }
        var others: [[HistoryStep]] = [body]
        var size = body.count
        while size > 0 {
            for start in stride(from: 0, to: body.count, by: size) {
                others.append(block(Array(body[..<start] + body[min(start + size, body.count)...]), ending))
            }
            size /= 2
        }
        for index in body.indices {
            for other in simpler(body[index]) {
                others.append(block(Array(body[..<index] + other + body[(index + 1)...]), ending))
            }
        }
        if ending == .undoes { others.append(block(body, .returns)) }
        return others
    }

    private static func simplerCalls(_ call: HistoryCall) -> [HistoryCall] {
        switch call {
        case .change(let change, let form):
            simplerChanges(change).map { .change($0, form) } + (form == .execute ? [] : [.change(change, .execute)])
        case .control(let texts, let form):
            texts.count > 1
                ? texts.indices.map { index in
                    .control(texts.enumerated().filter { $0.offset != index }.map(\.element), form)
                } : form == .execute ? [] : [.control(texts, .execute)]
        case .many(let numbers, _): [.change(.insert("t", clause: "", [numbers[0]]), .execute)]
        case .begin(let kind): kind == .deferred ? [] : [.begin(.deferred)]
        default: []
        }
    }

    private static func simplerChanges(_ change: HistoryChange) -> [HistoryChange] {
        guard case .insert(let table, let clause, let numbers) = change else { return [] }
        var others: [HistoryChange] = []
        if numbers.count > 1 { others += [.insert(table, clause: clause, [numbers[0]])] }
        if numbers.count > 2 { others += [.insert(table, clause: clause, Array(numbers[..<2]))] }
        if !clause.isEmpty { others += [.insert(table, clause: "", numbers)] }
        return others
    }
}
