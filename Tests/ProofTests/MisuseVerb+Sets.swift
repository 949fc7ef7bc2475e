// pure list: exempt from the length limits
import FMDB
import FMDBTestHelpers

extension MisuseVerb {
    /// Calls of a result set that was made before the state was entered, and stands on its first row.
    static let ofSets = [
        MisuseVerb(ofSet: "FMResultSet.next()") { "\($0.next())" },
        MisuseVerb(ofSet: "FMResultSet.nextWithError()") {
            try $0.nextWithError()
            return "done"
        },
        MisuseVerb(ofSet: "FMResultSet.nextRow()") { try $0.nextRow() == nil ? "nil" : "a row" },
        MisuseVerb(ofSet: "FMResultSet.step()") { "\($0.step())" },
        MisuseVerb(ofSet: "FMResultSet.stepWithError()") {
            try $0.stepWithError()
            return "done"
        },
        MisuseVerb(ofSet: "FMResultSet.hasAnotherRow()") { "\($0.hasAnotherRow())" },
        MisuseVerb(ofSet: "FMResultSet.bind(with:)") { "\($0.bind(with: []))" },
        MisuseVerb(ofSet: "FMResultSet.int(forColumnIndex:)") { "\($0.int(forColumnIndex: 0))" },
        MisuseVerb(ofSet: "FMResultSet.string(forColumn:)") { $0.string(forColumn: "x") ?? "nil" },
        MisuseVerb(ofSet: "FMResultSet.object(forColumn:)") { $0.object(forColumn: "x").map { "\($0)" } ?? "nil" },
        MisuseVerb(ofSet: "FMResultSet.columnCount") { "\($0.columnCount)" },
        MisuseVerb(ofSet: "FMResultSet.columnIndex(forName:)") { "\($0.columnIndex(forName: "x"))" },
        MisuseVerb(ofSet: "FMResultSet.resultDictionary") { $0.resultDictionary.map { "\($0.count)" } ?? "nil" },
        MisuseVerb(ofSet: "FMStatement.reset()") {
            $0.statement?.reset()
            return "done"
        },
        MisuseVerb(ofSet: "FMStatement.close()") {
            $0.statement?.close()
            return "done"
        },
        MisuseVerb(ofSet: "FMResultSet.close()") {
            $0.close()
            return "done"
        },
    ]
}
