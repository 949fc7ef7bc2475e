#if Checked
    import SwiftSyntax

    /// One of the texts that an expression may be.
    struct FollowedText {
        /// A branch, at a place where there are several.
        struct Choice: Hashable {
            /// The condition, or the place of the loop.
            let key: String
            /// Whether other conditions may depend on it. The turns of a loop do not.
            let isCondition: Bool
            let branch: Int
        }

        var builder = TextBuilder()
        /// The values that the text brings along: those of the interpolations of an FMSQL literal, or the arguments of `FMSQL(raw:arguments:)`.
        var values = GivenValues.listed([])
        var choices: [Choice] = []
        /// The values that stand between quotes, and may have one.
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
        /// The parameter of a function that is the whole text.
        var parameter: (FunctionParameterSyntax, of: FunctionDeclSyntax)?

        init(_ reason: UnfollowedCall.Reason) { self.reason = reason }
    }

    extension [FollowedText] {
        /// The texts without those of `var sql = ""`, where there are others.
        var withoutPlaceholders: [FollowedText] {
            let texts = filter { text in text.builder.bytes.contains { $0 > 0x20 } }
            return texts.isEmpty ? self : texts
        }

        /// How many texts one call may have. More are not written by hand.
        static var limit: Int { 256 }

        /// Adds to each text each of others that may occur with it.
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

        /// Two different conditions may exclude each other, so texts that depend on both may never occur.
        func check() throws(Unfollowed) {
            guard count <= [FollowedText].limit else { throw Unfollowed(.other) }
            for text in self {
                let conditions = Set(text.choices.lazy.filter(\.isCondition).map(\.key))
                guard conditions.count <= 1 else { throw Unfollowed(.other) }
            }
        }
    }

    extension GivenValues {
        /// The values of two parts of a text.
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
