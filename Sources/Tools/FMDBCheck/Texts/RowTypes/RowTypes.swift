#if Checked
    import SwiftSyntax

    /// Finds a file's types as which rows can be decoded, and its models.
    package struct RowTypes {
        /// Returns the structures and classes that are `Decodable` or models by this file's declarations. A type that only an extension
        /// makes decodable is listed without known properties.
        package static func types(in context: ReadingContext) -> [RowType] {
            let types = context.index.allTypes.compactMap { RowTypeReader($0, context)?.type }
            let declared = Set(context.index.allTypes.compactMap(\.typeName))
            return types
                + context.index.extendedNames.filter { !declared.contains($0) }.compactMap { name in
                    let extensions = context.index.extensions(of: name)
                    guard let place = extensions.first(where: \.decodes)?.extendedType else { return nil }
                    return RowType(
                        name: name, place: context.places.place(of: place), properties: [], decodesItself: true,
                        table: nil)
                }
        }

        /// Returns the name of the ``RowType`` that a type name refers to at the given node.
        ///
        /// - Returns: the type name itself, unless the file has several types with this name. Then it returns the visible one with its
        ///   line, or nil if none is visible.
        static func name(_ name: String, seenFrom node: some SyntaxProtocol, in context: ReadingContext) -> String? {
            let types = context.index.types(named: name)
            guard types.count > 1 else { return name }
            let around = Set(node.surroundings.map(\.outer.id))
            // A declaration is visible in the list that contains it.
            let visible = types.compactMap { type in
                type.parent?.parent.flatMap { around.contains($0.id) ? (type: type, depth: $0.position) : nil }
            }
            return visible.max { $0.depth < $1.depth }.map { self.name(of: $0.type, name, in: context) }
        }

        /// Returns the name of a declared type, followed by its line if the file has several types with this name.
        static func name(of type: Syntax, _ name: String, in context: ReadingContext) -> String {
            guard context.index.types(named: name).count > 1 else { return name }
            return "\(name) (line \(context.places.place(of: type).line))"
        }
    }

    extension ExtensionDeclSyntax {
        /// Whether the extension may add another way to create its type from a row or column.
        fileprivate var decodes: Bool {
            let names = inheritanceClause?.inheritedTypes.flatMap { $0.type.composedNames } ?? []
            return !Set(names).isDisjoint(with: ["Decodable", "Codable", "FMValueConvertible"])
                || memberBlock.members.contains { $0.decl.as(InitializerDeclSyntax.self)?.isDecoder == true }
        }
    }

    extension InitializerDeclSyntax {
        /// Whether the initializer is `init(from:)`.
        var isDecoder: Bool {
            let parameters = signature.parameterClause.parameters
            return parameters.count == 1 && parameters.first?.firstName.text == "from"
        }
    }

    extension TypeSyntax {
        /// The names of the protocols in `A & B`.
        var composedNames: [String] {
            (self.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [self]).compactMap(\.lastName)
        }
    }

    struct RowTypeReader {
        private let context: ReadingContext
        private let declaration: any DeclGroupSyntax & NamedDeclSyntax
        private let node: Syntax
        private let name: String
        private let extensions: [ExtensionDeclSyntax]
        /// The protocols, and the superclass of a class, as far as the file shows them.
        private let conformances: Set<String>

        /// Returns nil if rows are not decoded as the type and it is not a model.
        init?(_ node: Syntax, _ context: ReadingContext) {
            guard node.kind == .structDecl || node.kind == .classDecl,
                let declaration = node.asProtocol((any DeclGroupSyntax).self) as? any DeclGroupSyntax & NamedDeclSyntax
            else { return nil }
            (self.context, self.node, self.declaration, name) = (context, node, declaration, declaration.name.name)
            extensions = context.index.extensions(of: name)
            conformances = Self.conformances(of: declaration, extensions, in: context.index)
            guard isDecodable || isModel else { return nil }
        }

        var type: RowType {
            let reader = PropertyReader(context: context, usesMarks: isModel && !isDecodable)
            let isKnown = !decodesItself
            let properties = isKnown ? reader.properties(of: declaration, keys: codingKeys) : []
            return RowType(
                name: RowTypes.name(of: node, name, in: context), place: context.places.place(of: declaration.name),
                properties: properties ?? [], decodesItself: properties == nil || !isKnown,
                table: isModel ? table : nil)
        }

        /// The members of the declaration and of its extensions.
        private var members: [MemberBlockItemSyntax] {
            ([declaration.memberBlock] + extensions.map(\.memberBlock)).flatMap(\.members)
        }

        private var isDecodable: Bool { !conformances.isDisjoint(with: ["Decodable", "Codable"]) }
        private var macro: AttributeSyntax? {
            declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.name == "FMModel" }
        }
        private var isModel: Bool { macro != nil || conformances.contains("FMModel") && isDecodable }

        private static func conformances(
            of declaration: any DeclGroupSyntax, _ extensions: [ExtensionDeclSyntax], in names: SourceIndex
        ) -> Set<String> {
            var pending = ([declaration.inheritanceClause] + extensions.map(\.inheritanceClause))
                .compactMap { $0?.inheritedTypes }.joined().flatMap { $0.type.composedNames }
            var all: Set<String> = []
            while let name = pending.popLast() {
                guard all.insert(name).inserted else { continue }
                for type in names.types(named: name) {
                    let inherited = type.as(ProtocolDeclSyntax.self)?.inheritanceClause?.inheritedTypes
                    pending += inherited?.flatMap { $0.type.composedNames } ?? []
                }
                pending += names.alias(name)?.composedNames ?? []
            }
            return all
        }
    }

    // MARK: - Types that decode themselves

    extension RowTypeReader {
        /// Attributes that do not affect the stored properties.
        private static let plainAttributes: Set = [
            "FMModel", "FMNested", "MainActor", "available", "frozen", "objc", "objcMembers", "dynamicMemberLookup",
            "usableFromInline", "preconcurrency", "unchecked", "_spi",
        ]
        /// Types that a class may inherit from without inheriting decoded properties.
        private static let plainParents: Set = [
            "Codable", "Decodable", "Encodable", "FMModel", "FMModelCallbacks", "Hashable", "Equatable", "Comparable",
            "Sendable", "Identifiable", "NSObject", "CustomStringConvertible", "CustomDebugStringConvertible",
            "AnyObject", "ObservableObject", "CaseIterable", "FMSampled", "SendableMetatype", "Copyable",
        ]

        /// Whether a row may be decoded differently from what the properties show.
        private var decodesItself: Bool {
            let hasDecoder = members.contains { $0.decl.as(InitializerDeclSyntax.self)?.isDecoder == true }
            // If several types share the name, an extension of that name may extend any of them.
            let isAmbiguous = context.index.types(named: name).count > 1 && !extensions.isEmpty
            let generic = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
            return hasDecoder || isAmbiguous || generic != nil || conformances.contains("FMValueConvertible")
                || inheritsProperties || hasUnknownAttribute || hasUnknownKeys || disagrees
        }

        private var inheritsProperties: Bool {
            guard node.kind == .classDecl, let first = declaration.inheritanceClause?.inheritedTypes.first else {
                return false
            }
            return first.type.composedNames.contains { name in
                !Self.plainParents.contains(name)
                    && !context.index.types(named: name).contains { $0.kind == .protocolDecl }
            }
        }

        private var hasUnknownAttribute: Bool {
            declaration.attributes.contains { element in
                guard let attribute = element.as(AttributeSyntax.self) else { return true }
                return attribute.name.map { !Self.plainAttributes.contains($0) } ?? true
            }
        }

        /// Whether the type is also `Decodable`, and the macro's attributes may give its columns other names than the coding keys.
        private var disagrees: Bool {
            macro != nil && isDecodable
                && declaration.memberBlock.members.contains { member in
                    let attributes = member.decl.as(VariableDeclSyntax.self)?.attributes
                    let names = attributes?.compactMap { $0.as(AttributeSyntax.self)?.name } ?? []
                    return names.contains("FMColumn") || names.contains("FMIgnored")
                }
        }
    }

    // MARK: - Coding keys

    extension RowTypeReader {
        private var keyDeclarations: [EnumDeclSyntax] {
            members.compactMap { $0.decl.as(EnumDeclSyntax.self) }.filter { $0.name.text == "CodingKeys" }
        }

        /// The columns by property, or nil if the compiler synthesises the keys.
        private var codingKeys: [String: String]? { keyDeclarations.first.flatMap(Self.columns) }

        /// Whether there are coding keys whose column names the source does not show.
        private var hasUnknownKeys: Bool {
            let others = members.contains { member in
                let name = member.decl.as(TypeAliasDeclSyntax.self)?.name ?? member.decl.as(StructDeclSyntax.self)?.name
                return name?.text == "CodingKeys"
            }
            return others || keyDeclarations.count > 1 || keyDeclarations.first.map { Self.columns($0) == nil } == true
        }

        private static func columns(_ keys: EnumDeclSyntax) -> [String: String]? {
            let raw = keys.inheritanceClause?.inheritedTypes.flatMap { $0.type.composedNames } ?? []
            var columns: [String: String] = [:]
            for member in keys.memberBlock.members {
                guard let cases = member.decl.as(EnumCaseDeclSyntax.self) else { return nil }
                for element in cases.elements {
                    let name = element.name.name
                    columns[name] = name
                    guard raw.contains("String"), let value = element.rawValue?.value else { continue }
                    guard let text = value.as(StringLiteralExprSyntax.self)?.representedLiteralValue else { return nil }
                    columns[name] = text
                }
            }
            return columns
        }
    }

    // MARK: - Tables

    extension RowTypeReader {
        /// The name of the model's table, or nil if it is computed.
        private var table: String? {
            let variables = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            for binding in variables.filter(\.isStatic).flatMap(\.bindings) {
                switch binding.pattern.trimmedDescription {
                case "fmTable": return nil
                case "tableName": return (binding.initializer?.value ?? binding.computed).flatMap { context.string($0) }
                default: continue
                }
            }
            guard case .argumentList(let arguments) = macro?.arguments, let first = arguments.first, first.label == nil
            else { return name }
            return first.expression.is(NilLiteralExprSyntax.self) ? name : context.string(first.expression)
        }
    }

    extension AttributeSyntax {
        /// The name without the module name.
        var name: String? { attributeName.lastName }
    }

    extension PatternBindingSyntax {
        /// The only expression of a computed property.
        fileprivate var computed: ExprSyntax? {
            guard case .getter(let statements) = accessorBlock?.accessors else { return nil }
            return statements.onlyExpression
        }
    }
#endif
