import FMDB
import Foundation
import FMDBTestHelpers
import Testing

#if canImport(UIKit)
    import UIKit
#endif

/// What Apple's tools read of a privacy manifest.
private struct PrivacyManifest: Decodable {
    struct Call: Decodable, Equatable {
        let NSPrivacyAccessedAPIType: String
        let NSPrivacyAccessedAPITypeReasons: [String]
    }

    let NSPrivacyTracking: Bool
    let NSPrivacyTrackingDomains: [String]
    let NSPrivacyAccessedAPITypes: [Call]
}

/// The examples of the article about apps on Apple platforms.
@Suite struct AppleTests {
    private let folder = TemporaryFolder()

    @Test func aQueueListensToNotifications() throws {
        let path = folder.file()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.observesSuspensionNotifications = true
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)

        #expect(!queue.isSuspended)
    }

    #if canImport(UIKit) && !os(watchOS)
        @MainActor
        func followTheApp() {
            let hub = NotificationCenter.default
            _ = hub.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil) { _ in
                NotificationCenter.default.post(name: FMDatabaseQueue.suspendNotification, object: nil)
            }
            _ = hub.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil) { _ in
                NotificationCenter.default.post(name: FMDatabaseQueue.resumeNotification, object: nil)
            }
        }
    #endif

    @Test func aFileIsSharedWithAnExtension() throws {
        let path = folder.file()
        var configuration = FMDatabasePool.Configuration()
        configuration.writeAheadLog = .init(persistence: .always)
        configuration.observesSuspensionNotifications = true
        let pool = FMDatabasePool(path: path, configuration: configuration)
        try pool.write { db in try db.execute("CREATE TABLE t (x)") }
        pool.close()

        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    }

    @Test func thePrivacyManifestGivesAReasonForEachKindOfCall() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let bytes = try Data(contentsOf: package.appendingPathComponent("Sources/Library/FMDB/PrivacyInfo.xcprivacy"))
        let manifest = try PropertyListDecoder().decode(PrivacyManifest.self, from: bytes)

        #expect(!manifest.NSPrivacyTracking && manifest.NSPrivacyTrackingDomains.isEmpty)
        #expect(
            manifest.NSPrivacyAccessedAPITypes == [
                .init(
                    NSPrivacyAccessedAPIType: "NSPrivacyAccessedAPICategoryFileTimestamp",
                    NSPrivacyAccessedAPITypeReasons: ["C617.1", "3B52.1"])
            ])
    }

    #if canImport(Darwin)
        @Test func aFolderIsProtected() throws {
            let folder = URL(fileURLWithPath: folder.file("Database"))
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
        }
    #endif
}
