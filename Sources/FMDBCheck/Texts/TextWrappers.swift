#if Checked
    import SwiftSyntax

    /// A function that passes one of its parameters on as an SQL text.
    struct TextWrapper {
        let function: FunctionDeclSyntax
        let parameter: FunctionParameterSyntax
        /// The form of the call within, whose text is the parameter.
        let form: CallForm
        /// That call.
        let call: FunctionCallExprSyntax

        /// Whether all its calls are in this file.
        var isPrivate: Bool {
            if function.parent?.parent?.is(CodeBlockItemListSyntax.self) == true,
                function.parent?.parent?.parent?.is(SourceFileSyntax.self) == false
            {
                return true
            }
            return function.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
        }

        /// The argument for the parameter, if a call may be one of the function.
        func argument(of call: FunctionCallExprSyntax) -> ExprSyntax? {
            let label = parameter.firstName.text == "_" ? nil : parameter.firstName.name
            if let label { return call.arguments.first { $0.label?.name == label }?.expression }
            let parameters = Array(function.signature.parameterClause.parameters)
            guard let position = parameters.firstIndex(where: { $0.id == parameter.id }) else { return nil }
            let arguments = Array(call.arguments)
            guard position < arguments.count,
                arguments.count <= parameters.count || parameters.contains(where: { $0.ellipsis != nil })
            else { return nil }
            // Arguments before it may be left out if they have defaults; then the place is not sure.
            let before = zip(parameters, arguments).prefix(position).allSatisfy { parameter, argument in
                (parameter.firstName.text == "_" ? nil : parameter.firstName.name) == argument.label?.name
            }
            return before && arguments[position].label == nil ? arguments[position].expression : nil
        }
    }

    /// The functions that pass texts on, each once.
    struct TextWrappers {
        private var known: Set<SyntaxIdentifier> = []
        private var pending: [TextWrapper] = []

        /// Adds one. The calls of a function are read once.
        mutating func add(_ wrapper: TextWrapper) {
            if known.insert(wrapper.parameter.id).inserted { pending.append(wrapper) }
        }

        /// The next one; nil if all are done.
        mutating func next() -> TextWrapper? { pending.popLast() }
    }
#endif
