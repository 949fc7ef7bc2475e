// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "CephStore",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "cephstore", targets: ["cephstore"])],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "cephstore", dependencies: [.product(name: "FMDB", package: "fmdb-swift")], path: "Sources")
    ]
)
