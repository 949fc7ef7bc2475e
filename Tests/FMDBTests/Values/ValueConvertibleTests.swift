import FMDB
import FMDBTestHelpers
import Testing

/// Optionals, enumerations, and types of a client's own. The types of the library are in the files beside this one.
@Suite struct ValueConvertibleTests {
    private let db = FMDatabase.memory()

    // MARK: Optional

    @Test func nilIsNull() throws {
        let name: String? = nil

        #expect(drawn(try db.query("SELECT \(name) AS name")) == "name\nNULL")
    }

    @Test func anOptionalIsStoredAsWhatItHolds() throws {
        let name: String? = "ann"

        #expect(drawn(try db.query("SELECT \(name) AS name")) == "name\n'ann'")
    }

    @Test func nullIsReadAsNil() throws {
        #expect(try db.value("SELECT NULL", as: String?.self) == nil)
    }

    @Test func aValueIsReadAsAnOptional() throws {
        #expect(try db.value("SELECT 'ann'", as: String?.self) == "ann")
    }

    @Test func anOptionalOfAnOptionalIsStoredAsWhatItHoldsInside() throws {
        let inside: Int?? = .some(.some(7))
        let nothingInside: Int?? = .some(nil)
        let nothing: Int?? = nil

        #expect(
            drawn(try db.query("SELECT \(inside) AS a, \(nothingInside) AS b, \(nothing) AS c")) == """
                a | b    | c
                7 | NULL | NULL
                """)
    }

    @Test func anOptionalOfAnOptionalReadsNullAsNil() throws {
        #expect(try db.value("SELECT NULL", as: Int??.self) == .none)
        #expect(try db.value("SELECT 7", as: Int??.self) == 7)
    }

    @Test func anOptionalDoesNotHideAValueThatDoesNotFit() {
        #expect(thrown { try db.value("SELECT 300", as: Int8?.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.value("SELECT 'x'", as: Int??.self) }?.resultCode == .mismatch)
    }

    @Test func anOptionalPassesOnThatItsValueCannotBeStored() {
        let large: UInt64? = .max

        #expect(thrown { try db.execute("SELECT \(large)") }?.resultCode == .mismatch)
    }

    // MARK: Enumerations

    private enum Level: Int, FMValueConvertible { case low = 1, high = 10 }
    private enum Colour: String, FMValueConvertible { case red, green }
    private enum Mask: UInt64, FMValueConvertible {
        case small = 1
        case large = 0xFFFF_FFFF_FFFF_FFFF
    }

    @Test func anEnumerationIsStoredAsItsRawValue() throws {
        #expect(
            drawn(try db.query("SELECT \(Level.high) AS level, \(Colour.green) AS colour")) == """
                level | colour
                10    | 'green'
                """)
    }

    @Test func anEnumerationIsReadByItsRawValue() throws {
        #expect(try db.value("SELECT 10", as: Level.self) == .high)
        #expect(try db.value("SELECT 'red'", as: Colour.self) == .red)
    }

    @Test func aRawValueWithoutACaseDoesNotFit() {
        #expect(thrown { try db.value("SELECT 5", as: Level.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.value("SELECT 'RED'", as: Colour.self) }?.resultCode == .mismatch)
        #expect(thrown { try db.value("SELECT 5", as: Level?.self) }?.resultCode == .mismatch)
    }

    @Test func nullIsNoCase() throws {
        #expect(thrown { try db.value("SELECT NULL", as: Level.self) }?.resultCode == .mismatch)
        #expect(try db.value("SELECT NULL", as: Level?.self) == nil)
    }

    @Test func aRawValueThatCannotBeStoredIsRefused() throws {
        #expect(drawn(try db.query("SELECT \(Mask.small) AS mask")) == "mask\n1")
        #expect(thrown { try db.query("SELECT \(Mask.large) AS mask") }?.resultCode == .mismatch)
    }

    // MARK: Types of a client's own

    /// Stored as text such as "3/4".
    private struct Fraction: FMValueConvertible, Equatable {
        var over: Int
        var under: Int

        var fmValue: FMValue {
            get throws(FMError) {
                guard under != 0 else { throw FMError(.mismatch, "nothing is divided by zero") }
                return .text("\(over)/\(under)")
            }
        }

        static func fromFMValue(_ value: FMValue) -> Fraction? {
            guard case .text(let text) = value else { return nil }
            let parts = text.split(separator: "/").compactMap { Int($0) }
            return parts.count == 2 ? Fraction(over: parts[0], under: parts[1]) : nil
        }
    }

    @Test func aTypeOfYourOwnIsStoredAndReadAsItSays() throws {
        let half = Fraction(over: 1, under: 2)

        #expect(drawn(try db.query("SELECT \(half) AS x")) == "x\n'1/2'")
        #expect(try db.value("SELECT ?", half, as: Fraction.self) == half)
        #expect(
            try db.rows("SELECT '3/4' UNION ALL SELECT NULL", as: Fraction?.self) == [Fraction(over: 3, under: 4), nil])
    }

    @Test func whatATypeOfYourOwnRefusesIsAMismatch() {
        let error = thrown { try db.value("SELECT 'half' AS share", as: Fraction.self) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "column share: expected Fraction, found text")
    }

    @Test func theErrorOfATypeOfYourOwnIsThrownWhenTheStatementRuns() {
        let error = thrown { try db.execute("SELECT \(Fraction(over: 1, under: 0))") }

        #expect(error?.message == "nothing is divided by zero")
    }

    @Test func theErrorOfATypeOfYourOwnIsThrownForAListedValue() {
        let error = thrown { try db.execute("SELECT ?", Fraction(over: 1, under: 0)) }

        #expect(error?.message == "nothing is divided by zero")
    }
}
