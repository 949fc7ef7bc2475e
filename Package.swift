// swift-tools-version: 6.1
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The system that is built for. A manifest sees the one that builds; who builds for Linux on a Mac tells it by
/// `FMDB_PLATFORM=Linux`.
#if os(Linux)
    let host = "Linux"
#else
    let host = "Apple"
#endif
let isForLinux = (ProcessInfo.processInfo.environment["FMDB_PLATFORM"] ?? host) == "Linux"

/// Where the C library comes from. Linux: Debian's packages through system library targets. Apple platforms: the
/// SDK's SQLite, or Zetetic's package when the trait `SQLCipher` is on.
///
/// `FMDBCSQLite` has no `pkgConfig`: its module map autolinks, so the dependency is harmless while nothing imports it. With
/// one, the trait would link two SQLites whose symbols clash.
let libraryDependencies: [Target.Dependency] = [
    "FMDBCSQLite",
    isForLinux
        ? .target(name: "FMDBCSQLCipher", condition: .when(traits: ["SQLCipher"]))
        : .product(name: "SQLCipher", package: "SQLCipher.swift", condition: .when(traits: ["SQLCipher"])),
]
let packageDependencies: [Package.Dependency] =
    isForLinux
    ? []
    // The first version that links for Mac Catalyst on Apple silicon.
    : [.package(url: "https://github.com/sqlcipher/SQLCipher.swift.git", from: "4.14.0")]
let sqlite3: [Target.Dependency] = isForLinux ? ["FMDBSQLite3"] : []
let platformTargets: [Target] =
    isForLinux
    ? [
        // `import SQLite3` compiles on Linux as it does with Apple's SDKs.
        .target(name: "FMDBSQLite3"),
        .systemLibrary(
            name: "FMDBCSQLCipher",
            pkgConfig: "sqlcipher",
            providers: [.apt(["libsqlcipher-dev"]), .brew(["sqlcipher"])]
        ),
    ] : []

/// Apple's privacy manifest. On Linux a resource would cost a bundle and the code that finds it.
let privacy = "PrivacyInfo.xcprivacy"

/// Zetetic's header declares `sqlite3_key` and its kin only with this, and does not define it.
let codec: [CSetting] = [.define("SQLITE_HAS_CODEC", to: "1", .when(traits: ["SQLCipher"]))]

/// What writes the code of `@FMModel`. Without the trait nothing asks for it, and it is not even fetched.
let macros: [Package.Dependency] = [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", "600.0.0"..<"605.0.0")
]

/// What speaks with an S3 server. Without the trait it is not fetched either.
let storage: [Package.Dependency] = [
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.24.0"),
    .package(url: "https://github.com/apple/swift-crypto.git", "3.0.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0"),
]

/// What servers log, measure, trace, run and configure with. Without the trait it is not fetched either.
let server: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.3"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.3.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-configuration.git", from: "1.0.0"),
]

/// What speaks with the nodes of a cluster, and what reads the command lines of `fmdb-node` and `fmdb`. Without the traits
/// neither is fetched. The minor versions of swift-nio are those of `storage`, which names it, too.
let cluster: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.30.0"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
]

/// What serves the studio of `fmdb` to a browser. It depends on no other package.
let studio: [Package.Dependency] = [
    .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.0")
]

func cluster(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Cluster"]))
}

func server(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

func storage(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["S3"]))
}

func syntax(_ product: String, _ trait: String = "Macros") -> Target.Dependency {
    .product(name: product, package: "swift-syntax", condition: .when(traits: [trait]))
}

/// An executable that tests start. Only there may a program start others.
func otherProcess(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(platforms: [.linux, .macOS]))
}

let package = Package(
    name: "FMDB",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "FMDB", targets: ["FMDB"]),
        .library(name: "FMDBModel", targets: ["FMDBModel"]),
        .library(name: "FMDBCluster", targets: ["FMDBCluster"]),
        .library(name: "FMDBS3", targets: ["FMDBS3"]),
        .library(name: "FMDBServer", targets: ["FMDBServer"]),
        .library(name: "FMDBTestSupport", targets: ["FMDBTestSupport"]),
        .executable(name: "fmdb-node", targets: ["FMDBNode"]),
        .executable(name: "fmdb", targets: ["FMDBCommand"]),
        .library(name: "FMDBCheck", targets: ["FMDBCheck"]),
        .executable(name: "fmdb-check", targets: ["FMDBCheckCommand"]),
        .plugin(name: "FMDBCheckPlugin", targets: ["FMDBCheckPlugin"]),
    ],
    traits: [
        .trait(name: "SQLCipher", description: "Link SQLCipher in place of SQLite, for encrypted databases."),
        .trait(name: "Macros", description: "The macro @FMModel, which costs a build of swift-syntax."),
        .trait(name: "S3", description: "FMDBS3, for backups in S3 storage, which costs a build of async-http-client."),
        .trait(
            name: "Server",
            description:
                "FMDBServer: logging, metrics, tracing, lifecycle and configuration, by the packages of that purpose."),
        .trait(
            name: "Cluster",
            description:
                "FMDBCluster, a client of dqlite's clusters, which costs a build of swift-nio and swift-nio-ssl."),
        .trait(
            name: "Node",
            description: "The program fmdb-node, a node of such a cluster: on Linux, with libdqlite-dev.",
            enabledTraits: ["Cluster"]),
        .trait(
            name: "Tool",
            description:
                "The program fmdb for the terminal, which costs a build of swift-argument-parser and FlyingFox."),
        .trait(
            name: "Checked",
            description:
                "FMDBCheck and fmdb-check, which look for mistakes in SQL texts before a program runs. Costs a build of swift-syntax."
        ),
    ],
    dependencies: packageDependencies + macros + storage + server + cluster + studio,
    targets: platformTargets + [
        .systemLibrary(
            name: "FMDBCSQLite",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        // Shows the one C library that is linked.
        .target(name: "FMDBSQLiteC", dependencies: libraryDependencies + ["FMDBSQLiteOptionsC"], cSettings: codec),
        .systemLibrary(name: "FMDBSQLiteOptionsC"),
        .target(
            name: "FMDB", dependencies: ["FMDBSQLiteC"] + sqlite3, exclude: isForLinux ? [privacy] : [],
            resources: isForLinux ? [] : [.copy(privacy)], cSettings: codec),
        // Over the public API of FMDB, and what that shares within the package: the folding of names, and locks after a fork.
        .target(
            name: "FMDBModel",
            dependencies: ["FMDB", .target(name: "FMDBModelMacros", condition: .when(traits: ["Macros"]))]
        ),
        .macro(
            name: "FMDBModelMacros",
            dependencies: ["SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftSyntaxBuilder", "SwiftSyntaxMacros"].map {
                syntax($0)
            }
        ),
        .target(
            name: "FMDBS3",
            dependencies: [
                "FMDB", storage("AsyncHTTPClient", "async-http-client"), storage("Crypto", "swift-crypto"),
                storage("NIOCore", "swift-nio"), storage("NIOHTTP1", "swift-nio"),
            ]
        ),
        .testTarget(name: "FMDBS3Tests", dependencies: ["FMDB", "FMDBS3", "FMDBTestHelpers"]),
        .target(
            name: "FMDBServer",
            dependencies: [
                "FMDB", server("Logging", "swift-log"), server("Metrics", "swift-metrics"),
                server("Tracing", "swift-distributed-tracing"), server("ServiceLifecycle", "swift-service-lifecycle"),
                server("Configuration", "swift-configuration"),
            ]
        ),
        .testTarget(
            name: "FMDBServerTests",
            dependencies: [
                "FMDB", "FMDBServer", "FMDBTestHelpers", server("InMemoryLogging", "swift-log"),
                server("MetricsTestKit", "swift-metrics"), server("InMemoryTracing", "swift-distributed-tracing"),
                server("ServiceLifecycleTestKit", "swift-service-lifecycle"),
                server("Configuration", "swift-configuration"),
            ]
        ),
        // What a cluster's nodes and its clients say to each other, as bytes; it opens no socket.
        .target(name: "FMDBDqliteWire"),
        .testTarget(name: "FMDBDqliteWireTests", dependencies: ["FMDBDqliteWire"]),
        .target(
            name: "FMDBCluster",
            dependencies: [
                "FMDB", "FMDBDqliteWire", cluster("NIOCore", "swift-nio"), cluster("NIOPosix", "swift-nio"),
                cluster("NIOSSL", "swift-nio-ssl"),
            ]
        ),
        // Three nodes run beside its tests, which the trait `Node` builds.
        .testTarget(
            name: "FMDBClusterTests",
            dependencies: [
                "FMDB", "FMDBCluster", "FMDBDqliteWire", "FMDBTestHelpers", cluster("NIOCore", "swift-nio"),
                cluster("NIOPosix", "swift-nio"), cluster("NIOSSL", "swift-nio-ssl"),
            ],
            exclude: ["README.md"]
        ),
        // No `pkgConfig`: where the library is missing, every build would warn of it.
        .systemLibrary(name: "FMDBCDqlite", providers: [.apt(["libdqlite-dev"])]),
        .executableTarget(
            name: "FMDBNode",
            dependencies: [
                "FMDB", "FMDBCluster", "FMDBConsole", "FMDBDqliteWire",
                .target(name: "FMDBCDqlite", condition: .when(platforms: [.linux], traits: ["Node"])),
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Node"])),
            ]
        ),
        .testTarget(
            name: "FMDBNodeTests",
            dependencies: [
                "FMDB", "FMDBCluster", "FMDBDqliteWire", "FMDBTestHelpers",
                .target(name: "FMDBNode", condition: .when(platforms: [.linux], traits: ["Node"])),
            ]
        ),
        // How programs print, end, and take signals.
        .target(name: "FMDBConsole", dependencies: ["FMDB"]),
        .executableTarget(
            name: "FMDBCommand",
            dependencies: [
                "FMDB", "FMDBConsole",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
                .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Tool"])),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Tool"])),
                .target(name: "FMDBStudioAssets", condition: .when(traits: ["Tool"])),
            ]
        ),
        // The page of `fmdb serve` as Swift. Scripts/studio-assets writes it from the files of Assets.
        .target(name: "FMDBStudioAssets", exclude: ["Assets"]),
        .testTarget(
            name: "FMDBCommandTests",
            dependencies: [
                "FMDB", "FMDBTestHelpers",
                .target(name: "FMDBCommand", condition: .when(platforms: [.linux, .macOS], traits: ["Tool"])),
            ]
        ),
        // Reads Swift sources, and asks SQLite about their SQL texts.
        .target(
            name: "FMDBCheck", dependencies: ["FMDB"] + ["SwiftSyntax", "SwiftParser"].map { syntax($0, "Checked") }),
        .executableTarget(
            name: "FMDBCheckCommand",
            dependencies: [
                "FMDBCheck", "FMDBConsole",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Checked"])),
            ]
        ),
        .plugin(
            name: "FMDBCheckPlugin", capability: .buildTool(), dependencies: [.target(name: "FMDBCheckCommand")]),
        .testTarget(
            name: "FMDBCheckTests",
            dependencies: [
                "FMDBCheck", "FMDBTestHelpers",
                .target(name: "FMDBCheckCommand", condition: .when(platforms: [.linux, .macOS], traits: ["Checked"])),
            ],
            // Sources with errors, which the tests copy.
            exclude: ["OldApp"]
        ),
        // For tests of clients: disks that fail, power cuts, other processes.
        .target(name: "FMDBTestSupport", dependencies: ["FMDB", "FMDBSQLiteC", "FMDBTestSupportC"]),
        .target(name: "FMDBTestSupportC"),
        .target(
            name: "FMDBTestHelpers", dependencies: ["FMDB", "FMDBSQLiteC", "FMDBTestSupport"], path: "Tests/Support"),
        .testTarget(name: "TestSupportTests", dependencies: ["FMDB", "FMDBTestHelpers"]),
        // Apart from other tests, because a simulation has SQLite's default VFS for itself.
        .testTarget(name: "SimulationTests", dependencies: ["FMDB", "FMDBModel", "FMDBTestSupport"]),
        // An example of a client's tests; its own manifest is beside it.
        .target(name: "OrderBook", dependencies: ["FMDB"], path: "Examples/OrderBook/Sources"),
        .testTarget(
            name: "OrderBookTests", dependencies: ["OrderBook", "FMDBTestSupport"], path: "Examples/OrderBook/Tests"),
        .executableTarget(
            name: "FMDBAllocationFaults", dependencies: ["FMDB", "FMDBModel", "FMDBTestHelpers"],
            path: "Tests/AllocationFaults"),
        .executableTarget(
            name: "FMDBKilledWriter", dependencies: ["FMDBModel", "FMDBTestHelpers"], path: "Tests/KilledWriter"),
        .testTarget(
            name: "ProofTests",
            dependencies: ["FMDB", "FMDBModel", "FMDBTestHelpers"]
                + ["FMDBAllocationFaults", "FMDBKilledWriter"].map(otherProcess)),
        .testTarget(name: "CompatibilityTests", dependencies: ["FMDB", "FMDBTestHelpers"]),
        // What is run with the trait `SQLCipher` alone.
        .testTarget(name: "EncryptionTests", dependencies: ["FMDB", "FMDBTestHelpers"]),
        // Texts that tests search are read where they lie.
        .testTarget(name: "FMDBTests", dependencies: ["FMDB", "FMDBTestHelpers"], exclude: ["Search/Texts"]),
        // Processes of their own, for tests of locks and of crashes.
        .executableTarget(name: "FMDBLockHolder", dependencies: ["FMDB", "FMDBTestHelpers"], path: "Tests/LockHolder"),
        .testTarget(name: "AccessTests", dependencies: ["FMDB", "FMDBTestHelpers", otherProcess("FMDBLockHolder")]),
        .testTarget(name: "FMDBModelTests", dependencies: ["FMDBModel", "FMDBTestHelpers"]),
        // Where models by the macro stand beside others: all that is built anew with the trait.
        .testTarget(
            name: "FMDBMacroTests",
            dependencies: [
                "FMDBModel", "FMDBTestHelpers",
                .target(name: "FMDBModelMacros", condition: .when(platforms: [.linux, .macOS], traits: ["Macros"])),
            ] + ["SwiftParser", "SwiftSyntaxMacroExpansion"].map { syntax($0) }
        ),
        .testTarget(name: "DocumentationTests", dependencies: ["FMDB", "FMDBModel", "FMDBTestHelpers"]),
    ]
)

/// The groups of Sources: a target of none of these two is in the library. Tests lie where SwiftPM looks for them.
let tools: Set = ["FMDBConsole", "FMDBCommand", "FMDBStudioAssets", "FMDBCheck", "FMDBCheckCommand", "FMDBCheckPlugin"]
let servers: Set = ["FMDBServer", "FMDBCluster", "FMDBNode", "FMDBS3", "FMDBDqliteWire", "FMDBCDqlite"]
for target in package.targets where target.path == nil && target.type != .test {
    let group = tools.contains(target.name) ? "Tools" : servers.contains(target.name) ? "Servers" : "Library"
    target.path = "Sources/\(group)/\(target.name)"
}

/// `FMDB_TESTS=AccessTests,FMDBTests` is for a build that is to run these alone: all is left out that the named targets do not need.
if let wanted = ProcessInfo.processInfo.environment["FMDB_TESTS"]?.split(separator: ",").map(String.init) {
    var (needed, packages): (Set<String>, Set<String>) = ([], [])
    func need(_ name: String) {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            return
        }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): need(name)
            case .productItem(_, let package?, _, _): packages.insert(package)
            default: break
            }
        }
    }
    for name in wanted {
        guard package.targets.contains(where: { $0.name == name }) else { fatalError("FMDB_TESTS: no target \(name)") }
        need(name)
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { product in
        let targets =
            (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? [product.name]
        return !needed.isSuperset(of: targets)
    }
    // A package that no target names would be fetched with each trait off.
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return !packages.contains { location.hasSuffix("/\($0).git") }
    }
}

/// Without the plugin the library is not built a second time, for the program that the plugin runs during builds.
if ProcessInfo.processInfo.environment["FMDB_WITHOUT_PLUGIN"] != nil {
    package.products.removeAll { $0.name == "FMDBCheckPlugin" }
    package.targets.removeAll { $0.type == .plugin }
}
