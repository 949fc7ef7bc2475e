/// The role of a node in a cluster, with its number in the protocol.
package enum NodeRole: UInt64, Sendable, CaseIterable {
    /// The node holds the whole database and votes.
    case voter = 0
    /// The node holds the whole database and does not vote.
    case standby = 1
    /// The node holds no data until it gets another role.
    case spare = 2
}
