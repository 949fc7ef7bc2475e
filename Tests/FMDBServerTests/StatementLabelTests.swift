#if Server
    import FMDB
    import Testing

    @testable import FMDBServer

    /// What the labels of metrics and spans say.
    @Suite struct StatementLabelTests {
        @Test func fewVerbsAreLabels() {
            let labels = Set(StatementVerb.allCases.map(\.label))
            #expect(labels == ["SELECT", "INSERT", "UPDATE", "DELETE", "COMMIT", "OTHER"])
            #expect(labels == Set(StatementVerb.labels.map(\.label)))
        }

        @Test func codesHaveSQLitesNames() {
            #expect(FMResultCode.constraintUnique.constantName == "SQLITE_CONSTRAINT")
            #expect(FMResultCode.notADatabase.constantName == "SQLITE_NOTADB")
            #expect(FMResultCode.warning.constantName == "SQLITE_WARNING")
            #expect(FMResultCode.deadlineExceeded.constantName == "SQLITE_INTERRUPT")
            #expect(FMResultCode(rawValue: 200).constantName == "SQLITE_UNKNOWN")
            #expect(FMResultCode(rawValue: -1).constantName == "SQLITE_UNKNOWN")
        }
    }
#endif
