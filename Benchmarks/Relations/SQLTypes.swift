import FMDB

extension SQLTasks {
    struct Author {
        var id: Int64?
        var name: String
        var born: Int

        init(_ row: FMRow, at index: Int = 0) throws {
            id = try row.value(at: index)
            name = try row.value(at: index + 1)
            born = try row.value(at: index + 2)
        }
    }

    struct Portrait {
        var id: Int64?
        var file: String
        var authorId: Int64

        init(_ row: FMRow, at index: Int = 0) throws {
            id = try row.value(at: index)
            file = try row.value(at: index + 1)
            authorId = try row.value(at: index + 2)
        }
    }

    struct Book {
        var id: Int64?
        var title: String
        var year: Int
        var authorId: Int64?

        init(_ row: FMRow, at index: Int = 0) throws {
            id = try row.value(at: index)
            title = try row.value(at: index + 1)
            year = try row.value(at: index + 2)
            authorId = try row.value(at: index + 3)
        }
    }

    struct Tag {
        var id: Int64?
        var text: String

        init(_ row: FMRow, at index: Int = 0) throws {
            id = try row.value(at: index)
            text = try row.value(at: index + 1)
        }
    }

    struct Employee {
        var id: Int64?
        var name: String
        var bossId: Int64?

        init(_ row: FMRow, at index: Int = 0) throws {
            id = try row.value(at: index)
            name = try row.value(at: index + 1)
            bossId = try row.value(at: index + 2)
        }
    }

    struct Line {
        var title: String
        var writer: String
    }
}
