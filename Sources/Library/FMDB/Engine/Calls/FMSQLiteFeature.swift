/// A feature that SQLite lacks if its version is too old or if it was built without the feature.
///
///     guard FMSQLiteFeature.fts5.isAvailable else { print(FMSQLiteFeature.fts5.requirement); return }
///
/// Availability depends on the SQLite that is loaded, not on the one the program was built with: on its version, its compile-time options,
/// and for some features its C functions. Modules that the program adds to SQLite are not considered. Can be used on any thread.
///
/// Later versions may add cases, so a `switch` needs a `default`. See <doc:Availability>, and
/// [Compile-time Options](https://sqlite.org/compile.html).
public enum FMSQLiteFeature: String, CaseIterable, Sendable {
    /// `INSERT … ON CONFLICT DO UPDATE`. See [UPSERT](https://sqlite.org/lang_upsert.html).
    case upsert
    /// `OVER`, and custom window functions. See [Window Functions](https://sqlite.org/windowfunctions.html).
    case windowFunctions
    /// `ALTER TABLE … RENAME COLUMN`. See [ALTER TABLE](https://sqlite.org/lang_altertable.html#altertabmvcol).
    case renameColumn
    /// `ALTER TABLE … DROP COLUMN`. See [ALTER TABLE](https://sqlite.org/lang_altertable.html#altertabdropcol).
    case dropColumn
    /// ``FMDatabase/vacuum(into:overwrites:)``. See [VACUUM INTO](https://sqlite.org/lang_vacuum.html#vacuuminto).
    case vacuumInto
    /// See [Generated Columns](https://sqlite.org/gencol.html).
    case generatedColumns
    /// Restrictions on the schema, used by ``FMSandbox`` and ``FMDatabase/open(untrusted:flags:vfs:configure:)``. See
    /// [PRAGMA trusted_schema](https://sqlite.org/pragma.html#pragma_trusted_schema).
    case trustedSchema
    /// See [RETURNING](https://sqlite.org/lang_returning.html).
    case returning
    /// `WITH … AS MATERIALIZED`. See [WITH](https://sqlite.org/lang_with.html#mathint).
    case materializationHints
    /// `sqrt`, `pow` and others. See [Built-In Mathematical SQL Functions](https://sqlite.org/lang_mathfunc.html).
    case mathFunctions
    /// See [STRICT Tables](https://sqlite.org/stricttables.html).
    case strictTables
    /// `RIGHT JOIN` and `FULL JOIN`. See [SELECT](https://sqlite.org/lang_select.html#rjoin).
    case rightJoin
    /// `json`, `json_each` and others. See [JSON Functions](https://sqlite.org/json1.html).
    case json
    /// See [the operators -> and ->>](https://sqlite.org/json1.html#jptr).
    case jsonOperators
    /// The binary JSON format. See [JSONB](https://sqlite.org/json1.html#jsonbx).
    case jsonb
    /// See [FTS3 and FTS4](https://sqlite.org/fts3.html).
    case fts3
    /// See [FTS3 and FTS4](https://sqlite.org/fts3.html).
    case fts4
    /// See [FTS5](https://sqlite.org/fts5.html).
    case fts5
    /// See [The R*Tree Module](https://sqlite.org/rtree.html).
    case rtree
    /// A virtual table with the disk usage of tables and indexes. See [The DBSTAT Virtual Table](https://sqlite.org/dbstat.html).
    case dbstat
    /// `ORDER BY` and `LIMIT` in UPDATE and DELETE. See
    /// [SQLITE_ENABLE_UPDATE_DELETE_LIMIT](https://sqlite.org/compile.html#enable_update_delete_limit).
    case updateDeleteLimit
    /// Better plans after ANALYZE. See [SQLITE_ENABLE_STAT4](https://sqlite.org/compile.html#enable_stat4).
    case stat4
    /// The C functions that return the table column from which a result column comes. See
    /// [SQLITE_ENABLE_COLUMN_METADATA](https://sqlite.org/compile.html#enable_column_metadata).
    case columnMetadata
    /// ``FMUndo`` and ``FMDatabase/setRowChangeHandler(_:)``. See
    /// [`sqlite3_preupdate_hook`](https://sqlite.org/c3ref/preupdate_blobwrite.html).
    case preupdateHook
    /// ``FMChangeset``. See [The Session Extension](https://sqlite.org/sessionintro.html).
    case sessions
    /// The C functions that read an earlier state in WAL mode. See [`sqlite3_snapshot_get`](https://sqlite.org/c3ref/snapshot_get.html).
    case snapshots
    /// ``FMDatabase/serialized(schema:)`` and ``FMDatabase/deserialize(_:schema:)``. See
    /// [`sqlite3_serialize`](https://sqlite.org/c3ref/serialize.html).
    case serialization
    /// ``FMDatabase/loadExtension(at:entryPoint:)``. See [`sqlite3_load_extension`](https://sqlite.org/c3ref/load_extension.html).
    case loadExtension
    /// ``FMError/offset``. See [`sqlite3_error_offset`](https://sqlite.org/c3ref/errcode.html).
    case errorOffset

    /// Whether the linked SQLite has the feature.
    public var isAvailable: Bool { FeatureNeed.available.contains(self) }

    /// A sentence that names the required version or build option, for example "UPSERT needs SQLite 3.24 or later".
    public var requirement: String { need.sentence }
}

extension FMSQLiteFeature {
    func expectAvailable(sql: String? = nil) throws(FMError) {
        if !isAvailable { throw missing(sql: sql) }
    }

    func missing(sql: String? = nil) -> FMError {
        FMError(.notSupported, "\(requirement), this is \(Library.version)", sql: sql)
    }
}
