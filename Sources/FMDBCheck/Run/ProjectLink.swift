#if Checked
    import Foundation

    /// Lets the texts of each file know the constants and functions of the others.
    ///
    /// A file is read again if the others answer what it asks in another way than when it was read last.
    struct ProjectLink {
        let keepsFacts: Bool

        /// - Parameter sources: the files, in the same order.
        func link(_ work: inout [CheckRun.Work], _ sources: [SourceFile]) {
            var hash = ContentHash()
            for work in work {
                hash.add(work.entry.name)
                hash.add(work.entry.declaresKey)
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
                work[index].update(with: reading, keepsFacts: keepsFacts)
                work[index].entry.answers = project.answers(to: reading.asks, in: work[index].entry.name)
            }
        }
    }

    extension CheckRun.Work {
        /// Sets all but what the file declares, which does not depend on other files.
        mutating func update(with reading: SourceReader.Reading, keepsFacts: Bool) {
            facts = reading.facts
            entry.asks = CheckRun.encoded(reading.asks)
            entry.surface = CheckRun.encoded(FileSurface(reading.facts))
            entry.surfaceKey = ContentHash.of(entry.surface)
            entry.facts = keepsFacts ? CheckRun.encoded(reading.facts) : Data()
            entry.situation = ""
            isNew = true
        }
    }
#endif
