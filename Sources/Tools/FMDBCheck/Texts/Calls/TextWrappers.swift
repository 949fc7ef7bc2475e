#if Checked
    import SwiftSyntax

    /// A function that passes one of its parameters on as an SQL text.
    struct TextWrapper {
        let function: FunctionDeclSyntax
        let parameter: FunctionParameterSyntax
        /// The parameter that is the list of the text's values; nil where that is not certain.
        let values: FunctionParameterSyntax?
        /// The form of the call within, whose text is the parameter.
        let form: CallForm
        let call: FunctionCallExprSyntax

        /// Whether all its calls are in this file.
        var isPrivate: Bool { function.modifiers.isPrivate || function.isHidden }

        /// The function as other files see it; nil if they do not.
        ///
        /// - Parameter reader: the parameter that is called with the result set.
        func shared(reader: FunctionParameterSyntax?) -> SharedNames.PassingFunction? {
            guard !isPrivate else { return nil }
            let parameters = Array(function.signature.parameterClause.parameters)
            func place(_ parameter: FunctionParameterSyntax?) -> Int? {
                parameter.flatMap { own in parameters.firstIndex { $0.id == own.id } }
            }
            guard let position = place(parameter) else { return nil }
            return SharedNames.PassingFunction(
                name: function.name.name,
                labels: parameters.map { $0.firstName.text == "_" ? nil : $0.firstName.name }, position: position,
                values: place(values), reader: place(reader), verb: form.verb, isSQL: form.kind == .sql,
                isPublic: function.modifiers.isPublic)
        }

        /// The argument for the text, if a call may be one of the function.
        func argument(of call: FunctionCallExprSyntax) -> ExprSyntax? { argument(for: parameter, in: call) }

        /// The argument for a parameter, if a call may be one of the function.
        func argument(for parameter: FunctionParameterSyntax, in call: FunctionCallExprSyntax) -> ExprSyntax? {
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

    extension SharedNames.PassingFunction {
        /// The argument for the text, if a call may be one of the function. Arguments with defaults may be left out.
        func argument(of call: FunctionCallExprSyntax) -> ExprSyntax? { argument(at: position, in: call) }

        func argument(at position: Int, in call: FunctionCallExprSyntax) -> ExprSyntax? {
            var next = 0
            var found: ExprSyntax?
            for argument in call.arguments {
                let label = argument.label?.name
                guard let place = labels[next...].firstIndex(of: label) else { return nil }
                // Behind one that is left out, an argument without a label may be of any parameter.
                if label == nil, place != next { return nil }
                if place == position { found = argument.expression }
                next = place + 1
            }
            return found
        }
    }
#endif
