import FMDB
import FMDBModel
import FMDBTestHelpers

#if os(Linux)
    /// Lets each allocation of SQLite fail in turn, once and from then on, while the library works. It prints one line for each
    /// work, and ends with 1 if something was wrong.
    ///
    ///     FMDBAllocationFaults [STEP]
    ///
    /// STEP is the distance from one allocation that fails to the next one; 1 unless told. Whatever fails: nothing crashes,
    /// each call fails or has done what it was to do, the file is whole, and nothing is left of SQLite's memory when all is closed.
    @main
    struct AllocationFaults {
        static func main() throws {
            let step = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
            guard FailingAllocator.install() else {
                print("SQLite was used before")
                exit(2)
            }
            var isFine = true
            for work in AllocatingWork.allCases {
                for isSticky in [false, true] {
                    let result = try sweep(work, isSticky, step)
                    print("\(work.rawValue), \(isSticky ? "sticky" : "once"): \(result)")
                    fflush(nil)
                    isFine = isFine && result.faults.isEmpty && result.errors > 0
                }
            }
            exit(isFine ? 0 : 1)
        }

        private struct Result: CustomStringConvertible {
            var points = 0
            var errors = 0
            var faults: [String] = []

            var description: String {
                let list = faults.prefix(10).map { "\n    " + $0 }.joined()
                return "\(points) points, \(errors) errors, \(faults.count) faults" + list
            }
        }

        private static func sweep(_ work: AllocatingWork, _ isSticky: Bool, _ step: Int) throws -> Result {
            var result = Result()
            var number = 1
            // What SQLite allocates at its first use, it keeps.
            _ = run(work, failingAt: 0, isSticky)
            while true {
                let before = FailingAllocator.outstanding
                let outcome = run(work, failingAt: number, isSticky)
                guard outcome.hasFailed else { return result }
                result.points += 1
                result.errors += outcome.error == nil ? 0 : 1
                if let fault = outcome.fault { result.faults.append("allocation \(number): \(fault)") }
                let left = FailingAllocator.outstanding - before
                if left > 0 { result.faults.append("allocation \(number): \(left) allocations are left") }
                number += step
            }
        }

        private struct Outcome {
            var hasFailed = false
            var error: (any Error)?
            var fault: String?
        }

        private static func run(_ work: AllocatingWork, failingAt number: Int, _ isSticky: Bool) -> Outcome {
            var outcome = Outcome()
            let folder = TemporaryFolder()
            do {
                try work.prepare(folder.file())
                FailingAllocator.fail(at: number, isSticky: isSticky)
                do { try work.run(folder.file()) } catch { outcome.error = error }
                outcome.hasFailed = FailingAllocator.failures > 0
                FailingAllocator.fail(at: 0, isSticky: false)
                outcome.fault = try work.fault(folder.file(), outcome.error)
            } catch {
                outcome.fault = "\(error)"
            }
            return outcome
        }
    }
#else
    @main
    struct AllocationFaults {
        static func main() {}
    }
#endif
