#if Checked
    // pure list: exempt from the length limits

    /// A spelling by which Swift sees the Objective-C FMDB, and what to write instead.
    struct FMDBSymbol {
        enum Fate {
            case unchanged
            /// It compiles, with a warning: what to write.
            case deprecated(String)
            /// It does not compile: what to write.
            case change(String)
        }

        let type: String
        let name: String
        /// nil for a property.
        let labels: [String]?
        let fate: Fate
        /// What differs on Linux; nil for nothing.
        let linux: String?
        /// Whether the name alone says that it is FMDB's.
        let isDistinct: Bool

        private init(_ type: String, _ spelling: String, _ fate: Fate, linux: String? = nil, isDistinct: Bool) {
            self.type = type
            self.fate = fate
            self.linux = linux
            self.isDistinct = isDistinct
            guard let start = spelling.firstIndex(of: "("), spelling.hasSuffix(")") else {
                (name, labels) = (spelling, nil)
                return
            }
            name = String(spelling[..<start])
            labels = spelling[spelling.index(after: start)...].dropLast().split(separator: ":").map(String.init)
        }

        private static func all(
            _ type: String, _ spellings: String, _ fate: Fate = .unchanged, linux: String? = nil,
            isDistinct: Bool = true
        ) -> [FMDBSymbol] {
            spellings.split(separator: " ").map {
                FMDBSymbol(type, String($0), fate, linux: linux, isDistinct: isDistinct)
            }
        }

        static let database =
            all(
                "FMDatabase",
                """
                executeUpdate(_:withArgumentsIn:) executeUpdate(_:values:) executeUpdate(_:withParameterDictionary:) \
                executeStatements(_:) executeStatements(_:withResultBlock:) executeQuery(_:withArgumentsIn:) \
                executeQuery(_:values:) executeQuery(_:withParameterDictionary:) beginDeferredTransaction() \
                beginImmediateTransaction() beginExclusiveTransaction() startSavePoint(withName:) \
                releaseSavePoint(withName:) rollbackToSavePoint(withName:) clearCachedStatements() \
                closeOpenResultSets() makeFunctionNamed(_:arguments:block:) resultNull(context:) \
                resultString(_:context:) resultInt(_:context:) resultLong(_:context:) resultDouble(_:context:) \
                resultData(_:context:) resultError(_:context:) resultErrorCode(_:context:) \
                resultErrorNoMemory(context:) resultErrorTooBig(context:) columnExists(_:inTableWithName:) \
                isSQLiteThreadSafe() sqliteLibVersion() fmdbUserVersion() storeableDateFormat(_:) \
                maxBusyRetryTimeInterval issueCommand(_:forTable:)
                """)
            + all(
                "FMDatabase",
                """
                lastErrorMessage() lastErrorCode() lastExtendedErrorCode() hadError() valueType(_:) tableExists(_:) \
                getSchema() getTableSchema(_:) validateSQL(_:) hasDateFormatter() setDateFormat(_:) traceExecution \
                crashOnErrors logsErrors goodConnection lastInsertRowId shouldCacheStatements databasePath \
                databaseURL hasOpenResultSets isInTransaction setKey(_:) rekey(_:) setKeyWith(_:) rekey(with:) \
                cipherVersion cipherFipsStatus cipherProvider cipherProviderVersion applyLicense(_:) \
                enableCipherLogging(_:) disableCipherLogging() installTokenizerModule() \
                installTokenizerModule(withName:) registerTokenizer(_:) registerTokenizer(_:withKey:) \
                open() open(withFlags:) open(withFlags:vfs:) close() beginTransaction() commit() rollback() inSavePoint(_:) \
                checkpoint(_:) checkpoint(_:name:) checkpoint(_:name:logFrameCount:checkpointCount:) interrupt() lastError() limit(for:value:) \
                date(from:) string(from:) valueInt(_:) valueLong(_:) valueDouble(_:) valueData(_:) valueString(_:) prepare(_:) isOpen \
                changes checkedOut applicationID userVersion read(fromFile:) write(toFile:)
                """, isDistinct: false)
            + all(
                "FMDatabase", "sqliteHandle",
                linux: "C functions on a null handle end the process: first look whether the database is open"
            )
            + all(
                "FMDatabase", "applicationIDString",
                linux: "it is there on macOS only: use applicationID")
            + all("FMDatabase", "cachedStatements", .unchanged, linux: nil)
            + all("FMDatabase", "fmdbVersion()", .deprecated("fmdbUserVersion()"))
            + all("FMDatabase", "inTransaction()", .deprecated("isInTransaction"), isDistinct: false)
            + all(
                "FMDatabase", "columnExists(_:columnName:)",
                .deprecated("columnExists(_:inTableWithName:), the column first")
            )
            + all(
                "FMDatabase", "makeFunctionNamed(_:maximumArguments:with:)",
                .deprecated("makeFunctionNamed(_:arguments:block:)"))
            + all("FMDatabase", "setShouldCacheStatements(_:)", .deprecated("shouldCacheStatements = …"))
            + all(
                "FMDatabase", "executeQuery(_:withVAList:) executeUpdate(_:withVAList:)",
                .change("an array of values: withArgumentsIn:, because Swift cannot read a C argument list"))
            + all(
                "FMDatabase", "lastInsertRowId() databasePath() changes()",
                .change("the property, without parentheses"), isDistinct: false)
            + all(
                "FMDatabase", "database(withPath:)", .change("FMDatabase(path:)"))

        static let resultSet =
            all(
                "FMResultSet",
                """
                columnNameToIndexMap resultDictionary nextWithError() stepWithError() columnIndex(forName:) \
                int(forColumn:) int(forColumnIndex:) long(forColumn:) long(forColumnIndex:) longLongInt(forColumn:) \
                longLongInt(forColumnIndex:) unsignedLongLongInt(forColumn:) unsignedLongLongInt(forColumnIndex:) bool(forColumn:) \
                bool(forColumnIndex:) double(forColumn:) double(forColumnIndex:) string(forColumn:) string(forColumnIndex:) \
                date(forColumn:) date(forColumnIndex:) data(forColumn:) data(forColumnIndex:) dataNoCopy(forColumn:) \
                dataNoCopy(forColumnIndex:) utf8String(forColumn:) utf8String(forColumnIndex:) object(forColumn:) \
                object(forColumnIndex:) type(forColumn:) type(forColumnIndex:) columnIndexIsNull(_:) columnIsNull(_:) \
                offsets(forColumnIndex:)
                """)
            + all(
                "FMResultSet",
                "next() step() close() columnCount columnName(for:) query parentDB statement bind(with:)",
                isDistinct: false)
            + all("FMResultSet", "utf8String(forColumnName:)", .deprecated("utf8String(forColumn:)"))
            + all("FMResultSet", "object(forColumnName:)", .deprecated("object(forColumn:)"))
            + all("FMResultSet", "resultDict()", .deprecated("resultDictionary"))
            + all(
                "FMResultSet", "kvcMagic(_:)",
                linux:
                    "it fills an NSMutableDictionary, or an object that conforms to FMKeyValueSettable; others are not changed"
            )
            + all("FMResultSet", "columnCount()", .change("the property, without parentheses"), isDistinct: false)
            + all(
                "FMResultSet", "value(forKey:) value(forKeyPath:) setValue(_:forKey:)",
                .change("a method of FMResultSet: key-value coding does not see members of Swift classes"),
                isDistinct: false)

        static let statement = all("FMStatement", "useCount query statement inUse close() reset()", isDistinct: false)

        static let coordinators = ["FMDatabaseQueue", "FMDatabasePool"].flatMap { type in
            all(
                type,
                "inDatabase(_:) inTransaction(_:) inDeferredTransaction(_:) inExclusiveTransaction(_:) inImmediateTransaction(_:)"
            )
                + all(type, "inSavePoint(_:) path vfsName openFlags databaseClass()", isDistinct: false)
        }

        static let queue = all(
            "FMDatabaseQueue",
            "close() interrupt() checkpoint(_:) checkpoint(_:name:) checkpoint(_:name:logFrameCount:checkpointCount:)",
            isDistinct: false)

        static let pool =
            all(
                "FMDatabasePool",
                """
                maximumNumberOfDatabasesToCreate countOfCheckedInDatabases countOfCheckedOutDatabases countOfOpenDatabases \
                releaseAllDatabases()
                """) + all("FMDatabasePool", "delegate", isDistinct: false)

        static let initialisers =
            all("FMDatabase", "FMDatabase() FMDatabase(path:) FMDatabase(url:)")
            + ["FMDatabaseQueue", "FMDatabasePool"].flatMap {
                all(
                    $0,
                    "\($0)() \($0)(path:) \($0)(url:) \($0)(path:flags:) \($0)(url:flags:) \($0)(path:flags:vfs:) \($0)(url:flags:vfs:)"
                )
            }

        static let byName = Dictionary(
            grouping: database + resultSet + statement + coordinators + queue + pool + initialisers, by: \.name)

        /// Spellings of Swift 1 and 2, which no FMDB of today has.
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

        /// The helpers with a list of values, which Objective-C files of FMDB had for Swift.
        static let helpers: Set<String> = [
            "executeQuery", "executeUpdate", "intForQuery", "longForQuery", "boolForQuery", "doubleForQuery",
            "stringForQuery", "dateForQuery", "dataForQuery",
        ]
        static let optionalHelpers = helpers.subtracting(["executeQuery", "executeUpdate"])

        /// FMDB's types for which Swift code has to change, and what to write.
        static let changedTypes: [String: String] = [
            "FMTokenizerDelegate": "FMTokenizer, which has one method",
            "FMTokenizerCursor": "FMTokenizer, which has one method",
            "FMDBVersionString": "FMDatabase.fmdbUserVersion()",
        ]
    }
#endif
