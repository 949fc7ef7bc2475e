#if canImport(SwiftUI)
    import FMDBModel
    import SwiftUI

    private struct Person: Codable, FMModel, Identifiable, Sendable {
        var id: Int64?
        var name: String

        struct Columns: FMColumns {
            let id = FMField<Person, Int64?>("id")
            let name = FMField<Person, String>("name")
        }
    }

    /// That of the article compiles.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    struct PeopleView: View {
        let queue: FMDatabaseQueue
        @State private var people: FMLiveResult<[Person]>
        @State private var text = ""

        init(queue: FMDatabaseQueue) {
            self.queue = queue
            people = FMLiveResult(queue.values(of: Person.all.order(\.name.ascending)))
        }

        var body: some View {
            List(people.rows) { person in Text(person.name) }
                .overlay { if people.isLoading { ProgressView() } }
                .safeAreaInset(edge: .bottom) { if let error = people.error { Text(error.localizedDescription) } }
                .searchable(text: $text)
                .onChange(of: text) {
                    people.show(queue.values(of: Person.all.where { $0.name.contains(text) }.order(\.name.ascending)))
                }
        }
    }
#endif
