#if Tool
    import Dispatch
    import FMDB
    import Foundation

    /// A progress line on the terminal, with the fraction done, the speed, and the remaining time.
    final class Progress {
        private let title: String
        private let unit: String?
        private let isShown: Bool
        private let start = ContinuousClock.now
        private var lastShown: ContinuousClock.Instant
        private var isOnScreen = false
        private let terminal = Terminal.errors

        /// - Parameters:
        ///   - unit: the unit of the count, "rows" for example.
        ///   - isQuiet: whether the line is hidden. Without a terminal it is always hidden.
        init(_ title: String, unit: String? = nil, isQuiet: Bool = false) {
            self.title = title
            self.unit = unit
            isShown =
                !isQuiet && (terminal.isTerminal || ProcessInfo.processInfo.environment["FMDB_PROGRESS"] == "always")
            lastShown = start - .seconds(1)
        }

        var duration: Duration { start.duration(to: .now) }

        /// Shows the progress, at most ten times a second.
        ///
        /// - Parameters:
        ///   - fraction: the fraction done, from 0 to 1, or nil if it is unknown.
        ///   - count: the number of units done.
        func update(_ fraction: Double?, count: Int? = nil) {
            guard isShown else { return }
            let now = ContinuousClock.now
            guard lastShown.duration(to: now) >= .milliseconds(100) else { return }
            lastShown = now
            isOnScreen = true
            let text = DisplayWidth.cut(line(fraction, count), to: (terminal.width ?? 80) - 1)
            try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[2K\(text)".utf8))
        }

        /// Shows a fraction, and throws if a signal has arrived.
        func step(_ completed: some BinaryInteger, of total: some BinaryInteger) throws {
            try Interrupts.shared.check()
            update(Double(completed) / Double(max(1, total)))
        }

        private func line(_ fraction: Double?, _ count: Int?) -> String {
            let seconds = duration / .seconds(1)
            var parts = [title]
            if let fraction {
                let share = min(max(fraction, 0), 1)
                parts.append(bar(share) + " \(Int(share * 100)) %")
            } else {
                parts.append("\(Int(seconds)) s")
            }
            if let count, let unit {
                parts.append("\(grouped(count)) \(unit)")
                if seconds > 0.2 { parts.append("\(grouped(Int(Double(count) / seconds)))/s") }
            }
            if let fraction, fraction > 0.01, seconds > 0.5 {
                parts.append("\(timeInWords(seconds * (1 - fraction) / fraction)) left")
            }
            return parts.joined(separator: "  ")
        }

        private func bar(_ share: Double) -> String {
            let columns = min(24, max(6, (terminal.width ?? 80) / 4))
            let full = Int(share * Double(columns))
            return String(repeating: "█", count: full) + String(repeating: "░", count: columns - full)
        }

        func end() {
            guard isOnScreen else { return }
            isOnScreen = false
            try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[2K".utf8))
        }
    }

    /// Formats a number with commas: 1,234,567.
    func grouped(_ number: some BinaryInteger) -> String {
        String(number).replacing(/[0-9](?=([0-9]{3})+$)/) { $0.0 + "," }
    }

    func timeInWords(_ seconds: Double) -> String {
        switch seconds {
        case ..<1: "\(max(0, Int((seconds * 1000).rounded()))) ms"
        case ..<10: "\(Int(seconds)).\(Int(seconds * 10) % 10) s"
        case ..<120: "\(Int(seconds)) s"
        case ..<7200: "\(Int(seconds) / 60) min"
        default: "\(Int(min(seconds, 1e9)) / 3600) h"
        }
    }

    func timeInWords(_ duration: Duration) -> String { timeInWords(duration / .seconds(1)) }

    /// Formats a size: "12.3 MB".
    func sizeInWords(_ bytes: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var (size, unit) = (Double(bytes), 0)
        while size >= 1000, unit < units.count - 1 { (size, unit) = (size / 1000, unit + 1) }
        return unit == 0 ? "\(bytes) bytes" : "\((size * 10).rounded() / 10) \(units[unit])"
    }

    /// Formats a count with its noun: "1 row", "2 rows".
    func counted(_ count: some BinaryInteger, _ noun: String) -> String {
        "\(grouped(count)) \(noun.inNumber(count))"
    }

    // SAFETY: the progress is used under the lock alone.
    /// Shows the progress of a call that does not report any, from the size of a file for example.
    final class Ticker: @unchecked Sendable {
        private let lock = NSLock()
        private let progress: Progress
        private let timer = DispatchSource.makeTimerSource(queue: .global())

        /// - Parameter fraction: returns the fraction done, or nil if it is unknown. Called on another thread.
        init(_ title: String, isQuiet: Bool = false, fraction: @escaping @Sendable () -> Double? = { nil }) {
            progress = Progress(title, isQuiet: isQuiet)
            timer.schedule(deadline: .now() + 0.3, repeating: 0.1)
            timer.setEventHandler { [weak self] in
                guard let self else { return }
                let share = fraction()
                lock.withLock { self.progress.update(share) }
            }
            timer.resume()
        }

        deinit { timer.cancel() }

        func end() {
            timer.cancel()
            lock.withLock { progress.end() }
        }

        var duration: Duration { lock.withLock { progress.duration } }
    }
#endif
