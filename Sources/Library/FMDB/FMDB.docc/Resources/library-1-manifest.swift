// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Library",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "library", targets: ["library"])],
    dependencies: [
        .package(name: "fmdb-swift", path: "../fmdb-swift")
    ],
    targets: [
        .executableTarget(
            name: "library", dependencies: [.product(name: "FMDBModel", package: "fmdb-swift")], path: "Sources")
    ]
)
