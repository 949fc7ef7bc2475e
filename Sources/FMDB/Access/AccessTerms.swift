import Foundation

/// What a caller asks of one access.
struct AccessTerms: Sendable {
    /// Where the call stands; nil for FMDB's spellings, which cannot say.
    let site: CallSite?
    private let limit: AccessLimit?
    /// Whether it may take place within a transaction that an earlier block of FMDB's spelling has left open.
    private(set) var joinsTransaction = false

    /// FMDB's: no limit.
    static let unlimited = AccessTerms(site: nil, limit: nil).joining

    /// The same for what writes nothing.
    var joining: AccessTerms {
        var terms = self
        terms.joinsTransaction = true
        return terms
    }

    private init(site: CallSite?, limit: AccessLimit?) {
        self.site = site
        self.limit = limit
    }

    init(_ limit: AccessLimit?, _ file: StaticString, _ line: UInt) {
        self.init(site: CallSite(file: file, line: line), limit: limit)
    }

    init(_ timeout: Duration?, _ deadline: ContinuousClock.Instant?, _ file: StaticString, _ line: UInt) {
        self.init(AccessLimit.earlier(timeout, deadline), file, line)
    }

    /// A token where there is a limit.
    func makeToken() -> StopToken? {
        guard let limit else { return nil }
        let token = StopToken()
        Alarm.shared.set(token, at: limit.end)
        return token
    }
}

/// When an access is to end at the latest.
///
/// It is an object because the compiler does not know the size of an instant, so that each copy of one costs more than
/// entering a turnstile. Where a call states no limit, the client's module knows that no object is needed.
@usableFromInline
final class AccessLimit: Sendable {
    let end: ContinuousClock.Instant

    private init(_ end: ContinuousClock.Instant) {
        self.end = end
    }

    /// - Parameters:
    ///   - timeout: from now; the earlier of both limits counts.
    ///   - deadline: a moment.
    @inlinable
    static func earlier(_ timeout: Duration?, _ deadline: ContinuousClock.Instant?) -> AccessLimit? {
        timeout == nil && deadline == nil ? nil : make(timeout, deadline)
    }

    @usableFromInline
    static func make(_ timeout: Duration?, _ deadline: ContinuousClock.Instant?) -> AccessLimit? {
        guard let timeout else { return deadline.map { AccessLimit($0) } }
        // An instant has its limits, and a client that waits for ever may say so by any number.
        let end = ContinuousClock.now.advanced(by: min(timeout, .seconds(1_000_000_000)))
        return AccessLimit(deadline.map { min($0, end) } ?? end)
    }
}
