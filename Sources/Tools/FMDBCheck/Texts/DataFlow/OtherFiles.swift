#if Checked
    import SwiftSyntax

    /// Answers what a file asks of the other files of the project, and remembers the questions.
    final class OtherFiles {
        private let project: ProjectNames
        private let file: String
        private var asked: Set<SharedQuestions.Name> = []
        private var askedVariables: Set<String> = []

        init(_ project: ProjectNames = ProjectNames(), file: String) { (self.project, self.file) = (project, file) }

        /// What a name stands for that the file does not declare.
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

        /// All that was asked.
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
        /// What a name of another file stands for.
        func shared(_ expression: ExprSyntax) -> SharedNames.Value? {
            guard let path = expression.bare.path, let first = path.first else { return nil }
            if first != "self", first != "Self", let found = scopes.declaration(of: first, at: expression) {
                // A value of the file has no constants that are known. A type of the file may have some in other files.
                guard path.count > 1, case .type(let type) = found.kind else { return nil }
                return others.value(of: type.split(separator: ".").map(String.init) + path.dropFirst(), in: nil)
            }
            return others.value(of: path, in: scopes.typeAround(expression))
        }

        /// The text of a constant of another file. All of it stands where the name does.
        func sharedTexts(_ expression: ExprSyntax) throws(Unfollowed) -> [FollowedText] {
            guard case .text(let string)? = shared(expression) else { throw Unfollowed(.variable) }
            return [FollowedText(string, at: expression.start, isNamed: true)]
        }

        /// The texts of a list of another file.
        func sharedList(_ expression: ExprSyntax) -> [FollowedText]? {
            guard case .list(let list)? = shared(expression) else { return nil }
            return list.map { FollowedText($0, at: expression.start, isNamed: true) }
        }
    }

#endif
