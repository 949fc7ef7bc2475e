#if Checked
    import SwiftSyntax

    /// Finds out what SQLite gets for a value of a call, by what the file says of it.
    struct ValueKinds {
        private let follower: Follower

        init(_ follower: Follower) {
            self.follower = follower
        }

        func value(_ expression: ExprSyntax) -> GivenValue { value(kind(expression), expression) }

        func unknown(_ expression: ExprSyntax) -> GivenValue { value(.unknown, expression) }

        private func value(_ kind: GivenValue.Kind, _ expression: ExprSyntax) -> GivenValue {
            GivenValue(
                kind: kind, source: expression.trimmedDescription, place: follower.scopes.places.place(of: expression))
        }

        private func kind(_ expression: ExprSyntax, depth: Int = 0) -> GivenValue.Kind {
            let bare = expression.bare
            guard depth < 8 else { return .unknown }
            switch bare.as(ExprSyntaxEnum.self) {
            case .nilLiteralExpr: return .null
            case .integerLiteralExpr, .booleanLiteralExpr: return .integer
            case .floatLiteralExpr(let number): return kind(ofNumber: number.literal.text)
            case .prefixOperatorExpr(let number):
                return number.operator.text == "-" ? kind(number.expression) : .unknown
            case .stringLiteralExpr(let text): return kind(text)
            case .arrayExpr: return .list
            case .sequenceExpr(let sequence): return kind(Array(sequence.elements), depth)
            case .functionCallExpr(let call): return kind(call)
            case .memberAccessExpr(let member):
                if member.declName.baseName.text == "uuidString" { return .words }
                if member.declName.baseName.text == "timeIntervalSince1970" { return .real }
                return kind(named: bare, depth)
            case .declReferenceExpr: return kind(named: bare, depth)
            default: return .unknown
            }
        }

        private func kind(ofNumber text: String) -> GivenValue.Kind {
            guard let number = Double(text.filter { $0 != "_" }) else { return .unknown }
            return number.rounded() == number ? .real : .fraction
        }

        /// A text with a letter in its fixed parts is no number, whatever is interpolated.
        private func kind(_ literal: StringLiteralExprSyntax) -> GivenValue.Kind {
            var fixed = ""
            for case .stringSegment(let segment) in literal.segments { fixed += segment.content.text }
            let text = fixed.filter { !$0.isWhitespace }
            guard !text.isEmpty, !text.contains("\\"), !text.hasPrefix("0x") else { return .unknown }
            if literal.segments.count == 1 { return Double(text) == nil ? .words : .unknown }
            return text.contains { $0.isLetter && $0 != "e" && $0 != "E" } ? .words : .unknown
        }

        /// `x as Any`, `x ?? y`
        private func kind(_ elements: [ExprSyntax], _ depth: Int) -> GivenValue.Kind {
            guard elements.count == 3 else { return .unknown }
            if elements[1].is(UnresolvedAsExprSyntax.self) { return kind(elements[0], depth: depth + 1) }
            guard elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??" else { return .unknown }
            let kinds = [kind(elements[0], depth: depth + 1), kind(elements[2], depth: depth + 1)]
            return kinds[0] == kinds[1] ? kinds[0] : .unknown
        }

        private func kind(_ call: FunctionCallExprSyntax) -> GivenValue.Kind {
            guard let path = call.calledExpression.path else { return .unknown }
            switch path.last {
            case "NSNull" where path.count == 1 && call.arguments.isEmpty: return .null
            // A text made of something else may be a number.
            case "String": return .unknown
            case let type? where path.count == 1: return ValueKinds.kinds[type] ?? .unknown
            default: return .unknown
            }
        }

        private func kind(named expression: ExprSyntax, _ depth: Int) -> GivenValue.Kind {
            guard let path = expression.path, let found = follower.scopes.declaration(of: path, at: expression) else {
                return .unknown
            }
            if let value = follower.constant(expression) {
                let kind = kind(value, depth: depth + 1)
                // A constant that the program computes is one of a type only.
                if kind != .unknown { return kind }
            }
            if let annotation = found.annotation { return kind(of: annotation) }
            guard case .stored(isConstant: false, let value?) = found.kind else { return .unknown }
            switch kind(value, depth: depth + 1) {
            case .words: return .text
            case .fraction: return .real
            case .null: return .unknown
            case let kind: return kind
            }
        }

        private func kind(of type: TypeSyntax) -> GivenValue.Kind {
            switch WrittenType(type) {
            case .named(let name, _): return ValueKinds.kinds[name] ?? .unknown
            case .list(.named("UInt8", isOptional: false)): return .data
            case .list: return .list
            default: return .unknown
            }
        }

        private static let kinds: [String: GivenValue.Kind] = [
            "String": .text, "NSString": .text, "Substring": .text, "Int": .integer, "Int8": .integer,
            "Int16": .integer,
            "Int32": .integer, "Int64": .integer, "UInt": .integer, "UInt8": .integer, "UInt16": .integer,
            "UInt32": .integer, "UInt64": .integer, "Bool": .integer, "Double": .real, "Float": .real, "CGFloat": .real,
            "TimeInterval": .real, "Data": .data, "NSData": .data, "Date": .date, "NSDate": .date, "UUID": .words,
        ]
    }

    extension GivenValue {
        var unknown: GivenValue { GivenValue(kind: .unknown, source: source, place: place) }
    }
#endif
