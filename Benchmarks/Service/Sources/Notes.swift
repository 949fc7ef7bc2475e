import Hummingbird

struct Note: Codable, Sendable, ResponseEncodable {
    let id: Int64
    let title: String
    let text: String
}

struct NewNote: Decodable, Sendable {
    let title: String
    let text: String
}

/// What the routes need of a library. Each contender does it as its documentation shows, with statements that are kept.
protocol Notes: Sendable {
    /// Runs a script once, before the server starts.
    func run(_ script: String) async throws

    /// Adds notes in one transaction, before the server starts.
    func fill(_ notes: [NewNote]) async throws

    func find(_ id: Int64) async throws -> Note?
    func add(_ note: NewNote) async throws -> Note

    /// The best twenty notes that have words which begin with what was typed.
    func search(_ typed: String) async throws -> [Note]

    /// After the last request.
    func close() async throws
}

extension Notes {
    /// Makes and fills the tables, the same for all contenders.
    func prepare(count: Int) async throws {
        try await run(
            """
            CREATE TABLE note (
                id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE CHECK (title <> ''), text TEXT NOT NULL
            );
            CREATE VIRTUAL TABLE note_search USING fts5 (title, text, content='note', content_rowid='id');
            CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
                INSERT INTO note_search (rowid, title, text) VALUES (new.id, new.title, new.text);
            END;
            """)
        try await fill((0..<count).map(NewNote.init(number:)))
    }
}

extension NewNote {
    private static let words = [
        "river", "stone", "garden", "letter", "winter", "copper", "harbour", "lantern", "meadow", "orchard", "pepper",
        "quarry", "ribbon", "saddle", "timber", "umbrella", "valley", "window", "yellow", "zephyr",
    ]

    /// A note of sixteen words. Each word with its number is in some notes of a hundred.
    init(number: Int) {
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
        let text = (0..<16).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return NewNote.words[Int(state >> 33) % NewNote.words.count] + String(Int(state >> 45) % 100)
        }
        self.init(title: "Note \(number)", text: text.joined(separator: " "))
    }
}

/// The routes by key, for new notes and for search of Examples/NoteService.
struct Routes<Store: Notes> {
    let store: Store

    func add(to router: Router<BasicRequestContext>) {
        router.get("notes/:id") { _, context -> Note in
            guard let note = try await store.find(context.parameters.require("id", as: Int64.self)) else {
                throw HTTPError(.notFound)
            }
            return note
        }
        router.post("notes") { request, context in
            let new = try await request.decode(as: NewNote.self, context: context)
            return EditedResponse(status: .created, response: try await store.add(new))
        }
        router.get("search") { request, _ in
            guard let typed = request.uri.queryParameters.get("q") else {
                throw HTTPError(.badRequest, message: "q is missing")
            }
            return try await store.search(typed)
        }
    }
}
