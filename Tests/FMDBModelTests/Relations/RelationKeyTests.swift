import FMDBModel
import FMDBTestHelpers
import Testing

/// Relations by keys of all kinds.
@Suite struct RelationKeyTests {
    private struct Piece: Codable, FMModel, Sendable, Equatable {
        static let parts = hasMany(Part.self, by: "piece")

        var id: Data
    }

    private struct Part: Codable, FMModel, Sendable, Equatable {
        static let whole = belongsTo(Piece.self, by: "piece")

        var id: Int64?
        var piece: Data?
    }

    private struct Seat: Codable, FMModel, Sendable, Equatable {
        static let tableOptions = FMTableOptions(key: ["line", "number"])
        static let tickets = hasMany(Ticket.self, by: "line", "place")

        var line: String
        var number: Int
    }

    private struct Ticket: Codable, FMModel, Sendable, Equatable {
        static let seat = belongsTo(Seat.self, by: "line", "place")

        var id: Int64?
        var line: String?
        var place: Int?
    }

    private struct Level: Codable, FMModel, Sendable, Equatable {
        static let marks = hasMany(Mark.self, by: "level")

        var id: Double
    }

    private struct Mark: Codable, FMModel, Sendable, Equatable {
        static let height = belongsTo(Level.self, by: "level")

        var level: Int?
    }

    private let db = FMDatabase.memory()

    @Test(arguments: [3, 2500])
    func keysAreBytes(_ count: Int) throws {
        let pieces = (0..<count).map { Piece(id: Data([0, UInt8($0 >> 8), UInt8($0 & 255)])) }
        try db.createTable(Piece.self)
        try db.createTable(Part.self)
        try db.insert(pieces)
        try db.insert(pieces.map { Part(piece: $0.id) } + [Part(piece: nil), Part(piece: Data([9]))])

        let wholes = try db.find(Part.all.order(by: .asc("id")).including(Part.whole))
        #expect(wholes.map(\.1) == pieces.map(Optional.some) + [nil, nil])
        for request in [Piece.all, Piece.all.where("1")] {
            let found = try db.find(request.including(Piece.parts))
            #expect(found.count == count)
            #expect(found.allSatisfy { piece, parts in parts.map(\.piece) == [piece.id] })
        }
        #expect(try db.find(Piece.parts.of(pieces[1])).map(\.id) == [2])
        #expect(try db.count(Part.all.where(Part.whole.exists)) == count)
    }

    @Test func keysHaveSeveralColumns() throws {
        let seats = [Seat(line: "a", number: 1), Seat(line: "a", number: 2), Seat(line: "b\"", number: 1)]
        try db.createTable(Seat.self)
        try db.createTable(Ticket.self)
        try db.insert(seats)
        try db.insert([
            Ticket(line: "a", place: 2), Ticket(line: "b\"", place: 1), Ticket(line: "a", place: 2),
            Ticket(line: "a", place: nil), Ticket(line: "c", place: 1),
        ])

        let seen = try db.find(Ticket.all.order(by: .asc("id")).including(Ticket.seat))
        #expect(seen.map(\.1) == [seats[1], seats[2], seats[1], nil, nil])
        for request in [Seat.all, Seat.all.where("1")] {
            let found = try db.find(request.order(by: .asc("line"), .asc("number")).including(Seat.tickets))
            #expect(found.map { $0.1.compactMap(\.id) } == [[], [1, 3], [2]])
        }
        #expect(try db.find(Seat.all.where(Seat.tickets.count == 2)) == [seats[1]])
        #expect(try db.find(Seat.all.where(!Seat.tickets.exists)) == [seats[0]])
        #expect(try db.find(Seat.tickets.of(seats[1])).count == 2)
        #expect(try db.find(Ticket.seat.of(Ticket(line: "a", place: nil))) == [])
    }

    @Test func wholeFractionsAreNumbers() throws {
        try db.createTable(Level.self)
        try db.createTable(Mark.self)
        try db.insert([Level(id: 1), Level(id: 2.5), Level(id: 3)])
        try db.insert([Mark(level: 1), Mark(level: 3), Mark(level: 2), Mark(level: nil)])

        #expect(try db.find(Mark.all.including(Mark.height)).map { $0.1?.id } == [1, 3, nil, nil])
        let found = try db.find(Level.all.where("1").order(by: .asc("id")).including(Level.marks))
        #expect(found.map(\.1.count) == [1, 0, 1])
    }
}
