#if Checked
    /// What other files need to know of a file: its row types, the tables that it makes, and the names that it gives to SQLite.
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

    /// What is known of a file once its texts were checked.
    struct FileOutcome: Sendable, Codable {
        var findings: [FMFinding] = []
        /// For each finding the hash of its text; see ``FMCheckBaseline``.
        var texthashes: [String] = []
        var unfollowed: [FMCheckReport.UnfollowedCall] = []
        var texts = 0
        /// How many of them were not checked.
        var unchecked = 0
        /// How many of these, because SQLite refuses what makes their tables.
        var refused = 0
        var otherLibraries: [String] = []
        var ignored = 0
    }
#endif
