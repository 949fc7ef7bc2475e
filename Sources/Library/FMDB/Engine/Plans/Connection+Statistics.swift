import Foundation
import FMDBSQLiteC

extension Connection {
    /// Counts executions, and publishes the counts to other processes.
    ///
    /// - Parameter onClose: called when the connection closes, before its file is closed.
    func publish(_ statistics: ExecutionStatistics, onClose: @escaping @Sendable () -> Void) {
        eventState.statistics = statistics
        writeAhead.commitWatch?.statistics = statistics
        activity.publish(statistics, onClose: onClose)
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
            { kind, context, statement, detail in
                guard let context, let statement, let detail else { return 0 }
                let statistics = Unmanaged<ExecutionStatistics>.fromOpaque(context).takeUnretainedValue()
                if kind == UInt32(SQLITE_TRACE_PROFILE) {
                    let nanoseconds = detail.assumingMemoryBound(to: sqlite3_int64.self).pointee
                    statistics.end(OpaquePointer(statement), nanoseconds)
                } else if strncmp(detail.assumingMemoryBound(to: CChar.self), "-- TRIGGER", 10) != 0 {
                    // SQLite also reports each trigger, which is part of its statement's execution and is not counted.
                    statistics.begin(OpaquePointer(statement))
                }
                return 0
            }, Unmanaged.passUnretained(statistics).toOpaque())
    }

    /// Finds the query plans of slow statements, unless that would clear an error of the connection.
    func explainSlowStatements() {
        guard let statistics = eventState.statistics, statistics.hasUnexplained, isWithoutError, !isAbandoned else {
            return
        }
        statistics.explain { linesOfPlan(of: $0) }
    }
}
