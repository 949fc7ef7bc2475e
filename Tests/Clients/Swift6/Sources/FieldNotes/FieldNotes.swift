import Foundation

@main
struct FieldNotes {
    static func main() async {
        do {
            let documents = try Documents()
            await checkNoteStore(documents)
            await checkSubclasses(documents)
            await checkActors(documents)
            await checkMainActor(documents)
            await checkCallbacks(documents)
            await checkPool(documents)
            checkHelpers()
            try await checkModern(documents)
            try await checkAwaiting(documents)
        } catch {
            fail("\(error)")
        }
        let failures = Expectations.shared.failures
        for failure in failures {
            print(failure)
        }
        print(failures.isEmpty ? "FieldNotes: everything holds" : "FieldNotes: \(failures.count) failed")
        exit(failures.isEmpty ? 0 : 1)
    }
}
