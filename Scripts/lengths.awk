# Reports Swift files and functions that are too long, in lines of code: blank lines and lines of comment do not count.
#
#     awk -f Scripts/lengths.awk -v file_limit=350 -v function_limit=40 FILE...
#
# Of a function, or a computed property, the body counts, without the braces around it. It ends with the closing brace in
# the declaration's column: the formatter has seen to that. A list that would gain nothing by being cut has the line
#     // pure list: exempt from the length limits
# and is exempt; so is a file that `fmdb-check generate` has written.

FNR == 1 {
    report_file()
    file = FILENAME
    code = depth = exempt = in_text = 0
}

/^[ \t]*\/\/ pure list: exempt from the length limits$/ { exempt = 1 }
FNR == 1 && /^\/\/ Written by `fmdb-check generate`/ { exempt = 1 }
!in_text && /^[ \t]*(\/\/.*)?$/ { next }

{
    code++
    was_in_text = in_text
    line = $0
    # An odd number of """ opens or closes a text of several lines, whose content is not looked at.
    if (gsub(/"""/, "", line) % 2) in_text = !in_text
    if (was_in_text) next
    gsub(/"[^"]*"/, "", line)
    sub(/\/\/.*/, "", line)
    match($0, /^[ \t]*/)
    close_functions(RLENGTH)
    if (is_function(line) && line !~ /\}[ \t]*$/) open_function(RLENGTH)
}

END {
    report_file()
    exit found > 0
}

function is_function(line) {
    return line ~ /(^|[ \t)])(func [^ ]|init[?!]?[(<]|deinit|subscript[(<]|var [^=]*\{[ \t]*$)/
}

function open_function(column) {
    depth++
    name[depth] = line
    sub(/^(.*[ \t)])?func /, "func ", name[depth])
    sub(/^[ \t]*/, "", name[depth])
    sub(/ *[({:].*/, "", name[depth])
    start[depth] = FNR
    code_before[depth] = code
    indent[depth] = column
}

# A requirement of a protocol has no body: it ends without a brace of its own.
function close_functions(column) {
    while (depth > 0 && column <= indent[depth]) {
        if (column == indent[depth] && line ~ /^[ \t]*(\)|\{|where |->|throws|async)/) {
            code_before[depth] = code
            return
        }
        if (column == indent[depth] && line ~ /^[ \t]*\}/) report_function(code - 1 - code_before[depth])
        depth--
    }
}

function report_function(lines) {
    if (exempt || lines <= function_limit) return
    printf "%s:%d: '%s' has %d lines of code, the limit is %d\n", file, start[depth], name[depth], lines, function_limit
    found++
}

function report_file() {
    if (file == "" || exempt || code <= file_limit) return
    printf "%s: %d lines of code, the limit is %d\n", file, code, file_limit
    found++
}
