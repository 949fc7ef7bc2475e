#if Checked
    import SwiftSyntax

    extension FunctionCallExprSyntax {
        func argument(_ label: String) -> ExprSyntax? { arguments.first { $0.label?.text == label }?.expression }

        /// The trailing closure, or the closure that is the last argument.
        var lastClosure: ClosureExprSyntax? { trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self) }

        /// Whether the column index that this call returns is only used to read the column.
        func isColumnNumber(in scopes: Scopes) -> Bool {
            if isNumberArgument { return true }
            guard let binding = parent?.parent?.as(PatternBindingSyntax.self), binding.isLocal, binding.isConstant,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
            else { return false }
            let uses = scopes.uses(of: name)
            return !uses.isEmpty && uses.allSatisfy(\.isNumberArgument)
        }
    }

    extension ExprSyntaxProtocol {
        /// Whether the expression is a column index for an accessor, or is only printed.
        fileprivate var isNumberArgument: Bool {
            guard let argument = parent?.as(LabeledExprSyntax.self) else { return false }
            if argument.label?.text == "forColumnIndex" { return true }
            let function = argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.calledName
            return function == "columnIndexIsNull" || function == "print"
        }

        /// The type to which a following `as!` or `as?` casts the expression, or `Any?` without a cast.
        var castType: SwiftType {
            let anything = SwiftType(name: "Any", isOptional: true)
            guard let cast = nextOperator?.parent?.as(UnresolvedAsExprSyntax.self), cast.nextOperator != nil,
                let mark = cast.questionOrExclamationMark, var node = mark.nextToken(viewMode: .sourceAccurate)?.parent
            else { return anything }
            while let parent = node.parent, parent.kind != .exprList { node = parent }
            guard let type = node.as(TypeExprSyntax.self),
                case .named(let name, let isOptional) = WrittenType(type.type)
            else { return anything }
            return SwiftType(name: name, isOptional: isOptional || mark.tokenKind == .postfixQuestionMark)
        }

        /// Whether the expression runs only under a condition within the body, or inside `try?`. Then not every query needs the column that
        /// it reads.
        func isConditional(within body: Syntax) -> Bool {
            var node = parent
            for _ in 0..<2_000 {
                guard let current = node, current.id != body.id else { return false }
                switch current.kind {
                case .ifExpr, .switchExpr, .unresolvedTernaryExpr: return true
                case .tryExpr:
                    if current.as(TryExprSyntax.self)?.questionOrExclamationMark?.tokenKind == .postfixQuestionMark {
                        return true
                    }
                case .sequenceExpr:
                    guard let elements = current.as(SequenceExprSyntax.self)?.elements, elements.count < 64,
                        !elements.contains(where: { $0.is(UnresolvedTernaryExprSyntax.self) })
                    else { return true }
                default: break
                }
                node = current.parent
            }
            return true
        }
    }

    extension Syntax {
        /// The call of `#require` or `XCTUnwrap` that returns this node, its first argument, or nil if there is none.
        var unwrapped: Syntax? {
            guard let list = parent?.as(LabeledExprListSyntax.self), list.first?.id == id, let owner = list.parent
            else { return nil }
            if owner.as(MacroExpansionExprSyntax.self)?.macroName.text == "require" { return owner }
            return owner.as(FunctionCallExprSyntax.self)?.calledName == "XCTUnwrap" ? owner : nil
        }
    }

    /// A function or initializer with a parameter that is a result set or a row.
    struct RowReader {
        /// The unqualified name of the enclosing type.
        let owner: String?
        /// The argument labels; "" for none.
        let labels: [String]
        let index: Int
        /// The name of the parameter in the body.
        let parameter: TokenSyntax
        let source: RowSource
        let body: Syntax

        /// Whether a call with the given labels may call this function. Parameters with defaults may have no argument.
        fileprivate func labels(match given: [String], _ place: Int) -> Bool {
            var next = 0
            for (position, label) in labels.enumerated() where next < given.count && given[next] == label {
                if next == place, position != index { return false }
                next += 1
            }
            return next == given.count
        }
    }

    /// The kind of value from which columns are read.
    enum RowSource {
        case set, row
        case dictionary

        init?(typeName: String) {
            switch typeName {
            case "FMResultSet", "FMClusterResultSet": self = .set
            case "FMRow", "FMClusterRow": self = .row
            default: return nil
            }
        }
    }

    extension SourceIndex {
        /// Returns the functions and initializers with a name that take a result set or a row.
        func readers(named name: String) -> [RowReader] {
            (functions[name] ?? []).flatMap { body -> [RowReader] in
                let signature =
                    body.as(FunctionDeclSyntax.self)?.signature ?? body.as(InitializerDeclSyntax.self)?.signature
                let parameters = signature.map { Array($0.parameterClause.parameters) } ?? []
                let labels = parameters.map { $0.firstName.tokenKind == .wildcard ? "" : $0.firstName.text }
                return parameters.enumerated().compactMap { index, parameter -> RowReader? in
                    guard case .named(let type, _) = WrittenType(parameter.type), let source = RowSource(typeName: type)
                    else { return nil }
                    return RowReader(
                        owner: body.nearestType?.typeName, labels: labels, index: index,
                        parameter: parameter.secondName ?? parameter.firstName, source: source, body: body)
                }
            }
        }

        /// Returns the function or initializer of the file that certainly receives a call's result set or row, or nil.
        func reader(for call: FunctionCallExprSyntax, of argument: Syntax) -> RowReader? {
            guard let name = call.calledName, let index = call.arguments.firstIndex(where: { $0.id == argument.id })
            else { return nil }
            let place = call.arguments.distance(from: call.arguments.startIndex, to: index)
            let labels = call.arguments.map { $0.label?.text ?? "" }
            let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
            let owner = base?.as(DeclReferenceExprSyntax.self)?.baseName.text
            let isType = name.first?.isUppercase == true
            if name == "init" || base == nil && call.calledExpression.is(MemberAccessExprSyntax.self) { return nil }
            let candidates = (isType ? readers(named: "init") : readers(named: name)).filter { reader in
                guard reader.labels(match: labels, place) else { return false }
                if isType { return reader.owner == name }
                return owner?.first?.isUppercase != true || owner == "Self" || owner == reader.owner
            }
            return candidates.count == 1 ? candidates.first : nil
        }
    }

#endif
