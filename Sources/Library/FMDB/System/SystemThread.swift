import Foundation

/// The threads that the library starts.
package enum SystemThread {
    /// Starts a thread on which the app's blocks may run. Its stack is 8 MB, like the main thread's; the default on Apple platforms is 512
    /// KB.
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        #if DEBUG
            if let thread = Simulated.thread { return thread.launch(name, body) }
        #endif
        let thread = Thread(block: body)
        thread.name = name
        thread.stackSize = 8 << 20
        thread.start()
    }
}
