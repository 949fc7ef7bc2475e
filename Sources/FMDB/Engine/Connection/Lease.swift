/// What a queue or pool has set on a database that it lends.
struct Lease {
    /// Whether threads take turns with the database. Counts from the next opening.
    var isLent = false
    /// Whether a thread has it by means of a queue or a pool at this moment.
    var isInTurn = false
    /// Whether other processes see what it does.
    var isPublished = false
    /// The feed of the queue or pool, which learns what the database changes.
    var changeFeed: ChangeFeed?
    /// What may keep the connection from taking locks.
    var suspension: Suspension?
    /// Whether it reads in WAL mode alone, which a suspension need not stop.
    var isSparedBySuspension = false
}
