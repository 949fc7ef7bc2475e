import FMDB
import Foundation

extension FMSimulation {
    /// A simulation while it runs. Use it only in the body of ``FMSimulation/run(_:)`` and in what the body starts.
    public struct Run: Sendable {
        let control: any SimulationControl

        /// Starts a process. A process that was killed can be started again under the same name: it gets another number, and the shared
        /// objects of the library are new.
        public func process(_ name: String) -> Process { Process(control: control.startProcess(name)) }

        /// The simulated disk, as a program beside the processes sees it.
        public var disk: Disk { Disk(control: control) }

        /// Lets the time of day jump. `ContinuousClock` and sleeps do not notice it.
        public func moveDate(by time: Duration) { control.moveDate(by: time) }

        /// Cuts the power: all processes are killed, and the disk has what it may have of what was not synced.
        ///
        /// - Parameter damage: what the disk has. Default: nil, chosen by the seed.
        public func cutPower(_ damage: FMTestDisk.Damage? = nil) { control.cutPower(damage) }

        /// Registers a check, which is called after each kill, whenever all threads wait for time to pass, and at the end. An error that it
        /// throws fails the simulation. It must not wait for anything, nor use a database.
        public func check(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
            control.addCheck(name, body)
        }
    }

    /// A process of a simulation.
    public struct Process: Sendable {
        let control: any SimulatedProcessControl

        /// Whether the process has not been killed.
        public var isAlive: Bool { control.isAlive }

        /// Runs a body in this process, and waits for it.
        ///
        /// - Throws: ``FMSimulation/Killed`` if the process is killed before the body has ended; the error of the body.
        public func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
            let result = Locked<Result<Value, any Error>?>(nil)
            try await control.run {
                let outcome: Result<Value, any Error>
                do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
                result.withLock { $0 = outcome }
            }
            guard let result = result.value else { throw Killed(name: control.name) }
            return try result.get()
        }

        /// Runs a body on a thread of this process, without waiting for it.
        public func thread(_ name: String, _ body: @escaping @Sendable () -> Void) { control.startThread(name, body) }

        /// Ends the process at once, as `SIGKILL` does: its locks are dropped and its files closed, and none of its code runs any more.
        public func kill() { control.kill() }
    }

    /// The disk of a simulation. Each call happens at once, as by a program that is none of the processes, and is synced: a power cut keeps
    /// it. The errors are those of the system's calls.
    public struct Disk: Sendable {
        let control: any SimulationControl

        /// Returns the bytes of a file, or nil if there is none.
        public func contents(of path: String) -> [UInt8]? { control.contents(of: path) }

        /// Writes a file, which is created or gets this content in place of its own.
        public func write(_ bytes: [UInt8], to path: String) throws { try control.write(bytes, to: path) }

        /// Copies a file.
        public func copy(_ path: String, to target: String) throws {
            guard let bytes = contents(of: path) else { throw POSIXError(.ENOENT) }
            try write(bytes, to: target)
        }

        /// Renames a file. One that has the new name is replaced.
        public func rename(_ path: String, to target: String) throws { try control.rename(path, to: target) }

        /// Deletes a file.
        public func remove(_ path: String) throws { try control.remove(path) }

        /// Creates a folder.
        public func makeFolder(_ path: String) throws { try control.makeFolder(path) }
    }
}

/// What a running simulation does for the test. A build that cannot simulate has none.
protocol SimulationControl: AnyObject, Sendable {
    func startProcess(_ name: String) -> any SimulatedProcessControl
    func moveDate(by time: Duration)
    func cutPower(_ damage: FMTestDisk.Damage?)
    func addCheck(_ name: String, _ body: @escaping @Sendable () throws -> Void)
    func contents(of path: String) -> [UInt8]?
    func write(_ bytes: [UInt8], to path: String) throws
    func rename(_ path: String, to target: String) throws
    func remove(_ path: String) throws
    func makeFolder(_ path: String) throws
}

/// A process of a running simulation.
protocol SimulatedProcessControl: AnyObject, Sendable {
    var name: String { get }
    var isAlive: Bool { get }
    func run(_ body: @escaping @Sendable () async -> Void) async throws
    func startThread(_ name: String, _ body: @escaping @Sendable () -> Void)
    func kill()
}
