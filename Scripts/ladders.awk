# For Scripts/ladders, which passes `kind`, `most` and `width`: copies a file up to the beginning of its extension, and
# writes the functions of that kind for 2 to `most` values. Lines are broken as the formatter does it.

{ print }

/^extension FMDatabase \{$/ {
    for (count = 2; count <= most; count++) {
        if (count > 2) print ""
        if (kind == "Columns") columns()
        else if (kind == "Rows") rows()
        else values()
    }
    print "}"
    found = 1
    exit
}

END {
    if (found) exit 0
    print FILENAME ": no line 'extension FMDatabase {'" > "/dev/stderr"
    exit 1
}

# MARK: The functions

function columns(    line) {
    start("columns", 0)
    heading("rows", "_ sql: FMSQL, as type: (" types() ").Type")
    print "    ) throws(FMError) -> [(" types() ")] {"
    print "        var rows: [(" types() ")] = []"
    print "        try forEachRow(of: sql, columns: " count ") { row throws(FMError) in"
    line = "rows.append((" series("try row.value(at: ", 0, ")") "))"
    if (12 + length(line) <= width) print spaces(12) line
    else {
        print "            rows.append("
        print "                ("
        fill(20, series("try row.value(at: ", 0, ")"))
        print "                ))"
    }
    print "        }"
    print "        return rows"
    print "    }"
}

function rows(    i) {
    start("values", 1)
    heading("executeMany", "_ sql: FMSQL, _ rows: some Sequence<(" types() ")>")
    print "    ) throws -> Int {"
    print "        try repeating(sql) { runs in"
    print "            for row in rows {"
    print "                try runs.begin()"
    for (i = 0; i < count; i++) print "                try runs.add(row." i ")"
    print "                try runs.end()"
    print "            }"
    print "        }"
    print "    }"
}

function values(    i) {
    start("values", 1)
    heading("execute", "_ sql: FMSQL, " listed())
    print "    ) throws(FMError) -> Int {"
    print "        var run = try listedRun(sql)"
    print "        defer { run.end() }"
    print "        try run.begin()"
    for (i = 1; i <= count; i++) print "        try run.add(v" i ")"
    print "        try run.finish()"
    print "        return try run.changes()"
    print "    }"
}

function start(noun, discardable) {
    print "    /// Straight code for " count " " noun ". See the form for any number of them."
    print "    @_documentation(visibility: internal)"
    if (discardable) print "    @discardableResult"
    print "    @inlinable"
}

# The name, the generic parameters and the parameters, up to the parenthesis that closes them.
function heading(name, parameters,    generics, line) {
    generics = series("V", 1, ": FMValueConvertible")
    line = "    public func " name "<" generics ">("
    if (length(line) <= width) print line
    else {
        print "    public func " name "<"
        fill(8, generics)
        print "    >("
    }
    fill(8, parameters)
}

# MARK: Texts

function types() { return series("V", 1, "") }

function listed(    i, text) {
    for (i = 1; i <= count; i++) text = text (i > 1 ? ", " : "") "_ v" i ": V" i
    return text
}

# A text for each of the values, with its number in the middle, counted from `first`.
function series(before, first, after,    i, text) {
    for (i = first; i < first + count; i++) text = text (i > first ? ", " : "") before i after
    return text
}

# Prints a list between commas, as many of its elements in a line as fit. Within parentheses no line is broken.
function fill(indent, list,    parts, total, i, line, part) {
    total = split(list, parts, ", ")
    line = ""
    for (i = 1; i <= total; i++) {
        part = parts[i]
        while (i < total && unclosed(part)) part = part ", " parts[++i]
        if (i < total) part = part ","
        if (line != "" && indent + length(line) + 1 + length(part) > width) {
            print spaces(indent) line
            line = ""
        }
        line = line (line == "" ? "" : " ") part
    }
    print spaces(indent) line
}

function unclosed(text,    opened, closed) {
    opened = gsub(/[(<]/, "&", text)
    closed = gsub(/[)>]/, "&", text)
    return opened > closed
}

function spaces(number) { return sprintf("%" number "s", "") }
