import FMDBServer

/// The steps to the schema that the service expects. `fmdb-check` takes the tables from here.
let migrations = FMMigrator([
    .step("create note") { db in
        try db.execute(
            """
            CREATE TABLE note (
                id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE CHECK (title <> ''), text TEXT NOT NULL
            )
            """)
    }
])
