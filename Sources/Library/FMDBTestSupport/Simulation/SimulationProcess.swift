#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import Foundation

    // SAFETY: its variables are used only by the thread that runs in the simulation, of which there is one at a time.
    /// A process of a simulation: its shared objects, its files, and the tasks that run in it.
    final class SimulationProcess: SimulatedProcess, @unchecked Sendable {
        unowned let world: SimulationWorld
        let name: String
        let number: Int32
        private var ownFiles: ProcessFiles
        /// The number of jobs of tasks that run at the same time, as Swift's pool has one thread for each processor.
        let processors: Int
        private(set) var isAlive = true
        /// Whether the schedule may kill the process. The one that runs the test's body is never killed.
        var canBeKilled = false
        var isMortal: Bool { isAlive && canBeKilled }
        private var objects: [ObjectIdentifier: AnyObject] = [:]
        private var jobQueues: [JobQueue]
        /// Called when the process is killed.
        var deathHandlers: [Int: () -> Void] = [:]
        private var lastHandler = 0

        /// Jobs of which a limited number runs at a time.
        private struct JobQueue {
            let limit: Int
            var running = 0
            var queue: [SimulationThread] = []
        }

        init(_ world: SimulationWorld, _ name: String, number: Int32) {
            (self.world, self.name, self.number) = (world, name, number)
            ownFiles = world.kernel.start(number)
            processors = Int.random(in: 1...4, using: &world.numbers)
            jobQueues = [JobQueue(limit: 1), JobQueue(limit: processors)]
        }

        func object<Shared: AnyObject>(_ create: () -> Shared) -> Shared {
            let key = ObjectIdentifier(Shared.self)
            if let object = objects[key] as? Shared { return object }
            world.creations += 1
            defer { world.creations -= 1 }
            let object = create()
            objects[key] = object
            return object
        }

        var files: any SimulatedFiles { ownFiles }
        var vfs: String { SimulationVFS.name }

        /// Starts a job of a task: on the main actor when the job before has ended, elsewhere as soon as a processor is free.
        func startJob(_ thread: SimulationThread, onMain: Bool) {
            guard isAlive else { return }
            let index = onMain ? 0 : 1
            thread.jobQueue = index
            if jobQueues[index].running < jobQueues[index].limit {
                jobQueues[index].running += 1
                world.start(thread)
            } else {
                jobQueues[index].queue.append(thread)
            }
        }

        func endJob(_ thread: SimulationThread) {
            guard let index = thread.jobQueue else { return }
            if jobQueues[index].queue.isEmpty {
                jobQueues[index].running -= 1
            } else {
                world.start(jobQueues[index].queue.removeFirst())
            }
        }

        /// Gives a process that survives a power cut, as the test's own does, files of the disk after it.
        func renewFiles() { ownFiles = world.kernel.start(number) }

        func onDeath(_ body: @escaping () -> Void) -> Int {
            lastHandler += 1
            deathHandlers[lastHandler] = body
            return lastHandler
        }

        func becomeDead() {
            isAlive = false
            for index in jobQueues.indices { jobQueues[index].queue = [] }
            ownFiles.kill()
            Unreleased.keep(objects)
            objects = [:]
            let handlers = deathHandlers.sorted { $0.key < $1.key }
            deathHandlers = [:]
            for (_, body) in handlers { body() }
        }
    }
#endif
