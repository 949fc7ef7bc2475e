import FMDBModel
import Support
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
    }
}
