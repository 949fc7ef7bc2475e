// swift-tools-version: 5.9
import PackageDescription

/// An app that used Objective-C FMDB from Swift and swapped the package. Swift 5 mode, warnings are errors. It runs its
/// own code, prints what did not hold and exits with 1 then.
let package = Package(
    name: "Swift5Client",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "AddressBook", targets: ["AddressBook"])],
    dependencies: [
        .package(name: "fmdb-swift", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "AddressBook",
            dependencies: ["Journal", .product(name: "FMDB", package: "fmdb-swift")],
            swiftSettings: [.unsafeFlags(["-warnings-as-errors"])]
        ),
        // A second app's helpers: they contradict those of AddressBook, so they live in a module of their own.
        .target(
            name: "Journal",
            dependencies: [.product(name: "FMDB", package: "fmdb-swift")],
            swiftSettings: [.unsafeFlags(["-warnings-as-errors"])]
        ),
    ],
    swiftLanguageVersions: [.v5]
)
