#if os(Linux)
    import FMDB
    import FMDBTestSupport

    /// A process of `fmdb-node`, which the trait `Node` builds. It is killed when the value is released, and when the tests' process
    /// ends, however that happens.
    package final class NodeProcess {
        /// A line that the node prints.
        package struct Line: Decodable {
            package struct Member: Decodable {
                package let id: UInt64
                package let address: String
                package let role: String
            }

            package let state: String
            package let leader: UInt64?
            package let isLeader: Bool
            package let members: [Member]
        }

        /// What the process has printed instead of a line that was waited for.
        package struct Unexpected: Error, CustomStringConvertible {
            package let description: String
        }

        /// The shell kills the node at the end of its input, which is that of the tests' process, too. What waits for that end keeps the
        /// output open, so the exit code is its last line.
        private static let script = """
            exec 3<&0
            "$0" "$@" </dev/null 2>&1 3<&- &
            node=$!
            echo $node
            (cat <&3 >/dev/null; kill -KILL $node 2>/dev/null) &
            exec 3<&-
            wait $node
            echo "exit $?"
            """

        private let shell: ChildProcess
        private let processID: Int32
        private var code: Int32?
        /// What it has printed so far.
        package private(set) var output: [String] = []

        package init(_ arguments: [String]) throws {
            shell = try ChildProcess("/bin/sh", ["-c", NodeProcess.script, try NodeProcess.program()] + arguments)
            guard let line = shell.readLine(within: 60), let number = Int32(line) else {
                throw Unexpected(description: "the shell has not started fmdb-node")
            }
            processID = number
        }

        private static func program() throws -> String {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("fmdb-node").path
        }

        /// Runs a node whose standard output and standard error are closed, and stops it when a file exists.
        package static func runWithoutOutputs(_ arguments: [String], until file: String) throws {
            let script = """
                file=$1; shift
                "$0" "$@" </dev/null >&- 2>&- &
                node=$!
                until [ -e "$file" ] || ! kill -0 $node 2>/dev/null; do sleep 0.05; done
                kill -TERM $node; wait $node
                echo ended
                """
            let shell = try ChildProcess("/bin/sh", ["-c", script, try program(), file] + arguments)
            guard shell.readLine(within: 60) == "ended" else {
                throw Unexpected(description: "fmdb-node has not ended")
            }
        }

        /// Waits until the node prints a state.
        @discardableResult
        package func wait(for state: String) throws -> Line {
            while let text = next(within: 60) {
                guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else { continue }
                if line.state == state { return line }
            }
            throw Unexpected(description: "not \"\(state)\", but: \(output.joined(separator: "\n"))")
        }

        private func next(within seconds: Double) -> String? {
            guard code == nil, let text = shell.readLine(within: seconds) else { return nil }
            if text.hasPrefix("exit ") {
                code = Int32(text.dropFirst(5))
                return nil
            }
            output.append(text)
            return text
        }

        /// Kills it as a crash would, and waits until it is gone.
        package func kill() {
            signal(SIGKILL)
            end()
        }

        package func signal(_ number: Int32) {
            if code == nil { _ = FMDB.kill(processID, number) }
        }

        /// Waits for the end. A process that does not end is killed.
        ///
        /// - Returns: the exit code, and all that was printed.
        @discardableResult
        package func end() -> (code: Int32, output: String) {
            while next(within: 120) != nil {}
            return (code ?? -1, output.joined(separator: "\n"))
        }

        /// Runs a command of `fmdb-node` to its end.
        package static func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
            try NodeProcess(arguments).end()
        }
    }
#endif
