#if Checked
    import FMDBCheck
    import Foundation
    import Testing

    /// Each byte of a text stands where its place says.
    struct TextPlaceTests {
        /// Asserts that each run of each text begins at its place, and that the bytes of a run stand there one behind the other.
        ///
        /// - Returns: the texts.
        @discardableResult
        private func check(_ source: String) -> [String] {
            let uses = SourceReader.facts(of: source, file: "A.swift").uses
            let lines = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
                Array.init)
            for use in uses {
                let text = Array(use.text.sql.utf8)
                for (number, run) in use.text.runs.enumerated() {
                    let end = number + 1 < use.text.runs.count ? use.text.runs[number + 1].offset : text.count
                    for offset in run.offset..<end {
                        guard let place = use.text.place(at: offset) else {
                            Issue.record("no place for byte \(offset) of \(use.text.sql)")
                            continue
                        }
                        let line = place.line <= lines.count ? lines[place.line - 1] : []
                        guard place.column <= line.count else {
                            // The line feed itself.
                            #expect(text[offset] == UInt8(ascii: "\n") && place.column == line.count + 1)
                            continue
                        }
                        let byte = line[place.column - 1]
                        let first = lines[run.place.line - 1][run.place.column - 1]
                        let isReplaced = [UInt8(ascii: "\\"), UInt8(ascii: "%"), UInt8(ascii: "\r")].contains(first)
                        #expect(
                            byte == text[offset] || isReplaced,
                            "byte \(offset) of \(use.text.sql) is not at \(place.line):\(place.column)")
                    }
                }
            }
            return uses.map(\.text.sql)
        }

        private func place(of part: String, in source: String) -> String {
            guard let use = SourceReader.facts(of: source, file: "A.swift").uses.first,
                let range = use.text.sql.range(of: part)
            else { return "nothing" }
            let offset = use.text.sql.utf8.distance(from: use.text.sql.startIndex, to: range.lowerBound)
            return use.text.place(at: offset).map { "\($0.line):\($0.column)" } ?? "nowhere"
        }

        @Test
        func oneLine() {
            let source = "import FMDB\ntry db.execute(\"SELECT nme FROM person\")"
            #expect(check(source) == ["SELECT nme FROM person"])
            #expect(place(of: "nme", in: source) == "2:24")
        }

        @Test
        func severalLinesWithIndentationAndLineEnds() {
            let source = """
                import FMDB
                    db.executeUpdate(\"""
                        UPDATE person \\
                        SET name = ?
                          WHERE id = ?
                        \""", withArgumentsIn: [a, b])
                """
            #expect(check(source) == ["UPDATE person SET name = ?\n  WHERE id = ?"])
            #expect(place(of: "person", in: source) == "3:16")
            #expect(place(of: "SET", in: source) == "4:9")
            #expect(place(of: "WHERE", in: source) == "5:11")
        }

        @Test
        func carriageReturnsAreOneLineFeed() {
            let source =
                "import FMDB\r\ndb.executeStatements(\"\"\"\r\n  DELETE FROM a;\r\n  DELETE FROM b\r\n  \"\"\")\r\n"
            #expect(check(source) == ["DELETE FROM a;\nDELETE FROM b"])
            #expect(place(of: "b", in: source) == "4:15")
        }

        @Test
        func escapes() {
            let source = #"""
                db.executeUpdate("INSERT INTO \"a b\" VALUES ('\u{1F600}\t', 'é', x)", withArgumentsIn: [])
                """#
            #expect(check(source) == ["INSERT INTO \"a b\" VALUES ('😀\t', 'é', x)"])
            #expect(place(of: "x)", in: source) == "1:68")
        }

        @Test
        func rawStringsHaveOtherEscapes() {
            let source = ##"""
                db.executeUpdate(#"INSERT INTO "a" VALUES ('\n', '\#n', ?)"#, withArgumentsIn: [1])
                """##
            #expect(check(source) == ["INSERT INTO \"a\" VALUES ('\\n', '\n', ?)"])
            #expect(place(of: "?", in: source) == "1:57")
        }

        @Test
        func sumsAndConstants() {
            let source = """
                import FMDB
                let table = "person"
                let head = "SELECT 😀 FROM " + table
                db.executeQuery(head + " WHERE \\(Column.name) = ?", withArgumentsIn: [1])
                enum Column { static let name = "nick" }
                """
            #expect(check(source) == ["SELECT 😀 FROM person WHERE nick = ?"])
            #expect(place(of: "person", in: source) == "2:14")
            #expect(place(of: "WHERE", in: source) == "4:26")
            #expect(place(of: "nick", in: source) == "5:34")
        }

        @Test
        func interpolatedValuesAndNames() {
            let source = #"""
                try db.execute("UPDATE \(identifier: "a b") SET x = \(value), y = z WHERE id IN \(ids)")
                """#
            check(source.replacingOccurrences(of: #"\(identifier: "a b")"#, with: "person"))
            #expect(place(of: "z WHERE", in: source) == "1:67")
            #expect(place(of: "(?)", in: source) == "1:81")
        }

        @Test
        func formats() {
            let source = #"""
                db.executeUpdate(withFormat: "UPDATE a SET b = %@, c = '%d' WHERE d = %ld AND e LIKE 'x%%'", b, d)
                """#
            #expect(check(source) == ["UPDATE a SET b = ?, c = '%d' WHERE d = ? AND e LIKE 'x%%'"])
            #expect(place(of: "AND", in: source) == "1:75")
        }
    }
#endif
