#if Checked
    import SwiftSyntax

    /// What is known of a source file while its calls are read.
    package struct ReadingContext {
        package let places: Places
        let index: SourceIndex
        let scopes: Scopes
        let follower: Follower
        let others: OtherFiles

        init(_ tree: SourceFileSyntax, _ places: Places, _ others: OtherFiles) {
            (self.places, self.others) = (places, others)
            index = SourceIndex(tree)
            scopes = Scopes(index, places)
            follower = Follower(scopes: scopes, index: index, others: others)
        }

        /// The text of a String literal without interpolated values, or of a constant that is one.
        package func string(_ expression: ExprSyntax) -> String? { follower.string(expression) }

        /// The number of an integer literal, or of a constant that is one.
        package func integer(_ expression: ExprSyntax) -> Int? { follower.number(expression)?.value }
    }
#endif
