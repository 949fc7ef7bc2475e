import Foundation

/// What a caller asks of one access.
struct AccessTerms: Sendable {
    /// Where the call stands; nil for FMDB's spellings, which cannot say.
    let site: CallSite?
    /// When the access is to end at the latest.
    let deadline: ContinuousClock.Instant?

    /// FMDB's: no limit.
    static let unlimited = AccessTerms(site: nil, deadline: nil)

    init(site: CallSite?, deadline: ContinuousClock.Instant?) {
        self.site = site
        self.deadline = deadline
    }

    /// - Parameters:
    ///   - timeout: from now; the earlier of both limits counts.
    ///   - deadline: a moment.
    init(_ timeout: Duration?, _ deadline: ContinuousClock.Instant?, _ file: StaticString, _ line: UInt) {
        var end = deadline
        if let timeout {
            // An instant has its limits, and a client that waits for ever may say so by any number.
            let other = ContinuousClock.now.advanced(by: min(timeout, .seconds(1_000_000_000)))
            end = end.map { min($0, other) } ?? other
        }
        self.init(site: CallSite(file: file, line: line), deadline: end)
    }

    /// A token where there is a limit.
    func makeToken() -> StopToken? {
        guard let deadline else { return nil }
        let token = StopToken()
        Alarm.shared.set(token, at: deadline)
        return token
    }
}
