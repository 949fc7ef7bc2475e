#if Cluster
    import FMDBDqliteWire

    /// The rows of a query, of which those that were received are kept.
    final class RowStream {
        let columns: ColumnList
        let sql: String
        private var rows: ArraySlice<[WireValue]>
        /// Whether all rows were received.
        private(set) var isComplete: Bool
        /// Why no more rows come.
        private var failure: FMError?
        /// Whether no one wants the rest.
        private(set) var isAbandoned = false

        /// Whether the statement writes, too.
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

        /// The next row that is there; nil if more must be asked for, or all are taken.
        func take() -> [FMValue]? { rows.popFirst().map { $0.map(FMValue.init) } }

        func finish() throws(FMError) {
            if let failure { throw failure }
        }
    }

    extension FMValue {
        /// A value of a row.
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

        /// The value as a parameter.
        func wired(_ sql: String) throws(FMError) -> WireValue {
            switch self {
            case .null: return .null
            case .integer(let integer): return .integer(integer)
            case .real(let real): return real.isNaN ? .null : .real(real)
            case .text(let text):
                guard !text.utf8.contains(0) else {
                    throw FMError(
                        .refusedOnCluster,
                        "refused on a cluster: a text with U+0000, where the node would cut it; use Data",
                        sql: sql)
                }
                return .text(text)
            case .blob(let data): return .blob([UInt8](data))
            }
        }
    }
#endif
