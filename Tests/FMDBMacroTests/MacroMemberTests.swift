import FMDBModel
import FMDBTestHelpers
import Testing

/// What a model does in whichever form it is declared.
@Suite struct MacroMemberTests {
    private let db: FMDatabase

    init() throws {
        db = FMDatabase.memory()
        db.logsErrors = false
    }

    private func member<Model: Member>(_ type: Model.Type = Model.self, _ name: String = "ann") -> Model {
        Model(name: name, email: "\(name)@example.org", address: Address(town: "Ulm", lines: ["a", "b"]), level: .high)
    }

    @Test(arguments: MemberKind.allCases) func itsTableIsTheSame(kind: MemberKind) throws {
        try check(kind.type)

        func check<Model: Member>(_ type: Model.Type) throws {
            let table = try type.fmTable
            let expected = try CodableMember.fmTable

            #expect(table.name == "member")
            #expect(table.options.unique == expected.options.unique)
            #expect(table.options.key == expected.options.key)
            #expect(table.options.renamed == expected.options.renamed)
            #expect(table.options.created == expected.options.created)
            #expect(table.options.updated == expected.options.updated)
            #expect(table.facts.sorted() == expected.facts.sorted())
        }
    }

    @Test(arguments: MemberKind.allCases) func itComesBackAsItWasStored(kind: MemberKind) throws {
        try check(kind.type)

        func check<Model: Member>(_ type: Model.Type) throws {
            try db.createTable(type)
            var ann: Model = member()
            try db.insert(&ann)
            let found = try db.find(type)

            #expect(found == [ann])
            #expect(ann.id == 1)
            #expect(ann.born == Date(timeIntervalSince1970: 1_000))
            #expect(ann.address == Address(town: "Ulm", lines: ["a", "b"]))
            #expect(ann.created > Date(timeIntervalSince1970: 1_000_000_000))
            #expect(ann.updated != nil)
        }
    }

    @Test(arguments: MemberKind.allCases) func itsValuesLieInTheTableInTheSameForm(kind: MemberKind) throws {
        try check(kind.type)

        func check<Model: Member>(_ type: Model.Type) throws {
            try db.createTable(type)
            try db.insert(member(type))
            let row = try db.query(
                "SELECT name, born_on, note, score, isActive, picture, level, typeof(address), typeof(created) FROM member"
            )

            #expect(
                drawn(row) == """
                    name  | born_on | note | score | isActive | picture | level  | typeof(address) | typeof(created)
                    'ann' | 1000000 | NULL | 0.5   | 1        | X'00FF' | 'high' | 'text'          | 'integer'
                    """)
        }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25)), arguments: MemberKind.allCases)
    func aFormerNameOfAColumnIsFound(kind: MemberKind) throws {
        try check(kind.type)

        func check<Model: Member>(_ type: Model.Type) throws {
            try db.createTable(type)
            try db.insert(member(type))
            try db.execute("ALTER TABLE member RENAME COLUMN born_on TO birth")

            #expect(try db.upgradeTable(type).renamed == ["born_on": "birth"])
            #expect(try db.find(type).map(\.born) == [Date(timeIntervalSince1970: 1_000)])
        }
    }

    @Test(arguments: MemberKind.allCases) func nilReplacesAValue(kind: MemberKind) throws {
        try check(kind.type)

        func check<Model: Member>(_ type: Model.Type) throws {
            try db.createTable(type)
            var ann: Model = member()
            ann.note = "note"
            try db.insert(&ann)
            ann.note = nil
            try db.update(ann)

            #expect(try db.find(type, id: 1)?.note == nil)
        }
    }

    @Test(arguments: MemberKind.allCases) func aUniqueColumnIsUnique(kind: MemberKind) throws {
        try check(kind.type)

        func check<Model: Member>(_ type: Model.Type) throws {
            try db.createTable(type)
            try db.insert(member(type))
            var other: Model = member(type, "bob")
            other.email = "ann@example.org"
            let error = #expect(throws: FMError.self) { try db.insert(other) }

            #expect(error?.resultCode == .constraint)
        }
    }

    @Test(arguments: MemberKind.allCases) func aRowThatDoesNotFitNamesItsColumn(kind: MemberKind) throws {
        try check(kind.type)

        func check<Model: Member>(_ type: Model.Type) throws {
            try db.createTable(type)
            try db.insert(member(type))
            try db.execute("UPDATE member SET level = 'none'")
            let error = #expect(throws: FMError.self) { try db.find(type) }

            #expect(error?.resultCode == .mismatch)
            #expect(error?.message.contains("level") == true)
        }
    }

    #if Macros
        @Test func eachFormReadsWhatTheOtherHasWritten() throws {
            try db.createTable(CodableMember.self)
            try db.insert(member(CodableMember.self))
            try db.insert(member(MacroMember.self, "bob"))
            let first = try db.find(CodableMember.self, orderBy: [.asc("id")])
            let second = try db.find(MacroMember.self, orderBy: [.asc("id")])

            #expect(first.map(\.name) == ["ann", "bob"])
            #expect(first.map(\.address) == second.map(\.address))
            #expect(first.map(\.created) == second.map(\.created))
        }
    #endif
}
