#if Tool
    import FMDB
    import Foundation

    enum StudioRoutes {
        /// Returns the JSON of the response to the JSON of a request.
        typealias Route = @Sendable (Studio, Data) async throws -> Data

        static let all: [String: Route] = [
            "schema": json { studio, _ in try await studio.read { SchemaAnswer(try $0.schema(), studio) } },
            "page": json { studio, data in try await studio.page(try decoded(PageRequest.self, data)) },
            "count": json { studio, data in try await studio.count(try decoded(CountRequest.self, data)) },
            "cell": json { studio, data in
                let request = try decoded(CellRequest.self, data)
                return try await studio.read { try CellAnswer(request, $0) }
            },
            "run": json { studio, data in try await studio.run(try decoded(StatementRequest.self, data)) },
            "plan": json { studio, data in try await studio.plan(try decoded(StatementRequest.self, data)) },
            "cancel": json { studio, data in
                studio.running.cancel(try decoded(StatementRequest.self, data).id)
                return [String: String]()
            },
            // The oldest entry comes first.
            "history": json { studio, _ in ["entries": Array(studio.history.value.entries.suffix(200))] },
            "search": json { studio, data in
                let request = try decoded(SearchRequest.self, data)
                return try await studio.read { try SearchAnswer(request.text, $0) }
            },
            "update": edit { editor, data in try await editor.update(try decoded(Editor.Update.self, data)) },
            "insert": edit { editor, data in try await editor.insert(try decoded(Editor.Insertion.self, data)) },
            "delete": edit { editor, data in try await editor.delete(try decoded(Editor.Deletion.self, data)) },
            "undo": edit { editor, _ in try await editor.undoLast() },
            "redo": edit { editor, _ in try await editor.redoNext() },
            "diagram": json { studio, _ in
                let tables = try await studio.read { try $0.schema() }.tables.filter { table in
                    table.kind == .ordinary && !table.isInternal
                }
                let diagram = SchemaDiagram(tables)
                return DiagramAnswer(
                    svg: diagram.svg(), width: diagram.width, height: diagram.height, tables: diagram.places)
            },
        ]

        private struct DiagramAnswer: Encodable, Sendable {
            let svg: String
            let width: Int
            let height: Int
            let tables: [SchemaDiagram.Place]
        }

        static func decoded<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
            try JSONDecoder().decode(type, from: data)
        }

        private static func json(
            _ body: @escaping @Sendable (Studio, Data) async throws -> some Encodable & Sendable
        ) -> Route {
            { studio, data in try await body(studio, data).sortedJSON() }
        }

        /// - Returns: a route that makes a change and responds with the editor's undo state.
        private static func edit(_ body: @escaping @Sendable (Editor, Data) async throws -> Void) -> Route {
            json { studio, data in
                guard let editor = studio.editor else { throw Studio.isReadOnly }
                try await body(editor, data)
                return editor.state
            }
        }
    }

    extension Studio {
        static var isReadOnly: StudioError {
            StudioError(.forbidden, "the studio only reads; start it with --write to change the database")
        }
    }
#endif
