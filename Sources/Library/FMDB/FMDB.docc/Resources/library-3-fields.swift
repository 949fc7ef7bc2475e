import FMDBModel

struct Book: Codable, FMModel {
    static let tableName = "book"

    var id: Int64?
    var title: String
    var author: String
    var year: Int
    var reader: String?

    struct Columns: FMColumns {
        let title = FMField<Book, String>("title")
        let reader = FMField<Book, String?>("reader")
    }
}
