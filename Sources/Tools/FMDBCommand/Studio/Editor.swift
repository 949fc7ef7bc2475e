#if Tool
    import FMDB
    import Foundation

    /// Changes rows. Each change binds its values, runs in a transaction, and is one undo step.
    struct Editor: Sendable {
        private let queue: FMDatabaseQueue
        /// The undo history, or nil if the linked SQLite cannot record changes.
        private let undo: FMUndo?
        private let deadline: Duration

        init(_ queue: FMDatabaseQueue, deadline: Duration) throws {
            self.queue = queue
            self.deadline = deadline
            undo = FMSQLiteFeature.preupdateHook.isAvailable ? try FMUndo(queue, steps: 200) : nil
        }

        func close() { queue.close() }

        struct State: Encodable {
            let undo: Int
            let redo: Int
            let obstacle: String?
        }

        var state: State {
            guard let undo else { return State(undo: 0, redo: 0, obstacle: "this SQLite cannot record changes") }
            return State(undo: undo.undoCount, redo: undo.redoCount, obstacle: undo.obstacle)
        }

        // MARK: Changes

        struct Typed: Decodable {
            enum Kind: String, Decodable { case auto, text, integer, real, null, blob }
            let kind: Kind
            var text = ""

            func value(_ affinity: FMSchema.Affinity) throws -> FMValue {
                switch kind {
                case .null: return .null
                case .text: return .text(text)
                case .auto: return PagePlan.value(of: text, affinity)
                case .integer:
                    guard let integer = Int64(text) else { throw StudioError(.badRequest, "this is not an integer") }
                    return .integer(integer)
                case .real:
                    guard let real = Double(text), !real.isNaN else {
                        throw StudioError(.badRequest, "this is not a number")
                    }
                    return .real(real)
                case .blob:
                    guard let bytes = Notation.unhexed(text.filter { !$0.isWhitespace }.lowercased().utf8) else {
                        throw StudioError(.badRequest, "bytes are written as pairs of hexadecimal digits")
                    }
                    return .blob(Data(bytes))
                }
            }
        }

        struct Update: Decodable {
            let table: String
            let key: [ExactValue]
            let column: String
            let value: Typed
            /// The value that the page showed before the edit, or nil if it did not show the whole value. The update fails if the row has
            /// another value now.
            let former: ExactValue?
        }

        func update(_ change: Update) async throws {
            try await write { db in
                let (table, key) = try Editor.editable(change.table, db)
                guard let column = table.column(change.column), !column.isGenerated else {
                    throw StudioError(.unprocessableContent, "the column \"\(change.column)\" cannot be changed")
                }
                var condition = try Editor.condition(key, change.key)
                if let former = change.former { condition += " AND \(identifier: column.name) IS \(former.value)" }
                let value = try change.value.value(column.affinity)
                try db.execute(
                    "UPDATE \(identifier: table.name) SET \(identifier: column.name) = \(value) WHERE \(condition)")
                guard db.changes == 1 else {
                    throw StudioError(.conflict, "the row was changed or deleted meanwhile; nothing was changed")
                }
            }
        }

        struct Insertion: Decodable {
            let table: String
            let values: [String: Typed]
        }

        func insert(_ change: Insertion) async throws {
            try await write { db in
                let (table, _) = try Editor.editable(change.table, db)
                let values = try change.values.map { name, typed -> (String, FMValue) in
                    guard let column = table.column(name), !column.isGenerated else {
                        throw StudioError(.unprocessableContent, "the column \"\(name)\" cannot be set")
                    }
                    return (column.name, try typed.value(column.affinity))
                }
                guard !values.isEmpty else {
                    try db.execute("INSERT INTO \(identifier: table.name) DEFAULT VALUES")
                    return
                }
                let names = values.map { "\(identifier: $0.0)" as FMSQL }.joined(separator: ", ")
                let bound = values.map { "\($0.1)" as FMSQL }.joined(separator: ", ")
                try db.execute("INSERT INTO \(identifier: table.name) (\(names)) VALUES (\(bound))")
            }
        }

        struct Deletion: Decodable {
            let table: String
            let keys: [[ExactValue]]
        }

        func delete(_ change: Deletion) async throws {
            try await write { db in
                let (table, key) = try Editor.editable(change.table, db)
                for values in change.keys {
                    let condition = try Editor.condition(key, values)
                    // This SELECT fails if a value exceeds the connection's length limit. Undo records the deleted row, and would read the
                    // whole value.
                    try db.forEachRow("SELECT * FROM \(identifier: table.name) WHERE \(condition)") { _ in }
                    try db.execute("DELETE FROM \(identifier: table.name) WHERE \(condition)")
                    guard db.changes == 1 else {
                        throw StudioError(.conflict, "a row was deleted meanwhile; nothing was deleted")
                    }
                }
            }
        }

        /// Runs a statement of the SQL page.
        ///
        /// - Returns: the number of changed rows.
        func run(_ sql: String) async throws -> Int {
            try await write { db in try db.execute(FMSQL(raw: sql)) }
        }

        func undoLast() async throws { try await undo?.undo(timeout: deadline) }
        func redoNext() async throws { try await undo?.redo(timeout: deadline) }

        private func write<Value: Sendable>(
            _ body: @escaping @Sendable (FMDatabase) throws -> Value
        ) async throws -> Value {
            try await queue.withTransaction(.immediate, timeout: deadline) { db in try body(db) }
        }

        private static func editable(_ name: String, _ db: FMDatabase) throws -> (FMSchema.Table, RowKey) {
            guard let table = try db.tableSchema(name), table.kind == .ordinary, !table.isInternal,
                let key = RowKey(table)
            else { throw StudioError(.unprocessableContent, "\"\(name)\" is not a table whose rows can be changed") }
            return (table, key)
        }

        private static func condition(_ key: RowKey, _ values: [ExactValue]) throws -> FMSQL {
            guard values.count == key.columns.count else {
                throw StudioError(.badRequest, "the key does not match the table")
            }
            return key.condition(values)
        }
    }
#endif
