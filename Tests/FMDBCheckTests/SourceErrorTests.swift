#if Checked
    import FMDBCheck
    import Testing

    /// Sources that are not Swift, or that nobody writes.
    struct SourceErrorTests {
        @Test
        func errorsHaveAPlaceAndTheRestIsRead() {
            let source = """
                import FMDB
                func f() { db.executeUpdate("DELETE FROM a") }
                func g( { db.executeUpdate("DELETE FROM b") }
                func h() { db.executeUpdate("DELETE FROM c") }
                """
            let facts = SourceReader.facts(of: source, file: "A.swift")
            #expect(facts.errors.first?.place.line == 3)
            #expect(facts.uses.map(\.text.sql).contains("DELETE FROM a"))
            #expect(facts.uses.map(\.text.sql).contains("DELETE FROM c"))
        }

        @Test(arguments: [
            "", "\u{FEFF}import FMDB", "{{{{", "\"", "\"\"\"", "db.execute(", "#\"", "let a = \\", "\0", "\r\r\r",
            "func f(", "🙂",
        ])
        func noSourceCrashes(_ source: String) {
            let facts = SourceReader.facts(of: source, file: "A.swift")
            #expect(facts.uses.isEmpty)
            #expect(
                SourceReader.facts(of: source + "\ndb.executeUpdate(\"DELETE FROM a\", values: nil)", file: "A.swift")
                    .uses.count <= 1)
        }

        @Test
        func deepNestingAndLongChains() {
            let count = 10_000
            let parentheses = String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count)
            let brackets = String(repeating: "[", count: count) + String(repeating: "]", count: count)
            let chain = "a" + String(repeating: ".b()", count: count)
            let sum = "\"x\"" + String(repeating: " + \"y\"", count: count)
            let ternaries = String(repeating: "c ? \"x\" : ", count: count) + "\"y\""
            let closures = String(repeating: "{ ", count: count) + String(repeating: "}", count: count)
            for text in [parentheses, brackets, closures] {
                let facts = SourceReader.facts(of: "import FMDB\nlet b = \(text)", file: "A.swift")
                #expect(facts.uses.isEmpty)
                #expect(facts.errors.map(\.place.line) == [2])
            }
            for text in [chain, ternaries] {
                let source =
                    "import FMDB\ndb.executeUpdate(\"DELETE FROM a\")\nlet b = \(text)\ndb.executeUpdate(\(text))"
                #expect(SourceReader.facts(of: source, file: "A.swift").uses.map(\.text.sql) == ["DELETE FROM a"])
            }
            let uses = SourceReader.facts(of: "import FMDB\ndb.executeUpdate(\(sum))", file: "A.swift").uses
            #expect(uses.first?.text.sql.utf8.count == count + 1)
        }

        @Test
        func aConstantOfItself() {
            let source = "import FMDB\nlet a = b + \"x\"\nlet b = a + \"y\"\ndb.executeUpdate(a)"
            #expect(SourceReader.facts(of: source, file: "A.swift").unfollowed.count == 1)
        }
    }
#endif
