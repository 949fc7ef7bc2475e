import FMDB
import MessageModel

let expected = [
    "Friends, 3 unread", "Ada: hello", "picture", "failed: 2", "1 muted", "3 since", "latest 1700000000", "see you",
    "blocked", "0 left",
]

/// Each call of a store once. It leaves the file as it was.
func exercise(_ store: some MessageStoring) -> [String] {
    defer { store.close() }
    var messages = (1...3).map { Message(id: $0) }
    messages[0].body = "hello"
    messages[1].kind = .picture
    messages[2].sent -= 86_400
    store.addGroup(1, title: "Friends")
    let isAdded = store.add(messages) && !store.add(messages)
    var answers = store.groups().map { "\($0.title), \(store.unread()) unread" }
    answers += store.search("ell").map { "\($0.from): \($0.body)" }
    answers += store.messages(from: "Ada", kind: .picture).map { "\($0.kind)" }
    store.setState(.failed, of: 2)
    answers += store.failed().map { "failed: \($0.id)" }
    store.mute(1, until: Date(timeIntervalSince1970: 2_000_000_000))
    answers.append("\(store.groups(mutedAt: Date(timeIntervalSince1970: 1_900_000_000)).count) muted")
    store.mute(1, until: nil)
    answers.append("\(store.count(since: .distantPast)) since")
    store.deleteMessages(before: messages[0].sent)
    answers += store.latest(in: 1).map { ["latest \(Int($0.timeIntervalSince1970))"] } ?? []
    store.saveDraft("see you", for: 1)
    answers.append(store.draft(for: 1) ?? "no draft")
    store.saveContact("Ada", isBlocked: true)
    answers.append(store.isBlocked("Ada") ? "blocked" : "not blocked")
    store.markRead(1)
    store.archive(1)
    let isArchived = store.group(1)?.unread == 0 && store.group(1)?.muted == nil && store.groups().isEmpty
    let isDeleted = store.message(3) == nil && store.deleteGroup(1)
    answers.append("\(store.counts(of: 1).messages) left")
    return isAdded && isArchived && isDeleted ? answers : ["a write has failed"] + answers
}
