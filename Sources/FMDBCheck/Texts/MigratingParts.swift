#if Checked
    import SwiftSyntax

    /// The functions and variables of a file that make or change tables, and those that they use. A text in them may be about an earlier
    /// schema.
    struct MigratingParts {
        private struct Part {
            let name: String
            let lines: ClosedRange<Int>
            let node: Syntax
            var migrates: Bool
        }

        private var parts: [Part] = []
        /// Whether statements outside of all functions make tables.
        private let isAtTop: Bool

        /// - Parameters:
        ///   - tree: the file.
        ///   - places: its lines.
        ///   - lines: those of the texts that make or change tables.
        init(in tree: SourceFileSyntax, _ places: Places, lines: Set<Int>) {
            guard !lines.isEmpty else {
                isAtTop = false
                return
            }
            var end = 0
            var walk = NodeWalk(tree)
            while let node = walk.next() {
                guard node.start >= end, let name = node.partName else { continue }
                end = node.end
                let range = places.line(at: node.start) + 1...places.line(at: max(node.start, node.end - 1)) + 1
                parts.append(
                    Part(
                        name: name, lines: range, node: node,
                        migrates: node.isNamedAsMigration || lines.contains { range.contains($0) }))
            }
            isAtTop = lines.contains { [parts] line in !parts.contains { $0.lines.contains(line) } }
            takeUsed()
        }

        /// Whether what stands on a line may be about an earlier schema.
        func contain(line: Int) -> Bool {
            let around = parts.filter { $0.lines.contains(line) }
            return around.isEmpty ? isAtTop : around.contains(where: \.migrates)
        }

        /// A function that migrations use is one of them.
        private mutating func takeUsed() {
            var pending = parts.indices.filter { parts[$0].migrates }
            while let part = pending.popLast() {
                var names: Set<String> = []
                var walk = NodeWalk(parts[part].node)
                while let node = walk.next() {
                    if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.name { names.insert(name) }
                }
                for index in parts.indices where !parts[index].migrates && names.contains(parts[index].name) {
                    parts[index].migrates = true
                    pending.append(index)
                }
            }
        }
    }

    extension Syntax {
        /// The name of a function or a variable; empty for an initializer and its like, nil for others.
        fileprivate var partName: String? {
            switch kind {
            case .functionDecl: self.as(FunctionDeclSyntax.self)?.name.name
            case .variableDecl: self.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedDescription
            case .initializerDecl, .deinitializerDecl, .subscriptDecl: ""
            default: nil
            }
        }

        /// Whether it, or a type around it, is called a migration or an upgrade, or is of a type that is.
        fileprivate var isNamedAsMigration: Bool {
            var names = [partName ?? ""]
            for (_, outer) in surroundings {
                guard let type = outer.asProtocol((any DeclGroupSyntax).self) else { continue }
                names.append((type as? any NamedDeclSyntax)?.name.name ?? "")
                names.append(type.inheritanceClause?.trimmedDescription ?? "")
            }
            return names.contains { name in
                let name = name.lowercased()
                return name.contains("migrat") || name.contains("upgrad")
            }
        }
    }
#endif
