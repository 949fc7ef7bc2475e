// swift-format-ignore-file: NeverForceUnwrap
import FMDB
import SQLite3

func checkFunctions() {
    let db = FMDatabase(path: nil)
    db.logsErrors = false
    db.open()
    defer { db.close() }
    checkTextFunctions(db)
    checkNumberFunctions(db)
}

private func checkTextFunctions(_ db: FMDatabase) {
    db.makeFunctionNamed("RemoveDiacritics", arguments: 1) { context, argc, argv in
        guard db.valueType(argv[0]) == .text || db.valueType(argv[0]) == .null else {
            db.resultError("Expected string parameter", context: context)
            return
        }
        if let string = db.valueString(argv[0])?.folding(options: .diacriticInsensitive, locale: nil) {
            db.resultString(string, context: context)
        } else {
            db.resultNull(context: context)
        }
    }
    expectEqual(text(db, "SELECT RemoveDiacritics('José')"), "Jose")
    expect(text(db, "SELECT RemoveDiacritics(NULL)") == nil, "NULL")
    expect(text(db, "SELECT RemoveDiacritics(1)") == nil, "an error")

    // The way of old headers: the C functions on the raw pointers.
    db.makeFunctionNamed(
        "REGEXP", arguments: 2,
        block: { context, argc, argv in
            let con = OpaquePointer(context)
            if let pattern = sqlite3_value_text(OpaquePointer(argv[0])),
                let value = sqlite3_value_text(OpaquePointer(argv[1]))
            {
                let found =
                    String(cString: value).range(of: String(cString: pattern), options: .regularExpression) != nil
                sqlite3_result_int(con, found ? 1 : 0)
            } else {
                sqlite3_result_null(con)
            }
        })
    expectEqual(text(db, "SELECT 'contact 42' REGEXP '[0-9]+$'"), "1")
    expectEqual(text(db, "SELECT 'contact' REGEXP '[0-9]+$'"), "0")
}

private func checkNumberFunctions(_ db: FMDatabase) {
    db.makeFunctionNamed("total", arguments: -1) { (context, count, arguments) in
        let values = UnsafeBufferPointer(start: arguments, count: Int(count)).map { db.valueLong($0) }
        db.resultLong(values.reduce(0, +), context: context)
    }
    expectEqual(text(db, "SELECT total(1, 2, 3)"), "6")

    db.makeFunctionNamed("half", arguments: 1) { context, _, argv in
        switch db.valueType(argv[0]) {
        case .integer: db.resultInt(db.valueInt(argv[0]) / 2, context: context)
        case .float: db.resultDouble(db.valueDouble(argv[0]) / 2, context: context)
        case .blob: db.resultData(db.valueData(argv[0])!.prefix(1), context: context)
        case .null: db.resultErrorCode(SQLITE_MISMATCH, context: context)
        default: db.resultErrorTooBig(context: context)
        }
    }
    expectEqual(text(db, "SELECT half(8) || ' ' || half(3.0) || ' ' || hex(half(x'0102'))"), "4 1.5 01")
}

private func text(_ db: FMDatabase, _ sql: String) -> String? {
    let rs = db.executeQuery(sql, withArgumentsIn: [])
    defer { rs?.close() }
    return rs?.next() == true ? rs?.string(forColumnIndex: 0) : nil
}
