#if Checked
    import SwiftSyntax

    /// What is known of a source file while its calls are read.
    package struct ReadingContext {
        package let places: Places

        /// The text of a String literal without interpolations, or of a constant that is one.
        package func string(_ expression: ExprSyntax) -> String? {
            guard let literal = expression.as(StringLiteralExprSyntax.self) else { return nil }
            var text = TextBuilder()
            for segment in literal.segments {
                guard case .stringSegment(let segment) = segment else { return nil }
                text.append(segment, pounds: literal.openingPounds?.text.utf8.count ?? 0)
            }
            return text.string
        }

        /// The number of an integer literal, or of a constant that is one.
        package func integer(_ expression: ExprSyntax) -> Int? {
            expression.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
        }
    }
#endif
