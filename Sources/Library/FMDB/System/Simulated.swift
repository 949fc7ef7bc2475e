import Foundation

#if DEBUG
    /// The point of a program at which a simulation may run another thread. The raw value is its name in a trace.
    package enum SimulatedPoint: String, Sendable {
        case lock, wait, signal, atomic, launch, end, sleep, yield, statement, progress, file, sharedMemory
    }

    /// A thread of a simulation. FMDBTestSupport implements it; see `FMSimulation`.
    ///
    /// Every method is called on the thread itself.
    package protocol SimulatedThread: AnyObject {
        /// The number of the thread in its simulation. The first is 1.
        var number: UInt { get }
        var process: any SimulatedProcess { get }
        /// Lets the simulation run other threads before this one goes on.
        func step(_ point: SimulatedPoint)
        /// Waits until `wake` is called for the object, or until an instant. Another thread may take what the waiter was woken for, so the
        /// caller checks its condition again.
        ///
        /// - Returns: false if the instant has come.
        func park(on object: AnyObject, for point: SimulatedPoint, until end: ContinuousClock.Instant?) -> Bool
        /// Lets all threads that are parked on an object go on.
        func wake(_ object: AnyObject)
        /// Starts a thread of the same process.
        func launch(_ name: String, _ body: @escaping @Sendable () -> Void)
        /// Starts a thread of the same process without a step of this one.
        func launchLater(_ name: String, _ body: @escaping @Sendable () -> Void)
        /// A number for a new object that the program identifies by its address.
        func newNumber() -> UInt
        /// The number of the current task, or 0.
        var taskNumber: Int { get }
        func nextRandom() -> UInt64
        /// Ends the simulation, because the program uses what it cannot simulate.
        func refuse(_ reason: String) -> Never
    }

    /// A process of a simulation, with its own shared objects and open files.
    package protocol SimulatedProcess: AnyObject {
        var number: Int32 { get }
        var processors: Int { get }
        var files: any SimulatedFiles { get }
        /// The name of the VFS of its connections. The default VFS can change while the simulation runs.
        var vfs: String { get }
        /// Returns the process's own object of a class of which a real process has one. The first call creates it.
        func object<Shared: AnyObject>(_ create: () -> Shared) -> Shared
    }

    /// The files of a simulation, as one process sees them. Each call answers as the system's call of the same name: −1 and a value of
    /// `errno` for a failure.
    package protocol SimulatedFiles: AnyObject {
        func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32
        func close(_ descriptor: Int32) -> Int32
        func pread(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64) -> Int
        func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int64) -> Int
        func ftruncate(_ descriptor: Int32, _ size: Int64) -> Int32
        func fsync(_ descriptor: Int32) -> Int32
        func fchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32
        func fstat(_ descriptor: Int32, _ facts: inout stat) -> Int32
        func stat(_ path: String, _ facts: inout stat) -> Int32
        func lstat(_ path: String, _ facts: inout stat) -> Int32
        func access(_ path: String, _ mode: Int32) -> Int32
        func rename(_ path: String, _ target: String) -> Int32
        func link(_ path: String, _ target: String) -> Int32
        func unlink(_ path: String) -> Int32
        func mkdir(_ path: String, _ mode: mode_t) -> Int32
        func rmdir(_ path: String) -> Int32
        func realpath(_ path: String) -> String?
        /// The names in a folder in the order of their bytes, without `.` and `..`, or nil and a value of `errno`.
        func names(in folder: String) -> [String]?
        /// The locks that all processes hold, in the format of `/proc/locks`.
        var locks: String { get }
    }

    /// The simulation to which the current thread belongs.
    package enum Simulated {
        // SAFETY: the simulation keeps the object while the thread runs.
        private static let current = ThreadLocalPointer()

        /// The current thread, or nil on a thread that no simulation has started.
        package static var thread: (any SimulatedThread)? {
            current.value.map { Unmanaged<Seat>.fromOpaque($0).takeUnretainedValue().thread }
        }

        package static var process: (any SimulatedProcess)? { thread?.process }

        /// Ends the simulation of the current thread, if there is one, because the program does what it cannot repeat.
        package static func refuse(_ reason: String) { thread?.refuse(reason) }

        /// Runs a body as a thread of a simulation.
        package static func run(as thread: any SimulatedThread, _ body: () -> Void) {
            let seat = Seat(thread)
            withExtendedLifetime(seat) {
                current.set(Unmanaged.passUnretained(seat).toOpaque())
                body()
                current.set(nil)
            }
        }

        /// Runs a body whose locks and waits are no steps of the current thread.
        package static func outside(_ body: () -> Void) {
            let seat = current.value
            current.set(nil)
            body()
            current.set(seat)
        }

        private final class Seat {
            let thread: any SimulatedThread
            init(_ thread: any SimulatedThread) { self.thread = thread }
        }
    }
#endif
