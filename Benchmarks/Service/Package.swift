// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Service",
    platforms: [.macOS(.v15)],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: "../..", traits: ["Server"]),
        // The peer. Another release is another contender, hence exactly this one.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.20.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.6.3"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "service",
            dependencies: [
                .product(name: "FMDBServer", package: "fmdb-swift"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources"
        )
    ]
)
