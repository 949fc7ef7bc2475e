import FMDBModel
import FMDBTestHelpers
import Testing

/// Relations of random rows beside the same computed in Swift. See ``LibraryScene``.
@Suite struct RelationRandomTests {
    private struct Content {
        var authors: [Author] = []
        var volumes: [Volume] = []
        var labels: [Label] = []
        var labellings: [Labelling] = []

        init(_ random: inout SystemRandomNumberGenerator) {
            let keys = (1...Int64.random(in: 2...12, using: &random)).shuffled(using: &random)
            // Keys of which some lead nowhere, and NULL.
            let key = { (random: inout SystemRandomNumberGenerator) in
                Bool.random(using: &random) ? Int64.random(in: 1...14, using: &random) : nil
            }
            for number in keys.dropFirst() {
                authors.append(Author(id: number, name: "\(number % 3)", mentor: key(&random)))
            }
            for number in 0..<Int.random(in: 0...20, using: &random) {
                let isbn = ["'", "\"", "\\", "é", "%", "\u{1}"].randomElement(using: &random) ?? ""
                volumes.append(Volume(isbn: "\(isbn)\(number)", title: "t", year: number % 4, author: key(&random)))
            }
            labels = (1...3).map { Label(id: $0, text: "label") }
            for volume in volumes {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let label = Int64.random(in: 1...4, using: &random)
                    labellings.append(Labelling(volume: volume.isbn, label: label))
                }
            }
        }

        func labels(of volume: Volume) -> [Label] {
            labels.filter { label in
                labellings.contains { $0.volume == volume.isbn && $0.label == label.id }
            }
        }

        func volumes(of author: Author, since year: Int = 0) -> [Volume] {
            volumes.filter { $0.author == author.id && $0.year >= year }.sorted {
                $0.isbn.utf8.lexicographicallyPrecedes($1.isbn.utf8)
            }
        }
    }

    @Test(arguments: 0..<40)
    func relationsAreWhatSwiftComputes(_ round: Int) throws {
        var random = SystemRandomNumberGenerator()
        let content = Content(&random)
        let db = FMDatabase.memory()
        try db.createTable(Author.self)
        try db.createTable(Volume.self)
        try db.createTable(Label.self)
        try db.createTable(Labelling.self)
        try db.insert(content.authors)
        try db.insert(content.volumes)
        try db.insert(content.labels)
        try db.insert(content.labellings)
        let year = Int.random(in: 0...4, using: &random)
        let books = Author.books.order(\.isbn.ascending)
        let late = Author.books.where { $0.year >= year }
        let authors = try db.find(
            Author.all.including(books.including(Volume.labels.order(\.id.ascending)), Author.teacher))
        #expect(authors.map(\.0.id) == (try db.find(Author.all).map(\.id)))
        for (author, volumes, teacher) in authors {
            let expected = content.volumes(of: author)
            #expect(volumes.map(\.0) == expected)
            #expect(volumes.map(\.1) == expected.map { content.labels(of: $0) })
            #expect(teacher == content.authors.first { $0.id == author.mentor })
            #expect(try db.find(books.of(author)) == expected)
        }
        let ids = { (request: Author.Request) in Set(try db.find(request.select(\.id))) }
        let swiftly = { (holds: (Author) -> Bool) in Set(content.authors.filter(holds).map(\.id)) }
        #expect(try ids(Author.all.where(late.exists)) == swiftly { !content.volumes(of: $0, since: year).isEmpty })
        #expect(try ids(Author.all.where(!late.exists)) == swiftly { content.volumes(of: $0, since: year).isEmpty })
        #expect(try ids(Author.all.where(late.count > 1)) == swiftly { content.volumes(of: $0, since: year).count > 1 })
        #expect(
            try ids(Author.all.where(Author.pupils.where(late.exists).count == 1))
                == swiftly { author in
                    content.authors.filter {
                        $0.mentor == author.id && !content.volumes(of: $0, since: year).isEmpty
                    }.count == 1
                })
        let counts = try db.find(Author.all.including(late.count)).map(\.1)
        #expect(counts == authors.map { content.volumes(of: $0.0, since: year).count })
        try joinsAreWhatSwiftComputes(db, content, year)
        for limit in 0...2 { try limitsAreWhatSwiftComputes(db, content, limit) }
    }

    private func joinsAreWhatSwiftComputes(_ db: FMDatabase, _ content: Content, _ year: Int) throws {
        let pairs = Author.all.joining(optional: Author.books.where { $0.year >= year })
        var expected = content.authors.flatMap { author in
            let volumes = content.volumes(of: author, since: year)
            return volumes.isEmpty ? ["\(author.name) -"] : volumes.map { "\(author.name) \($0.isbn)" }
        }
        var found = try db.find(pairs.select { ($0.name, $1.isbn) }).map { "\($0) \($1 ?? "-")" }
        #expect(found.sorted() == expected.sorted())

        expected = content.authors.flatMap { author in
            content.authors.filter { $0.id == author.mentor && $0.name > author.name }.map {
                "\(author.name) \($0.name)"
            }
        }
        let teachers = Author.all.joining(Author.teacher).where { $1.name > $0.name }
        found = try db.find(teachers.select { ($0.name, $1.name) }).map { "\($0) \($1)" }
        #expect(found.sorted() == expected.sorted())

        expected = content.volumes.flatMap { volume in content.labels(of: volume).map { "\(volume.isbn) \($0.id ?? 0)" }
        }
        found = try db.find(Volume.all.joining(Volume.labels).select { ($0.isbn, $1.id) }).map { "\($0) \($1 ?? 0)" }
        #expect(found.sorted() == expected.sorted())
    }

    private func limitsAreWhatSwiftComputes(_ db: FMDatabase, _ content: Content, _ limit: Int) throws {
        guard SQLiteVersion.linked >= SQLiteVersion(3, 25) else { return }
        let books = Author.books.order(\.isbn.ascending)
        #expect(
            try db.find(Author.all.order(\.id.ascending).including(books.limit(limit))).map(\.1)
                == content.authors.sorted { $0.id ?? 0 < $1.id ?? 0 }.map {
                    Array(content.volumes(of: $0).prefix(limit))
                })
        let each = Volume.all.order(\.isbn.ascending).limit(limit, per: \.author)
        let groups = Dictionary(grouping: content.volumes, by: \.author).values
        let kept = groups.flatMap { group in
            group.map(\.isbn).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(limit)
        }
        #expect(Set(try db.find(each.select(\.isbn))) == Set(kept))
        #expect(try db.count(each) == kept.count)
    }
}
