// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "TimeZones",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "timezones", targets: ["timezones"])],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "timezones",
            dependencies: [
                .product(name: "FMDB", package: "fmdb-swift"), .product(name: "FMDBModel", package: "fmdb-swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: ".",
            exclude: ["README.md", "session.txt"],
            sources: ["Sources"],
            resources: [.copy("Data")]
        )
    ]
)
