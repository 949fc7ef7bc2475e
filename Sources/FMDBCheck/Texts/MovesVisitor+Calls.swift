#if Checked
    import SwiftSyntax

    extension MovesVisitor {
        /// Notes a call of a function or of an initialiser.
        func note(_ call: FunctionCallExprSyntax) {
            func add(_ name: String, _ receiver: String?, _ node: some SyntaxProtocol) {
                let labels = call.arguments.map { $0.label?.text ?? "_" }
                let trailing = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
                // The first word only, because a closure may be as long as the file.
                let arguments = call.arguments.map { $0.expression.firstToken(viewMode: .sourceAccurate)?.text ?? "" }
                facts.calls.append(
                    MoveCall(
                        name: name, labels: labels, trailingClosures: trailing, receiver: receiver,
                        ending: ending(of: Syntax(call)), isTried: isTried(Syntax(call)), arguments: arguments,
                        isAssigned: false,
                        place: place(node)))
            }
            if let made = ExprSyntax(call).madeClass, let known = declarations.fmdbClass(made) {
                // The initialisers of the project's own classes are its own.
                let name = call.calledExpression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) }
                if known == made { add(made, made, name ?? Syntax(call.calledExpression)) }
            } else if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
                let name = member.declName.baseName.text
                guard let base = member.base else { return }
                let receiver = receiverType(base)
                guard receiver != nil || isWanted(name) else { return }
                add(name, receiver, member.declName)
            } else if let reference = call.calledExpression.as(DeclReferenceExprSyntax.self), let own = enclosingClass,
                isWanted(reference.baseName.text)
            {
                add(reference.baseName.text, own, reference)
            }
        }

        /// Notes the use of a property.
        func note(_ member: MemberAccessExprSyntax) {
            if let call = member.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == member.id {
                return
            }
            guard let base = member.base, let receiver = receiverType(base) else { return }
            facts.calls.append(
                MoveCall(
                    name: member.declName.baseName.text, labels: nil, trailingClosures: 0, receiver: receiver,
                    ending: ending(of: Syntax(member)),
                    isTried: isTried(Syntax(member)), arguments: [], isAssigned: isAssigned(member),
                    place: place(member.declName)))
        }

        /// The type of what a member belongs to: an object's, or the class itself for a class member.
        private func receiverType(_ base: ExprSyntax) -> String? {
            if let name = base.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text,
                let known = declarations.fmdbClass(name)
            {
                return known
            }
            return type(of: base)
        }

        private func ending(of node: Syntax) -> MoveCall.Ending {
            var node = node
            while let parent = node.parent {
                if parent.is(OptionalChainingExprSyntax.self) { return .unwrapped }
                if parent.is(ForceUnwrapExprSyntax.self) { return .forced }
                if let attempt = parent.as(TryExprSyntax.self) {
                    // `try?` makes an optional of anything.
                    if attempt.questionOrExclamationMark?.tokenKind == .postfixQuestionMark { return .other }
                } else if parent.is(InitializerClauseSyntax.self) {
                    return parent.parent?.is(OptionalBindingConditionSyntax.self) == true ? .unwrapped : .other
                } else {
                    return .other
                }
                node = parent
            }
            return .other
        }

        private func isTried(_ start: Syntax) -> Bool {
            var node = start
            while let parent = node.parent {
                if parent.is(TryExprSyntax.self) { return true }
                if parent.is(ClosureExprSyntax.self) || parent.is(CodeBlockItemSyntax.self) { return false }
                if let list = parent.as(ExprListSyntax.self), parent.parent?.is(SequenceExprSyntax.self) == true {
                    // `try a() + b()` covers both.
                    let former = list.prefix { $0.id != node.id }
                    if former.contains(where: { $0.is(TryExprSyntax.self) }) { return true }
                }
                node = parent
            }
            return false
        }

        private func isAssigned(_ member: MemberAccessExprSyntax) -> Bool {
            guard let list = member.parent?.as(ExprListSyntax.self), list.first?.id == ExprSyntax(member).id else {
                return false
            }
            return list.dropFirst().first?.is(AssignmentExprSyntax.self) == true
        }

        /// Notes a class that inherits.
        func note(_ node: ClassDeclSyntax) {
            guard let clause = node.inheritanceClause else { return }
            let members: [MoveSubclass.Member] = node.memberBlock.members.compactMap { item in
                if let function = item.decl.as(FunctionDeclSyntax.self) {
                    return member(
                        function.name.text, function.signature.parameterClause, function.modifiers, function.name)
                }
                if let initialiser = item.decl.as(InitializerDeclSyntax.self) {
                    return member(
                        "init", initialiser.signature.parameterClause, initialiser.modifiers, initialiser.initKeyword)
                }
                guard let variable = item.decl.as(VariableDeclSyntax.self), variable.modifiers.has("override"),
                    let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
                else { return nil }
                return member(name.text, nil, variable.modifiers, name)
            }
            facts.subclasses.append(
                MoveSubclass(
                    name: node.name.text, inherited: clause.inheritedTypes.map(\.type.trimmedDescription),
                    members: members,
                    place: place(node.name)))
        }

        private func member(
            _ name: String, _ parameters: FunctionParameterClauseSyntax?, _ modifiers: DeclModifierListSyntax,
            _ node: some SyntaxProtocol
        ) -> MoveSubclass.Member {
            let labels = parameters.map { "(\($0.parameters.map { "\($0.firstName.text):" }.joined()))" } ?? ""
            return MoveSubclass.Member(
                spelling: name + labels, isOverride: modifiers.has("override"), isRequired: modifiers.has("required"),
                isConvenience: modifiers.has("convenience"), place: place(node))
        }
    }

    extension DeclModifierListSyntax {
        fileprivate func has(_ word: String) -> Bool { contains { $0.name.text == word } }
    }
#endif
