#if Tool
    import Foundation

    struct Terminal {
        let file: Int32

        static let output = Terminal(file: STDOUT_FILENO)
        static let errors = Terminal(file: STDERR_FILENO)
        static let input = Terminal(file: STDIN_FILENO)

        var isTerminal: Bool { isatty(file) == 1 }

        /// Whether colours are used: on a terminal, unless the environment disables them. See [no-color.org](https://no-color.org).
        var hasColours: Bool {
            let environment = ProcessInfo.processInfo.environment
            return isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }

        /// The number of columns, or nil if the output is not a terminal.
        var width: Int? { measure(\.ws_col, "COLUMNS", otherwise: 80) }

        /// The number of lines, or nil if the output is not a terminal.
        var height: Int? { measure(\.ws_row, "LINES", otherwise: 24) }

        private func measure(_ side: KeyPath<winsize, UInt16>, _ variable: String, otherwise: Int) -> Int? {
            guard isTerminal else { return nil }
            var size = winsize()
            if ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size[keyPath: side] > 0 { return Int(size[keyPath: side]) }
            return ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? otherwise
        }

        /// Returns the text in a style if colours are used.
        func styled(_ text: String, _ style: Style) -> String {
            hasColours ? style.applied(to: text) : text
        }

        enum Style: String {
            case bold = "1"
            case faint = "2"
            case red = "31"
            case green = "32"
            case yellow = "33"
            case cyan = "36"

            func applied(to text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
        }
    }
#endif
