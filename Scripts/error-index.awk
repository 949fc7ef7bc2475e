# Prints the texts of Swift sources that people read, one a line: FILE, a tab, the name of the result code if one stands before the text, a
# tab, TEXT. What is interpolated is written …; blanks and ends of lines are one blank.
#
#     awk -f Scripts/error-index.awk FILE...
#
# A text is taken if it is a sentence or a part of one: three words or more, two of them of small letters alone, and no SQL.

FNR == 1 {
    flush()
    file = FILENAME
    depth = comment = 0
    code = ""
}
{ scan($0) }
END { flush() }

# Reads a line: texts, what is interpolated into them, and texts in that, each a level deeper.
function scan(line,  i, n, c) {
    if (depth > 0 && kind[depth] == "text" && multiline[depth]) sub(/^[ \t]+/, "", line)
    n = length(line)
    i = 1
    while (i <= n) {
        c = substr(line, i, 1)
        if (comment) {
            if (substr(line, i, 2) == "*/") comment--
            i += substr(line, i, 2) == "*/" ? 2 : 1
        } else if (depth > 0 && kind[depth] == "text") i += in_text(line, i, c)
        else if (substr(line, i, 2) == "//") break
        else i += in_code(line, i, c)
    }
    if (depth > 0 && kind[depth] == "text" && multiline[depth]) put(" ")
}

# Each of these reads what begins at `i`, and returns its length.

function in_text(line, i, c,  hashes, closing, escape, e) {
    hashes = marks[depth]
    closing = (multiline[depth] ? "\"\"\"" : "\"") hashes
    escape = "\\" hashes
    if (c == "\"" && substr(line, i, length(closing)) == closing) {
        end_text()
        return length(closing)
    }
    if (c != "\\" || substr(line, i, length(escape)) != escape) {
        put(c)
        return 1
    }
    e = substr(line, i + length(escape), 1)
    if (e == "(") {
        put("…")
        depth++
        kind[depth] = "code"
        parentheses[depth] = 1
    } else if (e == "n" || e == "t") put(" ")
    else put(e)
    return length(escape) + 1
}

function in_code(line, i, c,  rest) {
    if (substr(line, i, 2) == "/*") {
        comment++
        return 2
    }
    rest = substr(line, i)
    if (match(rest, /^#*"""/)) {
        begin_text(substr(rest, 1, RLENGTH - 3), 1)
        return RLENGTH
    }
    if (match(rest, /^#*"/)) {
        begin_text(substr(rest, 1, RLENGTH - 1), 0)
        return RLENGTH
    }
    if (depth > 0) {
        if (c == "(") parentheses[depth]++
        if (c == ")" && --parentheses[depth] == 0) depth--
        return 1
    }
    if (c == "+") joining = 1
    if (c ~ /[+ \t]/) return 1
    flush()
    if (match(rest, /^(FMError\(|code: |\()\.[a-z][A-Za-z]*/)) {
        code = substr(rest, 1, RLENGTH)
        sub(/.*\./, "", code)
    } else if (awaited && match(rest, /^\.[a-z][A-Za-z]*,/)) code = substr(rest, 2, RLENGTH - 2)
    else if (match(rest, /^\.misuse\(/)) code = "misuse"
    else if (match(rest, /^(func|let|var|case|guard|return|throw)[^A-Za-z]/)) code = ""
    # The code may stand in the next line.
    awaited = rest ~ /^(FMError)?\($/
    return match(rest, /^[A-Za-z_][A-Za-z_0-9]*/) ? RLENGTH : 1
}

function put(c) { text[depth] = text[depth] c }

function begin_text(hashes, is_multiline) {
    depth++
    kind[depth] = "text"
    text[depth] = ""
    marks[depth] = hashes
    multiline[depth] = is_multiline
}

# A text that follows another one by + is its continuation.
function end_text(  ended) {
    ended = text[depth]
    depth--
    if (depth > 0) {
        emit(ended, code)
        return
    }
    if (joining && pending != "") pending = pending ended
    else {
        flush()
        pending = ended
        pending_code = code
    }
    joining = 0
}

function flush() {
    if (pending != "") emit(pending, pending_code)
    pending = ""
    joining = 0
}

function emit(text_of_it, its_code) {
    gsub(/[ \t\n]+/, " ", text_of_it)
    gsub(/^ | $/, "", text_of_it)
    if (is_sentence(text_of_it)) print file "\t" its_code "\t" text_of_it
}

function is_sentence(t,  n, i, w, count, pure) {
    if (t ~ /^(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|REPLACE|SAVEPOINT|RELEASE|ROLLBACK|BEGIN|ORDER|WHERE|EXISTS|CASE|WHEN|FROM|--|\(SELECT) ?/ && t !~ / (can|cannot|is|are|needs?|has|have|must) /)
        return 0
    n = split(t, w, " ")
    for (i = 1; i <= n; i++) {
        if (w[i] ~ /^["(]?[a-z]+[)".,:;]*$/) {
            count++
            pure++
        } else if (w[i] ~ /…/) count++
    }
    return count >= 3 && pure >= 2
}
