#if compiler(>=6.2)
    /// The base of each protocol whose conforming types the library uses on any thread.
    ///
    /// In a module that isolates its code to the main actor by default, a type declared with such a protocol is not isolated to an actor.
    /// `FMNonisolated` is Swift's [SendableMetatype](https://developer.apple.com/documentation/swift/sendablemetatype). Compilers before
    /// Swift 6.2 have no such default, so this is `Any` for them.
    public typealias FMNonisolated = SendableMetatype
#else
    /// The base of each protocol whose conforming types the library uses on any thread.
    public typealias FMNonisolated = Any
#endif
