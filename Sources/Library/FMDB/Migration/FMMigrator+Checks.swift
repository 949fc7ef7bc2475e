import Foundation

/// Checks that the steps are valid, and that the recorded steps of a database match them.
extension FMMigrator {
    func expectSoundSteps(upTo last: String?) throws(FMError) {
        var names: Set<String> = []
        var number: UInt32? = 0
        for step in steps {
            guard names.insert(step.name).inserted else { throw .misuse("two steps have the name \"\(step.name)\"") }
            if let own = step.userVersion {
                guard let number, own > number else {
                    throw .misuse(
                        "the user version of the step \"\(step.name)\" must be greater than that of the step before it")
                }
            }
            number = step.userVersion
        }
        if let last, !names.contains(last) { throw .misuse("there is no step \"\(last)\"") }
    }

    /// Returns the steps that a database has not run.
    ///
    /// - Parameter applied: the names of the steps that it has run, in order.
    func pending(after applied: [String]) throws(FMError) -> ArraySlice<Step> {
        try FMMigrator.expect(applied, toBegin: steps.map(\.name), acceptsNewer: acceptsNewerDatabases)
        return steps.dropFirst(applied.count)
    }

    /// Throws if the recorded steps of a database are not the first steps of the program. The cluster's migrator calls
    /// this, too.
    package static func expect(
        _ applied: [String], toBegin names: [String], acceptsNewer: Bool = false
    ) throws(FMError) {
        for (index, (theirs, ours)) in zip(applied, names).enumerated() where theirs != ours {
            throw mismatch(at: index, applied, names)
        }
        guard applied.count <= names.count || acceptsNewer else {
            throw .newer("it has the step \"\(applied[names.count])\", which this program does not have")
        }
    }

    /// Returns the names of the steps that a database with the given `user_version` has run.
    func names(upToUserVersion version: UInt32) throws(FMError) -> [String] {
        let numbered = steps.filter { $0.userVersion != nil }
        guard let last = numbered.last?.userVersion else { return [] }
        guard version > last else { return numbered.filter { $0.userVersion ?? 0 <= version }.map(\.name) }
        guard acceptsNewerDatabases else {
            throw .newer("its user_version is \(version), but the last step of this program sets \(last)")
        }
        // The database is newer, so it has all of the steps.
        return steps.map(\.name)
    }

    private static func mismatch(at index: Int, _ applied: [String], _ names: [String]) -> FMError {
        let (theirs, ours) = (applied[index], names[index])
        let places = "step \(index + 1) is \"\(theirs)\" in the database and \"\(ours)\" in this program"
        let reason =
            switch (names.contains(theirs), applied.contains(ours)) {
            case (true, true): "\(places); do not change the order of steps"
            case (true, false):
                "the new step \"\(ours)\" is before \"\(theirs)\", which has already run; add new steps at the end"
            case (false, true):
                "the database has the step \"\(theirs)\", which this program does not have; do not remove steps"
            case (false, false): "\(places); do not rename a step that has run"
            }
        return FMError(.migrationMismatch, reason)
    }
}

extension FMError {
    fileprivate static func newer(_ sign: String) -> FMError {
        FMError(
            .newerDatabase, "the database was written by a newer program: \(sign)")
    }

    /// Returns the same error with the name of the failed step in its message.
    func inStep(_ name: String) -> FMError { saying("the step \"\(name)\" failed: \(message)") }
}
