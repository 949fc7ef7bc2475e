import FMDB

package enum Kind: Int { case text, picture, voice }

package enum State: String { case sending, sent, received, failed }

package struct Group: Equatable {
    package let title: String
    package let unread: Int
    package let muted: Date?

    package init(_ rows: FMResultSet) {
        title = rows.string(forColumn: "title") ?? ""
        unread = rows.long(forColumn: "unread")
        muted = rows.date(forColumn: "muted")
    }
}

package struct Message: Equatable {
    package let id: Int64
    package var group: Int64 = 1
    package var from = "Ada"
    package var body = ""
    package var kind = Kind.text
    package var state = State.received
    package var sent = Date(timeIntervalSince1970: 1_700_000_000)

    package init(id: Int64) { self.id = id }

    package init(_ rows: FMResultSet) {
        id = rows.longLongInt(forColumn: "id")
        group = rows.longLongInt(forColumn: "group")
        from = rows.string(forColumn: "from") ?? ""
        body = rows.string(forColumn: "body") ?? ""
        kind = Kind(rawValue: rows.long(forColumn: "kind")) ?? .text
        state = State(rawValue: rows.string(forColumn: "state") ?? "") ?? .failed
        sent = rows.date(forColumn: "sent") ?? .distantPast
    }

    package var values: [Any] { [id, group, from, body, kind.rawValue, state.rawValue, sent] }
}

/// What the screens call. No step changes it.
package protocol MessageStoring {
    init?(path: String)
    func groups() -> [Group]
    func group(_ id: Int64) -> Group?
    func groups(mutedAt date: Date) -> [Group]
    func addGroup(_ id: Int64, title: String)
    func archive(_ group: Int64)
    func mute(_ group: Int64, until date: Date?)
    func deleteGroup(_ id: Int64) -> Bool
    func page(of group: Int64, before id: Int64, limit: Int) -> [Message]
    func message(_ id: Int64) -> Message?
    func failed() -> [Message]
    func messages(from name: String, kind: Kind) -> [Message]
    func search(_ text: String) -> [Message]
    func latest(in group: Int64) -> Date?
    func add(_ messages: [Message]) -> Bool
    func setState(_ state: State, of id: Int64)
    func deleteMessages(before date: Date)
    func counts(of group: Int64) -> (unread: Int, messages: Int)
    func unread() -> Int
    func count(since date: Date) -> Int
    func markRead(_ group: Int64)
    func draft(for group: Int64) -> String?
    func saveDraft(_ body: String, for group: Int64)
    func isBlocked(_ name: String) -> Bool
    func saveContact(_ name: String, isBlocked: Bool)
    func close()
}

package let schema = #"""
    CREATE TABLE "group" (
        id INTEGER PRIMARY KEY, title TEXT, unread INTEGER DEFAULT 0, muted REAL, archived INTEGER DEFAULT 0);
    CREATE TABLE message (
        id INTEGER PRIMARY KEY, "group" INTEGER, "from" TEXT, body TEXT, kind INTEGER, state TEXT, sent REAL);
    CREATE INDEX message_by_group ON message ("group", id);
    CREATE TABLE draft ("group" INTEGER PRIMARY KEY, body TEXT);
    CREATE TABLE contact (name TEXT PRIMARY KEY, blocked INTEGER);
    """#

extension FMDatabase {
    /// What is made of the rows; empty after an error, which FMDB logs.
    package func all<Value>(_ sql: String, _ values: [Any] = [], _ make: (FMResultSet) -> Value) -> [Value] {
        var result: [Value] = []
        guard let rows = try? executeQuery(sql, values: values) else { return result }
        while rows.next() { result.append(make(rows)) }
        return result
    }

    package func number(_ sql: String, _ values: [Any] = []) -> Int {
        all(sql, values) { $0.long(forColumnIndex: 0) }.first ?? 0
    }
}
