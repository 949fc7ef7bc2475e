import Foundation

/// What an example prints, to be compared with what its document shows. A test declares a `print` of its own that adds to it.
final class Printed {
    private(set) var lines: [String] = []

    func add(_ items: [Any]) {
        lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    var text: String { lines.joined(separator: "\n") }

    /// A text without what differs from run to run: times, addresses and call sites.
    static func withoutAccidents(_ text: String) -> String {
        let accidents = [
            ("begun [0-9.]+ m?s ago", "begun # ago"),
            ("0x[0-9a-f]+", "0x#"),
            ("[A-Za-z]+/[A-Za-z+]+\\.swift:[0-9]+", "FILE:#"),
            ("[0-9]+\\.[0-9]{6} seconds", "# seconds"),
        ]
        return accidents.reduce(text) { text, accident in
            text.replacingOccurrences(of: accident.0, with: accident.1, options: .regularExpression)
        }
    }
}
