/// The names of the rowid in SQL. A column may have one of these names. See [ROWIDs](https://sqlite.org/lang_createtable.html#rowid).
package enum RowIDName {
    package static let all = ["rowid", "_rowid_", "oid"]

    /// Returns a rowid name that no column of the table uses, or nil if all are used.
    package static func free(of columns: some Sequence<String>) -> String? {
        let taken = Set(columns.map(\.foldedAsName))
        return all.first { !taken.contains($0) }
    }
}
