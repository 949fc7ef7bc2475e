#if Tool
    struct Advice: Encodable {
        enum Kind: String, Encodable {
            case fine
            /// Information, or a possible improvement.
            case hint
            /// A risk of data loss, or of slow access.
            case warning
            case problem
            case unchecked
        }

        let area: String
        let kind: Kind
        let text: String
        /// The recommended action, or nil if there is nothing to do.
        var action: String?
    }

    extension Advice {
        init(_ kind: Kind, _ area: String, _ text: String, _ action: String? = nil) {
            (self.kind, self.area, self.text, self.action) = (kind, area, text, action)
        }

        func lines(width: Int) -> [String] {
            let terminal = Terminal.output
            let mark =
                switch kind {
                case .fine: terminal.styled("✓", .green)
                case .hint: terminal.styled("·", .cyan)
                case .warning: terminal.styled("!", .yellow)
                case .problem: terminal.styled("✗", .red)
                case .unchecked: terminal.styled("?", .yellow)
                }
            let body = wrapped(text, to: width - 2)
            var lines = [mark + " " + (body.first ?? "")] + body.dropFirst().map { "  " + $0 }
            if let action { lines += wrapped("→ " + action, to: width - 2).map { "  " + terminal.styled($0, .faint) } }
            return lines
        }
    }
#endif
