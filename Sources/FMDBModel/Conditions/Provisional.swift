import FMDB
public struct FMWhere<Model>: Sendable {
    public let sql: FMSQL
    public static var all: FMWhere { FMWhere(sql: "1") }
}
extension FMWhere: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { sql = FMSQL(raw: value) }
    public init(stringInterpolation: FMSQL.StringInterpolation) {
        sql = FMSQL(stringInterpolation: stringInterpolation)
    }
}
public struct FMOrder<Model>: Sendable {
    let name: String
    let isDescending: Bool
    public static func asc(_ n: String) -> FMOrder { FMOrder(name: n, isDescending: false) }
    public static func desc(_ n: String) -> FMOrder { FMOrder(name: n, isDescending: true) }
    var reversed: FMOrder { FMOrder(name: name, isDescending: !isDescending) }
    func column(in table: FMTable<Model>) throws(FMError) -> (String, isDescending: Bool) { (name, isDescending) }
    func resolved(in table: FMTable<Model>) throws(FMError) -> FMSQL {
        "\(identifier: name)\(raw: isDescending ? " DESC" : "")"
    }
}
public struct FMAssignment<Model>: Sendable {
    func resolved(in table: FMTable<Model>) throws(FMError) -> FMSQL { "" }
}
public struct FMField<Model, Value>: Sendable { public init(_ name: String) {} }
