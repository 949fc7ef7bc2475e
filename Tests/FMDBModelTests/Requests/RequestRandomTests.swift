import FMDBModel
import FMDBTestHelpers
import Testing

/// Random requests of tables of random forms, beside SQL that is written in another way: with aliases, and with subqueries in place of window functions.
@Suite struct RequestRandomTests {
    /// A condition on volumes, and the same of a table under a name.
    private struct Condition {
        let condition: FMWhere<Volume>
        let sql: (_ name: String) -> String

        init(_ condition: FMWhere<Volume>, _ sql: @escaping (String) -> String) {
            (self.condition, self.sql) = (condition, sql)
        }

        static func random(_ depth: Int = 2) -> Condition {
            guard depth > 0, Bool.random() else { return simple() }
            let (left, right) = (random(depth - 1), random(depth - 1))
            switch Int.random(in: 0...2) {
            case 0: return Condition(left.condition && right.condition) { "(\(left.sql($0)) AND \(right.sql($0)))" }
            case 1: return Condition(left.condition || right.condition) { "(\(left.sql($0)) OR \(right.sql($0)))" }
            default: return Condition(!left.condition) { "ifnull(\(left.sql($0)), 0) = 0" }
            }
        }

        private static func simple() -> Condition {
            let fields = Volume.Columns()
            let (year, number, name) = (Int.random(in: 0...4), Int.random(in: 0...2), "\(Int.random(in: 0...2))")
            switch Int.random(in: 0...8) {
            case 0: return Condition(fields.year >= year) { "\($0).year >= \(year)" }
            case 1: return Condition("\(fields.year) % \(2) = \(number)") { "\($0).year % 2 = \(number)" }
            case 2: return Condition(fields.author == nil) { "\($0).author IS NULL" }
            case 3:
                return Condition(Volume.writer.where { $0.name == name }.exists) {
                    "EXISTS (SELECT 1 FROM Author AS x WHERE x.id = \($0).author AND x.name = '\(name)')"
                }
            case 4:
                return Condition(Volume.labels.count > number) {
                    "(SELECT count(DISTINCT p.label) FROM Labelling AS p WHERE p.volume = \($0).isbn AND p.label < 4) > \(number)"
                }
            case 5:
                return Condition("EXISTS (SELECT 1 FROM Author AS x WHERE x.mentor = \(fields.author))") {
                    "\($0).author IN (SELECT mentor FROM Author)"
                }
            case 6:
                return Condition(fields.title.in(["a", name])) { "(\($0).title = 'a' OR \($0).title = '\(name)')" }
            case 7:
                let others = Volume.all.where { $0.year == year }.select(\.title)
                return Condition(fields.title.in(others)) {
                    "EXISTS (SELECT 1 FROM Volume AS y WHERE y.year = \(year) AND y.title = \($0).title)"
                }
            default:
                return Condition(Volume.writer.value(\.name) == name) {
                    "\($0).author IN (SELECT id FROM Author WHERE name = '\(name)')"
                }
            }
        }
    }

    /// An order of volumes in which no two are equal.
    private struct Order {
        var terms: [FMOrder<Volume>] = []
        /// Each with whether the greatest are first.
        var columns: [(name: String, isDescending: Bool)] = []

        static func random() -> Order {
            var order = Order()
            for name in ["year", "title"].shuffled().prefix(Int.random(in: 0...2)) + ["isbn"] {
                let isDescending = Bool.random()
                order.terms.append(isDescending ? .desc(name) : .asc(name))
                order.columns.append((name, isDescending))
            }
            return order
        }

        func sql(_ name: String, _ isReversed: Bool = false) -> String {
            columns.map { "\(name).\($0.name)\($0.isDescending != isReversed ? " DESC" : "")" }.joined(separator: ", ")
        }

        /// The condition that one row is before another one.
        func before(_ left: String, _ right: String, _ isReversed: Bool) -> String {
            var (alternatives, equal): ([String], String) = ([], "1")
            for (name, isDescending) in columns {
                let sign = isDescending != isReversed ? ">" : "<"
                alternatives.append("\(equal) AND \(left).\(name) \(sign) \(right).\(name)")
                equal += " AND \(left).\(name) = \(right).\(name)"
            }
            return "(\(alternatives.joined(separator: " OR ")))"
        }
    }

    /// Which volumes, and the same as a condition on the table `v`.
    private struct Rows {
        var request: Volume.Request
        var sql: String
        let order = Order.random()
        let isReversed = Bool.random()

        init(isLimitedPerValue: Bool) {
            let condition = Condition.random()
            request = Volume.all.where(condition.condition)
            for term in order.terms { request = request.order(by: term) }
            if isReversed { request = request.reversed() }
            sql = condition.sql("v")
            guard isLimitedPerValue else { return }
            let limit = Int.random(in: 0...2)
            let before = order.before("w", "v", isReversed)
            request = Bool.random() ? request.limit(limit, per: \.author) : request.limit(limit, per: { $0.author + 1 })
            sql += """
                 AND (SELECT count(*) FROM Volume AS w WHERE w.author IS v.author AND \(condition.sql("w")) AND \(before)) \
                < \(limit)
                """
        }

        static func random() -> Rows {
            Rows(isLimitedPerValue: SQLiteVersion.linked >= SQLiteVersion(3, 25) && Bool.random())
        }

        var sorted: String { order.sql("v", isReversed) }
    }

    private let db = FMDatabase.memory()

    init() throws {
        for table in RandomTable.all { try table.make(db) }
        let key = { Bool.random() ? Int64.random(in: 1...7) : nil }
        for id in (1...6).shuffled().prefix(Int.random(in: 0...6)) {
            try db.insert(Author(id: Int64(id), name: "\(id % 3)", mentor: key()))
        }
        for id in 1...3 { try db.insert(Label(id: Int64(id), text: "\(id % 2)")) }
        for number in 0..<Int.random(in: 0...12) {
            let title = ["a", "0", "1", "2"].randomElement() ?? ""
            try db.insert(Volume(isbn: "i\(number)", title: title, year: .random(in: 0...4), author: key()))
            for _ in 0..<Int.random(in: 0...3) {
                try db.insert(Labelling(volume: "i\(number)", label: .random(in: 1...4)))
            }
        }
    }

    private func texts(_ sql: String) throws -> [String] { try db.rows(FMSQL(raw: sql), as: String.self) }

    /// The number of rounds of each repetition.
    private static let rounds = 30

    @Test(arguments: 0..<8)
    func rowsAreThoseOfTheSQL(_ repetition: Int) throws {
        for _ in 0..<Self.rounds {
            let rows = Rows.random()
            let (limit, offset) = (Int.random(in: 0...8), Int.random(in: 0...3))
            let all = "SELECT v.isbn FROM Volume AS v WHERE \(rows.sql) ORDER BY \(rows.sorted)"
            let expected = try texts(all)
            #expect(try db.find(rows.request.select(\.isbn)) == expected, "\(rows.request)")
            #expect(try db.count(rows.request) == expected.count)
            #expect(try db.exists(rows.request) == !expected.isEmpty)
            #expect(try db.first(rows.request)?.isbn == expected.first)
            let part = rows.request.limit(limit, offset: offset)
            let few = try texts("\(all) LIMIT \(limit) OFFSET \(offset)")
            #expect(try db.find(part).map(\.isbn) == few, "\(part)")
            #expect(try db.count(part.select(\.title)) == few.count)
            let years = Set(try db.find(rows.request).map(\.year)).sorted()
            #expect(try db.find(rows.request.select(\.year).distinct()).sorted() == years)
            let sum = try db.find(part).map(\.year).reduce(0, +)
            let volumes = try db.find(Volume.self)
            #expect(try db.sum(part, of: \.year) ?? 0 == sum, "\(part) of \(volumes)")
            try db.execute("SAVEPOINT here")
            try db.update(part) { [$0.year <- 77] }
            #expect(try texts("SELECT isbn FROM Volume WHERE year = 77 ORDER BY isbn") == few.sorted(), "\(part)")
            try db.execute("ROLLBACK TO here")
            try db.execute("RELEASE here")
        }
    }

    @Test(arguments: 0..<8)
    func pairsAreThoseOfTheSQL(_ repetition: Int) throws {
        for _ in 0..<Self.rounds {
            let rows = Rows.random()
            let (name, isOptional) = ("\(Int.random(in: 0...2))", Bool.random())
            let isNarrow = Bool.random()
            let writer = isNarrow ? Volume.writer.where { $0.name != name } : Volume.writer
            let condition = isNarrow ? "a.name <> '\(name)'" : "1"
            let kind = isOptional ? "LEFT JOIN" : "JOIN"
            let expected = try texts(
                """
                SELECT v.isbn || ifnull(a.name, '-') || ifnull(v.year + a.id, '-') FROM Volume AS v \(kind) Author AS a \
                ON a.id = v.author AND \(condition) WHERE \(rows.sql) ORDER BY \(rows.sorted)
                """)
            let found: [String]
            if isOptional {
                let pairs = rows.request.joining(optional: writer).select { ($0.isbn, $1.name, $1.id) }
                found = try db.find(pairs.including(Volume.Columns().year)).map { pair, year in
                    pair.0 + (pair.1 ?? "-") + (pair.2.map { "\($0 + Int64(year))" } ?? "-")
                }
            } else {
                let pairs = rows.request.joining(writer).select { ($0.isbn, $1.name, $1.id) }
                found = try db.find(pairs.including(Volume.Columns().year)).map { pair, year in
                    pair.0 + pair.1 + (pair.2.map { "\($0 + Int64(year))" } ?? "-")
                }
                #expect(try db.count(pairs) == expected.count)
            }
            #expect(found == expected, "\(rows.request) \(condition)")
        }
    }

    @Test(arguments: 0..<8)
    func labelsAndPupilsStandBesideTheirs(_ repetition: Int) throws {
        for _ in 0..<Self.rounds {
            let (rows, number) = (Rows.random(), Int64.random(in: 0...3))
            let labels = rows.request.joining(Volume.labels.where { $0.id != number })
                .where { volume, label in volume.title >= label.text }.order { _, label in label.id.descending }
            let limit = Int.random(in: 0...9)
            let expected = try texts(
                """
                SELECT v.isbn || l.id FROM Volume AS v, Label AS l WHERE \(rows.sql) AND l.id <> \(number) \
                AND v.title >= l.text AND EXISTS (SELECT 1 FROM Labelling AS p WHERE p.volume = v.isbn AND p.label = l.id) \
                ORDER BY \(rows.sorted), l.id \(rows.isReversed ? "ASC" : "DESC") LIMIT \(limit)
                """)
            let found = try db.find(labels.limit(limit).select { ($0.isbn, $1.id) }).map { "\($0)\($1 ?? 0)" }
            #expect(found == expected, "\(rows.request)")

            let pupils = Author.all.where { $0.id > number }.joining(Author.teacher).where { $0.name <= $1.name }
                .order { author, _ in author.id.ascending }
            let names = try texts(
                """
                SELECT a.id || b.name FROM Author AS a JOIN Author AS b ON b.id = a.mentor \
                WHERE a.id > \(number) AND a.name <= b.name ORDER BY a.id
                """)
            #expect(try db.find(pupils.select { ($0.id, $1.name) }).map { "\($0 ?? 0)\($1)" } == names)
        }
    }

    @Test(arguments: 0..<8)
    func relatedRowsAndTermsAreThoseOfTheSQL(_ repetition: Int) throws {
        for _ in 0..<Self.rounds {
            let condition = Condition.random(1)
            let (order, limit) = (Order.random(), Int.random(in: 0...3))
            var books = Author.books.where(condition.condition)
            let count = books.count
            for term in order.terms { books = books.order(by: term) }
            let (first, second) = (books.limit(limit).including(Volume.labels.order(\.id.ascending)), Author.teacher)
            let isFirst = Bool.random()
            let authors = Author.all.where(Bool.random() ? .all : books.exists)
            let found: [(Author, [(Volume, [Label])], Int, Author?)]
            if isFirst {
                found = try db.find(authors.including(count).including(first).including(second)).map { part, teacher in
                    (part.0.0, part.1, part.0.1, teacher)
                }
            } else {
                found = try db.find(authors.including(second).including(first).including(count)).map { part, number in
                    (part.0.0, part.1, number, part.0.1)
                }
            }
            for (author, volumes, number, teacher) in found {
                let all = "FROM Volume AS v WHERE v.author = \(author.id ?? 0) AND \(condition.sql("v"))"
                let isbns = try texts("SELECT v.isbn \(all) ORDER BY \(order.sql("v")) LIMIT \(limit)")
                #expect(volumes.map(\.0.isbn) == isbns)
                #expect(number == (try db.value("SELECT count(*) \(raw: all)")))
                #expect(teacher?.id == (try db.value("SELECT id FROM Author WHERE id = \(author.mentor)")))
                for (volume, labels) in volumes {
                    let ids: [Int64] = try db.rows(
                        "SELECT DISTINCT label FROM Labelling WHERE volume = \(volume.isbn) AND label < 4 ORDER BY 1")
                    #expect(labels.map(\.id) == ids)
                }
            }
        }
    }

    @Test(arguments: 0..<8)
    func groupsAreThoseOfTheSQL(_ repetition: Int) throws {
        for _ in 0..<Self.rounds {
            let (condition, number) = (Condition.random(), Int.random(in: 0...2))
            let groups = Volume.all.where(condition.condition).group(\.author).having { $0.count > number }
                .order { $0.author.descending }
            let found = try db.find(groups.select { ($0.author, $0.count, $0.max($0.year)) })
            let expected = try texts(
                """
                SELECT ifnull(k, '-') || ' ' || n || ' ' || y FROM (SELECT DISTINCT v.author AS k, \
                (SELECT count(*) FROM Volume AS w WHERE w.author IS v.author AND \(condition.sql("w"))) AS n, \
                (SELECT max(w.year) FROM Volume AS w WHERE w.author IS v.author AND \(condition.sql("w"))) AS y \
                FROM Volume AS v WHERE \(condition.sql("v"))) WHERE n > \(number) ORDER BY k DESC
                """)
            #expect(found.map { "\($0.map { "\($0)" } ?? "-") \($1) \($2 ?? -1)" } == expected)
        }
    }
}
