#if Checked
    import SwiftSyntax

    extension Follower {
        /// Returns the possible strings of a call: `FMSQL(…)`, `String(…)`, `[…].joined(separator: …)`, `"…".appending(…)`.
        func texts(_ call: FunctionCallExprSyntax, _ kind: Kind) throws(Unfollowed) -> [FollowedText] {
            let arguments = Array(call.arguments)
            if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
                let isType =
                    member.base?.path?.last.map { ["FMSQL", "String", "NSString"].contains($0) } ?? (kind == .sql)
                guard member.declName.baseName.text == "init", isType else {
                    return try texts(method: member, arguments, kind)
                }
                return try texts(instance: member.base?.path?.last ?? "FMSQL", arguments)
            }
            guard let type = call.calledExpression.path, type.count == 1 else { throw Unfollowed(.call) }
            return try texts(instance: type[0], arguments)
        }

        private func texts(instance type: String, _ arguments: [LabeledExprSyntax]) throws(Unfollowed) -> [FollowedText]
        {
            guard let first = arguments.first else { throw Unfollowed(.call) }
            switch (type, first.label?.text) {
            case ("FMSQL", "raw"):
                let values =
                    arguments.dropFirst().first.map { self.arguments($0.expression) }
                    ?? .listed([])
                return try texts(first.expression, .string).map { text in
                    var text = text
                    text.values = values
                    return text
                }
            case ("FMSQL", "stringLiteral"): return try texts(first.expression, .string)
            case ("FMSQL", nil): return try texts(first.expression, .sql)
            case ("String", "format"), ("NSString", "format"): throw Unfollowed(.format)
            case ("String", nil) where arguments.count == 1, ("NSString", "string"):
                return try texts(first.expression, .string)
            default: throw Unfollowed(.call)
            }
        }

        private func texts(
            method member: MemberAccessExprSyntax, _ arguments: [LabeledExprSyntax], _ kind: Kind
        ) throws(Unfollowed) -> [FollowedText] {
            guard let base = member.base else { throw Unfollowed(.call) }
            switch member.declName.baseName.text {
            case "joined":
                let separator = try arguments.first.map { argument throws(Unfollowed) in
                    try operand(argument.expression, kind)
                }
                return try joined(base, separator ?? [], kind)
            case "reduce":
                // `["SELECT …", "FROM …"].reduce("", +)`
                guard arguments.count == 2, arguments[1].expression.trimmedDescription == "+" else {
                    throw Unfollowed(.call)
                }
                var all = try operand(arguments[0].expression, kind)
                try all.append(try joined(base, [], kind))
                return all
            case "appending":
                guard let argument = arguments.first, argument.label == nil else { throw Unfollowed(.call) }
                var all = try operand(base, kind)
                try all.append(try operand(argument.expression, kind))
                return all
            case "appendingFormat": throw Unfollowed(.format)
            default: throw Unfollowed(.call)
            }
        }

        /// Returns the possible strings of an array's joined elements.
        private func joined(
            _ expression: ExprSyntax, _ separator: [FollowedText], _ kind: Kind
        ) throws(Unfollowed) -> [FollowedText] {
            let parts: [[FollowedText]]?
            do throws(Unfollowed) {
                parts = try elements(of: expression, kind)
            } catch {
                // This drops `error.parameter`: a function forwards SQL only if a parameter is the whole SQL.
                throw Unfollowed(error.reason)
            }
            guard let elements = parts else { throw Unfollowed(.call) }
            var all = [FollowedText()]
            for (number, element) in elements.enumerated() {
                if number > 0, !separator.isEmpty { try all.append(separator) }
                try all.append(element)
            }
            return all
        }
    }
#endif
