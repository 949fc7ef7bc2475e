#if S3
    import FMDB
    import FMDBS3
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// The server that `Scripts/test-s3` starts. It checks signatures.
    enum S3Server {
        static let address = ProcessInfo.processInfo.environment["FMDB_S3_ENDPOINT"].flatMap {
            URL(string: $0)
        }
        static let bucket = "fmdb-tests"

        /// A target whose prefix nobody else has.
        static func target() throws -> FMS3Target {
            var target = try FMS3Target(
                bucket: bucket, credentials: .fromEnvironment(), endpoint: address)
            target.prefix = "\(UInt64.random(in: .min ... .max))"
            return target
        }
    }

    /// Each verb of a target beside a server.
    @Suite(.enabled(if: S3Server.address != nil, "needs the server of Scripts/test-s3"))
    struct S3TargetTests {
        @Test(arguments: ["a", "generation/commits-01-02", "sp ace/ü+%&=?#.x", "..a//b"])
        func aPieceComesBack(
            _ name: String
        ) throws {
            let target = try S3Server.target()
            let piece = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            try target.put(piece, named: name)
            #expect(try target.get(name) == piece)
            #expect(try target.list() == [FMBackupPiece(name: name, size: 300_000)])
            try target.put(Data(), named: name)
            #expect(try target.get(name).isEmpty)
            try target.remove(name)
            try target.remove(name)
            #expect(try target.list().isEmpty)
        }

        /// A server lists 1,000 objects at once.
        @Test func moreThanAPageOfPiecesIsListed() throws {
            let target = try S3Server.target()
            let names = (0..<1_050).map { String(format: "g/%05d", $0) }
            for name in names { try target.put(Data([1]), named: name) }
            #expect(try target.list().map(\.name).sorted() == names)
        }

        @Test func targetsSeeTheirOwnPrefixAlone() throws {
            let (first, second) = (try S3Server.target(), try S3Server.target())
            try first.put(Data([1]), named: "x")
            var longer = first
            longer.prefix += "0"
            try longer.put(Data([2]), named: "x")
            #expect(try first.list().count == 1)
            #expect(try second.list().isEmpty)
        }

        @Test func aMissingPieceIsNotFound() throws {
            let target = try S3Server.target()
            let error = #expect(throws: FMError.self) { try target.get("missing") }
            #expect(error?.resultCode == .notFound)
            #expect(error?.message.contains("NoSuchKey") == true, "\(error?.message ?? "")")
        }

        @Test func aMissingBucketIsNotFound() throws {
            let target = try FMS3Target(
                bucket: "no-such-bucket", credentials: .fromEnvironment(), endpoint: S3Server.address)
            let error = #expect(throws: FMError.self) { try target.list() }
            #expect(
                error?.resultCode == .notFound || error?.resultCode == .permission,
                "\(error?.message ?? "")")
        }

        @Test func aWrongKeyIsRefused() throws {
            var target = try S3Server.target()
            let right = try target.credentials()
            target.credentials = {
                FMS3Target.Credentials(accessKeyID: right.accessKeyID, secretAccessKey: "wrong")
            }
            let error = #expect(throws: FMError.self) { try target.put(Data([1]), named: "x") }
            #expect(error?.resultCode == .permission, "\(error?.message ?? "")")
        }

        @Test func credentialsThatCannotBeRenewedEndTheCall() throws {
            var target = try S3Server.target()
            target.credentials = { throw FMError(.authorization, "the service that renews them is gone") }
            let error = #expect(throws: FMError.self) { try target.list() }
            #expect(error?.message.contains("the service that renews them is gone") == true)
        }

        @Test func aServerThatIsGoneIsAnError() throws {
            let target = try FMS3Target(
                bucket: S3Server.bucket, credentials: .fromEnvironment(),
                endpoint: URL(string: "http://127.0.0.1:1"))
            let error = #expect(throws: FMError.self) { try target.list() }
            #expect(error?.resultCode == .ioError)
        }

        @Test func anAddressOfIPv6KeepsItsBrackets() throws {
            let target = try FMS3Target(
                bucket: S3Server.bucket, credentials: .fromEnvironment(), endpoint: URL(string: "http://[::1]:1/"))
            let error = #expect(throws: FMError.self) { try target.list() }
            #expect(error?.resultCode == .ioError)
            #expect(error?.message.contains("[::1]:1") == true, "\(error?.message ?? "")")
        }

        @Test func aRequestThatTakesTooLongIsAnError() throws {
            var target = try S3Server.target()
            target.timeout = .nanoseconds(1)
            let error = #expect(throws: FMError.self) { try target.list() }
            #expect(error?.resultCode == .ioError)
        }

        @Test(arguments: [
            "localhost", "ftp://localhost", "http://localhost/s3", "http://localhost?a", "http://a@localhost",
        ])
        func addressesOfNoServerAreRefused(_ address: String) throws {
            let credentials = FMS3Target.Credentials(accessKeyID: "a", secretAccessKey: "b")
            let error = #expect(throws: FMError.self) {
                try FMS3Target(bucket: "b", credentials: credentials, endpoint: URL(string: address))
            }
            #expect(error?.resultCode == .misuse)
        }

        @Test(arguments: ["", "a/b", "a b", "ü"]) func namesThatNoBucketHasAreRefused(_ name: String)
            throws
        {
            let credentials = FMS3Target.Credentials(accessKeyID: "a", secretAccessKey: "b")
            let error = #expect(throws: FMError.self) {
                try FMS3Target(bucket: name, credentials: credentials)
            }
            #expect(error?.resultCode == .misuse)
        }
    }
#endif
