#if Macros
    import FMDBModel
    import FMDBTestHelpers
    import Testing

    /// Models of the macro that are called before and after they are written.
    @Suite struct MacroCallbackTests {
        /// It says so itself.
        @FMModel(unique: [["title"]])
        struct Song: FMModelCallbacks, Equatable {
            var id: Int64?
            var title: String
            var letters = 0
            @FMCreated var made: Date?

            mutating func willSave(in database: FMDatabase) throws { letters = title.count }
            mutating func willInsert(in database: FMDatabase) throws { try log("insert", database) }
            func didSave(in database: FMDatabase) throws { try log("saved", database) }
            func willDelete(in database: FMDatabase) throws { try log("delete", database) }
            func didDelete(in database: FMDatabase) throws { try log("deleted", database) }

            private func log(_ call: String, _ database: FMDatabase) throws {
                let text = "\(call) \(id ?? 0) \(title) \(letters)"
                try database.execute("INSERT INTO log VALUES (\(text), \(made != nil))")
            }
        }

        /// An extension says so.
        @FMModel
        struct Chord: Equatable {
            @FMKey var name: String
            var notes: Int
        }

        @FMModel
        final class Album: FMModelCallbacks {
            var id: Int64?
            var name: String

            init(_ name: String) { self.name = name }

            func willSave(in database: FMDatabase) throws { name += "!" }
        }

        private let db = FMDatabase.memory()

        init() throws {
            try db.createTable(Song.self)
            try db.createTable(Chord.self)
            try db.createTable(Album.self)
            try db.execute("CREATE TABLE log (call TEXT, isMade INTEGER)")
        }

        /// What has been called since the last time.
        private func calls() throws -> [String] {
            let calls = try db.rows("SELECT call FROM log ORDER BY rowid", as: String.self)
            try db.execute("DELETE FROM log")
            return calls
        }

        @Test func aModelIsCalled() throws {
            var song = Song(title: "one")
            try db.insert(&song)
            #expect((song.id, song.letters) == (1, 3))
            #expect(try db.value("SELECT isMade FROM log WHERE call LIKE 'saved%'"))
            #expect(try calls() == ["insert 0 one 3", "saved 1 one 3"])

            try db.insert([Song(title: "seven"), Song(title: "two")])
            song.title = "eleven"
            try db.save(song)
            try db.update(Song(id: 1, title: "ten"))
            #expect(
                try calls() == [
                    "insert 0 seven 5", "saved 2 seven 5", "insert 0 two 3", "saved 3 two 3", "saved 1 eleven 6",
                    "saved 1 ten 3",
                ])
            #expect(try db.upsert(Song(title: "seven"), by: \.title).id == 2)
            #expect(try db.delete(Song(id: 3, title: "two")))
            #expect(try calls() == ["saved 2 seven 5", "delete 3 two 0", "deleted 3 two 0"])
        }

        @Test func anExtensionMayConform() throws {
            try db.insert(Chord(name: "c", notes: 3))
            try db.save([Chord(name: "c", notes: 4), Chord(name: "d", notes: 5)])
            #expect(try db.find(Chord.self) == [Chord(name: "c", notes: 8), Chord(name: "d", notes: 10)])
            #expect(thrown { try db.save(Chord(name: "e", notes: -1)) }?.message == "no notes")
            #expect(try db.count(Chord.self) == 2)
        }

        @Test func anObjectIsCalled() throws {
            let album = Album("a")
            try db.insert(album)
            try db.insert([Album("b")])
            #expect(try db.find(Album.self).map(\.name) == ["a!", "b!"])
        }
    }

    extension MacroCallbackTests.Chord: FMModelCallbacks {
        mutating func willSave(in database: FMDatabase) throws {
            if notes < 0 { throw FMError(.misuse, "no notes") }
            notes *= 2
        }
    }
#endif
