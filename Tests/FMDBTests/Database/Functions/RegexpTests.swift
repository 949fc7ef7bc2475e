import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// `REGEXP` by Swift's regular expressions.
@Suite struct RegexpTests {
    private let db = FMDatabase.memory()

    private func matches(_ text: FMValue, _ pattern: FMValue) throws -> FMValue {
        try db.value("SELECT \(text) REGEXP \(pattern)", as: FMValue.self)
    }

    @Test func aPatternMatchesAnywhere() throws {
        try db.addRegexpFunction()
        #expect(try matches(.text("see AB-12 there"), .text("[A-Z]{2}-[0-9]+")) == .integer(1))
        #expect(try matches(.text("see AB-12 there"), .text("^[A-Z]{2}-[0-9]+$")) == .integer(0))
        #expect(try matches(.text("GRÖSSE"), .text("(?i)größe|grösse")) == .integer(1))
        #expect(try matches(.text(""), .text("")) == .integer(1))
        #expect(try matches(.text("資料庫"), .text("料.$")) == .integer(1))
    }

    @Test func nothingMatchesNULL() throws {
        try db.addRegexpFunction()
        #expect(try matches(.null, .text("a")) == .null)
        #expect(try matches(.text("a"), .null) == .null)
    }

    @Test func numbersAreMatchedAsTexts() throws {
        try db.addRegexpFunction()
        #expect(try matches(.integer(2024), .text("^20")) == .integer(1))
        #expect(try matches(.real(1.5), .text("^1\\.5$")) == .integer(1))
        #expect(try matches(.text("a7"), .integer(7)) == .integer(1))
    }

    @Test func manyPatternsOfOneStatementAreKeptApart() throws {
        try db.addRegexpFunction()
        for _ in 0..<2 {
            for number in 0..<40 {
                #expect(try matches(.text("<\(number)>"), .text("<\(number)>")) == .integer(1))
                #expect(try matches(.text("<\(number)>"), .text("<\(number + 1)>")) == .integer(0))
            }
        }
        #expect(
            try db.value(
                """
                WITH RECURSIVE n (x) AS (VALUES (0) UNION ALL SELECT x + 1 FROM n WHERE x < 99)
                SELECT count(*) FROM n AS a, n AS b WHERE 'v' || a.x || ';' REGEXP 'v' || b.x || ';'
                """, as: Int.self) == 100)
    }

    @Test func whatIsNoPatternFailsTheStatement() throws {
        try db.addRegexpFunction()
        for pattern in ["(", "[", "a**+?", "(?<", "\\"] {
            let error = thrown { try matches(.text("a"), .text(pattern)) }
            #expect(error?.resultCode == .error)
            #expect(error?.message.hasPrefix("REGEXP: the pattern is not a regular expression: ") == true)
        }
        #expect(try matches(.text("a"), .text("a")) == .integer(1))
    }

    @Test func theTextOfAPatternIsNotShown() throws {
        try db.addRegexpFunction()
        #expect(
            thrown { try matches(.text("a"), .text("secret(")) }?.message
                == "REGEXP: the pattern is not a regular expression: expected ')', at byte 7")
        let patterns = [
            "\\p{secret}", "(?<secret>a)(?<secret>b)", "\\k<secret>", "[[:secret:]]", "\\x{secret}", "\\p{'secret'}",
            "x{007,1}", "\\u{110007}", "\\7007", "secret)",
        ]
        for pattern in patterns {
            let error = try #require(thrown { try matches(.text("a"), .text(pattern)) })
            for text in [error.message, "\(error)", "\(error.userInfo)"] {
                #expect(!text.contains("secret") && !text.contains("007"), "\(text)")
            }
            #expect(error.message.contains(", at byte "))
        }
    }

    @Test func lengthsAreBounded() throws {
        try db.addRegexpFunction(maximumPatternLength: 4, maximumTextLength: 6)
        #expect(try matches(.text("abcdef"), .text("abcd")) == .integer(1))
        let pattern = thrown { try matches(.text("a"), .text("abcde")) }
        #expect(pattern?.resultCode == .tooBig)
        #expect(pattern?.message == "REGEXP: the pattern has 5 bytes, more than 4")
        #expect(
            thrown { try matches(.text("äöüa"), .text("a")) }?.message == "REGEXP: the text has 7 bytes, more than 6")
        for (patternLength, textLength) in [(-1, 0), (0, -1), (.min, .max)] {
            let error = thrown {
                try db.addRegexpFunction(maximumPatternLength: patternLength, maximumTextLength: textLength)
            }
            #expect(error?.resultCode == .misuse)
        }
    }

    @Test func itIsRemovedAsAnyFunction() throws {
        #expect(thrown { try matches(.text("a"), .text("a")) }?.message.contains("no such function: REGEXP") == true)
        try db.addRegexpFunction()
        try db.execute("CREATE TABLE t (code TEXT CHECK (code REGEXP '^[a-z]+$'))")
        try db.execute("INSERT INTO t VALUES ('abc')")
        #expect(thrown { try db.execute("INSERT INTO t VALUES ('ABC')") }?.resultCode == .constraint)
        try db.removeFunction("regexp", argumentCount: 2)
        #expect(thrown { try matches(.text("a"), .text("a")) } != nil)
    }
}
