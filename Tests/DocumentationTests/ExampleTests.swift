import FMDB
import Testing

/// Every example in the README and in the articles is run by a test of this folder.
@Suite struct ExampleTests {
    /// The README in both languages, and every article.
    private static var documents: [URL] {
        get throws {
            let folder = package.appendingPathComponent("Sources")
            let articles = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
                .map { folder.appendingPathComponent($0) }
            let readmes = ["README.md", "README.zh-CN.md"].map { package.appendingPathComponent($0) }
            return readmes + articles.sorted { $0.path < $1.path }
        }
    }

    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The lines of the test sources without their indentation, file by file.
    private static let sources: [[String]] = {
        // Those of the server kit, of the cluster and of the check are built with their traits only; their text is there without them.
        ["DocumentationTests", "FMDBMacroTests", "FMDBServerTests", "FMDBClusterTests", "FMDBCheckTests"].flatMap {
            name in
            let folder = package.appendingPathComponent("Tests/\(name)")
            let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
            return files.filter { $0.hasSuffix(".swift") }.compactMap { file in
                (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)).map(lines)
            }
        }
    }()

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The blocks of Swift code in a text, or those of another kind; those of the kind "text" are what a program prints.
    private static func blocks(_ text: String, _ kind: String = "swift") -> [String] {
        text.components(separatedBy: "```\(kind)\n").dropFirst().map { rest in
            rest.components(separatedBy: "\n```")[0]
        }
    }

    /// Whether the lines stand in one of the sources, in their order and with none between them.
    private static func areTested(_ block: [String]) -> Bool {
        sources.contains { source in
            source.indices.contains { start in
                source.count - start >= block.count && source[start..<start + block.count].elementsEqual(block)
            }
        }
    }

    /// What a test does in its own way: it imports more modules, and uses a temporary file.
    private static func isTheTestsOwn(_ line: String) -> Bool {
        ["import FMDB", "import FMDBModel", #"let path = "people.db""#, #"let path = "notes.db""#].contains(line)
    }

    /// A part of generated code, which a test of the generator compares.
    private static func isExcerpt(_ block: String) -> Bool { lines(block).contains("…") }

    private static func isManifest(_ block: String) -> Bool { block.hasPrefix("// swift-tools-version") }

    @Test func everyExampleIsATest() throws {
        var count = 0
        for document in try Self.documents {
            let blocks = Self.blocks(try String(contentsOf: document, encoding: .utf8))
            for block in blocks where !Self.isManifest(block) && !Self.isExcerpt(block) {
                count += 1
                let lines = Self.lines(block).filter { !Self.isTheTestsOwn($0) }
                #expect(Self.areTested(lines), "\(document.lastPathComponent): no test has\n\(block)")
            }
        }
        #expect(count > 50, "the examples were not found")
    }

    /// A test that compares what is printed has it as a text of several lines.
    @Test func everyOutputThatIsShownIsCompared() throws {
        var count = 0
        for document in try Self.documents {
            for block in Self.blocks(try String(contentsOf: document, encoding: .utf8), "text") {
                count += 1
                #expect(Self.areTested(Self.lines(block)), "\(document.lastPathComponent): no test has\n\(block)")
            }
        }
        #expect(count >= 8, "the outputs were not found")
    }

    /// `print(…)  // what is printed`: that is in another line of a test, too.
    @Test func everyOutputInACommentIsCompared() throws {
        let sources = Self.sources.joined().filter { !$0.contains("print(") || $0.contains("#expect") }
            .map { Printed.withoutAccidents($0.replacingOccurrences(of: "\\\"", with: "\"")) }
        var count = 0
        for document in try Self.documents {
            for block in Self.blocks(try String(contentsOf: document, encoding: .utf8)) {
                for line in Self.lines(block) where line.contains("print(") && line.contains(")  // ") {
                    count += 1
                    let output = Printed.withoutAccidents(line.components(separatedBy: ")  // ")[1])
                    for part in output.components(separatedBy: " … ") {
                        #expect(
                            sources.contains { $0.contains(part) }, "\(document.lastPathComponent): no test has \(part)"
                        )
                    }
                }
            }
        }
        #expect(count >= 7, "the outputs were not found")
    }

    @Test func everyExampleOfAManifestNamesWhatThePackageHas() throws {
        let manifest = try String(contentsOf: Self.package.appendingPathComponent("Package.swift"), encoding: .utf8)
        #expect(manifest.contains(#".library(name: "FMDB""#))
        #expect(manifest.contains(#".trait(name: "SQLCipher""#))
        var examples: [String] = []
        for document in try Self.documents {
            examples += Self.blocks(try String(contentsOf: document, encoding: .utf8)).filter(Self.isManifest)
        }
        #expect(!examples.isEmpty)
        for example in examples {
            #expect(example.contains(#".product(name: "FMDB"#) && example.contains(#"package: "fmdb-swift")"#))
            #expect(example.contains(#".package(name: "fmdb-swift", path: "../fmdb-swift""#), "no version is published")
        }
        #expect(examples.contains { $0.contains(#"traits: ["SQLCipher"]"#) })
    }

    /// A line that a reader copies has no placeholder.
    @Test func noDocumentNamesAnAddressThatDoesNotExist() throws {
        let others = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]
        for document in try Self.documents + others.map({ Self.package.appendingPathComponent($0) }) {
            let text = try String(contentsOf: document, encoding: .utf8)
            for placeholder in ["OWNER", ".package(…", "\"…/", "example.com", ".product(…"] {
                #expect(!text.contains(placeholder), "\(document.lastPathComponent): \(placeholder)")
            }
        }
    }
}
