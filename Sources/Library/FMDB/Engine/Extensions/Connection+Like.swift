import FMDBSQLiteC

extension Connection {
    /// Registers the function `fm_like(text, pattern, escape)`.
    ///
    /// It matches like [LIKE](https://sqlite.org/lang_expr.html#like), but compares the whole text, where LIKE stops at a NUL character.
    /// An empty `escape` means no escape character.
    ///
    /// See [`sqlite3_create_function_v2`](https://sqlite.org/c3ref/create_function.html) and
    /// [`sqlite3_strlike`](https://sqlite.org/c3ref/strlike.html).
    func offerLike() {
        sqlite3_create_function_v2(
            handle, "fm_like", 3, FMFunctionOptions.harmless, nil,
            { context, _, arguments in
                guard let context, let arguments, let text = arguments[0].flatMap(FunctionArgument.string),
                    let pattern = arguments[1].flatMap(FunctionArgument.string),
                    let escape = arguments[2].flatMap(FunctionArgument.string)?.unicodeScalars
                else { return }
                // Matching a long pattern may take unbounded time, and cannot be interrupted.
                let most = sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1)
                guard pattern.utf8.count <= Int(most) else {
                    return FunctionResult.fail("LIKE or GLOB pattern too complex", context)
                }
                // `sqlite3_strlike` stops at a NUL, so a character that is in neither string replaces each NUL.
                let used = Set(text.unicodeScalars).union(pattern.unicodeScalars)
                let free = (0xE000...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap { Unicode.Scalar($0) }
                guard let mark = free.first(where: { !used.contains($0) }) else { return }
                let marked = { (text: String) in
                    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? mark : $0 }))
                }
                let isUnlike = sqlite3_strlike(marked(pattern), marked(text), escape.first?.value ?? 0)
                FunctionResult.set(.integer(isUnlike == 0 ? 1 : 0), context)
            }, nil, nil, nil)
    }
}
