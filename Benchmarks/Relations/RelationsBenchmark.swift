import ArgumentParser
import FMDB
import GRDB

/// Tasks with rows that belong together, solved by relations, by GRDB's associations, and by SQL with rows decoded by hand.
@main
struct RelationsBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relations",
        abstract: "Relations beside GRDB's associations and beside SQL: statements, time, lines.")

    @Option(help: "How many authors there are; three times as many books.") var authors = 2_000
    @Option(help: "The same where all authors are read with their books.") var manyAuthors = 100_000
    @Option(help: "Timed rounds, of which the best counts.") var rounds = 9

    @Option(help: "This task alone, by the name of its functions.") var task: String?

    func run() throws {
        let tasks = Task.all.filter { task == nil || $0.function == task }
        print("SQLite \(FMDatabase.sqliteLibVersion()), the best of \(rounds) rounds, processor time\n")
        try measure(tasks, authors)
        print("")
        try measure(tasks.filter { $0.function == "authorsWithBooks" }, manyAuthors)
        print(
            "\nThe types have \(Way.allCases.map { "\($0.rawValue): \(Lines.ofTypes($0))" }.joined(separator: ", ")) lines."
        )
    }

    private func measure(_ tasks: [Task], _ authors: Int) throws {
        let library = try Library(authors: authors)
        defer { library.remove() }
        print(Outcome.heading(authors))
        var outcomes: [Outcome] = []
        for task in tasks {
            let outcome = try Trial(task, library).outcome(rounds: rounds)
            print(outcome.line)
            fflush(nil)
            outcomes.append(outcome)
        }
        if outcomes.count > 1 { print(Outcome.sum(outcomes)) }
    }
}

/// How a task is solved.
enum Way: String, CaseIterable {
    case models = "relations"
    case grdb = "GRDB"
    case sql = "SQL"

    /// The beginning of the names of its files.
    var file: String {
        switch self {
        case .models: "Model"
        case .grdb: "GRDB"
        case .sql: "SQL"
        }
    }
}

/// One task in three ways.
struct Task {
    let title: String
    /// The name of its functions.
    let function: String
    /// Whether the order of the results counts.
    let isOrdered: Bool
    let models: (FMDatabase) throws -> Any
    let grdb: (Database) throws -> Any
    let sql: (FMDatabase) throws -> Any

    init(
        _ title: String, _ function: String, isOrdered: Bool = false, _ models: @escaping (FMDatabase) throws -> Any,
        _ grdb: @escaping (Database) throws -> Any, _ sql: @escaping (FMDatabase) throws -> Any
    ) {
        (self.title, self.function, self.isOrdered) = (title, function, isOrdered)
        (self.models, self.grdb, self.sql) = (models, grdb, sql)
    }

    static var all: [Task] {
        [
            Task(
                "belongsTo: books with their author", "booksWithAuthors",
                ModelTasks.booksWithAuthors, GRDBTasks.booksWithAuthors, SQLTasks.booksWithAuthors),
            Task(
                "belongsTo, required: books that have an author", "booksOfAuthors",
                ModelTasks.booksOfAuthors, GRDBTasks.booksOfAuthors, SQLTasks.booksOfAuthors),
            Task(
                "hasMany: authors with their books", "authorsWithBooks",
                ModelTasks.authorsWithBooks, GRDBTasks.authorsWithBooks, SQLTasks.authorsWithBooks),
            Task(
                "hasMany through: books with their tags", "booksWithTags",
                ModelTasks.booksWithTags, GRDBTasks.booksWithTags, SQLTasks.booksWithTags),
            Task(
                "hasOne: authors with their portrait", "authorsWithPortraits",
                ModelTasks.authorsWithPortraits, GRDBTasks.authorsWithPortraits, SQLTasks.authorsWithPortraits),
            Task(
                "Filter: authors of a book after 2000", "authorsOfNewBooks",
                ModelTasks.authorsOfNewBooks, GRDBTasks.authorsOfNewBooks, SQLTasks.authorsOfNewBooks),
            Task(
                "Figures: authors with the number and the last year of their books", "authorsWithFigures",
                ModelTasks.authorsWithFigures, GRDBTasks.authorsWithFigures, SQLTasks.authorsWithFigures),
            Task(
                "Order: books by the name of their author", "booksByAuthor", isOrdered: true,
                ModelTasks.booksByAuthor, GRDBTasks.booksByAuthor, SQLTasks.booksByAuthor),
            Task(
                "Join: titles with the name of the author", "lines",
                ModelTasks.lines, GRDBTasks.lines, SQLTasks.lines),
            Task(
                "Newest: authors with their last book", "authorsWithNewestBook",
                ModelTasks.authorsWithNewestBook, GRDBTasks.authorsWithNewestBook, SQLTasks.authorsWithNewestBook),
            Task(
                "Tree: employees with their boss and their staff", "employeesWithBossAndStaff",
                ModelTasks.employeesWithBossAndStaff, GRDBTasks.employeesWithBossAndStaff,
                SQLTasks.employeesWithBossAndStaff),
        ]
    }
}
