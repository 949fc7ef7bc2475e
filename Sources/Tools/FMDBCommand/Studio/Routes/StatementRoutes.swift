#if Tool
    import FMDB
    import Foundation

    /// A statement of the SQL page, or the name of one to cancel.
    struct StatementRequest: Decodable {
        let id: String
        var sql: String?
        /// Whether the user has confirmed the question in an earlier ``StatementAnswer``.
        var isConfirmed: Bool?
    }

    struct StatementAnswer: Encodable {
        var columns: [String] = []
        var rows: [[ShownCell]] = []
        var isTruncated = false
        /// The number of changed rows, or nil for a query.
        var changed: Int?
        var milliseconds = 0.0
        var state: Editor.State?
        /// A question for the user, or nil. If there is one, nothing has run.
        var question: String?
    }

    extension Studio {
        private static let mostRows = 1000
        /// The verbs that the SQL page runs with `--write`, besides queries. It excludes statements that reach other files, such as
        /// ATTACH and VACUUM INTO, and those that change the connection, such as PRAGMA.
        private static let changing: Set<StatementVerb> = [
            .insert, .update, .delete, .create, .alter, .drop, .analyze, .reindex,
        ]
        /// The verbs that undo cannot revert: see ``FMUndo``.
        private static let changingSchema: Set<StatementVerb> = [.create, .alter, .drop]

        func run(_ request: StatementRequest) async throws -> StatementAnswer {
            let sql = request.sql ?? ""
            guard sql.utf8.contains(where: { $0 > 32 }) else {
                throw StudioError(.badRequest, "the statement is empty")
            }
            if let question = question(request) { return StatementAnswer(state: editor?.state, question: question) }
            history.withLock {
                $0.add(sql)
                $0.save()
            }
            let start = ContinuousClock.now
            var answer = try await running.run(request.id) {
                if Studio.changing.contains(StatementVerb(of: sql)) {
                    guard let editor else { throw Studio.isReadOnly }
                    return StatementAnswer(changed: try await editor.run(sql))
                }
                return try await query(sql)
            }
            answer.milliseconds = start.duration(to: .now) / .milliseconds(1)
            answer.state = editor?.state
            return answer
        }

        /// Returns the question that the user must confirm before the statement runs, or nil if there is none.
        private func question(_ request: StatementRequest) -> String? {
            guard let editor, request.isConfirmed != true,
                Studio.changingSchema.contains(StatementVerb(of: request.sql ?? ""))
            else { return nil }
            let lost =
                switch editor.state.undo {
                case 0: ""
                case 1: " The change before it can no longer be undone then."
                case let count: " The \(count) changes before it can no longer be undone then."
                }
            return "This statement changes the schema. It cannot be undone here.\(lost)"
        }

        /// Runs a query in the library's sandbox. The query cannot reach other files, pragmas or extensions, and its time is limited.
        private func query(_ sql: String) async throws -> StatementAnswer {
            let names = try await read { db in
                try db.rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')", as: String.self)
            }
            var tables = Dictionary(names.map { ($0, FMSandbox.Columns.all) }) { first, _ in first }
            tables["sqlite_master"] = .all
            var limits = FMSandbox.Limits()
            limits.time = deadline
            limits.rowCount = Studio.mostRows
            limits.byteCount = 20_000_000
            limits.valueLength = 1_000_000
            limits.truncates = true
            let answer = try await pool.readUntrusted(
                FMSQL(raw: sql), in: FMSandbox(tables: tables, limits: limits))
            return StatementAnswer(
                columns: answer.columns, rows: answer.rows.map { $0.map { ShownCell($0) } },
                isTruncated: answer.isTruncated)
        }

        // MARK: Plans

        func plan(_ request: StatementRequest) async throws -> [String: [PlanStep]] {
            let sql = request.sql ?? ""
            // Some pragmas take effect when they are compiled: https://sqlite.org/pragma.html
            let planned: [StatementVerb] = [.select, .insert, .update, .delete]
            guard planned.contains(StatementVerb(of: sql)) else {
                throw StudioError(.unprocessableContent, "this statement has no plan")
            }
            return try await running.run(request.id) {
                ["steps": try await read { try $0.queryPlan(of: FMSQL(raw: sql)).steps.map(PlanStep.init) }]
            }
        }
    }

    struct PlanStep: Encodable, Sendable {
        let detail: String
        /// The kind: "scan" for all rows of a table, "index" for all entries of an index, "search", "sort", "automatic" or "other".
        let kind: String
        let steps: [PlanStep]

        init(_ step: FMQueryPlan.Step) {
            detail = step.detail
            steps = step.steps.map(PlanStep.init)
            kind =
                switch step.kind {
                case .scan(_, index: nil): "scan"
                case .scan: "index"
                case .search(_, let index): index?.form == .automatic ? "automatic" : "search"
                case .temporaryTree: "sort"
                default: "other"
                }
        }
    }
#endif
