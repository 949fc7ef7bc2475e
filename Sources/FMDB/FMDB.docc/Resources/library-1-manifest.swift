// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Library",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "library", targets: ["library"])],
    dependencies: [
        .package(name: "FMDB", path: "../FMDB")
    ],
    targets: [
        .executableTarget(
            name: "library", dependencies: [.product(name: "FMDBModel", package: "FMDB")], path: "Sources")
    ]
)
