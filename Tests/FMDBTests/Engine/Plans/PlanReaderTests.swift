import FMDB
import FMDBTestHelpers
import Testing

/// Texts of other versions than the linked one.
@Suite("Reading query plans")
struct PlanReaderTests {
    private typealias Row = PlanReader.Row

    /// Rows of SQLite 3.15: the number of the SELECT, and the text.
    private func old(_ rows: (Int, String)...) -> FMQueryPlan {
        PlanReader.plan(rows.map { Row($0.0, 0, $0.1) }, isTree: false)
    }

    private func kind(_ detail: String) -> FMQueryPlan.Kind {
        PlanReader.plan([Row(2, 0, detail)], isTree: true).steps[0].kind
    }

    @Test("the texts of SQLite 3.15 mean the same as today's")
    func oldTexts() {
        let pairs = [
            ("SCAN TABLE t", "SCAN t"), ("SCAN TABLE t USING INDEX t_ab", "SCAN t USING INDEX t_ab"),
            ("SEARCH TABLE t AS r USING INDEX t_ab (a=? AND b>?)", "SEARCH r USING INDEX t_ab (a=? AND b>?)"),
            ("SEARCH TABLE t USING INTEGER PRIMARY KEY (rowid=?)", "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)"),
            ("SEARCH TABLE w USING PRIMARY KEY (k=?)", "SEARCH w USING PRIMARY KEY (k=?)"),
            (
                "SEARCH TABLE u AS v USING AUTOMATIC COVERING INDEX (y=?)",
                "SEARCH v USING AUTOMATIC COVERING INDEX (y=?) LEFT-JOIN"
            ),
            ("EXECUTE LIST SUBQUERY 1", "LIST SUBQUERY 1"),
            ("EXECUTE CORRELATED SCALAR SUBQUERY 2", "CORRELATED SCALAR SUBQUERY 2"),
            ("SCAN SUBQUERY 1", "SCAN (subquery-1)"),
            ("SCAN TABLE f VIRTUAL TABLE INDEX 3:", "SCAN f VIRTUAL TABLE INDEX 3:"),
            ("COMPOUND SUBQUERIES 1 AND 2 USING TEMP B-TREE (EXCEPT)", "EXCEPT USING TEMP B-TREE"),
            ("COMPOUND SUBQUERIES 1 AND 2 (UNION ALL)", "UNION ALL"),
        ]
        for (old, new) in pairs {
            #expect(kind(old) == kind(new), "\(old)")
            #expect(kind(old) != .other, "\(old)")
        }
    }

    @Test("a plan of SQLite 3.15 becomes a tree")
    func oldTree() {
        let plan = old(
            (0, "SCAN TABLE u"), (0, "EXECUTE SCALAR SUBQUERY 1"), (1, "SEARCH TABLE t USING COVERING INDEX t_ab"),
            (0, "EXECUTE CORRELATED LIST SUBQUERY 2"), (2, "SCAN TABLE v"), (2, "USE TEMP B-TREE FOR ORDER BY"))
        #expect(
            "\(plan)" == """
                QUERY PLAN
                |--SCAN TABLE u
                |--EXECUTE SCALAR SUBQUERY 1
                |  `--SEARCH TABLE t USING COVERING INDEX t_ab
                `--EXECUTE CORRELATED LIST SUBQUERY 2
                   |--SCAN TABLE v
                   `--USE TEMP B-TREE FOR ORDER BY
                """)
        #expect(plan.allSteps.map(\.id) == [1, 2, 3, 4, 5, 6])
        #expect(plan.allSteps.map(\.parent) == [0, 0, 2, 0, 4, 4])
        #expect(plan.scannedTables == ["u", "v"] && plan.usedIndexes == ["t_ab"] && plan.sorts == ["ORDER BY"])
    }

    @Test("compound queries of SQLite 3.15 stand below what joins them")
    func oldCompound() {
        let plan = old(
            (2, "SCAN TABLE u"), (3, "SCAN TABLE t USING COVERING INDEX t_ab"),
            (1, "COMPOUND SUBQUERIES 2 AND 3 USING TEMP B-TREE (EXCEPT)"), (4, "SCAN TABLE v"),
            (0, "COMPOUND SUBQUERIES 1 AND 4 USING TEMP B-TREE (INTERSECT)"))
        #expect(
            "\(plan)" == """
                QUERY PLAN
                `--COMPOUND SUBQUERIES 1 AND 4 USING TEMP B-TREE (INTERSECT)
                   |--COMPOUND SUBQUERIES 2 AND 3 USING TEMP B-TREE (EXCEPT)
                   |  |--SCAN TABLE u
                   |  `--SCAN TABLE t USING COVERING INDEX t_ab
                   `--SCAN TABLE v
                """)
        #expect(plan.sorts == ["INTERSECT", "EXCEPT"])
        let recursive = old(
            (3, "SCAN TABLE c"), (1, "COMPOUND SUBQUERIES 0 AND 0 (UNION ALL)"), (0, "SCAN SUBQUERY 1 AS s"))
        #expect(recursive.allSteps.count == 3)
        #expect(recursive.steps.last?.kind == .scanSubquery("s"))
    }

    @Test("the texts between 3.24 and 3.35 are a tree with the words TABLE and SUBQUERY")
    func texts324() {
        let plan = PlanReader.plan(
            [
                Row(2, 0, "MATERIALIZE 1"), Row(9, 2, "SCAN TABLE u"), Row(20, 0, "SCAN SUBQUERY 1 AS s"),
                Row(30, 0, "SEARCH TABLE t AS r USING INDEX t_ab (ANY(a) AND b=?)"),
                Row(40, 0, "REUSE LIST SUBQUERY 3"),
            ], isTree: true)
        #expect(
            plan.allSteps.map(\.kind) == [
                .materialize("1"), .scan("u", index: nil), .scanSubquery("s"),
                .search(
                    "r",
                    index: FMQueryPlan.Index(
                        form: .named, name: "t_ab", terms: ["ANY(a)", "b=?"])),
                .reusedSubquery(3),
            ])
        #expect(plan.steps[0].steps.map(\.detail) == ["SCAN TABLE u"])
    }

    @Test("what newer versions write is read")
    func newTexts() {
        #expect(kind("BLOOM FILTER ON author (id=? AND b=?)") == .bloomFilter("author", terms: ["id=?", "b=?"]))
        #expect(kind("USING ROWID SEARCH ON TABLE author FOR IN-OPERATOR") == .rowNumbersForIn("author"))
        #expect(kind("USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY") == .temporaryTree("LAST 2 TERMS OF ORDER BY"))
        #expect(kind("SCAN main.t USING INDEX i") != .other)
        #expect(
            kind("SEARCH t USING AUTOMATIC PARTIAL COVERING INDEX (a=?)")
                == .search(
                    "t",
                    index: FMQueryPlan.Index(
                        form: .automatic, isCovering: true, isPartial: true, terms: ["a=?"])))
    }

    @Test(
        "what is not known is of the kind other, with its text",
        arguments: [
            "", " ", "SCAN", "SCAN ", "SEARCH", "scan t", "INDEX", "INDEX x", "INDEX 99999999999999999999", "MERGE",
            "MERGE (", "MERGE (X)",
            "COMPOUND SUBQUERIES", "COMPOUND SUBQUERIES 1 AND", "BLOOM FILTER ON", "BLOOM FILTER ON x",
            "USE TEMP B-TREE FOR ", "CO-ROUTINE ",
            "USING INDEX FOR IN-OPERATOR", "X USING TEMP B-TREE", "EXECUTE", "EXECUTE CORRELATED", "LIST SUBQUERY",
            "REUSE SUBQUERY -",
            "SCAN TABLE ", "SCAN SUBQUERY ", "VIRTUAL TABLE INDEX 1:", "SCAN\u{301} t", "a future step", "\u{0}",
        ])
    func unknown(_ detail: String) {
        #expect(kind(detail) == .other)
        #expect(PlanReader.plan([Row(1, 0, detail)], isTree: false).steps.map(\.detail) == [detail])
    }

    @Test("no numbers lose a step, or stop the reader")
    func strangeNumbers() {
        var numbers = SeededNumbers(5)
        let details = [
            "EXECUTE LIST SUBQUERY", "SCAN SUBQUERY", "COMPOUND SUBQUERIES 1 AND", "SCAN TABLE t", "SUBQUERY",
        ]
        for round in 0..<2000 {
            let rows = (0..<Int.random(in: 0...8, using: &numbers)).map { _ in
                Row(
                    Int.random(in: -1...4, using: &numbers), Int.random(in: -1...4, using: &numbers),
                    "\(details.randomElement(using: &numbers) ?? "") \(Int.random(in: 0...4, using: &numbers))")
            }
            for isTree in [true, false] {
                let plan = PlanReader.plan(rows, isTree: isTree)
                #expect(
                    plan.allSteps.map(\.detail).sorted() == rows.map(\.detail).sorted(), "round \(round), \(isTree)")
            }
        }
        let loop = old((1, "SCAN SUBQUERY 2"), (2, "SCAN SUBQUERY 1"), (3, "SCAN SUBQUERY 3"), (0, "SCAN TABLE t"))
        #expect(loop.allSteps.count == 4)
    }
}
