import Hummingbird

extension Note: ResponseEncodable {}

struct NewNote: Decodable {
    let title: String
    let text: String
}

/// Notes as JSON.
struct NoteRoutes {
    let store: NoteStore

    func add(to router: Router<BasicRequestContext>) {
        router.get("notes") { request, _ in
            let query = request.uri.queryParameters
            let limit = query.get("limit", as: Int.self) ?? 100
            guard 1...1000 ~= limit else { throw HTTPError(.badRequest, message: "limit is a number from 1 to 1000") }
            return try await store.page(after: query.get("after", as: Int64.self) ?? 0, limit: limit)
        }
        router.get("notes/:id") { _, context -> Note in
            guard let note = try await store.find(context.parameters.require("id", as: Int64.self)) else {
                throw HTTPError(.notFound)
            }
            return note
        }
        router.post("notes") { request, context in
            let new = try await request.decode(as: NewNote.self, context: context)
            return EditedResponse(status: .created, response: try await store.add(title: new.title, text: new.text))
        }
        router.delete("notes/:id") { _, context -> HTTPResponse.Status in
            try await store.delete(context.parameters.require("id", as: Int64.self)) ? .noContent : .notFound
        }
        router.get("search") { request, _ in
            guard let typed = request.uri.queryParameters.get("q") else {
                throw HTTPError(.badRequest, message: "q is missing")
            }
            return try await store.search(typed)
        }
    }
}
