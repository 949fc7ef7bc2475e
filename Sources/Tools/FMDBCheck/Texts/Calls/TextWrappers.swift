#if Checked
    import SwiftSyntax

    /// A function that forwards one of its parameters as SQL.
    struct TextWrapper {
        let function: FunctionDeclSyntax
        let parameter: FunctionParameterSyntax
        /// The parameter with the list of values, or nil if that is not certain.
        let values: FunctionParameterSyntax?
        /// The overload of the inner call, which receives the parameter as its SQL.
        let form: CallForm
        let call: FunctionCallExprSyntax

        /// Whether all calls of the function are in this file.
        var isPrivate: Bool { function.modifiers.isPrivate || function.isHidden }

        /// Returns the function as other files see it, or nil if it is private.
        ///
        /// - Parameter reader: the closure parameter that is called with the result set.
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

        /// Returns the SQL argument of a call, or nil if the call is not of this function.
        func argument(of call: FunctionCallExprSyntax) -> ExprSyntax? { argument(for: parameter, in: call) }

        /// Returns the argument for a parameter, or nil if the call is not of this function.
        func argument(for parameter: FunctionParameterSyntax, in call: FunctionCallExprSyntax) -> ExprSyntax? {
            let label = parameter.firstName.text == "_" ? nil : parameter.firstName.name
            if let label { return call.arguments.first { $0.label?.name == label }?.expression }
            let parameters = Array(function.signature.parameterClause.parameters)
            guard let position = parameters.firstIndex(where: { $0.id == parameter.id }) else { return nil }
            let arguments = Array(call.arguments)
            guard position < arguments.count,
                arguments.count <= parameters.count || parameters.contains(where: { $0.ellipsis != nil })
            else { return nil }
            // The position is certain only if the call passes all earlier arguments. Those with a default may be left out.
            let before = zip(parameters, arguments).prefix(position).allSatisfy { parameter, argument in
                (parameter.firstName.text == "_" ? nil : parameter.firstName.name) == argument.label?.name
            }
            return before && arguments[position].label == nil ? arguments[position].expression : nil
        }
    }

    extension SharedNames.PassingFunction {
        /// Returns the SQL argument of a call, or nil if the call is not of this function. Arguments with defaults may be left out.
        func argument(of call: FunctionCallExprSyntax) -> ExprSyntax? { argument(at: position, in: call) }

        func argument(at position: Int, in call: FunctionCallExprSyntax) -> ExprSyntax? {
            var next = 0
            var found: ExprSyntax?
            for argument in call.arguments {
                let label = argument.label?.name
                guard let place = labels[next...].firstIndex(of: label) else { return nil }
                // After an omitted argument, an unlabelled argument may belong to any parameter.
                if label == nil, place != next { return nil }
                if place == position { found = argument.expression }
                next = place + 1
            }
            return found
        }
    }
#endif
