import Foundation

/// A picture in SVG, made of a few shapes. Text stays text: it can be searched, and scales with the reader's fonts.
package struct Drawing {
    /// What an element says of itself beside its place: its class, colour or anchor.
    package typealias Attributes = KeyValuePairs<String, String>

    package let width: Double
    package let height: Double
    private let title: String
    private let style: String
    private var elements: [String] = []

    /// - Parameters:
    ///   - title: what a reader is told who does not see the picture.
    ///   - style: CSS; empty for none.
    package init(width: Double, height: Double, title: String, style: String = "") {
        self.width = width
        self.height = height
        self.title = title
        self.style = style
    }

    package mutating func text(_ text: String, x: Double, y: Double, _ attributes: Attributes = [:]) {
        let place = Drawing.numbers([("x", x), ("y", y)])
        elements.append("<text\(place)\(Drawing.list(attributes))>\(Drawing.escape(text))</text>")
    }

    package mutating func rectangle(
        x: Double, y: Double, width: Double, height: Double, _ attributes: Attributes = [:]
    ) {
        let place = Drawing.numbers([("x", x), ("y", y), ("width", width), ("height", height)])
        elements.append("<rect\(place)\(Drawing.list(attributes))/>")
    }

    package mutating func line(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ attributes: Attributes = [:]
    ) {
        let place = Drawing.numbers([("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)])
        elements.append("<line\(place)\(Drawing.list(attributes))/>")
    }

    package mutating func polyline(_ points: [(x: Double, y: Double)], _ attributes: Attributes = [:]) {
        let points = points.map { Drawing.number($0.x) + "," + Drawing.number($0.y) }.joined(separator: " ")
        elements.append("<polyline fill=\"none\" points=\"\(points)\"\(Drawing.list(attributes))/>")
    }

    package var svg: String {
        let size = "\(Drawing.number(width)) \(Drawing.number(height))"
        let style = style.isEmpty ? [] : ["<style>\n\(style)\n</style>"]
        let lines =
            ["<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" role=\"img\"\(Drawing.font)>"]
            + ["<title>\(Drawing.escape(title))</title>"] + style + elements + ["</svg>", ""]
        return lines.joined(separator: "\n")
    }

    private static let font =
        " font-family=\"-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif\" font-size=\"13\""

    private static func list(_ attributes: Attributes) -> String {
        attributes.map { " \($0)=\"\(escape($1))\"" }.joined()
    }

    private static func numbers(_ numbers: [(name: String, value: Double)]) -> String {
        numbers.map { " \($0.name)=\"\(number($0.value))\"" }.joined()
    }

    /// A tenth of a unit is as exact as can be seen.
    private static func number(_ number: Double) -> String {
        let rounded = (number * 10).rounded() / 10
        return rounded == rounded.rounded() ? String(format: "%.0f", rounded) : String(format: "%.1f", rounded)
    }

    private static func escape(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }
}
