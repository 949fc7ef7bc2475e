import FMDB
import MessageModel

/// The same data layer over a pool.
package class MessageStore: MessageStoring {
    private let pool: FMDatabasePool

    /// Opens the file; nil if that fails.
    package required init?(path: String) {
        pool = FMDatabasePool(path: path)
        let isOpen = write { db in
            guard db.userVersion < 1 else { return }
            if db.executeStatements(schema) { db.userVersion = 1 } else { throw db.lastError() }
        }
        guard isOpen else { return nil }
    }

    package func groups() -> [Group] {
        var result: [Group] = []
        read { result = $0.all(#"SELECT * FROM "group" WHERE archived = 0 ORDER BY id"#, [], Group.init) }
        return result
    }

    package func group(_ id: Int64) -> Group? {
        var result: Group?
        read { result = $0.all(#"SELECT * FROM "group" WHERE id = ?"#, [id], Group.init).first }
        return result
    }

    package func groups(mutedAt date: Date) -> [Group] {
        var result: [Group] = []
        read { result = $0.all(#"SELECT * FROM "group" WHERE muted > ?"#, [date], Group.init) }
        return result
    }

    package func addGroup(_ id: Int64, title: String) {
        write {
            $0.executeUpdate(#"INSERT OR IGNORE INTO "group" (id, title) VALUES (?, ?)"#, withArgumentsIn: [id, title])
        }
    }

    package func archive(_ group: Int64) {
        write {
            $0.executeUpdate(#"UPDATE "group" SET archived = 1 WHERE id = ?"#, withArgumentsIn: [group])
        }
    }

    package func mute(_ group: Int64, until date: Date?) {
        write {
            $0.executeUpdate(#"UPDATE "group" SET muted = ? WHERE id = ?"#, withArgumentsIn: [date ?? NSNull(), group])
        }
    }

    package func deleteGroup(_ id: Int64) -> Bool {
        var done = false
        done = write { db in
            do {
                try db.executeUpdate(#"DELETE FROM message WHERE "group" = ?"#, values: [id])
                try db.executeUpdate(#"DELETE FROM draft WHERE "group" = ?"#, values: [id])
                try db.executeUpdate(#"DELETE FROM "group" WHERE id = ?"#, values: [id])
                done = true
            } catch { throw error }
        }
        return done
    }

    /// The newest messages of a group that are older than the one with the number.
    package func page(of group: Int64, before id: Int64, limit: Int) -> [Message] {
        var result: [Message] = []
        read {
            let sql = #"SELECT * FROM message WHERE "group" = ? AND id < ? ORDER BY id DESC LIMIT ?"#
            result = $0.all(sql, [group, id, limit], Message.init)
        }
        return result
    }

    package func message(_ id: Int64) -> Message? {
        var result: Message?
        read { result = $0.all("SELECT * FROM message WHERE id = ?", [id], Message.init).first }
        return result
    }

    /// "failed" is no column, so SQLite takes it for a text.
    package func failed() -> [Message] {
        var result: [Message] = []
        read { result = $0.all(#"SELECT * FROM message WHERE state = "failed""#, [], Message.init) }
        return result
    }

    package func messages(from name: String, kind: Kind) -> [Message] {
        var result: [Message] = []
        read {
            let sql = #"SELECT * FROM message WHERE "from" = ? AND kind = ?"#
            result = $0.all(sql, [name, kind.rawValue], Message.init)
        }
        return result
    }

    package func search(_ text: String) -> [Message] {
        var result: [Message] = []
        read {
            result = $0.all("SELECT * FROM message WHERE body LIKE ?", ["%" + text + "%"], Message.init)
        }
        return result
    }

    package func latest(in group: Int64) -> Date? {
        var result: Date?
        read {
            let sql = #"SELECT max(sent) FROM message WHERE "group" = ?"#
            result = $0.all(sql, [group]) { $0.date(forColumnIndex: 0) }.first ?? nil
        }
        return result
    }

    package func add(_ messages: [Message]) -> Bool {
        var done = false
        done = write { db in
            do {
                for message in messages {
                    try db.executeUpdate("INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?)", values: message.values)
                    try db.executeUpdate(
                        #"UPDATE "group" SET unread = unread + 1 WHERE id = ?"#, values: [message.group])
                }
                done = true
            } catch { throw error }
        }
        return done
    }

    package func setState(_ state: State, of id: Int64) {
        write {
            $0.executeUpdate("UPDATE message SET state = ? WHERE id = ?", withArgumentsIn: [state.rawValue, id])
        }
    }

    package func deleteMessages(before date: Date) {
        write { $0.executeUpdate("DELETE FROM message WHERE sent < ?", withArgumentsIn: [date]) }
    }

    /// Two queries that belong together.
    package func counts(of group: Int64) -> (unread: Int, messages: Int) {
        var result = (unread: 0, messages: 0)
        read {
            result.unread = $0.number(#"SELECT unread FROM "group" WHERE id = ?"#, [group])
            result.messages = $0.number(#"SELECT count(*) FROM message WHERE "group" = ?"#, [group])
        }
        return result
    }

    package func unread() -> Int {
        var result = 0
        read { result = $0.number(#"SELECT sum(unread) FROM "group""#) }
        return result
    }

    package func count(since date: Date) -> Int {
        var result = 0
        read { result = $0.number("SELECT count(*) FROM message WHERE sent >= ?", [date]) }
        return result
    }

    package func markRead(_ group: Int64) {
        write { $0.executeUpdate(#"UPDATE "group" SET unread = 0 WHERE id = ?"#, withArgumentsIn: [group]) }
    }

    package func draft(for group: Int64) -> String? {
        var result: String?
        read {
            let sql = #"SELECT body FROM draft WHERE "group" = ?"#
            result = $0.all(sql, [group]) { $0.string(forColumnIndex: 0) }.first ?? nil
        }
        return result
    }

    package func saveDraft(_ body: String, for group: Int64) {
        write { $0.executeUpdate("REPLACE INTO draft VALUES (?, ?)", withArgumentsIn: [group, body]) }
    }

    package func isBlocked(_ name: String) -> Bool {
        var result = false
        read { result = $0.number("SELECT blocked FROM contact WHERE name = ?", [name]) != 0 }
        return result
    }

    package func saveContact(_ name: String, isBlocked: Bool) {
        write {
            $0.executeUpdate("REPLACE INTO contact VALUES (?, ?)", withArgumentsIn: [name, isBlocked])
        }
    }

    package func close() {
        pool.close()
    }

    /// What the pool throws is logged, as FMDB logs the errors of a queue's statements.
    private func read(_ block: (FMDatabase) throws -> Void) {
        do { try pool.read(block) } catch { NSLog("read failed: \(error)") }
    }

    /// False if nothing was written.
    @discardableResult
    private func write(_ block: (FMDatabase) throws -> Void) -> Bool {
        do {
            try pool.write(block)
            return true
        } catch { NSLog("write failed: \(error)") }
        return false
    }
}
