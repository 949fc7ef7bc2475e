// swift-tools-version: 6.1
import PackageDescription

let fmdb: Target.Dependency = .product(name: "FMDB", package: "fmdb-swift")
// As in most programs that use FMDB.
let swift5: [SwiftSetting] = [.swiftLanguageMode(.v5)]

let package = Package(
    name: "MessageStore",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "messagestore", targets: ["messagestore"])],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: "../..")
    ],
    targets: [
        .target(name: "MessageModel", dependencies: [fmdb], path: "Model", swiftSettings: swift5),
        .target(name: "QueueStore", dependencies: ["MessageModel"], path: "Before", swiftSettings: swift5),
        .target(name: "PoolStore", dependencies: ["MessageModel"], path: "After", swiftSettings: swift5),
        .executableTarget(
            name: "messagestore", dependencies: ["QueueStore", "PoolStore"], path: "Sources", swiftSettings: swift5),
    ]
)
