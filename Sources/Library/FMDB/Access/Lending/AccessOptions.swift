/// What a caller asks of one access.
struct AccessOptions: Sendable {
    /// Where the call stands; nil for FMDB's spellings, which cannot say.
    let site: FMCallSite?
    private let limit: Deadline?
    /// Whether it may take place within a transaction that an earlier block of FMDB's spelling has left open.
    private(set) var joinsTransaction = false
    /// How long to repeat the opening of a connection that another one's lock prevents; nil for what the configuration says.
    private(set) var lockTimeout: Duration?

    /// FMDB's: no limit.
    static let unlimited = AccessOptions(site: nil, limit: nil).joining

    /// The same, but allowed within a transaction that an earlier block left open.
    var joining: AccessOptions {
        var options = self
        options.joinsTransaction = true
        return options
    }

    /// The same, with a time for the opening.
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

/// When an access is to end at the latest.
///
/// It is an object because the compiler does not know the size of an instant, so that each copy of one costs more than
/// entering a semaphore. Where a call states no limit, the client's module knows that no object is needed.
@usableFromInline
final class Deadline: Sendable {
    let end: ContinuousClock.Instant

    private init(_ end: ContinuousClock.Instant) {
        self.end = end
    }

    /// - Parameters:
    ///   - timeout: from now; the earlier of both limits counts.
    ///   - deadline: a moment.
    @inlinable
    static func earlier(_ timeout: Duration?, _ deadline: ContinuousClock.Instant?) -> Deadline? {
        timeout == nil && deadline == nil ? nil : make(timeout, deadline)
    }

    @usableFromInline
    static func make(_ timeout: Duration?, _ deadline: ContinuousClock.Instant?) -> Deadline? {
        guard let timeout else { return deadline.map { Deadline($0) } }
        // An instant has its limits, and a client that waits without limit may say so by any number.
        let end = ContinuousClock.now.advanced(by: min(timeout, .seconds(1_000_000_000)))
        return Deadline(deadline.map { min($0, end) } ?? end)
    }
}
