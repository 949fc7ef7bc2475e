// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "ImportJob",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "importjob", targets: ["importjob"])],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "importjob", dependencies: [.product(name: "FMDB", package: "fmdb-swift")], path: "Sources")
    ]
)
