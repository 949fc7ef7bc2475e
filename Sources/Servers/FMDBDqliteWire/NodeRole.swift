/// What a node of a cluster does beside holding the database, by the number that stands for it on the wire.
package enum NodeRole: UInt64, Sendable, CaseIterable {
    /// It holds all of the database, and is one of those whose majority decides.
    case voter = 0
    /// It holds all of the database, and has no vote.
    case standby = 1
    /// It holds nothing, until it is given another role.
    case spare = 2
}
