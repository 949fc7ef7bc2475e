#if Tool
    /// What the shell does beside SQL: lines that begin with a point.
    enum ShellCommand {
        case help, quit
        case tables(String?)
        case schema(String?)
        case format(OutputFormat?)
        case chart(ChartKind?)
        case plan(Bool)
        case timer(Bool)
        case read(String)
        case unknown(String)

        static let names = [
            ".chart", ".exit", ".format", ".help", ".plan", ".quit", ".read", ".schema", ".tables", ".timer",
        ]

        init(_ line: String) {
            let words = line.split(separator: " ").map(String.init)
            let argument = words.count > 1 ? words[1...].joined(separator: " ") : nil
            switch words.first {
            case ".help": self = .help
            case ".quit", ".exit": self = .quit
            case ".tables": self = .tables(argument)
            case ".schema": self = .schema(argument)
            case ".format": self = .format(OutputFormat.forQueries.first { $0.rawValue == argument })
            case ".chart": self = .chart(argument.flatMap { ChartKind(rawValue: $0) })
            case ".plan": self = .plan(argument != "off")
            case ".timer": self = .timer(argument != "off")
            case ".read" where argument != nil: self = .read(argument ?? "")
            default: self = .unknown(words.first ?? line)
            }
        }

        static let helpLines = [
            "SQL ends with a semicolon, and may have several lines. Ctrl-C ends the statement, Ctrl-D the shell.",
            "Tab completes tables, columns and words of SQL; Ctrl-R searches the history.",
            "",
            ".tables [part]     tables and views",
            ".schema [name]     the statements that made them",
            ".format [name]     table, line, csv, tsv, json, ndjson, markdown",
            ".chart bar|line    draw the rows of queries; .chart alone stops that",
            ".plan on|off       show the plan of a statement, and do not run it",
            ".timer on|off      tell how long a statement took",
            ".read file         run the statements of a file",
            ".quit              leave",
        ]
    }
#endif
