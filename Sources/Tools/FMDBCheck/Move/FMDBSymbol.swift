#if Checked
    // pure list: exempt from the length limits

    /// A spelling of the Objective-C FMDB in Swift, and its replacement.
    struct FMDBSymbol {
        let type: String
        let spelling: String
        let name: String
        /// The argument labels, or nil for a property.
        let labels: [String]?
        let verdict: FMMoveReport.Verdict
        /// The replacement, or nil if the spelling stays the same.
        let other: String?
        /// The difference on Linux, or nil if there is none.
        let linux: String?
        /// Whether the name alone identifies FMDB.
        let isDistinct: Bool

        private init(
            _ type: String, _ spelling: String, _ verdict: FMMoveReport.Verdict, _ other: String?, linux: String?,
            isDistinct: Bool
        ) {
            (self.type, self.spelling, self.verdict, self.other) = (type, spelling, verdict, other)
            (self.linux, self.isDistinct) = (linux, isDistinct)
            guard let start = spelling.firstIndex(of: "("), spelling.hasSuffix(")") else {
                (name, labels) = (spelling, nil)
                return
            }
            name = String(spelling[..<start])
            labels = spelling[spelling.index(after: start)...].dropLast().split(separator: ":").map(String.init)
        }

        private static func all(
            _ type: String, _ spellings: String, _ verdict: FMMoveReport.Verdict = .unchanged, _ other: String? = nil,
            linux: String? = nil, isDistinct: Bool = true
        ) -> [FMDBSymbol] {
            spellings.split(separator: " ").map {
                FMDBSymbol(type, String($0), verdict, other, linux: linux, isDistinct: isDistinct)
            }
        }

        /// The unchanged spellings by type. The names after `?` are too common to identify FMDB by themselves.
        private static let unchanged = """
            FMDatabase executeUpdate(_:withArgumentsIn:) executeUpdate(_:values:)
            FMDatabase executeUpdate(_:withParameterDictionary:) executeStatements(_:)
            FMDatabase executeStatements(_:withResultBlock:) executeQuery(_:withArgumentsIn:) executeQuery(_:values:)
            FMDatabase executeQuery(_:withParameterDictionary:) beginDeferredTransaction() beginImmediateTransaction()
            FMDatabase beginExclusiveTransaction() startSavePoint(withName:) releaseSavePoint(withName:)
            FMDatabase rollbackToSavePoint(withName:) clearCachedStatements() closeOpenResultSets()
            FMDatabase makeFunctionNamed(_:arguments:block:) resultNull(context:) resultString(_:context:)
            FMDatabase resultInt(_:context:) resultLong(_:context:) resultDouble(_:context:) resultData(_:context:)
            FMDatabase resultError(_:context:) resultErrorCode(_:context:) resultErrorNoMemory(context:)
            FMDatabase resultErrorTooBig(context:) columnExists(_:inTableWithName:) isSQLiteThreadSafe()
            FMDatabase sqliteLibVersion() fmdbUserVersion() storeableDateFormat(_:) maxBusyRetryTimeInterval
            FMDatabase issueCommand(_:forTable:) cachedStatements
            FMDatabase? lastErrorMessage() lastErrorCode() lastExtendedErrorCode() hadError() valueType(_:)
            FMDatabase? tableExists(_:) getSchema() getTableSchema(_:) validateSQL(_:) hasDateFormatter()
            FMDatabase? setDateFormat(_:) traceExecution crashOnErrors logsErrors goodConnection lastInsertRowId
            FMDatabase? shouldCacheStatements databasePath databaseURL hasOpenResultSets isInTransaction setKey(_:)
            FMDatabase? rekey(_:) setKeyWith(_:) rekey(with:) cipherVersion cipherFipsStatus cipherProvider
            FMDatabase? cipherProviderVersion applyLicense(_:) enableCipherLogging(_:) disableCipherLogging()
            FMDatabase? installTokenizerModule() installTokenizerModule(withName:) registerTokenizer(_:)
            FMDatabase? registerTokenizer(_:withKey:) open() open(withFlags:) open(withFlags:vfs:) close()
            FMDatabase? beginTransaction() commit() rollback() inSavePoint(_:) checkpoint(_:) checkpoint(_:name:)
            FMDatabase? checkpoint(_:name:logFrameCount:checkpointCount:) interrupt() lastError() limit(for:value:)
            FMDatabase? date(from:) string(from:) valueInt(_:) valueLong(_:) valueDouble(_:) valueData(_:)
            FMDatabase? valueString(_:) prepare(_:) isOpen changes checkedOut applicationID userVersion
            FMDatabase? read(fromFile:) write(toFile:)
            FMResultSet columnNameToIndexMap resultDictionary nextWithError() stepWithError() columnIndex(forName:)
            FMResultSet int(forColumn:) int(forColumnIndex:) long(forColumn:) long(forColumnIndex:)
            FMResultSet longLongInt(forColumn:) longLongInt(forColumnIndex:) unsignedLongLongInt(forColumn:)
            FMResultSet unsignedLongLongInt(forColumnIndex:) bool(forColumn:) bool(forColumnIndex:) double(forColumn:)
            FMResultSet double(forColumnIndex:) string(forColumn:) string(forColumnIndex:) date(forColumn:)
            FMResultSet date(forColumnIndex:) data(forColumn:) data(forColumnIndex:) dataNoCopy(forColumn:)
            FMResultSet dataNoCopy(forColumnIndex:) utf8String(forColumn:) utf8String(forColumnIndex:)
            FMResultSet object(forColumn:) object(forColumnIndex:) type(forColumn:) type(forColumnIndex:)
            FMResultSet columnIndexIsNull(_:) columnIsNull(_:) offsets(forColumnIndex:)
            FMResultSet? next() step() close() columnCount columnName(for:) query parentDB statement bind(with:)
            FMStatement? useCount query statement inUse close() reset()
            FMDatabaseQueue inDatabase(_:) inTransaction(_:) inDeferredTransaction(_:) inExclusiveTransaction(_:)
            FMDatabaseQueue inImmediateTransaction(_:)
            FMDatabaseQueue? inSavePoint(_:) path vfsName openFlags databaseClass()
            FMDatabasePool inDatabase(_:) inTransaction(_:) inDeferredTransaction(_:) inExclusiveTransaction(_:)
            FMDatabasePool inImmediateTransaction(_:)
            FMDatabasePool? inSavePoint(_:) path vfsName openFlags databaseClass()
            FMDatabaseQueue? close() interrupt() checkpoint(_:) checkpoint(_:name:)
            FMDatabaseQueue? checkpoint(_:name:logFrameCount:checkpointCount:)
            FMDatabasePool maximumNumberOfDatabasesToCreate countOfCheckedInDatabases countOfCheckedOutDatabases
            FMDatabasePool countOfOpenDatabases releaseAllDatabases()
            FMDatabasePool? delegate
            FMDatabase FMDatabase() FMDatabase(path:) FMDatabase(url:)
            FMDatabaseQueue FMDatabaseQueue() FMDatabaseQueue(path:) FMDatabaseQueue(url:)
            FMDatabaseQueue FMDatabaseQueue(path:flags:) FMDatabaseQueue(url:flags:) FMDatabaseQueue(path:flags:vfs:)
            FMDatabaseQueue FMDatabaseQueue(url:flags:vfs:)
            FMDatabasePool FMDatabasePool() FMDatabasePool(path:) FMDatabasePool(url:) FMDatabasePool(path:flags:)
            FMDatabasePool FMDatabasePool(url:flags:) FMDatabasePool(path:flags:vfs:) FMDatabasePool(url:flags:vfs:)
            """.split(separator: "\n").flatMap { line in
                let type = line.prefix { $0 != "?" && $0 != " " }
                let spellings = line.drop { $0 != " " }
                return all(String(type), String(spellings), isDistinct: line[type.endIndex] != "?")
            }

        private static let changed =
            all(
                "FMDatabase", "sqliteHandle",
                linux: "C functions on a null handle end the process: first check whether the database is open")
            + all("FMDatabase", "applicationIDString", linux: "it exists on macOS only: use applicationID")
            + all("FMDatabase", "fmdbVersion()", .warning, "fmdbUserVersion()")
            + all("FMDatabase", "inTransaction()", .warning, "isInTransaction", isDistinct: false)
            + all(
                "FMDatabase", "columnExists(_:columnName:)",
                .warning, "columnExists(_:inTableWithName:), the column first")
            + all(
                "FMDatabase", "makeFunctionNamed(_:maximumArguments:with:)",
                .warning, "makeFunctionNamed(_:arguments:block:)")
            + all("FMDatabase", "setShouldCacheStatements(_:)", .warning, "shouldCacheStatements = …")
            + all(
                "FMDatabase", "executeQuery(_:withVAList:) executeUpdate(_:withVAList:)",
                .change, "an array of values: withArgumentsIn:, because Swift cannot read a C argument list")
            + all(
                "FMDatabase", "lastInsertRowId() databasePath() changes()",
                .change, "the property, without parentheses", isDistinct: false)
            + all("FMDatabase", "database(withPath:)", .change, "FMDatabase(path:)")
            + all("FMResultSet", "utf8String(forColumnName:)", .warning, "utf8String(forColumn:)")
            + all("FMResultSet", "object(forColumnName:)", .warning, "object(forColumn:)")
            + all("FMResultSet", "resultDict()", .warning, "resultDictionary")
            + all(
                "FMResultSet", "kvcMagic(_:)",
                linux:
                    "only an NSMutableDictionary and objects that conform to FMKeyValueSettable are filled"
            )
            + all("FMResultSet", "columnCount()", .change, "the property, without parentheses", isDistinct: false)
            + all(
                "FMResultSet", "value(forKey:) value(forKeyPath:) setValue(_:forKey:)",
                .change, "a method of FMResultSet: key-value coding does not see members of Swift classes",
                isDistinct: false)

        static let byName = Dictionary(grouping: unchanged + changed, by: \.name)

        /// Spellings of Swift 1 and 2, which current FMDB versions do not have, and their replacements.
        static let old: [String: String] = {
            var old = [
                "objectForColumnName": "object(forColumn:)", "valueForKey": "object(forColumn:)",
                "columnIndexForName": "columnIndex(forName:)", "columnNameForIndex": "columnName(for:)",
                "dataNoCopyForColumn": "dataNoCopy(forColumn:)",
            ]
            for type in ["int", "long", "longLongInt", "bool", "double", "string", "date", "data", "object"] {
                old["\(type)ForColumn"] = "\(type)(forColumn:)"
                old["\(type)ForColumnIndex"] = "\(type)(forColumnIndex:)"
            }
            return old
        }()

        /// The helpers with a list of values, which FMDB's Swift files declare.
        static let helpers: Set<String> = [
            "executeQuery", "executeUpdate", "intForQuery", "longForQuery", "boolForQuery", "doubleForQuery",
            "stringForQuery", "dateForQuery", "dataForQuery",
        ]
        static let optionalHelpers = helpers.subtracting(["executeQuery", "executeUpdate"])

        /// FMDB's types that Swift code has to replace, with the replacements.
        static let changedTypes: [String: String] = [
            "FMTokenizerDelegate": "FMTokenizer, which has one method",
            "FMTokenizerCursor": "FMTokenizer, which has one method",
            "FMDBVersionString": "FMDatabase.fmdbUserVersion()",
        ]
    }
#endif
