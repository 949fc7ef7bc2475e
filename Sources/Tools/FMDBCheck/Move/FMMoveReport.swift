#if Checked
    /// What to change in a project that uses the Objective-C FMDB, to use this package.
    public struct FMMoveReport: Sendable, Hashable, Codable {
        /// What becomes of a call.
        public enum Verdict: String, Sendable, Codable, CaseIterable {
            /// The compiler has looked at it, and it compiles as it is.
            case unchanged
            /// The same, with a warning.
            case warning
            /// It does not compile as it is.
            case change
            /// The compiler did not come to it. It may compile or not.
            case notChecked = "not checked"
        }

        /// A call of FMDB, the use of a property, or another place that matters.
        public struct Item: Sendable, Hashable, Codable {
            /// Where it is.
            public let place: FMSourcePlace
            /// What it is: "FMDatabase.executeQuery(_:values:)" for a call.
            public let subject: String
            /// What becomes of it.
            public let verdict: Verdict
            /// What the compiler says, or why it was not asked; nil for nothing.
            public var message: String? = nil
            /// What to write instead; nil for nothing.
            public let advice: String?
        }

        /// The calls of FMDB in Swift files, in the order of files and places.
        public package(set) var calls: [Item] = []
        /// What else the compiler refuses in the files that use FMDB: places without a call. Where nothing says that FMDB is the cause, the
        /// verdict is ``Verdict/notChecked``: it may be what this system does not have.
        public package(set) var errors: [Item] = []
        /// Other places in Swift files: subclasses, imports, constants, types.
        public package(set) var declarations: [Item] = []
        /// Objective-C files that use FMDB. They cannot use this package.
        public package(set) var objectiveC: [Item] = []
        /// Lines of manifests, Podfiles, bridging headers and the like.
        public package(set) var project: [Item] = []
        /// What is different on Linux.
        public package(set) var linux: [Item] = []
        /// How many Swift files there are.
        public package(set) var files = 0
        /// How many of them use FMDB.
        public package(set) var filesWithFMDB = 0
        /// What could not be read, and why the compiler did not come to its end.
        public package(set) var notes: [String] = []

        package init() {}

        /// How many calls there are with a verdict.
        ///
        /// - Parameter verdict: the verdict.
        public func count(_ verdict: Verdict) -> Int { calls.filter { $0.verdict == verdict }.count }

        /// Whether each file was read, and each call and each error of the compiler judged.
        public var isComplete: Bool { notes.isEmpty && !(calls + errors).contains { $0.verdict == .notChecked } }

        /// Whether anything has to change, as far as is known.
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
