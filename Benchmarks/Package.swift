// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "FMDB", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "benchmarks",
            dependencies: [.product(name: "FMDB", package: "FMDB")],
            path: "Sources"
        ),
        .executableTarget(
            name: "write-ahead",
            dependencies: ["Drawing", .product(name: "FMDB", package: "FMDB")],
            path: "WriteAhead"
        ),
        .executableTarget(name: "chart", dependencies: ["Drawing"], path: "Chart"),
        .target(name: "Drawing", path: "Drawing"),
    ]
)
