// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// A library of an app for Apple's platforms, for `xcodebuild`, which builds a package with the traits that another
/// asks for. `FMDB_TRAITS=SQLCipher` has this one ask.
let traits = (ProcessInfo.processInfo.environment["FMDB_TRAITS"] ?? "").split(separator: ",").map(String.init)

let package = Package(
    name: "AppleClient",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [.library(name: "AppleClient", targets: ["AppleClient"])],
    dependencies: [
        .package(
            name: "fmdb-swift", path: "../../..", traits: Set([.defaults] + traits.map { .trait(name: $0) }))
    ],
    targets: [
        .target(
            name: "AppleClient",
            dependencies: [
                .product(name: "FMDB", package: "fmdb-swift"), .product(name: "FMDBModel", package: "fmdb-swift"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
