#if Checked
    import SwiftSyntax

    extension MovesVisitor {
        /// What FMDB's calls give to their closures.
        private static let closures: [String: [String?]] = [
            "inDatabase": ["FMDatabase"], "inTransaction": ["FMDatabase", nil],
            "inDeferredTransaction": ["FMDatabase", nil],
            "inExclusiveTransaction": ["FMDatabase", nil], "inImmediateTransaction": ["FMDatabase", nil],
        ]
        /// Functions of Swift's library, which a project may declare for types of its own, too.
        private static let common: Set<String> = [
            "map", "compactMap", "flatMap", "filter", "forEach", "reduce", "first", "last", "contains", "sorted",
            "sort", "min", "max",
            "allSatisfy", "prefix", "drop", "async", "sync", "withLock", "asyncAfter", "perform", "sink",
        ]
        /// What FMDB's calls return.
        private static let results: [String: String] = [
            "executeQuery": "FMResultSet", "getSchema": "FMResultSet", "getTableSchema": "FMResultSet",
            "prepare": "FMResultSet",
            "parentDB": "FMDatabase",
        ]

        /// FMDB's class of an expression, as far as the sources say it.
        func type(of expression: ExprSyntax) -> String? {
            // A chain of thousands of calls would be followed again for each call.
            guard depth < 32 else { return nil }
            depth += 1
            defer { depth -= 1 }
            let bare = expression.unwrapped
            if let name = bare.as(DeclReferenceExprSyntax.self) { return type(of: name.baseName.text) }
            if let made = bare.madeClass, let known = declarations.fmdbClass(made) { return known }
            if let call = bare.as(FunctionCallExprSyntax.self) { return resultType(of: call) }
            if let member = bare.as(MemberAccessExprSyntax.self) { return memberType(of: member) }
            if let cast = bare.as(AsExprSyntax.self) { return cast.type.moveName.flatMap(declarations.fmdbClass) }
            guard let sequence = bare.as(SequenceExprSyntax.self) else { return nil }
            let elements = Array(sequence.elements)
            if elements.count > 2, elements[1].is(UnresolvedAsExprSyntax.self) {
                return elements[2].as(TypeExprSyntax.self)?.type.moveName.flatMap(declarations.fmdbClass)
            }
            guard elements.count > 2, elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??" else {
                return nil
            }
            return type(of: elements[0])
        }

        private func resultType(of call: FunctionCallExprSyntax) -> String? {
            let name: String
            if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
                name = member.declName.baseName.text
                let base = member.base.flatMap { type(of: $0) }
                if let result = Self.results[name], base == "FMDatabase" || name == "executeQuery" { return result }
            } else if let reference = call.calledExpression.as(DeclReferenceExprSyntax.self) {
                name = reference.baseName.text
                if name == "executeQuery", enclosingClass == "FMDatabase" { return Self.results[name] }
            } else {
                return nil
            }
            return declarations.type(of: name)
        }

        private func memberType(of member: MemberAccessExprSyntax) -> String? {
            let name = member.declName.baseName.text
            let base = member.base.flatMap { type(of: $0) }
            if base == "FMResultSet" {
                return name == "parentDB" ? "FMDatabase" : name == "statement" ? "FMStatement" : nil
            }
            // A property of another of FMDB's classes is none of the project's.
            return base == nil || declarations.isOwn(name) ? declarations.type(of: name) : nil
        }

        /// Declares the parameters of a closure with what its function gives to it.
        func declareParameters(of closure: ClosureExprSyntax) {
            let known =
                function(taking: closure).flatMap { name, isOfFMDB in
                    Self.closures[name] ?? (isOfFMDB ? declarations.memberClosures[name] : nil)
                        ?? (Self.common.contains(name) ? nil : declarations.closures[name])
                } ?? []
            func type(_ index: Int, _ written: TypeSyntax? = nil) -> String? {
                if let written { return written.moveName.flatMap(declarations.fmdbClass) }
                return index < known.count ? known[index] : nil
            }
            switch closure.signature?.parameterClause {
            case .simpleInput(let parameters):
                for (index, parameter) in parameters.enumerated() { declare(parameter.name.text, type(index)) }
            case .parameterClause(let clause):
                for (index, parameter) in clause.parameters.enumerated() {
                    declare((parameter.secondName ?? parameter.firstName).text, type(index, parameter.type))
                }
            case nil:
                for index in known.indices { declare("$\(index)", type(index)) }
            }
        }

        /// The name of a function, and whether it is called on an object of FMDB's.
        private func function(taking closure: ClosureExprSyntax) -> (String, isOfFMDB: Bool)? {
            // Directly behind the call, or as one of its arguments.
            let ancestors = [closure.parent, closure.parent?.parent?.parent, closure.parent?.parent]
            for case let node? in ancestors {
                guard let call = node.as(FunctionCallExprSyntax.self) else { continue }
                if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
                    return (member.declName.baseName.text, member.base.flatMap { type(of: $0) } != nil)
                }
                guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
                    return nil
                }
                return (name, enclosingClass != nil)
            }
            return nil
        }
    }
#endif
