/// The names by which SQL asks for the number of a row. A column may take one of them. See
/// [ROWIDs](https://sqlite.org/lang_createtable.html#rowid).
package enum RowIDName {
    package static let all = ["rowid", "_rowid_", "oid"]

    /// One that none of a table's columns has taken; nil if they have taken all.
    package static func free(of columns: some Sequence<String>) -> String? {
        let taken = Set(columns.map(\.foldedAsName))
        return all.first { !taken.contains($0) }
    }
}
