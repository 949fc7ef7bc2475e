#if Checked
    /// The changes that a project that uses the Objective-C FMDB needs, to use this package.
    public struct FMMoveReport: Sendable, Hashable, Codable {
        /// The verdict on a call.
        public enum Verdict: String, Sendable, Codable, CaseIterable {
            /// The call compiles unchanged.
            case unchanged
            /// The call compiles unchanged, with a warning.
            case warning
            /// The call does not compile unchanged.
            case change
            /// The compiler did not reach the call, so it may compile or not.
            case notChecked = "not checked"
        }

        /// A call of FMDB, a use of a property, or another relevant place.
        public struct Item: Sendable, Hashable, Codable {
            /// The place.
            public let place: FMSourcePlace
            /// The subject, such as "FMDatabase.executeQuery(_:values:)" for a call.
            public let subject: String
            /// The verdict.
            public let verdict: Verdict
            /// The compiler's message, or the reason that the place was not checked, or nil.
            public var message: String? = nil
            /// The suggested replacement, or nil if there is none.
            public let advice: String?
        }

        /// The calls of FMDB in Swift files, in the order of files and positions.
        public package(set) var calls: [Item] = []
        /// Other compiler errors in files that use FMDB, at places without a call. If nothing shows that FMDB is the cause, the verdict is
        /// ``Verdict/notChecked``, because the cause may be a module that is missing on this machine.
        public package(set) var errors: [Item] = []
        /// Other places in Swift files: subclasses, imports, constants, types.
        public package(set) var declarations: [Item] = []
        /// Objective-C files that use FMDB. They cannot use this package.
        public package(set) var objectiveC: [Item] = []
        /// Lines to change in manifests, Podfiles, bridging headers and similar files.
        public package(set) var project: [Item] = []
        /// Places that differ on Linux.
        public package(set) var linux: [Item] = []
        /// The number of Swift files.
        public package(set) var files = 0
        /// The number of Swift files that use FMDB.
        public package(set) var filesWithFMDB = 0
        /// Files that could not be read, and the reasons that the compiler did not complete.
        public package(set) var notes: [String] = []

        package init() {}

        /// Returns the number of calls with a verdict.
        ///
        /// - Parameter verdict: the verdict.
        public func count(_ verdict: Verdict) -> Int { calls.filter { $0.verdict == verdict }.count }

        /// Whether every file was read, and every call and compiler error was judged.
        public var isComplete: Bool { notes.isEmpty && !(calls + errors).contains { $0.verdict == .notChecked } }

        /// Whether any change is known to be necessary.
        public var needsChange: Bool {
            !objectiveC.isEmpty || !project.isEmpty
                || (calls + errors + declarations).contains { $0.verdict == .change }
        }
    }

    extension FMMoveReport.Item {
        init(
            _ place: FMSourcePlace, _ subject: String, _ verdict: FMMoveReport.Verdict, _ advice: String?,
            message: String? = nil
        ) {
            self.init(place: place, subject: subject, verdict: verdict, message: message, advice: advice)
        }
    }
#endif
