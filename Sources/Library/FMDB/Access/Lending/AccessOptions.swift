/// The options of one access.
struct AccessOptions: Sendable {
    /// The source location of the call; nil for FMDB's calls, which do not pass it.
    let site: FMCallSite?
    private let limit: Deadline?
    /// Whether the access may run in a transaction that an earlier block of an FMDB call left open.
    private(set) var joinsTransaction = false
    /// How long to retry the opening of a connection if another connection's lock prevents it; nil for the
    /// configuration's retry policy.
    private(set) var lockTimeout: Duration?

    /// The options of FMDB's calls: no limit, and a transaction may be open.
    static let unlimited = AccessOptions(site: nil, limit: nil).joining

    /// The same options, but the access may run in a transaction that an earlier block left open.
    var joining: AccessOptions {
        var options = self
        options.joinsTransaction = true
        return options
    }

    /// The same options, with a time limit for opening the connection.
    func opening(within lockTimeout: Duration) -> AccessOptions {
        var options = self
        options.lockTimeout = lockTimeout
        return options
    }

    private init(site: FMCallSite?, limit: Deadline?) {
        (self.site, self.limit) = (site, limit)
    }

    init(_ limit: Deadline?, _ file: StaticString, _ line: UInt) {
        self.init(site: FMCallSite(file: file, line: line), limit: limit)
    }

    init(_ site: FMCallSite) {
        self.init(site: site, limit: nil)
    }

    init(_ timeout: Duration?, _ deadline: ContinuousClock.Instant?, _ file: StaticString, _ line: UInt) {
        self.init(Deadline.earlier(timeout, deadline), file, line)
    }

    func makeToken() -> CancellationToken? {
        guard let limit else { return nil }
        let token = CancellationToken()
        DeadlineTimer.shared.set(token, at: limit.end)
        return token
    }
}

/// The latest time at which an access ends.
///
/// This is a class because the size of an instant is not known at compile time, and copying one costs more than
/// entering a semaphore. If a call sets no limit, the code inlined into the app creates no object.
@usableFromInline
final class Deadline: Sendable {
    let end: ContinuousClock.Instant

    private init(_ end: ContinuousClock.Instant) {
        self.end = end
    }

    /// - Parameters:
    ///   - timeout: a duration from now; the earlier of the two limits applies.
    ///   - deadline: an instant.
    @inlinable
    static func earlier(_ timeout: Duration?, _ deadline: ContinuousClock.Instant?) -> Deadline? {
        timeout == nil && deadline == nil ? nil : make(timeout, deadline)
    }

    @usableFromInline
    static func make(_ timeout: Duration?, _ deadline: ContinuousClock.Instant?) -> Deadline? {
        guard let timeout else { return deadline.map { Deadline($0) } }
        // An instant can overflow, and an app may pass any large duration to wait without limit.
        let end = ContinuousClock.now.advanced(by: min(timeout, .seconds(1_000_000_000)))
        return Deadline(deadline.map { min($0, end) } ?? end)
    }
}
