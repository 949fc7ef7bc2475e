// swift-tools-version: 6.1
import PackageDescription

/// The programs that use the library as others do, in one build of the library: `Scripts/test-clients`. Each of them is a
/// package that stands alone, too.
let package = Package(
    name: "AllClients",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(path: "../Swift5"),
        .package(path: "../Swift6"),
        .package(path: "../../../Examples/Catalogue"),
        .package(path: "../../../Examples/Library"),
        .package(path: "../../../Examples/ImportJob"),
        .package(path: "../../../Examples/MessageStore"),
        .package(path: "../../../Examples/PortedStore"),
        .package(path: "../../../Examples/TimeZones"),
    ],
    targets: [.target(name: "All")]
)
