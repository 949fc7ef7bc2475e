#if Checked
    import SwiftSyntax

    /// Finds out how Swift types correspond to SQLite values, as far as the file shows it.
    extension SourceIndex {
        /// Returns the string of `Column.name.rawValue`, if the file declares the enumeration.
        func rawValue(_ expression: ExprSyntax) -> String? {
            guard let access = expression.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "rawValue",
                let value = access.base?.as(MemberAccessExprSyntax.self),
                let base = value.base?.as(MemberAccessExprSyntax.self)?.declName
                    ?? value.base?.as(DeclReferenceExprSyntax.self)
            else { return nil }
            let types = types(named: base.baseName.name)
            guard types.count == 1, let type = types[0].as(EnumDeclSyntax.self),
                type.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription == "String"
            else { return nil }
            let name = value.declName.baseName.name
            for member in type.memberBlock.members {
                for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? []
                where element.name.name == name {
                    guard let raw = element.rawValue?.value else { return name }
                    return raw.as(StringLiteralExprSyntax.self)?.representedLiteralValue
                }
            }
            return nil
        }

        /// Single-column types that accept NULL.
        private static let lenient: Set = ["FMValue", "NSNull", "Any"]

        /// Whether the library converts a column to this type.
        static func isColumnType(_ name: String) -> Bool {
            SwiftType.withoutNull.contains(name) || lenient.contains(name)
        }

        /// Returns a type as which a single column can be read.
        ///
        /// - Parameter node: the node at which the type is written.
        /// - Returns: nil if the type needs several columns, or is a generic parameter. A type counts as accepting NULL unless it is known
        ///   to refuse it.
        func swiftType(_ type: WrittenType, at node: some SyntaxProtocol) -> SwiftType? {
            switch resolved(type) {
            case .named(let name, let isOptional):
                guard name != "Self", name != "_", !Self.isGeneric(name, at: node) else { return nil }
                let refusesNull = SwiftType.withoutNull.contains(name) || isEnumeration(name)
                return SwiftType(name: name, isOptional: isOptional || !refusesNull)
            case .list(.named("UInt8", isOptional: false)): return SwiftType(name: "[UInt8]", isOptional: false)
            case .list, .tuple, .other: return nil
            }
        }

        /// Returns the type with the file's `typealias`es resolved, and `Double` for `TimeInterval`.
        func resolved(_ type: WrittenType) -> WrittenType {
            var type = type
            // The limit ends the loop if a typealias refers to itself by mistake.
            for _ in 0..<8 {
                guard case .named(let name, let isOptional) = type, !Self.isColumnType(name) else { return type }
                if let alias = alias(name) {
                    let target = WrittenType(alias)
                    type = isOptional ? target.optional : target
                } else {
                    return name == "TimeInterval" ? .named("Double", isOptional: isOptional) : type
                }
            }
            return .other
        }

        /// Whether the file declares the name as an enumeration with raw values that does not define its own conversion.
        func isEnumeration(_ name: String) -> Bool {
            let types = types(named: name)
            guard types.count == 1, let declaration = types[0].as(EnumDeclSyntax.self),
                let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription)
            else { return false }
            guard let raw = inherited.first, SwiftType.withoutNull.contains(raw) else { return false }
            let decoders: Set = ["fromFMValue", "fromFMCell", "init"]
            let bodies = [declaration.memberBlock] + extensions(of: name).map(\.memberBlock)
            return !bodies.flatMap(\.members).contains { member in
                if let function = member.decl.as(FunctionDeclSyntax.self) {
                    return decoders.contains(function.name.text)
                }
                return member.decl.is(InitializerDeclSyntax.self)
            }
        }

        /// Whether a name is a generic parameter of an enclosing declaration.
        private static func isGeneric(_ name: String, at node: some SyntaxProtocol) -> Bool {
            node.surroundings.contains { _, outer in
                let clause = outer.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
                return clause?.parameters.contains { $0.name.text == name } ?? false
            }
        }
    }
#endif
