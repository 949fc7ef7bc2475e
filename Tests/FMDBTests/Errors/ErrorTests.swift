import FMDB
import FMDBTestHelpers
import Testing

@Suite struct ErrorTests {
    private let db = FMDatabase.memory()

    /// A table whose column `x` is unique, with the row 'taken'.
    private func table() throws -> FMDatabase {
        try db.execute("CREATE TABLE t (x TEXT UNIQUE, y INTEGER CHECK (y < 100), z NOT NULL DEFAULT 0)")
        try db.execute("INSERT INTO t (x) VALUES ('taken')")
        return db
    }

    // MARK: Catching

    @Test func anErrorIsCaughtAsNSError() throws {
        let db = try table()
        do {
            try db.execute("INSERT INTO t (x) VALUES (\("taken"))")
            Issue.record("nothing was thrown")
        } catch let error as NSError {
            #expect(error.domain == "FMDatabase")
            #expect(error.code == 19)
            #expect(error.localizedDescription == "UNIQUE constraint failed: t.x")
        }
    }

    @Test func anErrorIsCaughtByItsCode() throws {
        let db = try table()
        var caught = ""
        do {
            try db.withTransaction { try db.execute("INSERT INTO t (x) VALUES (\("taken"))") }
        } catch let error as FMError where error.resultCode == .busy {
            caught = "busy"
        } catch let error as FMError where error.extendedCode == .constraintUnique {
            caught = "unique"
        }
        #expect(caught == "unique")
    }

    @Test func anErrorIsCaughtByAPattern() throws {
        let db = try table()
        func kind(_ sql: FMSQL) -> String {
            switch thrown({ try db.execute(sql) })?.extendedCode {
            case .constraintUnique?: "unique"
            case .constraint?: "another constraint"
            case .error?: "error"
            default: "none of these"
            }
        }

        #expect(kind("INSERT INTO t (x) VALUES ('taken')") == "unique")
        #expect(kind("INSERT INTO t (y) VALUES (100)") == "another constraint")
        #expect(kind("nonsense") == "error")
        #expect(kind("SELECT 1") == "none of these")
    }

    @Test func aTypedThrowIsCaughtWithoutACast() {
        do {
            try db.execute("nonsense")
        } catch {
            #expect(error.resultCode == .error)
        }
    }

    // MARK: Codes

    @Test func theCodesArePrimaryAndExtended() throws {
        let db = try table()
        let failures: [(FMSQL, FMResultCode, FMResultCode)] = [
            ("INSERT INTO t (x) VALUES ('taken')", .constraint, .constraintUnique),
            ("INSERT INTO t (y) VALUES (100)", .constraint, .constraintCheck),
            ("INSERT INTO t (z) VALUES (NULL)", .constraint, .constraintNotNull),
            ("SELECT nothing", .error, .error),
        ]
        for (sql, primary, extended) in failures {
            let error = thrown { try db.execute(sql) }
            #expect(error?.resultCode == primary)
            #expect(error?.extendedCode == extended)
            #expect(error?.code == Int(primary.rawValue))
        }
    }

    @Test func anErrorOutlivesLaterCalls() throws {
        let db = try table()
        let error = thrown { try db.execute("INSERT INTO t (x) VALUES ('taken')") }

        try db.execute("SELECT 1")
        db.close()

        #expect(error?.extendedCode == .constraintUnique)
        #expect(error?.message == "UNIQUE constraint failed: t.x")
    }

    @Test func anErrorOfYourOwnSplitsItsCode() {
        let error = FMError(.busySnapshot, "too late", sql: "SELECT 1")

        #expect(error.resultCode == .busy)
        #expect(error.extendedCode == .busySnapshot)
        #expect(error.code == 5)
        #expect(error.domain == FMError.domain)
        #expect(error.message == "too late")
        #expect(error.sql == "SELECT 1")
        #expect(error.offset == nil)
    }

    // MARK: What it says

    @Test func theSQLIsKnown() throws {
        let error = thrown { try table().execute("INSERT INTO t (x) VALUES (\("taken"))") }

        #expect(error?.sql == "INSERT INTO t (x) VALUES (?)")
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38)))
    func theOffsetOfASyntaxErrorCountsBytes() {
        let texts: [(FMSQL, Int)] = [
            ("nonsense", 0), ("SELECT 1 FORM t", 14), ("SELECT 'ä', nothing", 13), ("\n\nSELECT missing", 9),
        ]
        for (sql, offset) in texts {
            #expect(thrown { try db.execute(sql) }?.offset == offset)
        }
    }

    /// Where the part that is shown begins within a character, it ends earlier, too.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 38)), arguments: 0..<4)
    func thePlaceAtTheEndOfALongTextIsShown(_ shift: Int) throws {
        let (text, blank) = (String(repeating: "€", count: 1000), String(repeating: " ", count: shift))
        let error = try #require(thrown { try db.execute("SELECT '\(raw: text)',\(raw: blank) a") })
        let offset = try #require(error.offset)
        #expect(try #require(error.sql).utf8.dropFirst(offset).elementsEqual("a".utf8))
    }

    @Test func anErrorWithoutAPlaceHasNoOffset() throws {
        let db = try table()
        #expect(thrown { try db.execute("nonsense") } != nil)

        #expect(thrown { try db.execute("INSERT INTO t (x) VALUES ('taken')") }?.offset == nil)
        #expect(thrown { try db.execute("SELECT 1; SELECT 2") }?.offset == nil)
    }

    @Test func theDescriptionIsOneLine() throws {
        let withSQL = thrown { try table().execute("INSERT INTO t (x) VALUES ('taken')") }
        let withoutSQL = FMError(.busy, "wait")

        #expect(
            withSQL.map { "\($0)" } == """
                SQLite error 2067: UNIQUE constraint failed: t.x - in: INSERT INTO t (x) VALUES ('taken') - a row with this \
                value already exists; to update it, use ON CONFLICT (…) DO UPDATE, as save(_:by:) and upsert(_:by:) of a \
                model do
                """)
        #expect("\(withoutSQL)" == "FMDB error 5: wait")
        #expect(withoutSQL.localizedDescription == "wait")
        #expect((withoutSQL as any Error).localizedDescription == "wait")
    }

    /// What an error shows of itself.
    private func shown(_ error: FMError?) -> String {
        guard let error else { return "no error" }
        return [
            error.description, error.debugDescription, error.message, error.localizedDescription, "\(error.userInfo)",
            "\(error)", String(reflecting: error), error.sql ?? "", error.localizedFailureReason ?? "",
        ].joined(separator: "\n")
    }

    @Test func anErrorNeverShowsTheValuesOfArguments() throws {
        let db = try table()
        let secret = "s3cr3t"
        try db.execute("INSERT INTO t (x) VALUES (\(secret))")
        let errors = [
            thrown { try db.execute("INSERT INTO t (x) VALUES (\(secret))") },
            thrown { try db.execute("INSERT INTO t (x) VALUES (?)", secret) },
            thrown { try db.execute("INSERT INTO t (x, y) VALUES (\(secret), 100)") },
            thrown { try db.execute("INSERT INTO t (x) VALUES (?)", secret, secret) },
            thrown { try db.execute("INSERT INTO t (x) VALUES (\(secret), ?)", secret) },
            thrown { try db.execute(FMSQL(raw: "SELECT :a", arguments: ["a": secret, "b": secret])) },
            thrown { try db.query("SELECT \(secret) FROM nowhere") },
            thrown { try db.value("SELECT \(secret)", as: Int.self) },
            thrown { try db.value("SELECT x FROM t WHERE x = \(secret) AND x IS NULL", as: String.self) },
            thrown { try db.rows("SELECT \(secret), 1", as: (Int, Int).self) },
            thrown { try db.execute("SELECT abs(\(Int64.min)), ?", secret) },
        ]

        #expect(!errors.contains(nil))
        #expect(errors.allSatisfy { !shown($0).contains(secret) })
    }

    @Test func anErrorOfDecodingNeverShowsTheValuesOfColumns() {
        enum Colour: String, Decodable { case red }
        struct Lamp: Decodable { var colour: Colour, level: Int? }
        let errors = [
            thrown { try db.rows("SELECT \("s3cr3t") AS colour", as: Lamp.self) },
            thrown { try db.rows("SELECT 'red' AS colour, \("s3cr3t") AS level", as: Lamp.self) },
            thrown { try db.rows("SELECT \("s3cr3t")", as: Colour.self) },
        ]

        #expect(errors.allSatisfy { $0?.resultCode == .mismatch })
        #expect(errors.allSatisfy { !shown($0).contains("s3cr3t") })
    }

    // MARK: As an object

    @Test func theUserInfoIsTheMessage() {
        let error = FMError(.busy, "wait", sql: "SELECT 1")

        #expect(error.userInfo as? [String: String] == [NSLocalizedDescriptionKey: "wait"])
    }

    @Test func anErrorIsCodable() throws {
        let error = FMError(.constraintUnique, "the name is taken", sql: "INSERT")
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        error.encode(with: archiver)
        archiver.finishEncoding()

        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let decoded = try #require(FMError(coder: unarchiver))
        #expect(FMError.supportsSecureCoding)
        #expect(decoded.domain == FMError.domain)
        #expect(decoded.code == 19)
        #expect(decoded.resultCode == .constraint)
        #expect(decoded.message == "the name is taken")
        #expect(decoded.localizedDescription == "the name is taken")
    }

    #if os(Linux) || os(macOS)
        // On Linux the hash of a plain NSError stops the process, hence the processes of their own.
        @Test func anErrorMayBeAMemberOfASet() async {
            await #expect(processExitsWith: .success) {
                let errors: Set = [FMError(.busy, "wait"), FMError(.busy, "wait"), FMError(.full, "no room")]
                #expect(errors.count == 2)
            }
        }

        @Test func anErrorMayBeTheRootOfAnArchive() async {
            await #expect(processExitsWith: .success) {
                let archive = try NSKeyedArchiver.archivedData(
                    withRootObject: FMError(.busy, "wait"), requiringSecureCoding: true)
                let decoded = try NSKeyedUnarchiver.unarchivedObject(ofClass: FMError.self, from: archive)
                #expect(decoded?.message == "wait")
            }
        }
    #endif
}
