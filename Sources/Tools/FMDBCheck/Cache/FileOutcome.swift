#if Checked
    /// The facts about a file that affect other files: its row types, the tables that it creates, and the names that it adds to SQLite.
    struct FileSurface: Sendable, Codable {
        var types: [RowType] = []
        var additions: [AddedName] = []
        var schemaTexts: [String] = []
        var setsDateFormat = false

        init(_ facts: SourceFacts) {
            (types, additions, schemaTexts) = (facts.types, facts.additions, facts.schemaTexts)
            setsDateFormat = facts.setsDateFormat
        }

        init(joining surfaces: [FileSurface]) {
            types = surfaces.flatMap(\.types)
            additions = surfaces.flatMap(\.additions)
            schemaTexts = surfaces.flatMap(\.schemaTexts)
            setsDateFormat = surfaces.contains(where: \.setsDateFormat)
        }
    }

    /// The result of checking a file's SQL.
    struct FileOutcome: Sendable, Codable {
        var findings: [FMFinding] = []
        /// The hash of each finding's SQL. See ``FMCheckBaseline``.
        var texthashes: [String] = []
        var unfollowed: [FMCheckReport.UnfollowedCall] = []
        var texts = 0
        /// The number of SQL strings that were not checked.
        var unchecked = 0
        /// The number of unchecked SQL strings for which SQLite refuses a statement that creates their tables.
        var refused = 0
        var otherLibraries: [String] = []
        var ignored = 0
    }
#endif
