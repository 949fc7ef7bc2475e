// swift-tools-version: 6.1
import PackageDescription

let fmdb: Target.Dependency = .product(name: "FMDB", package: "fmdb-swift")

let package = Package(
    name: "PortedStore",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "portedstore", targets: ["portedstore"])],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: "../..")
    ],
    targets: [
        // Swift 5 mode, as in most programs of that time.
        .target(name: "Before", dependencies: [fmdb], path: "Before", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "After", dependencies: [fmdb], path: "After"),
        .executableTarget(name: "portedstore", dependencies: ["Before", "After"], path: "Sources"),
    ]
)
