#if Checked
    import SwiftSyntax

    extension Follower {
        /// Returns a value that a call passes, with the kind of value that SQLite receives if the file shows it.
        func givenValue(_ expression: ExprSyntax) -> GivenValue { value(kind(expression), expression) }

        func unknownValue(_ expression: ExprSyntax) -> GivenValue { value(.unknown, expression) }

        private func value(_ kind: GivenValue.Kind, _ expression: ExprSyntax) -> GivenValue {
            GivenValue(
                kind: kind, source: expression.trimmedDescription, place: scopes.places.place(of: expression))
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
            case .functionCallExpr(let call): return call.joinsByCommas ? .joined : kind(call)
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

        /// Returns the kind of a string literal. With a letter other than E in its fixed parts, it is not a number, whatever is
        /// interpolated.
        private func kind(_ literal: StringLiteralExprSyntax) -> GivenValue.Kind {
            var fixed = ""
            for case .stringSegment(let segment) in literal.segments { fixed += segment.content.text }
            let text = fixed.filter { !$0.isWhitespace }
            guard !text.isEmpty, !text.contains("\\"), !text.hasPrefix("0x") else { return .unknown }
            if literal.segments.count == 1 { return Double(text) == nil ? .words : .unknown }
            return text.contains { $0.isLetter && $0 != "e" && $0 != "E" } ? .words : .unknown
        }

        /// Returns the kind of `x as Any`, `x ?? y` and `x ? y : z`.
        private func kind(_ elements: [ExprSyntax], _ depth: Int) -> GivenValue.Kind {
            guard elements.count == 3 else { return .unknown }
            if elements[1].is(UnresolvedAsExprSyntax.self) { return kind(elements[0], depth: depth + 1) }
            let isDefault = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
            let choice = elements[1].as(UnresolvedTernaryExprSyntax.self)?.thenExpression
            guard let first = choice ?? (isDefault ? elements[0] : nil) else { return .unknown }
            let kinds = [kind(first, depth: depth + 1), kind(elements[2], depth: depth + 1)]
            return kinds[0] == kinds[1] ? kinds[0] : .unknown
        }

        private func kind(_ call: FunctionCallExprSyntax) -> GivenValue.Kind {
            // `String(…)` may convert a number, so its content is not known.
            guard let path = call.calledExpression.path, path.count == 1, path != ["String"] else { return .unknown }
            return path == ["NSNull"] && call.arguments.isEmpty ? .null : Follower.kind(ofType: path[0])
        }

        private func kind(named expression: ExprSyntax, _ depth: Int) -> GivenValue.Kind {
            guard let path = expression.path, let found = scopes.declaration(of: path, at: expression) else {
                return .unknown
            }
            if let value = constant(expression) {
                let kind = kind(value, depth: depth + 1)
                // If the value's kind is not known, the constant's type may show it.
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
            case .named(let name, _): return Follower.kind(ofType: name)
            case .list(.named("UInt8", isOptional: false)): return .data
            case .list: return .list
            default: return .unknown
            }
        }

        private static func kind(ofType name: String) -> GivenValue.Kind {
            if SwiftType.integers.contains(name) { return .integer }
            switch name {
            case "String", "NSString", "Substring": return .text
            case "Double", "Float", "CGFloat", "TimeInterval": return .real
            case "Data", "NSData": return .data
            case "Date", "NSDate": return .date
            case "UUID": return .words
            default: return .unknown
            }
        }
    }

    extension FunctionCallExprSyntax {
        /// Whether the call is like `names.joined(separator: ", ")`.
        fileprivate var joinsByCommas: Bool {
            guard calledName == "joined", let separator = arguments.first, arguments.count == 1,
                separator.label?.text == "separator"
            else { return false }
            return separator.expression.trimmedDescription.contains(",")
        }
    }

    extension GivenValue {
        var unknown: GivenValue { GivenValue(kind: .unknown, source: source, place: place) }
    }
#endif
