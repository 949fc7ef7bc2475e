// swift-tools-version: 6.1
import PackageDescription

/// An app that used Objective-C FMDB from Swift and swapped the package. Swift 6 mode, warnings are errors. It runs its
/// own code, prints what did not hold and exits with 1 then.
let package = Package(
    name: "Swift6Client",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "FieldNotes", targets: ["FieldNotes"])],
    dependencies: [
        .package(name: "fmdb-swift", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "FieldNotes",
            dependencies: [.product(name: "FMDB", package: "fmdb-swift")],
            swiftSettings: [.unsafeFlags(["-warnings-as-errors"])]
        )
    ],
    swiftLanguageModes: [.v6]
)
