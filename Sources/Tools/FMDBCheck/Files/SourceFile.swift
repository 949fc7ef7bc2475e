#if Checked
    import Foundation

    struct SourceFile: Sendable {
        let name: String
        let text: String
        /// The hash of the name and the content, because facts contain both.
        let key: String

        var baseName: Substring { name.split(separator: "/").last ?? "" }
        /// Reads a file that the check needs. `role` names the file in an error.
        static func contents(of path: String, as role: String) throws(FMCheckError) -> Data {
            do {
                return try Data(contentsOf: URL(fileURLWithPath: path))
            } catch {
                throw FMCheckError(error, path: path, role: role)
            }
        }

        static func text(of path: String, as role: String) throws(FMCheckError) -> String {
            let data = try contents(of: path, as: role)
            guard let text = String(data: data, encoding: .utf8) else {
                throw FMCheckError(
                    .unreadable, at: FMSourcePlace(path, line: data.lineOfDamage, column: 1),
                    "this line is not UTF-8, so \(role) cannot be read")
            }
            return text
        }

        /// Reads a source to check, or returns the finding that it cannot be read.
        static func read(_ name: String, at path: String) -> Result<SourceFile, FMFinding> {
            do {
                let data = try Data(contentsOf: URL(fileURLWithPath: path))
                guard let text = String(data: data, encoding: .utf8) else {
                    let place = FMSourcePlace(name, line: data.lineOfDamage, column: 1)
                    return .failure(
                        FMFinding(.error, .input, at: place, "this line is not UTF-8, so the file was not checked"))
                }
                return .success(SourceFile(name: name, text: text, key: ContentHash.of(name, text)))
            } catch {
                return .failure(FMFinding(in: name, "this file was not checked: \(FMCheckError.reason(error))"))
            }
        }

        /// Reads the files of a list on several threads.
        ///
        /// - Returns: the files in list order, and findings for those that could not be read.
        static func read(_ list: SourceList) -> (files: [SourceFile], findings: [FMFinding]) {
            let folder = list.folder
            let results = ParallelWork.map(list.names) {
                { name in SourceFile.read(name, at: FilePath.absolute(name, in: folder)) }
            }
            let findings = results.compactMap { result -> FMFinding? in
                if case .failure(let finding) = result { finding } else { nil }
            }
            return (results.compactMap { try? $0.get() }, list.findings + findings)
        }
    }

    extension FMFinding: Error {
        /// The file and the message, for reports without a list of findings.
        var brief: String { "\(place.file): \(message)" }
    }

    extension Data {
        /// The number of the first line that is not UTF-8, or 1 if there is none.
        fileprivate var lineOfDamage: Int {
            let lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return (lines.firstIndex { String(data: $0, encoding: .utf8) == nil } ?? 0) + 1
        }
    }

    extension FMCheckError {
        init(_ error: any Error, path: String, role: String) {
            let kind: Kind =
                switch (error as NSError).code {
                case CocoaError.fileReadNoSuchFile.rawValue, CocoaError.fileNoSuchFile.rawValue: .missing
                case CocoaError.fileReadNoPermission.rawValue: .notPermitted
                default: .unreadable
                }
            self.init(kind, "\(role) \"\(path)\" cannot be read: \(FMCheckError.reason(error))")
        }

        static func reason(_ error: any Error) -> String {
            switch (error as NSError).code {
            case CocoaError.fileReadNoSuchFile.rawValue, CocoaError.fileNoSuchFile.rawValue: "there is no such file"
            case CocoaError.fileReadNoPermission.rawValue: "the system does not permit it"
            default: error.localizedDescription
            }
        }
    }
#endif
