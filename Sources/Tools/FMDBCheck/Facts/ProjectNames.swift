#if Checked
    package struct ProjectNames: Sendable {
        private typealias Owned<Content> = (content: Content, module: String)

        private var members: [String: [Owned<SharedNames.Member>]] = [:]
        private var types: [String: SharedNames.SharedType] = [:]
        private var changes: Set<String> = []
        private var functions: [String: [Owned<SharedNames.PassingFunction>]] = [:]

        package init() {}

        package init(_ files: [(name: String, declares: SharedNames)]) {
            for file in files {
                let module = ProjectNames.module(of: file.name)
                for member in file.declares.members {
                    members[member.name, default: []].append((member, module))
                }
                for function in file.declares.functions {
                    functions[function.name, default: []].append((function, module))
                }
                changes.formUnion(file.declares.changes)
                for (name, type) in file.declares.types {
                    types[name, default: SharedNames.SharedType()].inherited += type.inherited
                    if type.isProtocol { types[name]?.isProtocol = true }
                }
            }
        }

        /// Returns the module of a file in a Swift package: the folder below `Sources` or `Tests`. All files of other projects count as one
        /// module.
        static func module(of file: String) -> String {
            let folders = file.split(separator: "/").dropLast()
            guard let root = folders.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }), root + 1 < folders.endIndex
            else { return "" }
            return folders[...(root + 1)].joined(separator: "/")
        }

        // MARK: Names

        /// Returns the value of a name that its file does not declare, or nil if it is not certain.
        package func value(of name: SharedQuestions.Name, in file: String) -> SharedNames.Value? {
            guard let first = name.path.first, let last = name.path.last else { return nil }
            let module = ProjectNames.module(of: file)
            let around = ProjectNames.typesAround(name.scope)
            if name.path.count == 1 { return value(of: first, around, module) }
            if first == "self" || first == "Self" {
                guard name.path.count == 2, let own = around.first else { return nil }
                return member(last, of: own, module)
            }
            let path = name.path.joined(separator: ".")
            // An enumeration's case is between the type and `rawValue`.
            let isRaw = last == "rawValue"
            let type = name.path.dropLast(isRaw ? 2 : 1).joined(separator: ".")
            guard !type.isEmpty else { return nil }
            for owner in around where types["\(owner).\(type)"] != nil {
                return types["\(owner).\(type)"]?.isProtocol == false ? value("\(owner).\(path)", module) : nil
            }
            return types[type]?.isProtocol == false ? value(path, module) : nil
        }

        /// Returns the value of an unqualified name: a member of an enclosing type, else a constant of the module.
        private func value(of name: String, _ around: [String], _ module: String) -> SharedNames.Value? {
            guard !ProjectNames.implicitNames.contains(name) else { return nil }
            for owner in around {
                if members["\(owner).\(name)"] != nil { return member(name, of: owner, module) }
                guard !mayInherit(name, owner) else { return nil }
            }
            return value(name, module)
        }

        private func member(_ name: String, of owner: String, _ module: String) -> SharedNames.Value? {
            types[owner]?.isProtocol == false ? value("\(owner).\(name)", module) : nil
        }

        /// Returns the value of the name if exactly one declaration of it is visible in the module, else nil. The module's own declarations
        /// shadow those of other modules.
        private func value(_ name: String, _ module: String) -> SharedNames.Value? {
            let seen = (members[name] ?? []).filter { $0.module == module || $0.content.isPublic }
            let own = seen.filter { $0.module == module }
            let all = own.isEmpty ? seen : own
            guard all.count == 1, let only = all.first?.content else { return nil }
            return only.isVariable && changes.contains(String(name.split(separator: ".").last ?? "")) ? nil : only.value
        }

        /// Whether the type may inherit a member with the given name.
        private func mayInherit(_ name: String, _ type: String, depth: Int = 0) -> Bool {
            guard depth < 16 else { return true }
            return (types[type]?.inherited ?? []).contains { parent in
                if members["\(parent).\(name)"] != nil { return true }
                if types[parent] != nil { return mayInherit(name, parent, depth: depth + 1) }
                return !ProjectNames.plainTypes.contains(parent) && !ProjectNames.isNamedAsConstant(name)
            }
        }

        /// Returns "A.B" and "A" for the scope A.B.
        private static func typesAround(_ scope: String) -> [String] {
            let names = scope.split(separator: ".")
            return names.indices.reversed().map { names[...$0].joined(separator: ".") }
        }

        /// Whether a name is written like a constant, such as `TABLE` or `kTable`. System classes have no properties with such names.
        private static func isNamedAsConstant(_ name: String) -> Bool {
            name.first?.isUppercase ?? false || (name.first == "k" && name.dropFirst().first?.isUppercase ?? false)
        }

        private static let implicitNames: Set<String> = ["error", "newValue", "oldValue", "self", "Self", "super"]
        /// Types and protocols that have no constants to inherit.
        private static let plainTypes: Set<String> = [
            "NSObject", "AnyObject", "Sendable", "Codable", "Decodable", "Encodable", "Equatable", "Hashable",
            "Comparable", "Identifiable", "CaseIterable", "ObservableObject", "String", "Int", "Int32", "Int64",
            "Error",
        ]

        package func changes(_ variable: String) -> Bool { changes.contains(variable) }

        // MARK: Functions

        package func functions(named name: String, in file: String) -> [SharedNames.PassingFunction] {
            guard let all = functions[name] else { return [] }
            let module = ProjectNames.module(of: file)
            return all.filter { $0.module == module || $0.content.isPublic }.map(\.content)
        }

        // MARK: Answers

        /// Returns the hash of what a file's lookups find in the other files, or "" if they find nothing.
        package func answers(to questions: SharedQuestions, in file: String) -> String {
            var answers = questions.names.compactMap { name in value(of: name, in: file).map { "\(name) \($0)" } }
            answers += questions.variables.filter(changes)
            answers += questions.calls.flatMap { functions(named: $0, in: file) }.map { "\($0)" }
            var hash = ContentHash()
            for answer in answers { hash.add(answer) }
            return answers.isEmpty ? "" : hash.text
        }
    }
#endif
