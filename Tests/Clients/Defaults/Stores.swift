import FMDBModel

nonisolated struct Favourite: Codable, Equatable {
    var title: String
    var stars: Int
}

func favourites(_ queue: FMDatabaseQueue) async throws -> [Favourite] {
    let list = FMStoredArray("favourites", of: Favourite.self, in: queue)
    try await list.append(Favourite(title: "tea", stars: 4))
    let table = FMStoredDictionary("by title", keys: String.self, values: Favourite.self, in: queue)
    try await table.set(Favourite(title: "tea", stars: 4), for: "tea")
    try await list.withContents { contents in try contents.append(Favourite(title: "milk", stars: 1)) }
    return try await list.elements()
}
