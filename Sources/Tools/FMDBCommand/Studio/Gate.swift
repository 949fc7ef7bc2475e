#if Tool
    import FMDB
    import FlyingFox
    import Foundation

    /// Decides which requests come from the studio's own page.
    ///
    /// - The `Host` must be the loopback address with the studio's port. This rejects foreign names that resolve to it, as in DNS
    ///   rebinding.
    /// - An `Origin` must be the studio's own, and `Sec-Fetch-Site` must not name another site.
    /// - Requests that read or change data need the token in the header `Authorization`. The token is not a cookie, because browsers
    ///   send cookies to every port of a host. Pages of other origins cannot set the header, so they cannot forge requests.
    struct Gate: Sendable {
        let port: UInt16
        private let token: [UInt8]

        init(port: UInt16, token: String) {
            self.port = port
            self.token = Array(token.utf8)
        }

        /// Returns a token of 32 random bytes from the operating system's generator.
        static func makeToken() -> String {
            var generator = SystemRandomNumberGenerator()
            return (0..<4).map { _ in UInt64.random(in: .min ... .max, using: &generator).hexadecimal }.joined()
        }

        private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

        func check(_ request: HTTPRequest) throws {
            // A request with two `Host` headers is refused, because a proxy may have checked the other one.
            let host = request.headers.values(for: .host)
            guard host.count == 1, hosts.contains(host[0].lowercased()) else {
                throw StudioError(.misdirectedRequest, "this is not the address of the studio")
            }
            if let origin = request.headers[HTTPHeader("Origin")] {
                guard hosts.contains(where: { origin.lowercased() == "http://\($0)" }) else {
                    throw StudioError(.forbidden, "requests from other pages are refused")
                }
            }
            if let site = request.headers[HTTPHeader("Sec-Fetch-Site")] {
                guard ["same-origin", "none"].contains(site) else {
                    throw StudioError(.forbidden, "requests from other sites are refused")
                }
            }
        }

        func checkToken(_ request: HTTPRequest) throws {
            let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[0] == "Bearer", isToken(words[1].utf8) else {
                throw StudioError(.unauthorized, "open the studio by the address that `fmdb serve` has printed")
            }
        }

        /// Compares in constant time for a given length, so that the token cannot be guessed byte by byte.
        func isToken(_ candidate: some Collection<UInt8>) -> Bool {
            candidate.count == token.count && zip(token, candidate).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        }

        /// The headers of every response. Browsers load nothing from other origins, cannot embed the page, and store nothing.
        static let headers: [(HTTPHeader, String)] = [
            (
                HTTPHeader("Content-Security-Policy"),
                """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; \
                form-action 'none'; frame-ancestors 'none'
                """
            ),
            (HTTPHeader("X-Content-Type-Options"), "nosniff"),
            (HTTPHeader("X-Frame-Options"), "DENY"),
            (HTTPHeader("Referrer-Policy"), "no-referrer"),
            (HTTPHeader("Cross-Origin-Resource-Policy"), "same-origin"),
            (HTTPHeader("Cross-Origin-Opener-Policy"), "same-origin"),
            (.cacheControl, "no-store"),
        ]
    }
#endif
