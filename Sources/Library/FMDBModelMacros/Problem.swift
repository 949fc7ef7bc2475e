#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    /// An error that the compiler reports for a declaration.
    struct Problem: DiagnosticMessage, FixItMessage {
        let message: String
        let severity = DiagnosticSeverity.error

        var diagnosticID: MessageID { MessageID(domain: "FMDBModel", id: message) }
        var fixItID: MessageID { diagnosticID }
    }

    extension Diagnostic {
        init(_ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
            self.init(node: node, message: Problem(message: message), fixIts: fixIts)
        }
    }

    extension FixIt {
        init(_ message: String, _ old: some SyntaxProtocol, _ new: some SyntaxProtocol) {
            self.init(
                message: Problem(message: message), changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
        }
    }
#endif
