#if Checked
    import SwiftParser
    import SwiftSyntax

    /// Reads what a Swift source says about SQL.
    package struct SourceReader {
        /// The facts of one source file.
        ///
        /// - Parameters:
        ///   - source: its text; what is not Swift becomes an error of the facts.
        ///   - file: its name in places.
        package static func facts(of source: String, file: String) -> SourceFacts {
            SourceFacts()
        }
    }
#endif
