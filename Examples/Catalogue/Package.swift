// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Catalogue",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "catalogue", targets: ["catalogue"])],
    dependencies: [
        // By path, a package is known by its folder's name, which a checkout may choose freely; hence the name.
        .package(name: "fmdb-swift", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "catalogue", dependencies: [.product(name: "FMDBModel", package: "fmdb-swift")], path: "Sources")
    ]
)
