#if Checked
    /// Judges the calls of a file by the compiler's findings.
    struct CallJudgement {
        /// The compiler's findings, or nil if it did not check the file.
        let findings: Compilation.Findings?
        /// The statements of the calls that were judged.
        private var judged: Set<Range<Int>> = []
        private let errorsByStatement: [Range<Int>?: [Compilation.Findings.Error]]
        /// The first error of each line that is not about an unknown name.
        private let errorOfLine: [Int: Compilation.Findings.Error]

        init(_ findings: Compilation.Findings?) {
            self.findings = findings
            let (errors, source) = (findings?.errors ?? [], findings?.source)
            errorsByStatement = Dictionary(grouping: errors) { source?.statement(at: $0.offset) }
            let told = errors.filter { $0.isReal || $0.isPlain }
            errorOfLine = Dictionary(told.map { (source?.lineNumber(of: $0.offset) ?? 0, $0) }) { first, _ in first }
        }

        /// - Returns: nil if the call is another library's.
        mutating func item(_ call: MoveCall, _ reading: CallVerdict) -> FMMoveReport.Item? {
            func item(_ verdict: FMMoveReport.Verdict, _ message: String?, _ advice: String?) -> FMMoveReport.Item {
                FMMoveReport.Item(call.place, reading.subject, verdict, advice, message: message)
            }
            guard let findings else {
                return item(reading.verdict == .change ? .change : .notChecked, nil, reading.advice)
            }
            let offset = findings.source.offset(of: call.place)
            let statement = findings.source.statement(at: offset)
            if let statement { judged.insert(statement) }
            let errors = errorsByStatement[statement] ?? []
            let real = errors.filter(\.isReal)
            let own = real.first { error in
                let uses = findings.source.uses(at: error.offset)
                return (uses.first { findings.calls.contains($0.start) }?.start ?? offset) == offset
            }
            if let error = own {
                // An extension may declare the member, in a file that is not among the given ones.
                let isElsewhere =
                    reading.verdict == .notChecked && error.message.hasSuffix("has no member '\(call.name)'")
                return item(
                    isElsewhere ? .notChecked : .change, error.message, reading.advice ?? error.diagnostic.advice)
            }
            let isFMDBs = findings.resolved.contains(offset)
            if !isFMDBs, findings.foreign.contains(offset) { return nil }
            if isFMDBs, let error = errorOfLine[findings.source.lineNumber(of: offset)] {
                let other = real.isEmpty ? "another statement on the line" : "another call of the statement"
                return item(.notChecked, "\(other) has an error: \(error.message)", reading.advice)
            }
            guard isFMDBs else {
                return reading.verdict == .change
                    ? item(.change, nil, reading.advice)
                    : item(.notChecked, reason(offset, errors, findings), reading.advice)
            }
            if let warning = findings.warnings[offset] { return item(.warning, warning, reading.advice) }
            // The call compiles unchanged, so the advice does not apply.
            return reading.verdict == .warning ? item(.warning, nil, reading.advice) : item(.unchanged, nil, nil)
        }

        /// The compiler errors at places without a call.
        var rest: [FMMoveReport.Item] {
            guard let findings else { return [] }
            var seen: Set<Int> = []
            return findings.errors.filter { error in
                guard isReported(error, findings) else { return false }
                let isJudged = findings.source.statement(at: error.offset).map(judged.contains) ?? false
                return !isJudged && seen.insert(error.offset).inserted
            }.map { error in
                let isFMDBs = error.isReal && (error.diagnostic.isOfFMDB || error.diagnostic.advice != nil)
                let subject = String(findings.source.line(of: error.offset).prefix(80))
                return FMMoveReport.Item(
                    findings.source.place(of: error.offset), subject, isFMDBs ? .change : .notChecked,
                    error.diagnostic.advice, message: error.message)
            }.sorted { $0.place.line < $1.place.line }
        }

        private func isReported(_ error: Compilation.Findings.Error, _ findings: Compilation.Findings) -> Bool {
            // An error that occurs only in the edited source may result from the edits. It counts only if it shows that FMDB is the cause.
            if error.isReal { return error.isPlain || error.diagnostic.isOfFMDB || error.diagnostic.advice != nil }
            // Next to unknown names, a call may be FMDB's although the type of its object is not known.
            guard !error.diagnostic.isOfUnknown(findings.unknown) else { return false }
            return findings.source.uses(at: error.offset).contains { FMDBSymbol.byName[$0.name] != nil }
        }

        private func reason(
            _ offset: Int, _ errors: [Compilation.Findings.Error], _ findings: Compilation.Findings
        ) -> String {
            let outer = findings.source.outermostStatement(at: offset)
            let around = findings.errors.filter { outer?.contains($0.offset) ?? false }
            let reason =
                if let error = errors.first(where: \.isReal) {
                    "another call of the statement has an error: \(error.message)"
                } else if let error = errors.first {
                    error.message
                } else if let error = around.min(by: { abs($0.offset - offset) < abs($1.offset - offset) }) {
                    "the error on line \(findings.source.lineNumber(of: error.offset)) hides it: \(error.message)"
                } else {
                    "the compiler did not reach it: it depends on unknown names, or an #if excludes it"
                }
            let words = "\(reason) \(findings.source.line(of: offset))".split {
                !$0.isLetter && !$0.isNumber && $0 != "_"
            }
            .map(String.init)
            guard let name = findings.repeatedTypes.intersection(words).min() else { return reason }
            return "\(reason); several files declare \(name), perhaps for several targets"
        }
    }
#endif
