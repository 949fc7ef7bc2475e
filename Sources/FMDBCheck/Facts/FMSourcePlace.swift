#if Checked
    /// A place in a source file.
    public struct FMSourcePlace: Sendable, Hashable, Codable {
        /// The file, as it was given to the check.
        public let file: String
        /// The line, from 1.
        public let line: Int
        /// The column in bytes of UTF-8, from 1, as Swift's compiler counts it.
        public let column: Int

        package init(_ file: String, line: Int, column: Int) {
            self.file = file
            self.line = line
            self.column = column
        }
    }
#endif
