// swift-tools-version: 6.1
import PackageDescription

// Which of its two ways an asynchronous call takes is no setting for clients: its access level is `package`. The benchmarks set it
// nevertheless, by the library's name as a package, which by path is that of its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let library = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: ".."),
        // The peer. Another release is another contender, hence exactly this one.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                .product(name: "FMDB", package: "fmdb-swift"), .product(name: "FMDBModel", package: "fmdb-swift"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources",
            packageAccess: false,
            swiftSettings: [.unsafeFlags(["-package-name", library])]
        ),
        .executableTarget(
            name: "write-ahead",
            dependencies: ["Drawing", .product(name: "FMDB", package: "fmdb-swift")],
            path: "WriteAhead"
        ),
        .executableTarget(
            name: "backups",
            dependencies: [
                .product(name: "FMDB", package: "fmdb-swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Backups"
        ),
        .executableTarget(
            name: "relations",
            dependencies: [
                .product(name: "FMDB", package: "fmdb-swift"), .product(name: "FMDBModel", package: "fmdb-swift"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Relations"
        ),
        .executableTarget(
            name: "search", dependencies: [.product(name: "FMDB", package: "fmdb-swift")], path: "Search"),
        .executableTarget(
            name: "settings", dependencies: [.product(name: "FMDB", package: "fmdb-swift")], path: "Settings"),
        .executableTarget(name: "chart", dependencies: ["Drawing"], path: "Chart"),
        .target(name: "Drawing", path: "Drawing"),
    ]
)
