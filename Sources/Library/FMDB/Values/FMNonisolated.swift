#if compiler(>=6.2)
    /// What the protocols of the library inherit whose types it uses on any thread.
    ///
    /// In a module that isolates its code to the main actor by default, a type that is declared with such a protocol is isolated to no
    /// actor. It is Swift's [SendableMetatype](https://developer.apple.com/documentation/swift/sendablemetatype), and `Any` for
    /// compilers before Swift 6.2, which have no such default.
    public typealias FMNonisolated = SendableMetatype
#else
    /// What the protocols of the library inherit whose types it uses on any thread.
    public typealias FMNonisolated = Any
#endif
