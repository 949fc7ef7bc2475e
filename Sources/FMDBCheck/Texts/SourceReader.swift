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
            let places = Places(of: source, file: file)
            if let offset = SourceErrors.tooDeepNesting(of: source) {
                let message = "brackets are nested too deeply; the texts of the file are not checked"
                return SourceFacts(errors: [SourceError(place: places.place(at: offset), message: message)])
            }
            let tree = Parser.parse(source: source)
            let context = ReadingContext(tree, places)
            let calls = CallReader(context)
            calls.read()
            var facts = SourceFacts(uses: calls.uses, unfollowed: calls.unfollowed)
            facts.types = RowTypes.types(in: context)
            facts.additions = Additions.names(in: context)
            let comments = IgnoreComments(in: tree, source: source, places: places)
            facts.ignores = comments.comments
            facts.errors = SourceErrors.errors(in: tree, context.index, places: places) + comments.errors
            return facts
        }
    }
#endif
