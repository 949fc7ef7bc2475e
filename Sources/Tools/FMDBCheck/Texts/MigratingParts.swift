#if Checked
    import SwiftSyntax

    /// The functions and variables that create or alter tables, and the functions and variables that these use. Their SQL may be written
    /// for an earlier schema.
    struct MigratingParts {
        private var parts: [(node: Syntax, lines: ClosedRange<Int>, migrates: Bool)] = []
        /// Whether code outside all functions creates tables.
        private var isAtTop = false

        /// - Parameter lines: the lines of the SQL that creates or alters tables.
        init(in tree: SourceFileSyntax, _ places: Places, lines: [Int]) {
            guard !lines.isEmpty else { return }
            var walk = NodeWalk(tree)
            while let node = walk.next() {
                guard node.partName != nil, node.start >= parts.last?.node.end ?? 0 else { continue }
                let range = places.line(at: node.start) + 1...places.line(at: max(node.start, node.end - 1)) + 1
                parts.append((node, range, node.isNamedAsMigration || lines.contains(where: range.contains)))
            }
            isAtTop = lines.contains { [parts] line in !parts.contains { $0.lines.contains(line) } }
            addUsed()
        }

        /// Whether code on a line may refer to an earlier schema.
        func contain(line: Int) -> Bool {
            let around = parts.filter { $0.lines.contains(line) }
            return around.isEmpty ? isAtTop : around.contains(where: \.migrates)
        }

        func all(with lines: [Int]) -> [MigratingPart] {
            parts.filter { lines.contains(where: $0.lines.contains) }.map { node, lines, _ in
                let name = node.partName ?? ""
                return MigratingPart(
                    name: name, lines: lines, isStep: node.isNamedAsMigration && !name.isWayBack,
                    names: node.usedNames.sorted())
            }
        }

        /// Adds the functions that migrations use.
        private mutating func addUsed() {
            var pending = parts.filter(\.migrates).map(\.node)
            while let node = pending.popLast() {
                let names = node.usedNames
                for (index, part) in parts.enumerated()
                where !part.migrates && names.contains(part.node.partName ?? "") {
                    parts[index].migrates = true
                    pending.append(part.node)
                }
            }
        }
    }

    extension Syntax {
        /// The name of a function or variable; an empty string for an initializer, deinitializer or subscript; nil for other nodes.
        fileprivate var partName: String? {
            switch kind {
            case .functionDecl: self.as(FunctionDeclSyntax.self)?.name.name
            case .variableDecl: self.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedDescription
            case .initializerDecl, .deinitializerDecl, .subscriptDecl: ""
            default: nil
            }
        }

        fileprivate var usedNames: Set<String> {
            Set(NodeWalk(self).lazy.compactMap { $0.as(DeclReferenceExprSyntax.self)?.baseName.name })
        }

        /// Whether the name of the node, of an enclosing type or of an inherited type contains "migrat" or "upgrad".
        fileprivate var isNamedAsMigration: Bool {
            let types = surroundings.compactMap { $0.outer.asProtocol((any DeclGroupSyntax).self) }
            let names = types.flatMap { type in
                [(type as? any NamedDeclSyntax)?.name.name, type.inheritanceClause?.trimmedDescription]
            }
            return (names + [partName]).contains { name in
                ["migrat", "upgrad"].contains { name?.lowercased().contains($0) == true }
            }
        }
    }

    extension String {
        /// Whether the function's name suggests that it reverts a migration or empties the database. Words such as "drop" do not count in
        /// the name of a migration.
        fileprivate var isWayBack: Bool {
            let words = camelWords
            let back = Set(words: "down back revert rollback undo reset wipe destroy erase close teardown")
            if words.contains(where: back.contains) { return true }
            let isStep = words.contains { word in ["migrat", "upgrad", "version"].contains { word.hasPrefix($0) } }
            return !isStep && !Set(words: "clear clean drop delete remove").isDisjoint(with: words)
        }

        /// The words of a name such as `migrateToDBVersion_2`, in lower case.
        private var camelWords: [String] {
            let letters = Array(self)
            var words = [""]
            for (index, letter) in letters.enumerated() where letter.isLetter {
                let before = index > 0 ? letters[index - 1] : "_"
                let isLast = index + 1 == letters.count || !letters[index + 1].isLowercase
                let begins = letter.isUppercase && (before.isLowercase || !isLast)
                if begins || !before.isLetter { words.append("") }
                words[words.count - 1] += letter.lowercased()
            }
            return words
        }
    }
#endif
