import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Collations of one's own, and the orders that the library has.
@Suite struct CollationTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("CREATE TABLE t (x)")
    }

    private func sorted(_ texts: [String], by collation: String) throws -> [String] {
        try db.execute("DELETE FROM t")
        for text in texts.shuffled() { try db.execute("INSERT INTO t VALUES (\(text))") }
        return try db.rows("SELECT x FROM t ORDER BY x COLLATE \(identifier: collation)", as: String.self)
    }

    // MARK: Orders of the library

    @Test func digitsCountAsNumbers() throws {
        try db.addCollation("natural_order", .natural)
        let texts = [
            "", "0", "00", "1", "01", "2", "10", "a", "a 9 b", "a 10", "a1", "a01", "a001", "a1.9", "a1.10", "a2", "b",
            "x340282366920938463463374607431768211455", "x340282366920938463463374607431768211456", "Ä",
        ]
        #expect(
            try sorted(texts, by: "natural_order")
                == [
                    "", "0", "00", "1", "01", "2", "10", "a", "a 9 b", "a 10", "a1", "a01", "a001", "a1.9", "a1.10",
                    "a2",
                    "b", "x340282366920938463463374607431768211455", "x340282366920938463463374607431768211456", "Ä",
                ])
        #expect(try db.value("SELECT 'a01' = 'a1' COLLATE natural_order", as: Bool.self) == false)
        #expect(try db.value("SELECT 'a' = 'A' COLLATE natural_order", as: Bool.self) == false)
    }

    @Test func theCaseOfLettersMayBeIgnored() throws {
        try db.addCollation("natural_order", .naturalIgnoringCase)
        #expect(
            try sorted(["File 10", "file 9", "FILE 11", "@", "[", "z"], by: "natural_order")
                == ["@", "[", "file 9", "File 10", "FILE 11", "z"])
        #expect(try db.value("SELECT 'File 10' = 'fILE 10' COLLATE natural_order", as: Bool.self) == true)
        #expect(try db.value("SELECT 'Ä' = 'ä' COLLATE natural_order", as: Bool.self) == false)
    }

    @Test func languagesHaveTheirOrders() throws {
        try db.addCollation("swedish", .localized(Locale(identifier: "sv_SE")))
        try db.addCollation("german", .localized(Locale(identifier: "de_DE")))
        #expect(try sorted(["z", "ä", "a", "b"], by: "swedish") == ["a", "b", "z", "ä"])
        #expect(try sorted(["z", "ä", "a", "b", "B"], by: "german") == ["a", "ä", "b", "B", "z"])
    }

    @Test func optionsOfTheLocalizedOrderCount() throws {
        let german = Locale(identifier: "de_DE")
        try db.addCollation("loose", .localized(german, options: [.caseInsensitive, .diacriticInsensitive]))
        #expect(try db.value("SELECT 'Über' = 'uber' COLLATE loose", as: Bool.self) == true)
        try db.addCollation("numbers", .localized(german, options: [.numeric, .caseInsensitive]))
        #expect(try sorted(["Äpfel 10", "äpfel 9", "zwei"], by: "numbers") == ["äpfel 9", "Äpfel 10", "zwei"])
        // What is for searching would break the order.
        try db.addCollation("backwards", .localized(german, options: [.backwards, .anchored, .literal]))
        #expect(try sorted(["ab", "a", "b"], by: "backwards") == ["a", "ab", "b"])
    }

    @Test func ordersAreOrders() throws {
        try db.addCollation("natural_order", .natural)
        try db.addCollation("loose", .naturalIgnoringCase)
        try db.addCollation("language", .localized(Locale(identifier: "en_US"), options: .numeric))
        let letters = ["0", "0", "1", "9", "a", "B", "b", ".", "é"]
        func text() -> String {
            (0..<Int.random(in: 0...6)).map { _ in letters.randomElement()! }.joined()
        }
        for collation in ["natural_order", "loose", "language"] {
            for _ in 0..<2_000 {
                let texts = [text(), text(), text()]
                func isLess(_ left: String, _ right: String) throws -> Bool {
                    try db.value("SELECT \(left) < \(right) COLLATE \(identifier: collation)", as: Bool.self)
                }
                let (ab, bc, ac) = (
                    try isLess(texts[0], texts[1]), try isLess(texts[1], texts[2]), try isLess(texts[0], texts[2])
                )
                if ab && bc { #expect(ac, "\(collation): \(texts)") }
                if !ab && !bc { #expect(!ac, "\(collation): \(texts)") }
                if ab { #expect(try !isLess(texts[1], texts[0]), "\(collation): \(texts)") }
            }
        }
    }

    // MARK: One's own

    @Test func closuresCompare() throws {
        try db.addCollation("by_length") { a, b in
            a.count == b.count ? .orderedSame : a.count < b.count ? .orderedAscending : .orderedDescending
        }
        #expect(try sorted(["ccc", "b", "aa"], by: "by_length") == ["b", "aa", "ccc"])
        try db.addCollation("case") { $0.caseInsensitiveCompare($1) }
        #expect(try db.value("SELECT 'ÄÖ' = 'äö' COLLATE \"CASE\"", as: Bool.self) == true)
    }

    @Test func indexesAreUsed() throws {
        try db.addCollation("natural_order", .natural)
        try db.execute("CREATE TABLE file (name TEXT COLLATE natural_order UNIQUE)")
        for number in (1...200).shuffled() { try db.execute("INSERT INTO file VALUES (\("file \(number)"))") }
        let names = try db.rows("SELECT name FROM file WHERE name > 'file 150' ORDER BY name", as: String.self)
        #expect(names == (151...200).map { "file \($0)" })
        #expect(thrown { try db.execute("INSERT INTO file VALUES ('file 7')") }?.resultCode == .constraint)
        #expect(try db.value("PRAGMA integrity_check", as: String.self) == "ok")
    }

    @Test func whatIsNotUTF8ComesLast() throws {
        try db.addCollation("same") { _, _ in .orderedSame }
        for text in ["x'ff'", "x'fe'", "x'f0'", "x'61'"] {
            try db.execute(FMSQL(raw: "INSERT INTO t VALUES (CAST(\(text) AS TEXT))"))
        }
        #expect(
            try db.rows("SELECT hex(x) FROM t ORDER BY x COLLATE same", as: String.self) == ["61", "F0", "FE", "FF"])
        #expect(try db.value("SELECT count(DISTINCT x COLLATE same) FROM t", as: Int.self) == 4)
    }

    @Test func textsWithNULAreCompared() throws {
        try db.addCollation("plain") { a, b in a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame }
        #expect(try db.value("SELECT \("a\0b") < \("a\0c") COLLATE plain", as: Bool.self) == true)
        try db.addCollation("natural_order", .natural)
        #expect(try db.value("SELECT \("a\09") < \("a\010") COLLATE natural_order", as: Bool.self) == true)
    }

    // MARK: Registration

    @Test func namesThatCannotBeAreRefused() throws {
        for name in ["", "a\0b", "BINARY", "nocase", "Rtrim"] {
            #expect(thrown { try db.addCollation(name, .natural) }?.resultCode == .misuse)
            #expect(thrown { try db.addCollation(name) { _, _ in .orderedSame } }?.resultCode == .misuse)
            #expect(thrown { try db.removeCollation(name) }?.resultCode == .misuse)
        }
        #expect(try sorted(["b", "A", "a"], by: "BINARY") == ["A", "a", "b"])
        #expect(thrown { try FMDatabase().addCollation("natural_order", .natural) }?.resultCode == .misuse)
    }

    @Test func aCollationIsReplacedAndRemoved() throws {
        try db.addCollation("mine", .natural)
        try db.addCollation("MINE") { b, a in a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame }
        #expect(try sorted(["1", "2", "10"], by: "mine") == ["2", "10", "1"])
        let rows = try db.query("SELECT x FROM t ORDER BY x COLLATE mine")
        #expect(rows.next())
        #expect(thrown { try db.addCollation("mine", .natural) }?.resultCode == .busy)
        #expect(thrown { try db.removeCollation("mine") }?.resultCode == .busy)
        rows.close()
        try db.removeCollation("mine")
        try db.removeCollation("never")
        #expect(thrown { try sorted(["1"], by: "mine") }?.message == "no such collation sequence: mine")
    }

    @Test func whatAClosureHasIsReleased() throws {
        let counter = ReleaseCounter()
        func add() throws {
            let held = counter.object()
            try db.addCollation("mine") { _, _ in withExtendedLifetime(held) { .orderedSame } }
        }
        try add()
        try add()
        #expect(counter.released == 1)
        try db.removeCollation("mine")
        #expect(counter.released == 2)
        try add()
        let rows = try db.query("SELECT 1 FROM (SELECT 'a' AS x UNION ALL SELECT 'b') ORDER BY x COLLATE mine")
        #expect(rows.next())
        #expect(thrown { try add() }?.resultCode == .busy)
        #expect(counter.released == 3)
        rows.close()
        db.close()
        #expect(counter.released == 4)
    }
}

/// Counts the objects that it has made and that are gone.
private final class ReleaseCounter {
    private(set) var released = 0

    final class Held {
        private let counter: ReleaseCounter

        init(_ counter: ReleaseCounter) { self.counter = counter }
        deinit { counter.released += 1 }
    }

    func object() -> Held { Held(self) }
}
