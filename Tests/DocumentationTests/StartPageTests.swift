#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    @Suite struct StartPageTests {
        private static let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")

        /// The articles of a module, by the names that links have.
        private static func articles(of module: String) throws -> [String] {
            let catalogue = sources.appendingPathComponent("\(module)/\(module).docc")
            return try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
                .filter { $0.hasSuffix(".md") || $0.hasSuffix(".tutorial") }
                .map { String($0.split(separator: ".").dropLast().joined(separator: ".")) }
                .filter { $0 != module }.sorted()
        }

        @Test func everyArticleOfEveryModuleIsOnTheStartPage() throws {
            let page = try String(
                contentsOf: Self.sources.appendingPathComponent("FMDB/FMDB.docc/FMDB.md"), encoding: .utf8)
            let modules = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path).filter { module in
                FileManager.default.fileExists(
                    atPath: Self.sources.appendingPathComponent("\(module)/\(module).docc").path)
            }
            #expect(modules.count > 5)
            for module in modules {
                for article in try Self.articles(of: module) {
                    let link = module == "FMDB" ? "<doc:\(article)" : "(doc:/\(module)/\(article))"
                    #expect(page.contains(link), "\(module): \(article)")
                }
            }
        }
    }
#endif
