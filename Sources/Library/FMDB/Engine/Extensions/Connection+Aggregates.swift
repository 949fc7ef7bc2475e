import FMDBSQLiteC

/// The state of a client's aggregate function for one group or window.
protocol AggregateGroup: AnyObject {
    func step(_ arguments: inout FunctionArguments) throws
    func inverse(_ arguments: inout FunctionArguments) throws
    func result() throws -> FMValue
}

extension Connection {
    /// Registers an aggregate function, also as a window function if `isWindow` is true and SQLite is 3.25 or later.
    ///
    /// See [`sqlite3_create_window_function`](https://sqlite.org/c3ref/create_function.html).
    func registerAggregate(
        _ name: String, arguments: Int32, options: FMFunctionOptions, isWindow: Bool,
        group: @escaping () -> any AggregateGroup
    ) throws(FMError) {
        try checkFunction(name, options)
        let kind = Unmanaged.passRetained(AggregateKind(name, group)).toOpaque()
        let code =
            isWindow && Library.isAtLeast(3_025_000)
            ? fmdb_create_window_function(
                handle, name, arguments, options.flags, kind, AggregateKind.step, AggregateKind.finish,
                AggregateKind.value, AggregateKind.inverse, AggregateKind.release)
            : sqlite3_create_function_v2(
                handle, name, arguments, options.flags, kind, nil, AggregateKind.step, AggregateKind.finish,
                AggregateKind.release)
        guard code == SQLITE_OK else { throw error(code, sql: nil, stage: .other) }
        record(function: name, options)
    }
}

private final class AggregateKind {
    typealias Call = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    private let name: String
    private let group: () -> any AggregateGroup

    init(_ name: String, _ group: @escaping () -> any AggregateGroup) {
        self.name = name
        self.group = group
    }

    static let step: Call = { context, count, cells in
        take(context, count, cells) { group, arguments in try group.step(&arguments) }
    }

    static let inverse: Call = { context, count, cells in
        take(context, count, cells) { group, arguments in try group.inverse(&arguments) }
    }

    static let value: @convention(c) (OpaquePointer?) -> Void = { context in
        guard let context, let kind = of(context) else { return }
        let state = AggregateContext<GroupState>.known(context)
        if state?.hasFailed == true { return }
        FunctionResult.set(context) { try (state?.group ?? kind.group()).result() }
    }

    /// Called at the end of each group that had a row, even if the statement fails or is reset. Also called once for an empty
    /// ungrouped query.
    static let finish: @convention(c) (OpaquePointer?) -> Void = { context in
        guard let context, let kind = of(context) else { return }
        let state = AggregateContext<GroupState>.take(context)
        if state?.hasFailed == true { return }
        do {
            FunctionResult.set(try (state?.group ?? kind.group()).result(), context)
        } catch {
            // If another function's error ended the group, that error is already recorded and must stay the cause.
            if CallbackFailure.isNoted { return FunctionResult.fail(CallbackFailure.words(error), context) }
            FunctionResult.fail(error, context)
        }
    }

    /// Called by SQLite when the function is removed, and when its registration fails.
    static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { kind in
        if let kind { Unmanaged<AggregateKind>.fromOpaque(kind).release() }
    }

    private static func of(_ context: OpaquePointer) -> AggregateKind? {
        sqlite3_user_data(context).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private static func take(
        _ context: OpaquePointer?, _ count: Int32, _ cells: UnsafeMutablePointer<OpaquePointer?>?,
        _ body: (any AggregateGroup, inout FunctionArguments) throws -> Void
    ) {
        guard let context, let kind = of(context) else { return }
        guard let state = AggregateContext.of(context, orNew: { GroupState(kind.group()) }) else {
            return FunctionResult.failNoMemory(context)
        }
        if state.hasFailed { return }
        do {
            var arguments = FunctionArguments(function: kind.name, count, cells)
            try body(state.group, &arguments)
        } catch {
            state.hasFailed = true
            FunctionResult.fail(error, context)
        }
    }
}

private final class GroupState {
    let group: any AggregateGroup
    /// Whether the group threw an error. A failed group is not called again.
    var hasFailed = false

    init(_ group: any AggregateGroup) { self.group = group }
}

/// The Swift object that SQLite keeps for a group, from the first row until `xFinal`, which runs for interrupted statements too.
///
/// See [`sqlite3_aggregate_context`](https://sqlite.org/c3ref/aggregate_context.html).
enum AggregateContext<State: AnyObject> {
    private static func place(_ context: OpaquePointer, _ size: Int) -> UnsafeMutablePointer<UnsafeRawPointer?>? {
        sqlite3_aggregate_context(context, Int32(size))?.assumingMemoryBound(to: UnsafeRawPointer?.self)
    }

    /// Returns the object of the group. Creates it if this is the group's first row.
    ///
    /// - Returns: nil if memory cannot be allocated.
    static func of(_ context: OpaquePointer, orNew make: () -> State) -> State? {
        guard let place = place(context, MemoryLayout<UnsafeRawPointer?>.size) else { return nil }
        if let known = place.pointee { return Unmanaged.fromOpaque(known).takeUnretainedValue() }
        let state = make()
        place.pointee = UnsafeRawPointer(Unmanaged.passRetained(state).toOpaque())
        return state
    }

    /// Returns the object of the group, or nil before the first row.
    static func known(_ context: OpaquePointer) -> State? {
        place(context, 0)?.pointee.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// Removes the object from SQLite and returns it, or nil if the group had no row.
    static func take(_ context: OpaquePointer) -> State? {
        guard let place = place(context, 0), let known = place.pointee else { return nil }
        place.pointee = nil
        return Unmanaged.fromOpaque(known).takeRetainedValue()
    }
}
