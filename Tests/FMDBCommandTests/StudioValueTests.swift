#if Tool && os(Linux)
    import FMDB
    import Foundation
    import Testing

    @testable import FMDBCommand

    /// What goes between the studio and its page.
    @Suite struct StudioValueTests {
        @Test(arguments: [
            FMValue.null, .integer(0), .integer(.min), .integer(9_007_199_254_740_993), .real(0.1), .real(-0.0),
            .real(.infinity),
            .real(-1e308), .text(""), .text("n"), .text("i5"), .text("a\0b\n\u{1F600}"), .blob(Data()),
            .blob(Data([0, 255])),
        ])
        func valuesComeBackAsTheyWere(value: FMValue) throws {
            let data = try JSONEncoder().encode([ExactValue(value)])
            let back = try #require(try JSONDecoder().decode([ExactValue].self, from: data).first).value
            #expect(back == value)
            if case .real(let real) = value, case .real(let other) = back {
                #expect(real.bitPattern == other.bitPattern)
            }
        }

        @Test(arguments: ["", "x", "i", "i1.5", "i9223372036854775808", "rzz", "b*", "nx"])
        func otherTextsAreNoValues(text: String) {
            #expect(ExactValue(text: text) == nil)
        }

        @Test func longTextsAreCutBetweenCharacters() {
            let text = "a" + String(repeating: "é", count: 400)
            #expect(ShownCell(text: text) == .longText("a" + String(repeating: "é", count: 249), 801))
            let emoji = String(repeating: "\u{1F600}", count: 200)
            #expect(ShownCell(text: "abc" + emoji) == .longText("abc" + String(emoji.prefix(124)), 803))
            #expect(ShownCell(text: String(repeating: "x", count: 500)) == .text(String(repeating: "x", count: 500)))
        }

        @Test func tokensAreComparedWhole() {
            let token = Gate.makeToken()
            let gate = Gate(port: 1, token: token)
            #expect(token.count == 64 && token != Gate.makeToken())
            #expect(gate.isToken(token.utf8))
            for wrong in [
                "", String(token.dropLast()), token + "0", String(repeating: "0", count: 64), String(token.reversed()),
            ] {
                #expect(!gate.isToken(wrong.utf8))
            }
        }

        @Test(arguments: [
            ("12", FMSchema.Affinity.integer, FMValue.integer(12)), ("12", .text, .text("12")),
            ("1.5", .numeric, .real(1.5)),
            ("0x10", .integer, .text("0x10")), ("inf", .real, .text("inf")), ("nan", .real, .text("nan")),
            ("", .integer, .text("")),
            ("12", .blob, .text("12")), ("1e400", .real, .real(.infinity)),
        ])
        func typedTextsBecomeValues(text: String, affinity: FMSchema.Affinity, value: FMValue) {
            #expect(PagePlan.value(of: text, affinity) == value)
        }

        @Test(arguments: [
            ("PRAGMA hexkey = 'ff'", false), ("attach 'a.db' AS a KEY 'x'", false), (" SELECT 1", false),
            ("ppragma key = 'a'", false), ("PRAGMA; rekey='a'", false), ("attachh 'a.db' AS a KEY 'x'", false),
            ("CREATE TABLE key (a)", true), ("PRAGMA user_version; SELECT key FROM t", true),
        ])
        func theHistoryKeepsNoKeys(sql: String, isKept: Bool) {
            var history = History()
            history.add(sql)
            #expect((history.entries.last == sql) == isKept)
        }

        @Test func typedBytes() throws {
            let typed = { (text: String) in Editor.Typed(kind: .blob, text: text) }
            #expect(try typed("00 fF\n10").value(.blob) == .blob(Data([0, 255, 16])))
            #expect(try typed("").value(.blob) == .blob(Data()))
            for wrong in ["0", "0g", "0x00", "é"] {
                #expect(throws: StudioError.self) { try typed(wrong).value(.blob) }
            }
        }

        @Test(arguments: [
            ("red wine", "\"red\" \"wine*\""), ("a\"b OR (", "\"a\" \"b\" \"OR*\""), (" -- ", ""), ("", ""),
        ])
        func wordsForFTS4(text: String, pattern: String) {
            #expect(SearchAnswer.words(text) == pattern)
        }
    }
#endif
