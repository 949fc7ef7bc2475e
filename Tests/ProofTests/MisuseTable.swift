// pure list: exempt from the length limits
import FMDB
import FMDBTestHelpers

/// What each call answers in each state: the columns are the states of ``MisuseState``, in their order.
///
/// An answer is what a call returned, "false 7" with the code that the connection then has, or "throws 21" with the code of
/// the error. — is where it cannot be called.
enum MisuseTable {
    static func answer(_ name: String, _ state: MisuseState) -> String {
        guard let column = MisuseState.allCases.firstIndex(of: state) else { return "no column" }
        return rows[name]?[column + 1] ?? "no row"
    }

    /// Whether the linked SQLite answers as the table has it. SQLCipher on Debian has SQLite 3.15, in which a model is saved in
    /// two steps, and a read-only database refuses a transaction that locks it when it begins.
    static func isOfThisVersion(_ name: String, _ state: MisuseState) -> Bool {
        let locking = ["beginTransaction()", "beginImmediateTransaction()", "beginExclusiveTransaction()"]
        let isOther =
            name == "save(_:)" || state == .readOnly && (locking.contains(name) || name.hasSuffix(".inTransaction(_:)"))
        // Neither does it have what some copies need.
        if ["serialized(schema:)", "deserialize(_:schema:)"].contains(name), SQLiteVersion.hasCodec { return false }
        if name == "vacuum(into:overwrites:)", SQLiteVersion.linked < SQLiteVersion(3, 27) { return false }
        return !isOther || SQLiteVersion.linked >= SQLiteVersion(3, 28)
    }

    /// The titles, and the rows below each.
    static var sections: [(title: String, rows: [[String]])] {
        text.split(separator: "\n").reduce(into: []) { sections, line in
            if line.hasPrefix("# ") {
                sections.append((title: String(line.dropFirst(2)), rows: []))
            } else {
                sections[sections.count - 1].rows.append(cells(line))
            }
        }
    }

    /// The names of the calls.
    static var names: [String] { sections.flatMap { $0.rows.map { $0[0] } } }

    private static let rows = Dictionary(
        sections.flatMap { $0.rows.map { ($0[0], $0) } }, uniquingKeysWith: { first, _ in first })

    private static func cells(_ line: Substring) -> [String] {
        line.split(separator: "|").map { String($0).trimmingCharacters(in: .whitespaces) }
    }

    private static let text = """
        # Statements of a database
        executeUpdate(_:withArgumentsIn:)         | false 7    | false 7    | true                     | true                     | true                     | false 21   | false 9    | false 8                  | false 5
        executeUpdate(_:values:)                  | throws 7   | throws 7   | done                     | done                     | done                     | throws 21  | throws 9   | throws 8                 | throws 5
        executeUpdate(_:withParameterDictionary:) | false 7    | false 7    | true                     | true                     | true                     | false 21   | false 9    | false 8                  | false 5
        executeUpdate(_:_:…)                      | throws 7   | throws 7   | done                     | done                     | done                     | throws 21  | throws 9   | throws 8                 | throws 5
        executeUpdate(withFormat:)                | false 7    | false 7    | true                     | true                     | true                     | false 21   | false 9    | false 8                  | false 5
        executeStatements(_:)                     | false 7    | false 7    | true                     | true                     | true                     | false 21   | false 9    | false 8                  | false 5
        executeStatements(_:withResultBlock:)     | false 7    | false 7    | true                     | true                     | true                     | false 21   | false 9    | true                     | false 5
        issueCommand(_:forTable:)                 | false 7    | false 7    | false 1                  | false 1                  | false 1                  | false 21   | false 9    | false 1                  | false 5
        VACUUM                                    | false 7    | false 7    | false 1                  | false 1                  | false 1                  | false 21   | false 9    | false 8                  | false 5
        DROP TABLE                                | false 7    | false 7    | false 6                  | false 6                  | false 6                  | false 21   | false 9    | false 8                  | false 5
        executeQuery(_:withArgumentsIn:)          | nil 7      | nil 7      | [1, 2, 3]                | [1, 2, 3]                | [1, 2, 3]                | nil 21     | nil 9      | [1, 2, 3]                | nil 5
        executeQuery(_:values:)                   | throws 7   | throws 7   | [1, 2, 3]                | [1, 2, 3]                | [1, 2, 3]                | throws 21  | throws 9   | [1, 2, 3]                | throws 5
        executeQuery(_:withParameterDictionary:)  | nil 7      | nil 7      | [1, 2, 3]                | [1, 2, 3]                | [1, 2, 3]                | nil 21     | nil 9      | [1, 2, 3]                | nil 5
        executeQuery(_:_:…)                       | throws 7   | throws 7   | [3]                      | [3]                      | [3]                      | throws 21  | throws 9   | [3]                      | throws 5
        executeQuery(withFormat:)                 | nil 7      | nil 7      | [3]                      | [3]                      | [3]                      | nil 21     | nil 9      | [3]                      | nil 5
        prepare(_:), bind(with:), next()          | bind false | bind false | [3]                      | [3]                      | [3]                      | bind false | bind false | [3]                      | bind false
        prepare(_:), bind(with:), step()          | bind false | bind false | step true                | step true                | step true                | bind false | bind false | step false               | bind false
        intForQuery(_:)                           | nil        | nil        | 3                        | 3                        | 3                        | nil        | nil        | 3                        | nil
        stringForQuery(_:)                        | nil        | nil        | 3                        | 3                        | 3                        | nil        | nil        | 3                        | nil
        validateSQL(_:)                           | throws 7   | throws 7   | valid                    | valid                    | valid                    | throws 21  | throws 9   | valid                    | throws 5
        execute(_:)                               | throws 21  | throws 21  | 1                        | 1                        | 1                        | throws 21  | throws 9   | throws 8                 | throws 5
        execute(_:_:…)                            | throws 21  | throws 21  | 1                        | 1                        | 1                        | throws 21  | throws 9   | throws 8                 | throws 5
        query(_:)                                 | throws 21  | throws 21  | [1, 2, 3]                | [1, 2, 3]                | [1, 2, 3]                | throws 21  | throws 9   | [1, 2, 3]                | throws 5
        query(_:_:…)                              | throws 21  | throws 21  | [3]                      | [3]                      | [3]                      | throws 21  | throws 9   | [3]                      | throws 5
        value(_:as:)                              | throws 21  | throws 21  | 3                        | 3                        | 3                        | throws 21  | throws 9   | 3                        | throws 5
        value(_:_:…as:)                           | throws 21  | throws 21  | 1                        | 1                        | 1                        | throws 21  | throws 9   | 1                        | throws 5
        rows(_:as:), one column                   | throws 21  | throws 21  | [1, 2, 3]                | [1, 2, 3]                | [1, 2, 3]                | throws 21  | throws 9   | [1, 2, 3]                | throws 5
        rows(_:as:), tuples                       | throws 21  | throws 21  | [(1, 1), (2, 2), (3, 3)] | [(1, 1), (2, 2), (3, 3)] | [(1, 1), (2, 2), (3, 3)] | throws 21  | throws 9   | [(1, 1), (2, 2), (3, 3)] | throws 5
        rows(_:as:), decoded                      | throws 21  | throws 21  | [1, 2, 3]                | [1, 2, 3]                | [1, 2, 3]                | throws 21  | throws 9   | [1, 2, 3]                | throws 5
        forEachRow(_:_:)                          | throws 21  | throws 21  | [1, 2, 3]                | [1, 2, 3]                | [1, 2, 3]                | throws 21  | throws 9   | [1, 2, 3]                | throws 5
        execute(_:binding:)                       | throws 21  | throws 21  | 1                        | 1                        | 1                        | throws 21  | throws 9   | throws 8                 | throws 5
        executeMany(_:_:)                         | throws 21  | throws 21  | 2                        | 2                        | throws 5                 | throws 21  | throws 9   | throws 8                 | throws 5
        withPragma(_:_:_:)                        | throws 21  | throws 21  | done                     | done                     | done                     | throws 21  | throws 9   | done                     | throws 5
        addFunction(_:…)                          | throws 21  | throws 21  | added                    | added                    | added                    | throws 21  | throws 9   | added                    | throws 5
        addFunction(_:…), its own name            | throws 21  | throws 21  | added                    | throws 5                 | throws 5                 | throws 21  | throws 9   | added                    | throws 5
        # Transactions of a database
        beginTransaction()                                | false 7   | false 7   | begun, true | begun, true | begun, false 5 | false 21   | false 9   | begun, true | false 5
        beginDeferredTransaction()                        | false 7   | false 7   | begun, true | begun, true | begun, false 5 | false 21   | false 9   | begun, true | false 5
        beginImmediateTransaction()                       | false 7   | false 7   | begun, true | begun, true | begun, false 5 | false 21   | false 9   | begun, true | false 5
        beginExclusiveTransaction()                       | false 7   | false 7   | begun, true | begun, true | begun, false 5 | false 21   | false 9   | begun, true | false 5
        commit()                                          | false 7   | false 7   | false 1     | false 1     | false 1        | false 21   | false 9   | false 1     | false 5
        rollback()                                        | false 7   | false 7   | false 1     | false 1     | false 1        | false 21   | false 9   | false 1     | false 5
        withTransaction(_:_:)                             | throws 21 | throws 21 | 1           | 1           | throws 5       | throws 21  | throws 9  | throws 8    | throws 5
        startSavePoint(withName:)                         | throws 7  | throws 7  | ended       | ended       | throws 5       | throws 21  | throws 9  | ended       | throws 5
        releaseSavePoint(withName:)                       | throws 7  | throws 7  | throws 1    | throws 1    | throws 1       | throws 21  | throws 9  | throws 1    | throws 5
        rollbackToSavePoint(withName:)                    | throws 7  | throws 7  | throws 1    | throws 1    | throws 1       | throws 21  | throws 9  | throws 1    | throws 5
        inSavePoint(_:)                                   | returns 7 | returns 7 | nil         | nil         | returns 5      | returns 21 | returns 9 | nil         | returns 5
        withSavePoint(_:)                                 | throws 21 | throws 21 | 1           | 1           | throws 5       | throws 21  | throws 9  | throws 8    | throws 5
        checkpoint(_:)                                    | throws 7  | throws 7  | throws 6    | throws 6    | throws 6       | throws 21  | throws 9  | done        | throws 5
        checkpoint(_:name:)                               | throws 7  | throws 7  | throws 6    | throws 6    | throws 6       | throws 21  | throws 9  | done        | throws 5
        checkpoint(_:name:logFrameCount:checkpointCount:) | throws 7  | throws 7  | throws 6    | throws 6    | throws 6       | throws 21  | throws 9  | -1 -1       | throws 5
        # The database itself
        userVersion                           | 0        | 0        | 42     | 42     | 42     | 0         | 0        | 0      | 0
        applicationID                         | 0        | 0        | 43     | 43     | 43     | 0         | 0        | 0      | 0
        tableExists(_:)                       | false    | false    | true   | true   | true   | false     | false    | true   | false
        columnExists(_:inTableWithName:)      | false    | false    | true   | true   | true   | false     | false    | true   | false
        getSchema()                           | nil      | nil      | a row  | a row  | a row  | nil       | nil      | a row  | nil
        getTableSchema(_:)                    | nil      | nil      | a row  | a row  | a row  | nil       | nil      | a row  | nil
        goodConnection                        | false    | false    | true   | true   | true   | false     | false    | true   | false
        isTransactionOpen                     | false    | false    | false  | false  | false  | false     | false    | false  | false
        isInTransaction                       | false    | false    | false  | false  | false  | false     | false    | false  | false
        changes                               | 0        | 0        | 2      | 2      | 2      | 2         | 0        | 0      | 0
        lastInsertRowId                       | 0        | 0        | 2      | 2      | 2      | 2         | 0        | 0      | 0
        limit(for:value:)                     | -1       | -1       | read   | read   | read   | read      | read     | read   | read
        sqliteHandle                          | nil      | nil      | there  | there  | there  | there     | there    | there  | there
        lastError()                           | 7        | 7        | a code | a code | a code | a code    | a code   | a code | a code
        cachedStatements                      | 0        | 0        | 0      | 0      | 0      | 0         | 0        | 0      | 0
        setKey(_:)                            | false    | false    | false  | false  | false  | false     | false    | false  | false
        makeFunctionNamed(_:arguments:block:) | throws 7 | throws 7 | 1      | 1      | 1      | throws 21 | throws 9 | 1      | throws 5
        read(fromFile:)                       | false    | false    | false  | false  | false  | false     | false    | false  | false
        write(toFile:)                        | false    | false    | false  | false  | false  | false     | false    | false  | false
        open()                                | true     | true     | true   | true   | true   | true      | true     | true   | true
        close()                               | true     | true     | true   | false  | false  | false     | true     | true   | true
        clearCachedStatements()               | done     | done     | done   | done   | done   | done      | done     | done   | done
        cachedStatements = nil                | done     | done     | done   | done   | done   | done      | done     | done   | done
        shouldCacheStatements = false         | done     | done     | done   | done   | done   | done      | done     | done   | done
        statementCacheCapacity = 0            | done     | done     | done   | done   | done   | done      | done     | done   | done
        closeOpenResultSets()                 | done     | done     | done   | done   | done   | done      | done     | done   | done
        setDateFormat(_:)                     | done     | done     | done   | done   | done   | done      | done     | done   | done
        maxBusyRetryTimeInterval              | done     | done     | done   | done   | done   | done      | done     | done   | done
        # Copies and health of a database
        backup(to:_:progress:)    | throws 21 | throws 21 | done      | done      | throws 21 | throws 21 | throws 9 | done     | throws 5
        vacuum(into:overwrites:)  | throws 21 | throws 21 | throws 21 | throws 21 | throws 21 | throws 21 | throws 9 | done     | throws 5
        restore(from:_:progress:) | throws 21 | throws 21 | throws 21 | throws 21 | throws 21 | throws 21 | throws 9 | throws 8 | throws 5
        serialized(schema:)       | throws 21 | throws 21 | bytes     | bytes     | throws 21 | throws 21 | throws 9 | bytes    | throws 5
        deserialize(_:schema:)    | throws 21 | throws 21 | throws 21 | throws 21 | throws 21 | throws 21 | throws 9 | done     | throws 5
        integrity(_:)             | throws 21 | throws 21 | healthy   | healthy   | healthy   | throws 21 | throws 9 | healthy  | throws 5
        # Result sets
        FMResultSet.next()                | false     | false     | true  | true  | true  | false     | false    | true  | false
        FMResultSet.nextWithError()       | throws 21 | throws 21 | done  | done  | done  | throws 21 | throws 9 | done  | throws 5
        FMResultSet.nextRow()             | throws 21 | throws 21 | a row | a row | a row | throws 21 | throws 9 | a row | throws 5
        FMResultSet.step()                | false     | false     | false | false | false | false     | false    | false | false
        FMResultSet.stepWithError()       | throws 21 | throws 21 | done  | done  | done  | throws 21 | throws 9 | done  | throws 5
        FMResultSet.hasAnotherRow()       | false     | false     | true  | true  | true  | true      | true     | true  | true
        FMResultSet.bind(with:)           | false     | false     | true  | true  | true  | true      | true     | true  | true
        FMResultSet.int(forColumnIndex:)  | 0         | 0         | 1     | 1     | 1     | 1         | 1        | 1     | 1
        FMResultSet.string(forColumn:)    | nil       | nil       | 1     | 1     | 1     | 1         | 1        | 1     | 1
        FMResultSet.object(forColumn:)    | nil       | nil       | 1     | 1     | 1     | 1         | 1        | 1     | 1
        FMResultSet.columnCount           | 0         | 0         | 1     | 1     | 1     | 1         | 1        | 1     | 1
        FMResultSet.columnIndex(forName:) | -1        | -1        | 0     | 0     | 0     | 0         | 0        | 0     | 0
        FMResultSet.resultDictionary      | nil       | nil       | 1     | 1     | 1     | 1         | 1        | 1     | 1
        FMStatement.reset()               | done      | done      | done  | done  | done  | done      | done     | done  | done
        FMStatement.close()               | done      | done      | done  | done  | done  | done      | done     | done  | done
        FMResultSet.close()               | done      | done      | done  | done  | done  | done      | done     | done  | done
        # Models, records, stores and migrations
        find(_:)                  | throws 21 | throws 21 | 2       | 2       | 2        | throws 21 | throws 9 | 2        | throws 5
        find(_:id:)               | throws 21 | throws 21 | a model | a model | a model  | throws 21 | throws 9 | a model  | throws 5
        first(_:)                 | throws 21 | throws 21 | a model | a model | a model  | throws 21 | throws 9 | a model  | throws 5
        count(_:)                 | throws 21 | throws 21 | 2       | 2       | 2        | throws 21 | throws 9 | 2        | throws 5
        forEach(_:)               | throws 21 | throws 21 | 2       | 2       | 2        | throws 21 | throws 9 | 2        | throws 5
        insert(_:)                | throws 21 | throws 21 | done    | done    | done     | throws 21 | throws 9 | throws 8 | throws 5
        insert(_:), several       | throws 21 | throws 21 | done    | done    | throws 5 | throws 21 | throws 9 | throws 8 | throws 5
        update(_:)                | throws 21 | throws 21 | done    | done    | done     | throws 21 | throws 9 | throws 8 | throws 5
        save(_:)                  | throws 21 | throws 21 | done    | done    | done     | throws 21 | throws 9 | throws 8 | throws 5
        delete(_:)                | throws 21 | throws 21 | done    | done    | done     | throws 21 | throws 9 | throws 8 | throws 5
        tableExists(_:), a model  | throws 21 | throws 21 | true    | true    | true     | throws 21 | throws 9 | true     | throws 5
        createTable(_:), a model  | throws 21 | throws 21 | done    | done    | throws 5 | throws 21 | throws 9 | done     | throws 5
        upgradeTable(_:)          | throws 21 | throws 21 | done    | done    | throws 5 | throws 21 | throws 9 | done     | throws 5
        upgradePlan(for:)         | throws 21 | throws 21 | done    | done    | done     | throws 21 | throws 9 | done     | throws 5
        find(_:from:), records    | throws 21 | throws 21 | 2       | 2       | 2        | throws 21 | throws 9 | 2        | throws 5
        insert(_:into:), a record | throws 21 | throws 21 | done    | done    | done     | throws 21 | throws 9 | throws 8 | throws 5
        FMStoredArray.count()     | throws 21 | throws 21 | 0       | 0       | 0        | throws 21 | throws 9 | 0        | throws 5
        FMStoredArray.append(_:)  | throws 21 | throws 21 | done    | done    | throws 5 | throws 21 | throws 9 | throws 8 | throws 5
        FMMigrator.migrate(_:)    | throws 21 | throws 21 | done    | done    | throws 5 | throws 21 | throws 9 | throws 8 | throws 5
        FMMigrator.applied(in:)   | throws 21 | throws 21 | 0       | 0       | 0        | throws 21 | throws 9 | 0        | throws 5
        FMMigrator.pending(in:)   | throws 21 | throws 21 | 1       | 1       | 1        | throws 21 | throws 9 | 1        | throws 5
        # Queues
        FMDatabaseQueue.inDatabase(_:)                           | — | true | stops the process | stops the process | stops the process | stops the process | true                     | false    | stops the process
        FMDatabaseQueue.inTransaction(_:)                        | — | true | stops the process | stops the process | stops the process | stops the process | true                     | false    | stops the process
        FMDatabaseQueue.inSavePoint(_:)                          | — | true | stops the process | stops the process | stops the process | stops the process | true                     | false    | stops the process
        FMDatabaseQueue.withDatabase(_:)                         | — | 1    | throws 65301      | throws 65301      | throws 65301      | throws 65301      | 1                        | throws 8 | throws 65301
        FMDatabaseQueue.withTransaction(_:)                      | — | 1    | throws 65301      | throws 65301      | throws 65301      | throws 65301      | 1                        | throws 8 | throws 65301
        FMDatabaseQueue.withSavePoint(_:)                        | — | 1    | throws 65301      | throws 65301      | throws 65301      | throws 65301      | 1                        | throws 8 | throws 65301
        FMDatabaseQueue.find(_:)                                 | — | 2    | throws 65301      | throws 65301      | throws 65301      | throws 65301      | 2                        | 2        | throws 65301
        FMDatabaseQueue.insert(_:)                               | — | done | throws 65301      | throws 65301      | throws 65301      | throws 65301      | done                     | throws 8 | throws 65301
        FMDatabaseQueue.backup(to:_:progress:)                   | — | done | done              | done              | done              | done              | done                     | done     | done
        FMDatabaseQueue.observe(_:)                              | — | done | done              | done              | done              | done              | done                     | done     | done
        FMDatabaseQueue.checkpoint(_:)                           | — | done | throws 65301      | throws 65301      | throws 65301      | throws 65301      | done                     | done     | throws 65301
        FMDatabaseQueue.interrupt()                              | — | done | done              | done              | done              | done              | done                     | done     | done
        FMDatabaseQueue.suspend(), resume()                      | — | done | done              | done              | done              | done              | done                     | done     | done
        FMDatabaseQueue.migrate(_:)                              | — | done | throws 65301      | throws 65301      | throws 65301      | throws 65301      | done                     | throws 8 | throws 65301
        FMDatabaseQueue.close()                                  | — | done | stops the process | stops the process | stops the process | stops the process | done                     | done     | stops the process
        await FMDatabaseQueue.backup(to:_:progress:)             | — | done | —                 | —                 | —                 | —                 | throws CancellationError | done     | —
        await FMDatabaseQueue.withDatabase(_:)                   | — | 1    | —                 | —                 | —                 | —                 | throws CancellationError | throws 8 | —
        await FMDatabaseQueue.withTransaction(_:)                | — | 1    | —                 | —                 | —                 | —                 | throws CancellationError | throws 8 | —
        await FMDatabaseQueue.withSavePoint(_:)                  | — | 1    | —                 | —                 | —                 | —                 | throws CancellationError | throws 8 | —
        await FMDatabaseQueue.values(_:)                         | — | 3    | —                 | —                 | —                 | —                 | ended                    | 3        | —
        FMDatabaseQueue (group commit).withTransaction(_:)       | — | 1    | throws 65301      | throws 65301      | throws 65301      | throws 65301      | 1                        | throws 8 | throws 65301
        await FMDatabaseQueue (group commit).withTransaction(_:) | — | 1    | —                 | —                 | —                 | —                 | throws CancellationError | throws 8 | —
        # Pools
        FMDatabasePool.inDatabase(_:)                           | false      | false      | true              | true              | false             | true              | true                     | false    | false
        FMDatabasePool.inTransaction(_:)                        | false, 14  | false, 21  | true              | true              | false, 5          | true              | true                     | false    | false, 5
        FMDatabasePool.inSavePoint(_:)                          | returns 14 | returns 21 | true              | true              | false             | true              | true                     | false    | false
        FMDatabasePool.withDatabase(_:)                         | throws 14  | throws 21  | 1                 | 1                 | throws 5          | 1                 | 1                        | throws 8 | throws 5
        FMDatabasePool.withTransaction(_:)                      | throws 14  | throws 21  | 1                 | 1                 | throws 5          | 1                 | 1                        | throws 8 | throws 5
        FMDatabasePool.withSavePoint(_:)                        | throws 14  | throws 21  | 1                 | 1                 | throws 5          | 1                 | 1                        | throws 8 | throws 5
        FMDatabasePool.find(_:)                                 | throws 14  | throws 21  | 2                 | 2                 | 2                 | 2                 | 2                        | 2        | 2
        FMDatabasePool.insert(_:)                               | throws 14  | throws 21  | done              | done              | throws 5          | done              | done                     | throws 8 | throws 5
        FMDatabasePool.backup(to:_:progress:)                   | throws 14  | throws 21  | done              | done              | done              | done              | done                     | done     | done
        FMDatabasePool.observe(_:)                              | done       | done       | done              | done              | done              | done              | done                     | done     | done
        FMDatabasePool.read(_:)                                 | throws 14  | throws 21  | 3                 | 3                 | 3                 | 3                 | 3                        | 3        | 3
        FMDatabasePool.write(_:)                                | throws 14  | throws 21  | 1                 | 1                 | throws 5          | 1                 | 1                        | throws 8 | throws 5
        FMDatabasePool.migrate(_:)                              | throws 14  | throws 21  | done              | done              | throws 5          | done              | done                     | throws 8 | throws 5
        FMDatabasePool.releaseAllDatabases()                    | done       | done       | done              | done              | done              | done              | done                     | done     | done
        FMDatabasePool.close()                                  | done       | done       | stops the process | stops the process | stops the process | stops the process | done                     | done     | stops the process
        await FMDatabasePool.backup(to:_:progress:)             | throws 14  | throws 21  | —                 | —                 | —                 | —                 | throws CancellationError | done     | —
        await FMDatabasePool.withDatabase(_:)                   | throws 14  | throws 21  | —                 | —                 | —                 | —                 | throws CancellationError | throws 8 | —
        await FMDatabasePool.withTransaction(_:)                | throws 14  | throws 21  | —                 | —                 | —                 | —                 | throws CancellationError | throws 8 | —
        await FMDatabasePool.withSavePoint(_:)                  | throws 14  | throws 21  | —                 | —                 | —                 | —                 | throws CancellationError | throws 8 | —
        await FMDatabasePool.values(_:)                         | throws 14  | ended      | —                 | —                 | —                 | —                 | ended                    | 3        | —
        await FMDatabasePool.read(_:)                           | throws 14  | throws 21  | —                 | —                 | —                 | —                 | throws CancellationError | 3        | —
        await FMDatabasePool.write(_:)                          | throws 14  | throws 21  | —                 | —                 | —                 | —                 | throws CancellationError | throws 8 | —
        FMDatabasePool (group commit).withTransaction(_:)       | throws 14  | throws 21  | 1                 | 1                 | throws 5          | 1                 | 1                        | throws 8 | throws 5
        await FMDatabasePool (group commit).withTransaction(_:) | throws 14  | throws 21  | —                 | —                 | —                 | —                 | throws CancellationError | throws 8 | —
        """
}
