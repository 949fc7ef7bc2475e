// Copies a file of ICU's data without the languages that are not named: `icu-data ALL.dat KEPT.dat LANGUAGE…`.
//
// The file is a header, and a table of contents: how many entries there are, then for each the places of its name and of its
// bytes, counted from the end of the header. Entries are sorted by name and begin at multiples of 16.
import Foundation

let languages = CommandLine.arguments.dropFirst(3)
let all = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let header = Int(all[0]) | Int(all[1]) << 8
let contents = all[header...]

func number(at place: Int) -> Int {
    contents[(header + place)...].prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
}

func isKept(_ name: String) -> Bool {
    let stem = (name as NSString).lastPathComponent.prefix { $0 != "." }
    if [".cnv", ".dict"].contains(where: name.hasSuffix) || name.contains("/translit/") || name.contains("graphclust") {
        return false
    }
    let language = stem.prefix { $0 != "_" }
    // The list of what there is has a name like those of languages.
    let isOfLanguage =
        name.hasSuffix(".res") && !name.hasSuffix("res_index.res") && (2...3).contains(language.count)
        && language.allSatisfy(\.isLowercase)
    return !isOfLanguage || languages.contains(String(language))
}

let count = number(at: 0)
let starts = (0..<count).map { number(at: 8 + 8 * $0) } + [contents.count]
let kept = (0..<count).compactMap { entry -> (name: String, bytes: Data)? in
    let name = String(decoding: contents[(header + number(at: 4 + 8 * entry))...].prefix { $0 != 0 }, as: UTF8.self)
    return isKept(name) ? (name, contents[(header + starts[entry])..<(header + starts[entry + 1])]) : nil
}

func littleEndian(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

let names = kept.map { Array($0.name.utf8) + [0] }
var namePlace = 4 + 8 * kept.count
var place = (namePlace + names.joined().count + 15) / 16 * 16
var table = littleEndian(kept.count)
var bytes = Data()
for (entry, name) in zip(kept, names) {
    table += littleEndian(namePlace) + littleEndian(place + bytes.count)
    namePlace += name.count
    bytes += entry.bytes + Data(count: -entry.bytes.count & 15)
}
let padding = Data(count: place - namePlace)
let file = all.prefix(header) + table + names.joined() + padding + bytes
try file.write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
