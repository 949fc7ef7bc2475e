// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Library",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "library", targets: ["library"])],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "library", dependencies: [.product(name: "FMDBModel", package: "fmdb-swift")], path: "Sources")
    ]
)
