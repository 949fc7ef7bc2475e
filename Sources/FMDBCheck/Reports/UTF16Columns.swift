#if Checked
    import Foundation

    /// Columns in units of UTF-16, which SARIF counts, where the line has other characters than those of ASCII.
    struct UTF16Columns {
        private let folder: String
        private var lines: [String: [Data.SubSequence]] = [:]

        init(folder: String) {
            self.folder = folder
        }

        mutating func column(of place: FMSourcePlace) -> Int {
            let lines = lines(of: place.file)
            guard place.line > 0, place.line <= lines.count, place.column > 1 else { return max(1, place.column) }
            let start = lines[place.line - 1].prefix(place.column - 1)
            guard start.contains(where: { $0 > 127 }) else { return place.column }
            return String(decoding: start, as: UTF8.self).utf16.count + 1
        }

        private mutating func lines(of file: String) -> [Data.SubSequence] {
            if let known = lines[file] { return known }
            let data = FileManager.default.contents(atPath: FilePath.absolute(file, in: folder)) ?? Data()
            let found = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            lines[file] = found
            return found
        }
    }
#endif
