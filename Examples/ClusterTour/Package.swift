// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "ClusterTour",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "clustertour", targets: ["clustertour"])],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name. A client needs
        // the trait Cluster alone; with Node, the same build makes the nodes, too.
        .package(name: "fmdb-swift", path: "../..", traits: ["Node"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "clustertour",
            dependencies: [
                .product(name: "FMDB", package: "fmdb-swift"), .product(name: "FMDBCluster", package: "fmdb-swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources"
        )
    ]
)
