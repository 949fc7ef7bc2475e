#if Checked
    /// An SQL text as SQLite is asked about it, and where each part of it stands.
    package struct SQLText: Sendable, Hashable, Codable {
        /// A run of bytes that stand one behind the other in the source, too.
        package struct Run: Sendable, Hashable, Codable {
            /// Where it begins in the SQL text, in bytes of UTF-8.
            package let offset: Int
            /// Where it begins in the source file.
            package let place: FMSourcePlace
            /// Whether only a name stands there, whose text is that of a constant of another file.
            package let isNamed: Bool
        }

        /// The text: the parts of literals and of followed constants, and `?` for each interpolated value.
        package let sql: String
        /// The runs in order. Each escape sequence, line of a literal over several lines, and interpolation begins one.
        package let runs: [Run]
        /// How many interpolated values there are. They are the first parameters only if the text itself has none.
        package let interpolatedValues: Int

        /// The place of a byte of the text; of the start for one beyond it.
        package func place(at offset: Int) -> FMSourcePlace? {
            guard let run = runs.last(where: { $0.offset <= offset }) ?? runs.first else { return nil }
            let place = run.place
            if run.isNamed { return place }
            return FMSourcePlace(place.file, line: place.line, column: place.column + max(0, offset - run.offset))
        }
    }
#endif
