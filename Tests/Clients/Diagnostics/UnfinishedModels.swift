import FMDBModel
import Foundation

// error: make the type Codable, or write `fmTable`, `init(fmRow:)` and `fmBind(to:)`
struct Note: FMModel {
    var id: Int64?
    var title: String
}

// error: make the type Codable, or write `fmTable`, `init(fmRow:)` and `fmBind(to:)`
struct Draft: FMModel, Decodable {
    var title: String
}

// error: type 'Job' does not conform to protocol 'Decodable'
struct Job: Codable, FMModel {
    var thread: Thread
}

// error: add the trait: .package(url: …, traits: ["Macros"])
@FMModel("guests") struct Guest {
    var name: String
}

struct Right: Codable, FMModel {
    var name: String
}
