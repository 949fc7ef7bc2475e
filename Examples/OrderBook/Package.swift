// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "OrderBook",
    platforms: [.macOS(.v13)],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: "../..")
    ],
    targets: [
        .target(name: "OrderBook", dependencies: [.product(name: "FMDB", package: "fmdb-swift")], path: "Sources"),
        .testTarget(
            name: "OrderBookTests",
            dependencies: ["OrderBook", .product(name: "FMDBTestSupport", package: "fmdb-swift")], path: "Tests"),
    ]
)
