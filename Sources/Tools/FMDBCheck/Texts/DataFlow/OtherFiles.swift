#if Checked
    import SwiftSyntax

    /// Looks up names in the other files of the project, and records the lookups.
    final class OtherFiles {
        private let project: ProjectNames
        private let file: String
        private var asked: Set<SharedQuestions.Name> = []
        private var askedVariables: Set<String> = []

        init(_ project: ProjectNames = ProjectNames(), file: String) { (self.project, self.file) = (project, file) }

        /// Returns the value of a name that the file itself does not declare, or nil.
        func value(of path: [String], in scope: String?) -> SharedNames.Value? {
            let name = SharedQuestions.Name(path: path, scope: scope ?? "")
            asked.insert(name)
            return project.value(of: name, in: file)
        }

        func changes(_ variable: String) -> Bool {
            askedVariables.insert(variable)
            return project.changes(variable)
        }

        func functions(named name: String) -> [SharedNames.PassingFunction] { project.functions(named: name, in: file) }

        /// Returns all recorded lookups.
        func questions(calls: some Sequence<String>) -> SharedQuestions {
            var questions = SharedQuestions()
            questions.names = asked.sorted {
                ($0.path.joined(separator: "."), $0.scope) < ($1.path.joined(separator: "."), $1.scope)
            }
            questions.variables = askedVariables.sorted()
            questions.calls = calls.sorted()
            return questions
        }
    }

    extension Follower {
        /// Returns the value of a name that another file declares.
        func shared(_ expression: ExprSyntax) -> SharedNames.Value? {
            guard let path = expression.bare.path, let first = path.first else { return nil }
            if first != "self", first != "Self", let found = scopes.declaration(of: first, at: expression) {
                // If the first name is a value of this file, its members are not known. If it is a type, other files may declare its
                // members in extensions.
                guard path.count > 1, case .type(let type) = found.kind else { return nil }
                return others.value(of: type.split(separator: ".").map(String.init) + path.dropFirst(), in: nil)
            }
            return others.value(of: path, in: scopes.typeAround(expression))
        }

        /// Returns the string of a constant from another file. Its place is that of the constant's name in this file.
        func sharedTexts(_ expression: ExprSyntax) throws(Unfollowed) -> [FollowedText] {
            guard case .text(let string)? = shared(expression) else { throw Unfollowed(.variable) }
            return [FollowedText(string, at: expression.start, isNamed: true)]
        }

        /// Returns the strings of an array constant of another file.
        func sharedList(_ expression: ExprSyntax) -> [FollowedText]? {
            guard case .list(let list)? = shared(expression) else { return nil }
            return list.map { FollowedText($0, at: expression.start, isNamed: true) }
        }
    }

#endif
