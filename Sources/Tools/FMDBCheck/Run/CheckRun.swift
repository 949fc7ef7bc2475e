#if Checked
    import Foundation

    struct CheckRun {
        struct Work: Sendable {
            var entry: CheckCache.Entry
            /// The facts, or nil if only the cache entry has them.
            var facts: SourceFacts?
            var outcome: FileOutcome?
            /// Whether the entry must be written to the cache, because it has changed.
            var isNew = false
        }

        private let check: FMQueryCheck
        private let schema: SchemaSource
        private let cache: CheckCache?

        init(_ check: FMQueryCheck) throws {
            self.check = check
            schema = try check.schemaSource()
            cache = check.cacheFolder.flatMap { CheckCache(folder: check.absolute($0)) }
        }

        func report(on paths: [String]) throws -> FMCheckReport {
            let list = try SourceList(paths, in: check.folder)
            let read = SourceFile.read(list)
            var work = facts(of: read.files)
            link(&work, read.files)
            let situation = situation(of: work)
            let reused = reuseOutcomes(&work, situation)
            let problems = try checkRest(&work, situation)
            cache?.keep(work.filter(\.isNew).map(\.entry))
            var report = FMCheckReport(
                outcomes: work.compactMap(\.outcome), unread: problems + read.findings, order: list.names)
            report.hasSchema = !problems.contains { $0.severity == .error }
            report.files = read.files.count
            report.reusedFiles = reused
            return report
        }

        // MARK: Facts

        private func facts(of sources: [SourceFile]) -> [Work] {
            let known = sources.map { source in
                cache?.entry(of: source.name, source: CheckRun.key(source)).map { Work(entry: $0) }
            }
            let missing = sources.indices.filter { known[$0] == nil }.map { sources[$0] }
            let keepsFacts = cache != nil
            var read = ParallelWork.map(missing) { { CheckRun.read($0, keepsFacts: keepsFacts) } }[...]
            return known.compactMap { $0 ?? read.popFirst() }
        }

        private static func key(_ source: SourceFile) -> String { ContentHash.of(source.key, ProgramIdentity.text) }

        private static func read(_ source: SourceFile, keepsFacts: Bool) -> Work {
            let reading = SourceReader.reading(of: source.text, file: source.name)
            var work = Work(entry: CheckCache.Entry(name: source.name, source: key(source)))
            work.entry.declares = encoded(reading.declares)
            work.update(with: reading, keepsFacts: keepsFacts)
            return work
        }

        /// Returns the hash of everything that a file's outcome depends on, except the file itself.
        private func situation(of work: [Work]) -> String {
            var hash = ContentHash()
            hash.add(ProgramIdentity.text)
            hash.add(schema.key)
            for work in work {
                hash.add(work.entry.name)
                hash.add(work.entry.surface)
            }
            return hash.text
        }

        // MARK: Outcomes

        /// Loads the cached outcomes whose `situation` hash is the given one, and returns the number of files with an outcome.
        private func reuseOutcomes(_ work: inout [Work], _ situation: String) -> Int {
            for index in work.indices where work[index].entry.situation == situation {
                work[index].outcome = CheckRun.decoded(work[index].entry.outcome)
            }
            return work.count { $0.outcome != nil }
        }

        /// - Returns: the findings about the schema.
        private func checkRest(_ work: inout [Work], _ situation: String) throws -> [FMFinding] {
            let missing = work.indices.filter { work[$0].outcome == nil }
            if missing.isEmpty, let known = knownProblems(situation) { return known }
            let all = FileSurface(
                joining: work.compactMap { work in
                    work.facts.map(FileSurface.init) ?? CheckRun.decoded(work.entry.surface)
                })
            let problems = try schema.problems(with: all)
            let outcomes = ParallelWork.map(missing.map { work[$0] }, atLeast: 64) { [schema] in
                // Each thread has its own connection.
                let rules = try? schema.rules(with: all)
                return { work in CheckRun.outcome(of: work, rules) }
            }
            for (index, outcome) in zip(missing, outcomes) {
                work[index].outcome = outcome
                work[index].entry.situation = situation
                work[index].entry.outcome = cache == nil ? Data() : CheckRun.encoded(outcome)
                work[index].isNew = true
            }
            keep(problems, situation)
            return problems
        }

        private func knownProblems(_ situation: String) -> [FMFinding]? {
            guard let entry = cache?.entry(of: CheckRun.schemaName, source: situation) else { return nil }
            return CheckRun.decoded(entry.outcome)
        }

        private func keep(_ problems: [FMFinding], _ situation: String) {
            guard let cache else { return }
            var entry = CheckCache.Entry(name: CheckRun.schemaName, source: situation)
            entry.outcome = CheckRun.encoded(problems)
            cache.keep([entry])
        }

        /// The name of the schema's cache entry. No source file has this name.
        private static let schemaName = ""

        private static func outcome(of work: Work, _ rules: Rules?) -> FileOutcome {
            let name = work.entry.name
            guard let facts = work.facts ?? decoded(work.entry.facts), let rules else {
                let finding = FMFinding(in: name, "this file was not checked: the check itself failed")
                return FileCheck.outcome(of: SourceFacts(), file: name, findings: [finding])
            }
            return FileCheck.outcome(of: facts, file: name, findings: rules.findings(for: facts))
        }

        // MARK: Bytes

        /// Encodes a value. Equal values must give equal bytes, because the bytes are hashed.
        static func encoded(_ value: some Encodable) -> Data { (try? value.sortedJSON()) ?? Data() }

        static func decoded<Value: Decodable>(_ data: Data) -> Value? {
            try? JSONDecoder().decode(Value.self, from: data)
        }
    }

    extension CheckRun {
        /// Resolves the constants and functions of other files that each file's SQL uses. A file is read again if the results of its
        /// lookups have changed.
        ///
        /// - Parameter sources: the files, in the same order.
        private func link(_ work: inout [Work], _ sources: [SourceFile]) {
            var hash = ContentHash()
            for work in work {
                hash.add(work.entry.name)
                hash.add(work.entry.declares)
            }
            let key = hash.text
            let changed = work.indices.filter { work[$0].entry.project != key }
            guard !changed.isEmpty else { return }
            let project = ProjectNames(
                work.map { ($0.entry.name, CheckRun.decoded($0.entry.declares) ?? SharedNames()) })
            var stale: [Int] = []
            for index in changed {
                let asks: SharedQuestions = CheckRun.decoded(work[index].entry.asks) ?? SharedQuestions()
                let answers = project.answers(to: asks, in: work[index].entry.name)
                work[index].entry.project = key
                work[index].isNew = true
                if answers != work[index].entry.answers { stale.append(index) }
            }
            let readings = ParallelWork.map(stale.map { sources[$0] }) {
                { source in SourceReader.reading(of: source.text, file: source.name, in: project) }
            }
            for (index, reading) in zip(stale, readings) {
                work[index].update(with: reading, keepsFacts: cache != nil)
                work[index].entry.answers = project.answers(to: reading.asks, in: work[index].entry.name)
            }
        }
    }

    extension CheckRun.Work {
        /// Stores the result of reading the file again. The file's declarations stay, because they do not depend on other files.
        mutating func update(with reading: SourceReader.Reading, keepsFacts: Bool) {
            facts = reading.facts
            entry.asks = CheckRun.encoded(reading.asks)
            entry.surface = CheckRun.encoded(FileSurface(reading.facts))
            entry.facts = keepsFacts ? CheckRun.encoded(reading.facts) : Data()
            entry.situation = ""
            isNew = true
        }
    }
#endif
