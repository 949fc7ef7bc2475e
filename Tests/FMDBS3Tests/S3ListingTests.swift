#if S3
    import FMDBS3
    import FMDB
    import Foundation
    import Testing

    /// Lists that a server does not send whole: what is missing must not be taken for what is not there.
    @Suite struct S3ListingTests {
        private func list(_ pages: String...) throws -> [FMBackupPiece] {
            let server = try AnsweringServer(pages)
            let keys = FMS3Target.Credentials(accessKeyID: "a", secretAccessKey: "b")
            let target = try FMS3Target(
                bucket: "b", credentials: keys, endpoint: URL(string: "http://127.0.0.1:\(server.port)"))
            return try target.list()
        }

        private func page(_ name: String, size: String = "<Size>3</Size>", _ rest: String) -> String {
            "<ListBucketResult><Contents><Key>\(name)</Key>\(size)</Contents>\(rest)</ListBucketResult>"
        }

        private let last = "<IsTruncated>false</IsTruncated>"
        private let goesOn = "<IsTruncated>true</IsTruncated>"

        @Test func theListGoesOnWhereTheServerSays() throws {
            let first = page("x", goesOn + "<NextContinuationToken>n</NextContinuationToken>")
            let pieces = try list(first, page("y", last))
            #expect(pieces == [FMBackupPiece(name: "x", size: 3), FMBackupPiece(name: "y", size: 3)])
        }

        @Test func aListThatGoesOnNowhereIsAnError() {
            let error = #expect(throws: FMError.self) { try list(page("x", goesOn)) }
            #expect(error?.message == "the S3 server's list of objects is truncated, but has no continuation token")
        }

        @Test func aListThatGoesOnAtItsOwnPlaceIsAnError() {
            let again = page("x", goesOn + "<NextContinuationToken>n</NextContinuationToken>")
            let error = #expect(throws: FMError.self) { try list(again, again) }
            #expect(error?.message == "the S3 server's list of objects does not advance")
        }

        @Test(arguments: [
            "", "no XML", "<html><body>Sign in</body></html>", "<ListBucketResult></ListBucketResult>",
            "<ListBucketResult><IsTruncated>false</IsTruncated>",
            "<Error><Code>SlowDown</Code></Error>",
        ])
        func whatIsNoListIsAnError(_ answer: String) {
            let error = #expect(throws: FMError.self) { try list(answer) }
            #expect(error?.resultCode == .ioError)
        }

        @Test(arguments: ["", "<Size></Size>", "<Size>many</Size>", "<Size>-1</Size>"])
        func aPieceWithoutItsSizeIsAnError(_ size: String) {
            let error = #expect(throws: FMError.self) { try list(page("x", size: size, last)) }
            #expect(error?.resultCode == .ioError)
        }

        @Test(arguments: ["<Key>y</Key>", "<Size>3</Size>"])
        func anObjectDoesNotTakeWhatTheOneBeforeHas(_ parts: String) {
            let error = #expect(throws: FMError.self) {
                try list(page("x", "<Contents>\(parts)</Contents>" + last))
            }
            #expect(error?.resultCode == .ioError)
        }

        @Test(arguments: ["", "maybe"]) func aListThatDoesNotSayWhetherItGoesOnIsAnError(_ word: String) {
            let error = #expect(throws: FMError.self) {
                try list(page("x", "<IsTruncated>\(word)</IsTruncated>"))
            }
            #expect(error?.resultCode == .ioError)
        }
    }

    /// A server that answers each request with the next of some texts, whatever is asked.
    private final class AnsweringServer: Sendable {
        let port: UInt16
        private let listener: Int32

        init(_ answers: [String]) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
                }
            }
            try #require(isBound)
            (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
            Thread.detachNewThread { for answer in answers where !Self.answer(answer, listener) { return } }
        }

        deinit {
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
        }

        private static func answer(_ answer: String, _ listener: Int32) -> Bool {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return false }
            defer { close(connection) }
            var (request, buffer) = ("", [UInt8](repeating: 0, count: 4096))
            while !request.contains("\r\n\r\n") {
                let count = read(connection, &buffer, buffer.count)
                guard count > 0 else { return true }
                request += String(decoding: buffer[..<count], as: UTF8.self)
            }
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(answer.utf8.count)\r\nConnection: close\r\n\r\n"
            let bytes = Array((head + answer).utf8)
            return write(connection, bytes, bytes.count) == bytes.count
        }
    }
#endif
