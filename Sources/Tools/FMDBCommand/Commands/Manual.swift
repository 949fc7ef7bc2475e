#if Tool
    import ArgumentParser
    import Foundation

    /// Prints the manual page, for `make install`.
    struct Manual: ToolCommand {
        static let configuration = CommandConfiguration(
            commandName: "manual", abstract: "Prints the manual page, in the format of man(7).", shouldDisplay: false)

        func perform() throws {
            let help = try JSONDecoder().decode(ManualPage.Help.self, from: Data(Command._dumpHelp().utf8))
            try printLines([ManualPage(tool: help.command).text()])
        }
    }

    /// A manual page, generated from the help of the commands.
    struct ManualPage {
        struct Help: Decodable {
            let command: Verb
        }

        struct Verb: Decodable {
            let commandName: String
            let abstract: String?
            let discussion: String?
            let shouldDisplay: Bool
            let subcommands: [Verb]?
            let arguments: [Argument]?
        }

        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String
            }

            let kind: String
            let names: [Name]?
            let valueName: String?
            let abstract: String?
            let isOptional: Bool
            let shouldDisplay: Bool
            let defaultValue: String?
        }

        let tool: Verb

        func text() -> String {
            var lines = [
                ".TH FMDB 1 \"\" \"FMDB\" \"User Commands\"", ".SH NAME", "fmdb \\- \(escaped(tool.abstract ?? ""))",
                ".SH SYNOPSIS",
                ".B fmdb", ".I verb file", "[arguments] [options]", ".SH DESCRIPTION",
            ]
            lines += paragraphs(tool.discussion ?? "")
            lines.append(".SH VERBS")
            for verb in tool.subcommands ?? [] where verb.shouldDisplay && verb.commandName != "help" {
                lines.append(".SS \"fmdb \(verb.commandName)\"")
                lines.append(escaped(verb.abstract ?? ""))
                lines.append(".PP")
                lines += paragraphs(verb.discussion ?? "")
                for argument in verb.arguments ?? [] where argument.shouldDisplay { lines += item(argument) }
            }
            lines += [
                ".SH ENVIRONMENT", ".TP", "NO_COLOR", "If it is not empty, the output has no colours.", ".TP",
                "FMDB_HISTORY",
                "The file for the shell's history. If it is empty, no history is kept.", ".TP", "FMDB_PROGRESS",
                "With the value always, progress is shown even if the standard error is not a terminal.",
            ]
            return lines.joined(separator: "\n")
        }

        private func item(_ argument: Argument) -> [String] {
            let value = argument.valueName.map { "<\($0)>" } ?? ""
            let names = (argument.names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }.joined(
                separator: ", ")
            let head =
                switch argument.kind {
                case "positional": argument.isOptional ? "[\(value)]" : value
                case "flag": names
                default: "\(names) \(value)"
                }
            var text = argument.abstract ?? ""
            if let value = argument.defaultValue { text += " Default: \(value)." }
            return [".TP", ".B \"\(escaped(head))\"", escaped(text)]
        }

        /// Formats paragraphs. Lines that begin with blanks are examples and stay unchanged.
        private func paragraphs(_ text: String) -> [String] {
            var lines: [String] = []
            var isExample = false
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                let isIndented = line.hasPrefix("  ")
                if isIndented != isExample { lines.append(isIndented ? ".PP\n.nf" : ".fi") }
                isExample = isIndented
                lines.append(line.isEmpty ? ".PP" : escaped(String(line)))
            }
            if isExample { lines.append(".fi") }
            return lines
        }

        private func escaped(_ text: String) -> String {
            let escaped = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
            // roff reads a dot or an apostrophe at the start of a line as a request.
            return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
        }
    }
#endif
