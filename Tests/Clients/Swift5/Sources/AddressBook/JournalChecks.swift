import Journal

func checkJournal() {
    for failure in JournalStore(path: documentPath("journal.db")).problems() {
        fail(failure)
    }
}
