#if Checked
    import Foundation

    /// Runs the compiler on the files of a project that use FMDB, and collects its messages.
    ///
    /// The files are compiled as one module, without imports of missing modules. An extra file declares names that the compiler does not
    /// know. A statement with an error can keep the compiler from checking later statements of its closure, so it is removed for the next
    /// run. This repeats until a run reports nothing new.
    final class Compilation {
        /// The compiler's findings for a file, by byte offset in its original text.
        struct Findings {
            struct Error {
                let offset: Int
                let diagnostic: CompilerMessage
                /// Whether the error is about the source itself. False if it may result from names that are declared only in frameworks or
                /// packages missing here.
                let isReal: Bool
                /// Whether the error occurs in the unedited source, without declarations of unknown names.
                let isPlain: Bool

                var message: String { diagnostic.text }
            }

            let source: TrialSource
            /// The offsets of the names of the calls.
            let calls: Set<Int>
            /// The names in the file that only frameworks or packages missing here declare.
            var unknown: Set<String> = []
            /// Types that several files declare, probably for several targets. The compiler's messages about them cannot be assigned to one
            /// declaration.
            let repeatedTypes: Set<String>
            /// The errors, in the order of the compiler's output.
            var errors: [Error] = []
            var warnings: [Int: String] = [:]
            /// The offsets of names that are declared in FMDB, and whose statements have no error.
            var resolved: Set<Int> = []
            /// The offsets of names that are declared elsewhere, and whose statements have no error.
            var foreign: Set<Int> = []

            /// Whether further runs cannot find more.
            var isSettled: Bool {
                let refused = Set(errors.filter(\.isReal).compactMap { source.statement(at: $0.offset) })
                return calls.subtracting(resolved).subtracting(foreign).allSatisfy { call in
                    source.statement(at: call).map(refused.contains) ?? false
                }
            }
        }

        private static let rounds = 24
        private let modules: BuiltModules
        private let folder: String
        private let deadline: Date
        private let files: [SourceFile]
        private let numbers: [Int]
        private let imports: [[String: [Range<Int>]]]
        private(set) var findings: [Int: Findings] = [:]
        /// Names that the compiler reports as unknown, used as types and as values.
        private var types: Set<String> = []
        private var values: Set<String> = []
        private var present: Set<String> = []
        /// The reason that the compiler did not check the files, or nil if it did.
        private(set) var failure: String?
        /// The reason that a further run was necessary but did not complete, or nil.
        private(set) var interruption: String?

        /// - Parameters:
        ///   - numbers: the indexes of the files to compile.
        ///   - imports: the byte ranges of each file's imports, by module.
        ///   - types: the types that the files declare.
        ///   - calls: the calls in files that use FMDB, by the file's index.
        init(
            _ files: [SourceFile], _ numbers: [Int], _ imports: [[String: [Range<Int>]]], _ types: [Set<String>],
            _ calls: [Int: [FMSourcePlace]], _ modules: BuiltModules, in folder: String, until deadline: Date
        ) {
            (self.files, self.numbers, self.imports) = (files, numbers, imports)
            (self.modules, self.folder, self.deadline) = (modules, folder, deadline)
            let declared = Dictionary(grouping: numbers.flatMap { types[$0] }) { $0 }
            let repeated = Set(declared.filter { $1.count > 1 }.keys)
            for (number, places) in calls {
                let source = TrialSource(files[number].text, file: files[number].name)
                findings[number] = Findings(
                    source: source, calls: Set(places.map(source.offset(of:))), repeatedTypes: repeated)
            }
        }

        func run() {
            do {
                try probe(imports.reduce(into: ["SQLite3", "FoundationNetworking"]) { $0.formUnion($1.keys) })
                guard failure == nil else { return }
                for number in numbers { try writeWithoutMissingImports(number) }
                var round = 0
                while round < Self.rounds, try compile(round) { round += 1 }
            } catch {
                failure = "the folder \"\(folder)\" cannot be written: \(FMCheckError.reason(error))"
            }
        }

        private func writeWithoutMissingImports(_ number: Int) throws {
            var text = Array(files[number].text.utf8)
            for (module, ranges) in imports[number] where !present.contains(module) && module != "FMDB" {
                for range in ranges {
                    findings[number]?.source.replace(range, by: "")
                    text.replaceSubrange(range, with: text[range].blanked)
                }
            }
            try FileManager.default.createDirectory(atPath: "\(folder)/\(number)", withIntermediateDirectories: true)
            try write(text, path(number))
        }

        /// The compiler treats a file named main.swift as a program. Other files get a plain name, because a space would end a path in the
        /// AST dump.
        private func path(_ number: Int) -> String {
            "\(folder)/\(number)/" + (files[number].baseName == "main.swift" ? "main.swift" : "f.swift")
        }

        private func write(_ bytes: [UInt8], _ path: String) throws {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }

        // MARK: Runs

        private lazy var arguments =
            ["swiftc", "-frontend", "-swift-version", "5", "-module-name", "MovedProject", "-diagnostic-style", "llvm"]
            + ["-solver-expression-time-threshold=2"] + modules.arguments + platform

        #if os(macOS)
            private var platform: [String] {
                var sdk = ""
                let run = CompilerRun(["--show-sdk-path"], in: folder, until: Date() + 60) { line in
                    sdk = String(decoding: line, as: UTF8.self)
                }
                #if arch(arm64)
                    let processor = "arm64"
                #else
                    let processor = "x86_64"
                #endif
                let version = ProcessInfo.processInfo.operatingSystemVersion
                let target = "\(processor)-apple-macosx\(version.majorVersion).\(version.minorVersion)"
                return run.failure == nil ? ["-sdk", sdk, "-target", target] : []
            }
        #else
            private let platform: [String] = []
        #endif

        /// Determines which of the modules exist, and whether the compiler can run.
        private func probe(_ names: Set<String>) throws {
            let path = "\(folder)/probe.swift"
            let lines = names.sorted().map { "#if canImport(\($0))\n#warning(\"\($0)\")\n#endif\n" }
            try write(Array(("import FMDB\n" + lines.joined()).utf8), path)
            let run = CompilerRun(arguments + ["-typecheck", path], in: folder, until: deadline) { _ in }
            let messages = run.messages.split(whereSeparator: \.isNewline)
            failure = run.failure ?? messages.first { $0.contains("error: ") }.map(String.init)
            present = Set(messages.compactMap { $0.components(separatedBy: ": warning: ").dropFirst().first })
        }

        /// Runs the compiler, and edits the sources for the next run.
        ///
        /// - Returns: whether another run is necessary.
        private func compile(_ round: Int) throws -> Bool {
            let open = findings.filter { round == 0 || !$0.value.isSettled }.keys
            guard !open.isEmpty else { return false }
            try write(Array(stubs.utf8), "\(folder)/stubs.swift")
            var names: [Int: [ResolvedName]] = [:]
            // A bridging header may make modules visible that the files do not import.
            let imports = ["Foundation", "FMDB"] + ["SQLite3", "FoundationNetworking"].filter(present.contains)
            let sources = numbers.flatMap { number in
                (open.contains(number) ? ["-primary-file"] : []) + [path(number)]
            }
            let run = CompilerRun(
                arguments + ["-dump-ast"] + imports.flatMap { ["-import-module", $0] } + sources
                    + ["\(folder)/stubs.swift"],
                in: folder, until: deadline
            ) { line in
                if let name = ResolvedName(line, in: folder) { names[name.place.file, default: []].append(name) }
            }
            guard run.failure == nil else {
                if round == 0 { failure = run.failure } else { interruption = run.failure }
                return false
            }
            let messages = run.messages.split(whereSeparator: \.isNewline)
            if round == 0, names.isEmpty {
                failure = messages.first { $0.hasPrefix("<unknown>:0: error: ") }.map(String.init)
            }
            return try learn(messages.compactMap { CompilerMessage($0, in: folder) }, names, isPlain: round == 0)
        }

        // MARK: What it says

        /// - Returns: whether the sources have changed.
        private func learn(_ messages: [CompilerMessage], _ names: [Int: [ResolvedName]], isPlain: Bool) throws -> Bool
        {
            var fresh: Set<String> = []
            for case let (name, isType)? in messages.map(\.unknownName) where !types.contains(name) {
                if isType ? types.insert(name).inserted : values.insert(name).inserted { fresh.insert(name) }
            }
            var isNew = !fresh.isEmpty
            let byFile = Dictionary(grouping: messages, by: \.place.file)
            for number in findings.keys.sorted() {
                guard let source = findings[number]?.source else { continue }
                let messages = byFile[number] ?? []
                let errors = findings[number]?.add(messages, names[number] ?? [], isPlain: isPlain) ?? []
                // A newly unknown name will be declared in the next run.
                let rest = errors.filter { !fresh.contains($0.message.unknownName?.name ?? "") }
                guard rest.reduce(false, { source.repair($1.offset, $1.message.text) || $0 }) else { continue }
                isNew = true
                try write(source.text, path(number))
            }
            return isNew
        }

        /// Declarations of the names that only frameworks or packages missing here declare. FMDB's values cannot be assigned to their type,
        /// `_Unknown`.
        private var stubs: String {
            var text = """
                @dynamicMemberLookup @dynamicCallable open class _Unknown {
                    private init() {}
                    public subscript(dynamicMember name: String) -> _Unknown! { get { nil } set {} }
                    public static subscript(dynamicMember name: String) -> _Unknown! { get { nil } set {} }
                    public subscript(index: Int) -> _Unknown! { get { nil } set {} }
                    public subscript(key: String) -> _Unknown! { get { nil } set {} }
                    @discardableResult
                    public func dynamicallyCall(withKeywordArguments: KeyValuePairs<String, _Unknown?>) -> _Unknown! { nil }
                }
                #if !canImport(ObjectiveC)
                    func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
                #endif

                """
            for name in types.sorted() { text += "typealias \(name) = _Unknown\n" }
            for name in values.subtracting(types).sorted() { text += "let \(name): _Unknown! = nil\n" }
            return text
        }
    }

    extension Compilation.Findings {
        /// - Parameter isPlain: whether the run was without declarations of unknown names.
        fileprivate mutating func add(
            _ messages: [CompilerMessage], _ names: [ResolvedName], isPlain: Bool
        ) -> [(offset: Int, message: CompilerMessage)] {
            unknown.formUnion(repeatedTypes.union(messages.compactMap { $0.unknownName?.name }))
            let found = messages.compactMap { message in
                source.offset(line: message.place.line, column: message.place.column).map {
                    (offset: $0, message: message)
                }
            }
            var refused: Set<Range<Int>> = []
            for (offset, message) in found where message.isError {
                let isReal = isReal(message, at: offset, isPlain)
                add(Error(offset: offset, diagnostic: message, isReal: isReal, isPlain: isPlain))
                if let statement = source.statement(at: offset) { refused.insert(statement) }
            }
            for (offset, message) in found where !message.isError && message.text.contains("is deprecated") {
                warnings[offset] = message.text
            }
            for name in names {
                guard let offset = source.offset(line: name.place.line, column: name.place.column),
                    let statement = source.statement(at: offset), !refused.contains(statement)
                else { continue }
                if name.isOfFMDB { resolved.insert(offset) } else { foreign.insert(offset) }
            }
            return found.filter(\.message.isError)
        }

        private mutating func add(_ error: Error) {
            if let known = errors.firstIndex(where: { $0.offset == error.offset && $0.message == error.message }) {
                // An earlier run may have found the same error not real, because of an unknown name.
                if error.isReal { errors[known] = error }
            } else {
                errors.append(error)
            }
        }

        /// - Parameter isPlain: whether the run was without declarations of unknown names.
        private func isReal(_ message: CompilerMessage, at offset: Int, _ isPlain: Bool) -> Bool {
            guard message.isOfFMDB || !message.isOfUnknown(unknown) else { return false }
            if message.isOfLabels, !message.isOfFMDB { return source.callee(at: offset).map(calls.contains) ?? false }
            guard let statement = source.statement(at: offset) else { return true }
            return source.words(in: statement).isDisjoint(with: unknown)
                || message.isOfFMDB && (!isPlain || message.advice != nil)
        }
    }
#endif
