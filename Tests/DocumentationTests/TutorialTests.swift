#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    /// Each step of the tutorial shows a part of `Examples/Library`, which `make clients` builds and runs.
    @Suite struct TutorialTests {
        private static let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        private static let catalogue = package.appendingPathComponent("Sources/Library/FMDB/FMDB.docc")

        /// A file that a step shows: the name that it has for the reader, and that of the resource.
        private struct Code: CustomStringConvertible {
            let name: String
            let file: String

            var lines: [String] {
                get throws { try TutorialTests.lines(catalogue.appendingPathComponent("Resources/\(file)")) }
            }

            var description: String { file }
        }

        private static func lines(_ file: URL) throws -> [String] {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { String($0) }
        }

        private static func codes() throws -> [Code] {
            let text = try String(
                contentsOf: catalogue.appendingPathComponent("SmallLibrary.tutorial"), encoding: .utf8)
            return text.components(separatedBy: "@Code(").dropFirst().map { directive in
                let words = directive.components(separatedBy: "\"")
                return Code(name: words[1], file: words[3])
            }
        }

        /// The lines of the example's file of that name, as a reader of the tutorial has them.
        private static func example(_ name: String) throws -> [String] {
            let folder = package.appendingPathComponent("Examples/Library")
            switch name {
            case "Terminal": return try lines(folder.appendingPathComponent("session.txt"))
            case "Package.swift":
                return try lines(folder.appendingPathComponent(name)).map {
                    $0.replacingOccurrences(of: "\"../..\"", with: "\"../fmdb-swift\"")
                }
            default: return try lines(folder.appendingPathComponent("Sources/\(name)"))
            }
        }

        /// Whether the lines are among the others in the same order.
        private static func isPart(_ lines: [String], of whole: [String]) -> Bool {
            var rest = whole[...]
            return lines.allSatisfy { line in
                guard let place = rest.firstIndex(of: line) else { return false }
                rest = rest[(place + 1)...]
                return true
            }
        }

        @Test func everyStepIsAPartOfTheExample() throws {
            let codes = try Self.codes()
            #expect(codes.count > 20)
            for code in codes { #expect(Self.isPart(try code.lines, of: try Self.example(code.name)), "\(code)") }
        }

        @Test func aStepKeepsTheLinesOfTheOneBefore() throws {
            var last: [String: Code] = [:]
            for code in try Self.codes() where code.name != "Terminal" {
                if let before = last[code.name] {
                    #expect(Self.isPart(try before.lines, of: try code.lines), "\(before), \(code)")
                }
                last[code.name] = code
            }
        }

        @Test func theLastStepsAreTheExample() throws {
            var last: [String: [String]] = [:]
            for code in try Self.codes() { last[code.name] = try code.lines }
            let folder = Self.package.appendingPathComponent("Examples/Library/Sources")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                $0.hasSuffix(".swift")
            }
            #expect(files.count > 4)
            for file in files { #expect(try last[file] == Self.example(file), "\(file)") }
        }

        @Test func everyFileOfTheTutorialIsShown() throws {
            let resources = try FileManager.default.contentsOfDirectory(
                atPath: Self.catalogue.appendingPathComponent("Resources").path)
            let shown = Set(try Self.codes().map(\.file))
            #expect(Set(resources.filter { $0.hasPrefix("library-") }) == shown)
        }

        @Test func theTerminalShowsTheWholeSession() throws {
            let shown = try Self.codes().filter { $0.name == "Terminal" }.flatMap { try $0.lines }
            #expect(try shown == Self.example("Terminal"))
        }
    }
#endif
