import Foundation
import PackagePlugin

/// Checks the SQL texts of a target before it is compiled. See the article "Checked SQL".
@main
struct FMDBCheckPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let target = target as? SourceModuleTarget else { return [] }
        let check = CheckedTarget(
            name: target.name,
            sources: target.sourceFiles(withSuffix: ".swift").map(\.url),
            folders: [target.directoryURL, context.package.directoryURL])
        return try check.commands(
            tool: context.tool(named: "FMDBCheckCommand").url, output: context.pluginWorkDirectoryURL)
    }
}

/// What is needed of a target, of a package or of a project of Xcode.
struct CheckedTarget {
    let name: String
    let sources: [URL]
    /// Where the configuration is looked for, in this order.
    let folders: [URL]

    private static let configurationName = "fmdb-check.json"

    func commands(tool: URL, output: URL) throws -> [Command] {
        guard !sources.isEmpty else { return [] }
        let candidates = folders.map { $0.appendingPathComponent(CheckedTarget.configurationName) }
        guard let configuration = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw MissingConfiguration(target: name, places: candidates)
        }
        let stamp = output.appendingPathComponent("\(name)-fmdb-check.swift")
        // Built by the inputs and the output, it runs when one of them has changed, and not otherwise.
        return [
            .buildCommand(
                displayName: "Checking the SQL of \(name)", executable: tool,
                arguments: [
                    "check", "--configuration", configuration.path, "--cache",
                    output.appendingPathComponent("cache").path, "--stamp", stamp.path, "--quiet", "--",
                ] + sources.map(\.path),
                inputFiles: sources + [configuration] + CheckedTarget.files(of: configuration), outputFiles: [stamp])
        ]
    }

    /// The files that the configuration names. What is wrong with it is told by the tool.
    private static func files(of configuration: URL) -> [URL] {
        guard let data = try? Data(contentsOf: configuration),
            let members = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return [] }
        let names = ["schema", "database", "migrations", "baseline"].compactMap { members[$0] as? String }
        let folder = configuration.deletingLastPathComponent()
        return names.map { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : folder.appendingPathComponent($0) }
            // Without an input that is missing the tool runs, and tells of it.
            .filter { FileManager.default.fileExists(atPath: $0.path) }
    }
}

/// There is no configuration: nothing could be checked, which is no success.
struct MissingConfiguration: Error, CustomStringConvertible {
    let target: String
    let places: [URL]

    var description: String {
        let places = places.map { "\"\($0.path)\"" }.joined(separator: " or ")
        return """
            FMDBCheckPlugin does not know the tables of target \(target). Write \(places), \
            for example {"schema": "schema.sql"}, or remove the plugin from the target.
            """
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension FMDBCheckPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let folder = context.xcodeProject.directoryURL
            let check = CheckedTarget(
                name: target.displayName,
                sources: target.inputFiles.filter { $0.type == .source && $0.url.pathExtension == "swift" }.map(\.url),
                folders: [folder.appendingPathComponent(target.displayName), folder])
            return try check.commands(
                tool: context.tool(named: "FMDBCheckCommand").url, output: context.pluginWorkDirectoryURL)
        }
    }
#endif
