import CoreMetrics
import Synchronization

/// Metrics in memory, as the text that Prometheus scrapes. A timer has the number of its values and their sum in seconds.
final class MetricsPage: MetricsFactory {
    private let all = Mutex<[String: Series]>([:])

    /// One metric with its labels. It is a handler of each kind.
    final class Series: CounterHandler, RecorderHandler, TimerHandler {
        fileprivate struct Values {
            var count: Int64 = 0
            var sum = 0.0
            var last = 0.0
        }

        fileprivate enum Kind { case counter, gauge, timer }

        fileprivate let kind: Kind
        private let name: String
        private let labels: String
        private let values = Mutex(Values())

        fileprivate init(_ kind: Kind, _ name: String, _ labels: String) {
            self.kind = kind
            self.name = name
            self.labels = labels
        }

        func increment(by amount: Int64) { values.withLock { $0.count += amount } }
        func reset() { values.withLock { $0 = Values() } }
        func record(_ value: Int64) { record(Double(value)) }
        func record(_ value: Double) { values.withLock { $0.last = value } }

        func recordNanoseconds(_ duration: Int64) {
            values.withLock {
                $0.count += 1
                $0.sum += Double(duration) / 1e9
            }
        }

        fileprivate var text: String {
            let values = values.withLock { $0 }
            return switch kind {
            case .counter: "\(name)\(labels) \(values.count)\n"
            case .gauge: "\(name)\(labels) \(values.last)\n"
            case .timer: "\(name)_count\(labels) \(values.count)\n\(name)_sum\(labels) \(values.sum)\n"
            }
        }
    }

    /// The page.
    var text: String {
        let all = all.withLock { $0 }
        return all.sorted { $0.key < $1.key }.map(\.value.text).joined()
    }

    private func series(_ kind: Series.Kind, _ label: String, _ dimensions: [(String, String)]) -> Series {
        let name = label.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
        let labels = dimensions.isEmpty ? "" : "{" + dimensions.map { "\($0)=\"\($1)\"" }.joined(separator: ",") + "}"
        return all.withLock { all in
            let series = all[name + labels] ?? Series(kind, name, labels)
            all[name + labels] = series
            return series
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(.counter, label, dimensions)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(.gauge, label, dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.timer, label, dimensions)
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
