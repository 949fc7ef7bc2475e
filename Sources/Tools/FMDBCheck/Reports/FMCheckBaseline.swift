#if Checked
    import Foundation

    /// A list of known findings, for example in an old project. A check with a baseline reports only new findings.
    ///
    /// A finding is recognised by its rule, file, message and SQL, not by its line, which changes with the code above it.
    /// ``FMCheckReport/writeBaseline(to:folder:)`` writes the baseline as JSON in a fixed order, so that it can be kept with the sources.
    public struct FMCheckBaseline: Sendable, Hashable, Codable {
        /// A finding, and the number of its occurrences.
        public struct Entry: Sendable, Hashable, Codable {
            /// The rule.
            public let rule: String
            /// The file, relative to the folder of the baseline.
            public let file: String
            /// The message.
            public let message: String
            /// A hash of the SQL, or an empty string if the finding has no SQL.
            public let text: String
            /// The number of occurrences.
            public let count: Int
        }

        /// The version of the file format.
        public let version: Int
        /// The findings, in the order of files.
        public let findings: [Entry]

        private static let version = 1

        /// Reads a baseline.
        ///
        /// - Parameter file: the path.
        /// - Throws: ``FMCheckError`` if the file does not exist, cannot be read, or is not a baseline.
        public init(contentsOf file: String) throws {
            let data = try SourceFile.contents(of: file, as: "the baseline")
            do {
                self = try JSONDecoder().decode(FMCheckBaseline.self, from: data)
            } catch {
                throw FMCheckError(
                    .configuration, in: file,
                    "this is not a baseline of fmdb-check; write it again with --write-baseline")
            }
            guard version == FMCheckBaseline.version else {
                throw FMCheckError(
                    .configuration, in: file,
                    "this baseline has version \(version), which this fmdb-check does not read; write it again with --write-baseline"
                )
            }
        }

        /// Creates a baseline from the errors and warnings of a report.
        init(_ report: FMCheckReport, names: RelativeNames) {
            var counts: [Entry: Int] = [:]
            for (finding, hash) in zip(report.findings, report.texthashes) where finding.severity != .note {
                counts[Entry(finding, hash, names: names), default: 0] += 1
            }
            version = FMCheckBaseline.version
            findings = counts.map { $0.key.with(count: $0.value) }.sorted { $0.order < $1.order }
        }

        /// Returns the report without the known findings. Its list of fixed findings contains the entries that no longer occur, if their
        /// file was read or no longer exists.
        func applied(to report: FMCheckReport, names: RelativeNames, wasRead: (String) -> Bool) -> FMCheckReport {
            var left = Dictionary(findings.map { ($0.with(count: 0), $0.count) }) { $0 + $1 }
            var result = report
            (result.findings, result.texthashes) = ([], [])
            for (finding, hash) in zip(report.findings, report.texthashes) {
                let entry = Entry(finding, hash, names: names)
                if let count = left[entry], count > 0, finding.severity != .note {
                    left[entry] = count - 1
                    result.known += 1
                } else {
                    result.findings.append(finding)
                    result.texthashes.append(hash)
                }
            }
            result.fixed = left.filter { $0.value > 0 && wasRead($0.key.file) }.map { $0.key.with(count: $0.value) }
                .sorted { $0.order < $1.order }
            return result
        }
    }

    extension FMCheckBaseline.Entry {
        fileprivate init(_ finding: FMFinding, _ hash: String, names: RelativeNames) {
            self.init(
                rule: finding.rule.rawValue, file: names.name(of: finding.place.file), message: finding.message,
                text: hash, count: 0)
        }

        fileprivate func with(count: Int) -> Self {
            Self(rule: rule, file: file, message: message, text: text, count: count)
        }

        fileprivate var order: (String, String, String, String) { (file, rule, message, text) }
    }

    extension FMCheckReport {
        /// Writes the errors and warnings as a baseline, replacing an existing one.
        ///
        /// - Parameters:
        ///   - file: the path.
        ///   - folder: the folder at which relative paths of the report start.
        /// - Throws: ``FMCheckError`` if the file cannot be written.
        public func writeBaseline(to file: String, folder: String) throws {
            let baseline = FMCheckBaseline(self, names: RelativeNames(to: file, folder: folder))
            do {
                let data = try baseline.sortedJSON(isPretty: true) + Data("\n".utf8)
                try data.write(to: URL(fileURLWithPath: file), options: .atomic)
            } catch {
                throw FMCheckError(
                    .unreadable, "the baseline \"\(file)\" cannot be written: \(error.localizedDescription)")
            }
        }
    }
#endif
