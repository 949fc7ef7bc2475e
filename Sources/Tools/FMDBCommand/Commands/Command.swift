#if Tool
    import ArgumentParser
    import FMDB
    import Foundation

    @main
    struct Command: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fmdb",
            abstract: "SQLite databases in the terminal.",
            discussion: unwrapped(
                """
                EXAMPLES
                  fmdb import shop.db sales.csv --key id
                  fmdb query shop.db "SELECT city, count(*) FROM sales GROUP BY 1" --chart bar
                  fmdb schema shop.db --format svg --to shop.svg
                  fmdb doctor shop.db
                  fmdb top shop.db
                  fmdb backup shop.db copy.db
                  fmdb shell shop.db
                  fmdb serve shop.db

                `fmdb help VERB` shows more examples.

                EXIT CODES
                  0    done
                  1    a statement failed, or a check found a problem
                  3    partly done: lines set aside, rows lost, something not checked
                  64   wrong arguments
                  65   the data is damaged, or has another format
                  66   the file does not exist
                  69   this build or this SQLite does not support it
                  73   a file cannot be created, or exists already
                  74   reading or writing failed, for example on a full disk
                  75   locked for longer than --timeout
                  77   permission denied
                  129  ended by SIGHUP; 143: by SIGTERM
                  130  ended by Ctrl-C; verbs that run until Ctrl-C end with 0
                  141  the reader of the output is gone

                Colours appear only on a terminal, and never with NO_COLOR in the environment.
                """),
            version: "fmdb \(FMDatabase.packageVersion), SQLite \(FMDatabase.sqliteLibVersion())",
            subcommands: [
                Query.self, Import.self, Export.self, Schema.self, Doctor.self, Top.self, Backup.self, Restore.self,
                Follow.self,
                Verify.self, Repair.self, Checkpoint.self, Vacuum.self, Shell.self, Serve.self, Check.self,
                Generate.self,
                Manual.self,
            ])

        static func main() {
            openMissingFiles()
            if let word = CommandLine.arguments.dropFirst().first, let problem = problem(with: word) {
                printNote("fmdb: \(problem)")
                exit(withError: ExitCode(Outcome.usage.rawValue))
            }
            main(nil)
        }

        private static var names: [String] { configuration.subcommands.map { $0._commandName } + ["help"] }

        /// Returns why a word is not a verb, with a suggestion, or nil if it is one.
        private static func problem(with word: String) -> String? {
            guard !word.hasPrefix("-"), !names.contains(word) else { return nil }
            let start = "there is no verb \"\(word)\""
            if let name = NearestName(to: word, in: names).name { return "\(start). Is it \(name)?" }
            guard FileManager.default.fileExists(atPath: word) else { return "\(start); `fmdb help` lists them" }
            let file = shellQuoted(word)
            return
                "\(start). The verb comes before the file: `fmdb shell \(file)`, `fmdb serve \(file)`; `fmdb help` lists the verbs"
        }
    }
#endif
