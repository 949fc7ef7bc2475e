#if Checked
    import SwiftSyntax

    /// One of the strings that an expression can evaluate to.
    struct FollowedText {
        /// One branch of a condition, a loop or a statement with several branches, on which the string depends.
        struct Choice: Hashable {
            /// The source of the condition, or the offset of the loop or statement. Equal keys identify the same choice.
            let key: String
            /// Whether the choice is made by a condition, so that another condition may depend on it. False for the iterations of a loop.
            let isCondition: Bool
            let branch: Int
        }

        var builder = TextBuilder()
        /// The values in the expression itself: those interpolated into an FMSQL literal, or the arguments of `FMSQL(raw:arguments:)`.
        var values = GivenValues.listed([])
        var choices: [Choice] = []
        /// The values that are interpolated inside quotes, and may contain a quote.
        var quotedValues: [GivenValue] = []

        init() {}

        init(_ text: String, at source: Int, isReplacement: Bool = false, isNamed: Bool = false) {
            builder.append(text.utf8, at: source, isReplacement: isReplacement, isNamed: isNamed)
        }

        func chosen(_ choice: Choice) -> FollowedText {
            var text = self
            text.choices.append(choice)
            return text
        }

        fileprivate func excludes(_ other: FollowedText) -> Bool {
            choices.contains { mine in other.choices.contains { $0.key == mine.key && $0.branch != mine.branch } }
        }

        fileprivate mutating func append(_ other: FollowedText) {
            builder.append(other.builder)
            values = values.adding(other.values)
            quotedValues += other.quotedValues
            for choice in other.choices where !choices.contains(choice) { choices.append(choice) }
        }
    }

    struct Unfollowed: Error {
        let reason: UnfollowedCall.Reason
        /// The function parameter whose value is the whole string, or nil.
        var parameter: (FunctionParameterSyntax, of: FunctionDeclSyntax)?

        init(_ reason: UnfollowedCall.Reason) { self.reason = reason }
    }

    extension [FollowedText] {
        /// The strings without empty ones from `var sql = ""`, unless all are empty.
        var withoutPlaceholders: [FollowedText] {
            let texts = filter { text in text.builder.bytes.contains { $0 > 0x20 } }
            return texts.isEmpty ? self : texts
        }

        /// The maximum number of strings for one call. Hand-written code has fewer.
        static var limit: Int { 256 }

        /// Appends each of the other strings to each string that does not depend on a different branch of the same condition.
        mutating func append(_ others: [FollowedText]) throws(Unfollowed) {
            if others.count == 1, let other = others.first, other.choices.isEmpty {
                for index in indices { self[index].append(other) }
                return
            }
            guard count * others.count <= 4 * [FollowedText].limit else { throw Unfollowed(.other) }
            var all: [FollowedText] = []
            for text in self {
                for other in others where !text.excludes(other) {
                    var sum = text
                    sum.append(other)
                    all.append(sum)
                }
            }
            try all.check()
            self = all
        }

        /// Throws if a string depends on two conditions. The conditions may exclude each other, and the program would never use the string.
        func check() throws(Unfollowed) {
            guard count <= [FollowedText].limit else { throw Unfollowed(.other) }
            for text in self {
                let conditions = Set(text.choices.lazy.filter(\.isCondition).map(\.key))
                guard conditions.count <= 1 else { throw Unfollowed(.other) }
            }
        }
    }

    extension GivenValues {
        /// Returns the values of two consecutive parts of a string.
        func adding(_ other: GivenValues) -> GivenValues {
            switch (self, other) {
            case (.listed(let first), .listed(let second)): .listed(first + second)
            case (.listed([]), _): other
            case (_, .listed([])): self
            case (.named(let first), .named(let second)): .named(first + second)
            default: .unknown
            }
        }
    }
#endif
