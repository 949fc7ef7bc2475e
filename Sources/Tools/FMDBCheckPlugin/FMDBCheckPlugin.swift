import Foundation
import PackagePlugin

/// Checks the SQL of a target before it is compiled, and generates functions for its query files. See the articles "Checked SQL" and "Typed
/// queries".
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

/// The data about a target of a package or an Xcode project.
struct CheckedTarget {
    let name: String
    let sources: [URL]
    /// The folders to search for the configuration, in this order.
    let folders: [URL]

    private static let configurationName = "fmdb-check.json"

    func commands(tool: URL, output: URL) throws -> [Command] {
        guard !sources.isEmpty else { return [] }
        let candidates = folders.map { $0.appendingPathComponent(CheckedTarget.configurationName) }
        guard let configuration = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            let places = candidates.map { "\"\($0.path)\"" }.joined(separator: " or ")
            throw PluginError(
                description: """
                    FMDBCheckPlugin does not know the tables of target \(name). Write \(places), \
                    for example {"schema": "schema.sql"}, or remove the plugin from the target.
                    """)
        }
        let settings = PluginSettings(configuration)
        if let missing = settings.missingFile {
            throw PluginError(
                description: """
                    FMDBCheckPlugin cannot check target \(name): "\(missing.path)", which "\(configuration.path)" names, \
                    cannot be read: there is no such file.
                    """)
        }
        let stamp = output.appendingPathComponent("\(name)-fmdb-check.swift")
        // The build system runs the command only if an input has changed or the output is missing.
        let check = Command.buildCommand(
            displayName: "Checking the SQL of \(name)", executable: tool,
            arguments: [
                "check", "--configuration", configuration.path, "--cache",
                output.appendingPathComponent("cache").path, "--stamp", stamp.path, "--quiet", "--",
            ] + sources.map(\.path),
            inputFiles: sources + [configuration] + settings.files(["schema", "database", "migrations", "baseline"]),
            outputFiles: [stamp])
        // The command is added even if there are no queries. The build system does not run the plugin again when the configuration gets
        // queries later.
        let queries = output.appendingPathComponent("\(name)Queries.swift")
        let generate = Command.buildCommand(
            displayName: "Writing the queries of \(name)", executable: tool,
            arguments: ["generate", "--configuration", configuration.path, "--output", queries.path, "--allow-none"],
            inputFiles: [configuration] + settings.files(["schema", "database", "migrations"]) + settings.queryFiles,
            outputFiles: [queries])
        return [check, generate]
    }
}

/// The paths in the configuration. Errors in the configuration are left to the tool, which reports them.
struct PluginSettings {
    private let members: [String: Any]
    private let folder: URL

    init(_ configuration: URL) {
        folder = configuration.deletingLastPathComponent()
        let data = try? Data(contentsOf: configuration)
        members = data.flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] } ?? [:]
    }

    /// The first file or folder that the configuration names and that does not exist, or nil. The plugin reports it as an error. If the
    /// plugin left it out of the inputs, the build system would not notice when it appears later.
    var missingFile: URL? {
        let named = files(["schema", "database", "migrations", "baseline"]) + queries
        return named.first { !FileManager.default.fileExists(atPath: $0.path) }
    }

    func files(_ names: [String]) -> [URL] { names.compactMap { members[$0] as? String }.map(url) }

    private var queries: [URL] { ((members["queries"] as? [String]) ?? []).map(url) }

    /// The query files and folders that the configuration names, and the query files in these folders.
    var queryFiles: [URL] {
        queries.flatMap { start in
            let inside = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
            return [start] + (inside?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "sql" }
        }
    }

    private func url(_ name: String) -> URL {
        name.hasPrefix("/") ? URL(fileURLWithPath: name) : folder.appendingPathComponent(name)
    }
}

/// An error that fails the build because nothing could be checked.
struct PluginError: Error, CustomStringConvertible { let description: String }

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
