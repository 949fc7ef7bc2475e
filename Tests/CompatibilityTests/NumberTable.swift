import FMDB

/// A table of numbers: enough to see what was kept and what was undone.
enum NumberTable {
    static func create(in database: FMDatabase) {
        database.executeUpdate("CREATE TABLE numbers (number INTEGER)", withArgumentsIn: [])
    }

    @discardableResult
    static func insert(_ number: Int, into database: FMDatabase) -> Bool {
        database.executeUpdate("INSERT INTO numbers VALUES (?)", withArgumentsIn: [number])
    }

    /// The numbers in the order of their insertion; nil when they cannot be read.
    static func all(in database: FMDatabase) -> [Int]? {
        guard let rows = database.executeQuery("SELECT number FROM numbers ORDER BY rowid", withArgumentsIn: []) else {
            return nil
        }
        var numbers: [Int] = []
        while rows.next() {
            numbers.append(rows.long(forColumnIndex: 0))
        }
        return numbers
    }

    /// A file with the table and the given numbers.
    static func makeFile(_ path: String, numbers: [Int] = []) {
        let database = FMDatabase.file(path)
        create(in: database)
        for number in numbers {
            insert(number, into: database)
        }
        database.close()
    }
}
