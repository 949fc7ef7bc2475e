#if Server
    extension StatementVerb {
        /// The same, as the label of a metric: those that matter for the load.
        var label: String {
            switch self {
            case .select, .insert, .update, .delete, .commit: rawValue
            default: StatementVerb.other.rawValue
            }
        }

        static let labels = [StatementVerb.select, .insert, .update, .delete, .commit, .other]
    }
#endif
