#if Macros
    import SwiftSyntax

    /// A macro attribute of a property.
    struct Mark {
        enum Kind: String {
            case key = "FMKey"
            case unique = "FMUnique"
            case indexed = "FMIndexed"
            case ignored = "FMIgnored"
            case column = "FMColumn"
            case created = "FMCreated"
            case updated = "FMUpdated"
        }

        let kind: Kind
        let node: AttributeSyntax

        init?(_ node: AttributeSyntax) {
            guard let kind = Kind(rawValue: node.simpleName) else { return nil }
            self.kind = kind
            self.node = node
        }

        /// Returns the value of an argument, or nil if it is not given. An unlabeled argument has the empty label.
        func argument(_ label: String) -> ExprSyntax? { node.argument(label) }

        /// Whether SQLite generates the key.
        var isAutomatic: Bool { kind == .key && argument("")?.trimmedDescription.contains("automatic") == true }

        /// The argument `neverReused`, or nil if it is not given.
        var neverReused: ExprSyntax? {
            argument("")?.as(FunctionCallExprSyntax.self)?.arguments.first?.expression
        }
    }

    extension AttributeSyntax {
        /// The name of the attribute without the module name.
        var simpleName: String {
            let name =
                attributeName.as(MemberTypeSyntax.self)?.name ?? attributeName.as(IdentifierTypeSyntax.self)?.name
            return name?.text ?? attributeName.trimmedDescription
        }

        func argument(_ label: String) -> ExprSyntax? {
            guard case .argumentList(let arguments) = arguments else { return nil }
            return arguments.first { ($0.label?.text ?? "") == label }?.expression
        }
    }

    extension AttributeListSyntax {
        var all: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }
    }
#endif
