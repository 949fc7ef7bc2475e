#if Cluster
    import FMDBDqliteWire

    /// The rows of a query that were received and not read yet.
    final class RowStream {
        let columns: ColumnList
        let sql: String
        private var rows: ArraySlice<[WireValue]>
        /// Whether all rows were received.
        private(set) var isComplete: Bool
        /// The error that ended the query, or nil.
        private var failure: FMError?
        /// Whether the remaining rows are not needed.
        private(set) var isAbandoned = false

        /// Whether the statement also writes.
        let isWrite: Bool

        init(_ first: WireRows, _ statement: ClusterStatement) {
            columns = ColumnList(first.columns)
            sql = statement.text
            isWrite = statement.kind == .write
            rows = first.rows[...]
            isComplete = first.isLast
        }

        func add(_ more: WireRows) {
            if !isAbandoned { rows.append(contentsOf: more.rows) }
            isComplete = more.isLast
        }

        func end(_ error: FMError) {
            failure = failure ?? error
            isComplete = true
        }

        func abandon() {
            isAbandoned = true
            rows = []
        }

        /// Removes and returns the next received row, or returns nil if none is left.
        func take() -> [FMValue]? { rows.popFirst().map { $0.map(FMValue.init) } }

        func finish() throws(FMError) {
            if let failure { throw failure }
        }
    }

    extension FMValue {
        /// Converts a value of a row.
        init(_ value: WireValue) {
            switch value {
            case .null: self = .null
            case .integer(let integer), .unixTime(let integer): self = .integer(integer)
            case .real(let real): self = .real(real)
            case .text(let text), .iso8601(let text): self = .text(text)
            case .blob(let bytes): self = .blob(Data(bytes))
            case .boolean(let boolean): self = .integer(boolean ? 1 : 0)
            }
        }

        /// Returns the value as a parameter of the protocol.
        func wired(_ sql: String) throws(FMError) -> WireValue {
            switch self {
            case .null: return .null
            case .integer(let integer): return .integer(integer)
            case .real(let real): return real.isNaN ? .null : .real(real)
            case .text(let text):
                guard !text.utf8.contains(0) else {
                    throw FMError(
                        .refusedOnCluster,
                        "refused on a cluster: the node would cut a TEXT value at its U+0000; use Data",
                        sql: sql)
                }
                return .text(text)
            case .blob(let data): return .blob([UInt8](data))
            }
        }
    }
#endif
