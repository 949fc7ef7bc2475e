import Foundation

/// A place on earth, in degrees; north and east are positive.
struct Coordinate: Codable, Sendable, CustomStringConvertible {
    let latitude: Double
    let longitude: Double

    /// A city that has no zone.
    static let amsterdam = Coordinate(52.37, 4.9)

    private init(_ latitude: Double, _ longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// nil if the degrees are out of range.
    init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.init(latitude, longitude)
    }

    /// The form of the zone table, ISO 6709: `+4813+01620` in degrees and minutes, or `+481230+0162218` with seconds.
    init?(iso6709 text: Substring) {
        guard let middle = text.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }),
            let latitude = Coordinate.degrees(text[..<middle], digits: 2),
            let longitude = Coordinate.degrees(text[middle...], digits: 3)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Two numbers separated by a comma, as on a command line.
    init?(commaSeparated text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    var description: String { "\(latitude),\(longitude)" }

    /// As on a map: `52.37° N 4.90° E`.
    var spelledOut: String {
        String(
            format: "%.2f° %@ %.2f° %@",
            abs(latitude), latitude < 0 ? "S" : "N", abs(longitude), longitude < 0 ? "W" : "E"
        )
    }

    /// The great-circle distance in kilometres.
    func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let haversine =
            north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * 6371.0088 * asin(min(1, haversine.squareRoot()))
    }

    /// `+4813` or `+481230`: a sign, the digits of the degrees, two of the minutes and optionally two of the seconds.
    private static func degrees(_ text: Substring, digits: Int) -> Double? {
        let number = text.dropFirst()
        guard let sign = text.first, sign == "+" || sign == "-",
            number.count == digits + 2 || number.count == digits + 4,
            number.allSatisfy({ $0.isASCII && $0.isNumber }),
            let degrees = Double(number.prefix(digits)),
            let minutes = Double(number.dropFirst(digits).prefix(2)), minutes < 60
        else { return nil }
        let seconds = Double(number.dropFirst(digits + 2)) ?? 0
        guard seconds < 60 else { return nil }
        return (degrees + minutes / 60 + seconds / 3600) * (sign == "-" ? -1 : 1)
    }
}
