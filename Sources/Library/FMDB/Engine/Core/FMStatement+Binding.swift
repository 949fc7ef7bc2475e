import Foundation
import FMDBSQLiteC

/// The values of one execution, in a collection that FMDB's methods take or as the library's own arguments.
enum Arguments {
    case none
    /// FMDB's array. Surplus values are ignored.
    case array([Any])
    /// FMDB's dictionary. Names that are not parameters of the statement are ignored.
    case dictionary([AnyHashable: Any])
    /// The same with String keys, which need no `AnyHashable`.
    case strings([String: Any])
    /// The library's own arguments. Surplus values and unknown names are errors.
    case typed(FMArguments)

    /// Whether they are one of FMDB's dictionaries.
    @inline(__always)
    var areNamed: Bool {
        switch self {
        case .dictionary, .strings: true
        case .none, .array, .typed: false
        }
    }
}

extension FMStatement {
    /// The number of parameters or, if a `?NNN` has a higher number, the highest NNN.
    ///
    /// See [`sqlite3_bind_parameter_count`](https://sqlite.org/c3ref/bind_parameter_count.html).
    var parameterCount: Int { Int(sqlite3_bind_parameter_count(state.pointee.raw)) }

    private var parameters: [Parameter?] { parameterNames.parameters }

    /// Binds all values of one execution.
    ///
    /// See [`sqlite3_bind_*`](https://sqlite.org/c3ref/bind_blob.html).
    func bind(_ arguments: Arguments, dates: DateFormatter?) throws(FMError) {
        try binding { () throws(FMError) in try bindAll(arguments, dates: dates) }
    }

    /// Runs a body that binds values and may run a client's code. If that code closes the statement or ends its use,
    /// this is deferred and the binding fails.
    @inline(__always)
    private func binding(_ body: () throws(FMError) -> Void) throws(FMError) {
        try beginBinding()
        do throws(FMError) {
            try body()
        } catch {
            abandonBinding()
            throw error.concerning(sql)
        }
        try endBinding()
    }

    /// See [`sqlite3_clear_bindings`](https://sqlite.org/c3ref/clear_bindings.html).
    func clearBindings() {
        state.pointee.holdsValues = false
        if let raw = state.pointee.raw, !state.pointee.flags.contains(.abandoned) { sqlite3_clear_bindings(raw) }
        state.pointee.borrowed = nil
    }

    @inline(__always)
    func beginBinding() throws(FMError) {
        // SQLite has not set this error. The stage `.bind` makes FMDB's calls report it nevertheless.
        guard !isBusy else {
            throw FMError(
                .misuse,
                "the statement is in use by a value that is being bound, or by another thread: share an FMDatabaseQueue between threads, not an FMDatabase",
                sql: sql, stage: .bind)
        }
        state.pointee.flags.insert(.binding)
        state.pointee.hasNaN = false
        state.pointee.bytes.rewind()
        state.pointee.borrowed?.begin()
    }

    @inline(__always)
    func endBinding() throws(FMError) {
        state.pointee.flags.remove(.binding)
        state.pointee.borrowed?.end()
        if state.pointee.deferredAction != .nothing, performDeferredAction() { throw .takenAway(sql) }
    }

    func abandonBinding() {
        state.pointee.flags.remove(.binding)
        // New values may have overwritten the bytes of values that are still bound.
        if !state.pointee.bytes.isEmpty { clearBindings() }
        _ = performDeferredAction()
    }

    private func bindAll(_ arguments: Arguments, dates: DateFormatter?) throws(FMError) {
        switch arguments {
        case .none: try expect(given: 0)
        case .array(let values):
            let count = parameterCount
            if count != values.count { try refuse(values, atLeast: count) }
            try check(values.withUnsafeBufferPointer { bind($0.baseAddress, count, dates) })
        case .dictionary(let values):
            if bindMatching(values, dates, { withUnsafePointer(to: $0, AnyHashable.text) }) { return }
            let names = { values.keys.map { String(describing: $0.base) } }
            try bindInTurn(names, dates) { $0.value(in: values, parameterNames) }
        case .strings(let values):
            if bindMatching(values, dates, { $0 }) { return }
            try bindInTurn({ Array(values.keys) }, dates) { $0.value(in: values, parameterNames) }
        case .typed(let values): try bind(values)
        }
    }

    private func bind(_ values: UnsafePointer<Any>?, _ count: Int, _ dates: DateFormatter?) -> Int32 {
        guard let values else { return SQLITE_OK }
        for index in 0..<count {
            let code = bind(values + index, at: Int32(truncatingIfNeeded: index + 1), dates)
            if code != SQLITE_OK { return code }
        }
        return SQLITE_OK
    }

    /// Binds the parameters in order, so that the error reports the first parameter at fault.
    ///
    /// - Parameter names: returns the names for which values were given.
    private func bindInTurn(
        _ names: () -> [String], _ dates: DateFormatter?, _ value: (Parameter) -> Any?
    ) throws(FMError) {
        for (position, parameter) in parameters.enumerated() {
            guard let parameter else { throw .wrongCount(expected: parameterCount, given: names().count, sql: sql) }
            guard parameter.prefix == ":", let value = value(parameter) else {
                throw .noValue(for: parameter, among: names(), sql: sql)
            }
            try check(bind(any: value, at: Int32(position + 1), dates: dates))
        }
    }

    /// Binds a dictionary that has String keys and as many entries as there are parameters, in the dictionary's own
    /// order. A lookup of an `AnyHashable` costs more than the rest of a small update.
    ///
    /// - Parameter text: returns the name that a key holds, or nil for a key of another type.
    /// - Returns: false if a value was not bound. The caller must then bind all values in parameter order.
    @inline(__always)
    private func bindMatching<Key>(
        _ values: [Key: Any], _ dates: DateFormatter?, _ text: (Key) -> String?
    ) -> Bool {
        let names = parameterNames
        guard names.haveColons, names.parameters.count == values.count else { return false }
        var turn = 0
        for (key, value) in values {
            guard let name = text(key), let index = names.find(name, turn: turn),
                bind(any: value, at: Int32(index + 1), dates: dates) == SQLITE_OK
            else {
                conversionFailure = nil
                return false
            }
            turn += 1
        }
        return true
    }

    private func bind(_ values: FMArguments) throws(FMError) {
        if values.isMixed {
            if let failure = values.failure { throw failure }
            if !values.mistakes.isEmpty { values.mistakes.warnings(in: sql).forEach(warn) }
        }
        if !values.hasNames {
            let positional = values.positional
            try expect(given: positional.count)
            for index in positional.indices { try check(state.bind(positional[index], at: Int32(index + 1))) }
        } else {
            try bindNamed(values)
        }
    }

    /// Binds named values to the parameters of these names. Positional values fill the other parameters, in order.
    private func bindNamed(_ values: FMArguments) throws(FMError) {
        if values.positional.isEmpty, bindMatching(values.pairs) { return }
        var rest = values.positional[...]
        let named = values.named
        var unused = Set(named.keys)
        for (position, parameter) in parameters.enumerated() {
            var value: FMValue?
            if let parameter, let name = name(of: parameter, among: unused, named), let match = named[name] {
                value = match
                unused.remove(name)
            } else {
                value = rest.popFirst()
            }
            guard let value else {
                throw parameter.map { .noValue(for: $0, among: named.keys.map(\.text), sql: sql) } ?? shortOf(values)
            }
            try check(state.bind(value, at: Int32(position + 1)))
        }
        if let name = unused.map(\.text).min() { throw .unknownParameter(name, sql: sql) }
        guard rest.isEmpty else { throw shortOf(values) }
    }

    /// Returns the name under which the value of a parameter was given. This is the parameter's own name, or a name
    /// that is canonically equivalent in Unicode and is not another parameter's name.
    private func name(
        of parameter: Parameter, among unused: Set<ExactText>, _ named: [ExactText: FMValue]
    ) -> ExactText? {
        let exact = ExactText(parameter.text)
        if named[exact] != nil || parameter.text.utf8.allSatisfy({ $0 < 0x80 }) { return exact }
        return unused.first { $0.text == parameter.text && parameterNames.isName($0.text, of: parameter) }
    }

    /// Binds named values in the given order. There must be as many as there are parameters.
    ///
    /// - Returns: false if a value was not bound. The caller must then bind all values in parameter order.
    private func bindMatching(_ pairs: [FMArguments.Pair]) -> Bool {
        let names = parameterNames
        guard names.areUnlike, names.parameters.count == pairs.count else { return false }
        let round = names.beginRound()
        for turn in pairs.indices {
            // If a name occurs twice, another parameter has no value, because the counts are equal.
            guard let index = names.find(pairs[turn].name, turn: turn), names.assign(index, in: round),
                state.bind(pairs[turn].value, at: Int32(index + 1)) == SQLITE_OK
            else { return false }
        }
        return true
    }

    private func shortOf(_ values: FMArguments) -> FMError {
        .wrongCount(expected: parameterCount, given: values.positional.count + values.named.count, sql: sql)
    }

    func unknownNames(among names: [String]) -> [String] {
        let known = Set(parameters.compactMap { $0.map { ExactText($0.text) } })
        return names.filter { !known.contains(ExactText($0)) }.sorted()
    }

    fileprivate func warn(_ text: String) { connection?.warn(text, sql: sql) }

    /// Throws unless there are as many values as parameters.
    func expect(given: Int) throws(FMError) {
        guard parameterCount == given else { throw .wrongCount(expected: parameterCount, given: given, sql: sql) }
    }

    /// Throws if there are too few values. FMDB ignores surplus values. This is logged once for each compiled
    /// statement.
    @inline(never)
    private func refuse(_ values: [Any], atLeast expected: Int) throws(FMError) {
        let error = FMError.wrongCount(expected: expected, given: values.count, sql: sql)
        guard values.count > expected else {
            guard values.count == 1, values[0] is [AnyHashable: Any] else { throw error }
            throw error.saying(
                "\(error.message): a dictionary counts as one value; withParameterDictionary: binds it by name")
        }
        guard !state.pointee.hasToldSurplus else { return }
        state.pointee.hasToldSurplus = true
        connection?.warn("\(error.message); the others are ignored", sql: sql)
    }

    @inline(__always)
    func check(_ code: Int32) throws(FMError) {
        guard code == SQLITE_OK else { throw bindingFailure(code) }
    }

    @inline(never)
    private func bindingFailure(_ code: Int32) -> FMError {
        defer { conversionFailure = nil }
        return conversionFailure ?? connection?.error(code, sql: sql, stage: .bind)
            ?? .sqlites(code, sql: sql, stage: .bind)
    }
}

// MARK: - Single values

extension FMStatement {
    func bind(any value: Any, at position: Int32, dates: DateFormatter?) -> Int32 {
        withUnsafePointer(to: value) { bind($0, at: position, dates) }
    }

    /// Binds a value of FMDB's `[Any]` in place, without a copy.
    func bind(_ place: UnsafePointer<Any>, at position: Int32, _ dates: DateFormatter?) -> Int32 {
        switch AnyKind(place) {
        case .null: return sqlite3_bind_null(state.pointee.raw, position)
        case .integer(let integer): return sqlite3_bind_int64(state.pointee.raw, position, integer)
        case .real(let real): return state.bind(real, at: position)
        case .text(let text): return state.bind(text, at: position)
        case .data(let data): return state.bind(data, at: position)
        case .date(let date) where dates == nil: return state.bind(date.timeIntervalSince1970, at: position)
        case .date, .other: return bind(other: place.pointee, at: position, dates: dates)
        }
    }

    /// Binds a value of `[Any]` that has none of the common types. Storing a value as its description is logged once
    /// for each compiled statement.
    func bind(other value: Any, at position: Int32, dates: DateFormatter?) -> Int32 {
        do {
            let stored = try FMValue(any: value, dates: dates) { other in
                guard !state.pointee.hasToldDescription, let mistake = FMValue.mistake(inDescribing: other) else {
                    return
                }
                state.pointee.hasToldDescription = true
                warn(mistake)
            }
            return state.bind(stored, at: position)
        } catch {
            conversionFailure = error
            return SQLITE_MISMATCH
        }
    }
}

extension UnsafeMutablePointer<FMStatement.StatementState> {
    func bind(_ value: FMValue, at position: Int32) -> Int32 {
        let raw = pointee.raw
        switch value {
        case .null: return sqlite3_bind_null(raw, position)
        case .integer(let integer): return sqlite3_bind_int64(raw, position, integer)
        case .real(let real): return bind(real, at: position)
        case .text(let text): return bind(text, at: position)
        case .blob(let data): return bind(data, at: position)
        }
    }

    @inline(__always)
    func bind(_ real: Double, at position: Int32) -> Int32 {
        if real.isNaN { return bindNaN(at: position) }
        return sqlite3_bind_double(pointee.raw, position, real)
    }

    /// Binds NaN, which SQLite stores as NULL. This is logged once for each compiled statement.
    @inline(never)
    private func bindNaN(at position: Int32) -> Int32 {
        pointee.hasNaN = true
        let code = sqlite3_bind_double(pointee.raw, position, .nan)
        if !pointee.hasToldNaN {
            pointee.hasToldNaN = true
            pointee.owner?.takeUnretainedValue().warn(
                "a value is NaN, which SQLite stores as NULL: bind nil if NULL is intended")
        }
        return code
    }

    /// Binds text of any length, embedded NUL characters included.
    func bind(_ text: String, at position: Int32) -> Int32 {
        // Not with `withUTF8`: it is mutating and needs a copy of the String, which costs reference counting.
        let code = text.utf8.withContiguousStorageIfAvailable { utf8 in
            bind(UnsafeRawBufferPointer(utf8), of: text, at: position)
        }
        if let code { return code }
        var text = text
        return text.withUTF8 { bind(UnsafeRawBufferPointer($0), of: nil, at: position) }
    }

    /// - Parameter text: the String that owns the bytes; nil if the bytes belong to a temporary copy.
    @inline(__always)
    func bind(_ utf8: UnsafeRawBufferPointer, of text: String?, at position: Int32) -> Int32 {
        if let kept = pointee.bytes.keep(utf8) { return bindText(kept, utf8.count, at: position, nil) }
        pointee.holdsValues = true
        if utf8.count >= BorrowedValues.smallestSize, let text {
            borrow(.text(text), at: position)
            return bindText(utf8.baseAddress, utf8.count, at: position, nil)
        }
        return bindText(utf8.baseAddress, utf8.count, at: position, Constants.transient)
    }

    func bind(_ data: Data, at position: Int32) -> Int32 {
        data.withUnsafeBytes { bytes in
            if let kept = pointee.bytes.keep(bytes) { return bindBlob(kept, bytes.count, at: position, nil) }
            pointee.holdsValues = true
            if bytes.count >= BorrowedValues.smallestSize {
                borrow(.blob(data), at: position)
                return bindBlob(bytes.baseAddress, bytes.count, at: position, nil)
            }
            return bindBlob(bytes.baseAddress, bytes.count, at: position, Constants.transient)
        }
    }

    @inline(never)
    private func borrow(_ value: BorrowedValues.LargeValue, at position: Int32) {
        if pointee.borrowed == nil { pointee.borrowed = BorrowedValues() }
        pointee.borrowed?.keep(value, at: position)
    }

    /// Makes SQLite copy the borrowed values, because they must outlive the call that passed them.
    @inline(never)
    func copyBorrowed() {
        guard let borrowed = pointee.borrowed else { return }
        var areCopied = true
        for (position, value) in borrowed.values where rebind(value, at: position, Constants.transient) != SQLITE_OK {
            // If there is no memory for the copy, the value stays borrowed.
            areCopied = false
            _ = rebind(value, at: position, nil)
        }
        if areCopied { pointee.borrowed = nil }
    }

    private func rebind(
        _ value: BorrowedValues.LargeValue, at position: Int32, _ destructor: sqlite3_destructor_type?
    ) -> Int32 {
        switch value {
        case .blob(let data):
            data.withUnsafeBytes { bindBlob($0.baseAddress, $0.count, at: position, destructor) }
        case .text(let text):
            text.utf8.withContiguousStorageIfAvailable { bindText($0.baseAddress, $0.count, at: position, destructor) }
                ?? SQLITE_NOMEM
        }
    }

    private func bindText(
        _ start: UnsafeRawPointer?, _ count: Int, at position: Int32, _ destructor: sqlite3_destructor_type?
    ) -> Int32 {
        let start = start ?? Constants.noBytes
        return sqlite3_bind_text64(
            pointee.raw, position, start.assumingMemoryBound(to: CChar.self), UInt64(count), destructor,
            UInt8(SQLITE_UTF8))
    }

    private func bindBlob(
        _ start: UnsafeRawPointer?, _ count: Int, at position: Int32, _ destructor: sqlite3_destructor_type?
    ) -> Int32 {
        guard count > 0 else { return sqlite3_bind_zeroblob(pointee.raw, position, 0) }
        return sqlite3_bind_blob64(pointee.raw, position, start, UInt64(count), destructor)
    }
}
