#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    @Suite struct StartPageTests {
        private static let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")

        /// The articles of a module, by the names that links have.
        private static func articles(of module: String, in catalogue: URL) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
                .filter { $0.hasSuffix(".md") || $0.hasSuffix(".tutorial") }
                .map { String($0.split(separator: ".").dropLast().joined(separator: ".")) }
                .filter { $0 != module }.sorted()
        }

        @Test func everyArticleOfEveryModuleIsOnTheStartPage() throws {
            let page = try String(
                contentsOf: Self.sources.appendingPathComponent("Library/FMDB/FMDB.docc/FMDB.md"), encoding: .utf8)
            let catalogues = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
                .filter { $0.hasSuffix(".docc") }.map { Self.sources.appendingPathComponent($0) }
            #expect(catalogues.count > 5)
            for catalogue in catalogues {
                let module = catalogue.deletingPathExtension().lastPathComponent
                for article in try Self.articles(of: module, in: catalogue) {
                    let link = module == "FMDB" ? "<doc:\(article)" : "(doc:/\(module)/\(article))"
                    #expect(page.contains(link), "\(module): \(article)")
                }
            }
        }
    }
#endif
