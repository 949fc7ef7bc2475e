# Writes the asynchronous forms of the public verbs in files of FMDBModel: of each function that takes `file:` and throws.
#
#     awk -f Scripts/asynchronous.awk FILE...
#
# A form calls its verb on the connection that it is lent. A verb that has a closure over the columns, or passes everything to another
# verb, has its own body with `await`: so the closure is called before the wait, in the isolation of the caller.
# Files are in the formatter's form: a verb begins and ends in the fifth column.

/^(public struct|extension) / { header = $0 }
/^    (@|public func )/ && !reading && is_mirrored() { reading = 1; head = body = "" }

reading == 1 {
    head = head " " trimmed($0)
    if ($0 !~ /^    (.*[ \)])?\{$|^    .*-> [^{]*\{$/ || $0 ~ /\{ _ in/) next
    reading = 2
    next
}

reading == 2 && /^    \}$/ {
    reading = 0
    if (head ~ /public func / && head ~ /file: StaticString/ && head ~ / throws/) write()
    next
}
reading == 2 { body = body trimmed($0) "\n" }

END { print "}" }

function is_mirrored() { return header ~ /^extension FMDatabaseAccess \{|FMStored(Array|Dictionary)/ && header !~ /Access == / }

function trimmed(text) { sub(/^ +/, "", text); return text }

# The extension of the asynchronous form; its conditions are those of the verb's.
function begin(    extension, condition) {
    extension = "FMDatabaseAsyncAccess"
    if (match(header, /FMStored(Array|Dictionary)/)) {
        extension = substr(header, RSTART, RLENGTH) " where "
        condition = match(header, / where .* \{/) ? substr(header, RSTART + 7, RLENGTH - 9) ", " : ""
        extension = extension condition "Access: FMDatabaseAsyncAccess"
    }
    if (extension != opened) print (opened ? "}\n\n" : "") "extension " extension " {"
    else print ""
    opened = extension
}

# Divides a list at its outer commas.
function divide(text, parts,    i, c, depth, count, part) {
    count = 0
    part = ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c ~ /[(\[{<]/) depth++
        if (c ~ /[)\]}]/ || c == ">" && substr(text, i - 1, 1) != "-") depth--
        if (c == "," && !depth) { parts[++count] = trimmed(part); part = "" } else part = part c
    }
    if (part ~ /[^ ]/) parts[++count] = trimmed(part)
    return count
}

# Where the bracket at a place is closed.
function closing(text, start,    i, c, depth) {
    for (i = start; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c ~ /[(<]/) depth++
        if (c == ")" || c == ">" && substr(text, i - 1, 1) != "-") depth--
        if (!depth) return i
    }
    return 0
}

function write(    text, list, i, call) {
    read_declaration()
    begin()
    print "/// Asynchronous form of `" verb (labels ? "(" labels ")" : "()") "`."
    if (attributes ~ /[^ ]/) print attributes
    text = "    public func " verb (generics ? "<" sendable() ">" : "") "("
    for (i = 1; i <= count; i++) {
        if (isIsolated && parameters[i] ~ /^file:/) list = list "isolation: isolated (any Actor)? = #isolation, "
        list = list parameters[i] (i < count ? ", " : "")
    }
    result = ") async throws" (result ? " " result : "") " {"
    print text (length(text list result) > 120 ? "\n" list "\n" : list) result
    if (isIsolated || !match(body, /(reading|writing|change|accessing)\([^{}]*file, line\) \{/)) printf "%s", waiting(body)
    else {
        call = substr(body, RSTART, RLENGTH - 2)
        sub(/^change/, "writing", call)
        if (filled) sub(/line\)$/, "line, filling: \\&" filled ")", call)
        printf "%s%stry await %s { try $0.%s(%s) }\n", prelude, prelude && result ~ /->/ ? "return " : "", call, verb, arguments
    }
    print "}"
}

# Takes `head` apart: attributes, verb, generics, parameters, result.
function read_declaration(    start, stop, rest, i) {
    sub(/ @inlinable/, "", head)
    match(head, /public func [A-Za-z]+/)
    verb = substr(head, RSTART + 12, RLENGTH - 12)
    attributes = substr(head, 2, RSTART - 2)
    start = RSTART + RLENGTH
    generics = ""
    if (substr(head, start, 1) == "<") {
        stop = closing(head, start)
        generics = substr(head, start + 1, stop - start - 1)
        start = stop + 1
    }
    stop = closing(head, start)
    count = divide(substr(head, start + 1, stop - start - 1), parameters)
    rest = substr(head, stop + 1)
    result = match(rest, /-> .*\{$/) ? substr(rest, RSTART, RLENGTH - 2) : ""
    sub(/Term\.Value: FMValueConvertible/, "& \\& Sendable", result)
    labels = arguments = bodies = filled = prelude = ""
    isIsolated = 0
    for (i = 1; i <= count; i++) if (parameters[i] !~ /^(file|line):/) parameters[i] = read_parameter(parameters[i])
}

# Notes what a parameter is passed on as. What is not `Sendable` is converted before: `prelude`.
function read_parameter(parameter,    label, name, type) {
    match(parameter, /^[^:]*:/)
    name = label = substr(parameter, 1, RLENGTH - 1)
    type = trimmed(substr(parameter, RLENGTH + 1))
    sub(/ .*/, "", label)
    sub(/.* /, "", name)
    labels = labels label ":"
    arguments = arguments (arguments ? ", " : "") (label == "_" ? "" : label ": ") (type ~ /^inout / ? "&$1" : name)
    if (type ~ /^inout /) filled = name
    if (type ~ /^any FMValueConvertible/) prelude = "let " name " = try Model.fmTable.keyValue(" name ")\n"
    if (type ~ /^\[any FMValueConvertible/) prelude = "let " name " = try " name ".map { try Model.fmTable.keyValue($0) }\n"
    if (type ~ /^\[PartialKeyPath/) prelude = "let " name " = try Model.fmTable.names(of: " name ")\n"
    if (type ~ /^some (Sequence|Collection)</) prelude = "let " name " = Array(" name ")\n"
    if (type ~ /^\(*Model\.Columns/) isIsolated = 1
    else if (type ~ /^\(.*->/) {
        bodies = bodies type
        return substr(parameter, 1, length(parameter) - length(type)) "@escaping @Sendable " type
    }
    return parameter
}

# The type parameters whose values go to another thread and back: of models, of results and of what bodies are given.
function sendable(    parts, size, i, name, text) {
    size = divide(generics, parts)
    for (i = 1; i <= size; i++) {
        name = parts[i]
        sub(/:.*/, "", name)
        if (parts[i] !~ /Sendable/ && name != "Term" && (name == "Model" || (result bodies) ~ "(^|[^A-Za-z.])" name "([^A-Za-z]|$)"))
            parts[i] = parts[i] (parts[i] ~ /:/ ? " & " : ": ") "Sendable"
        text = text (i > 1 ? ", " : "") parts[i]
    }
    return text
}

# Puts `await` behind the `try` of the call that is given the place of the caller.
function waiting(body,    before, i) {
    if (!match(body, /file, line|file: file/)) return body
    before = substr(body, 1, RSTART)
    for (i = length(before); i > 0 && substr(before, i, 4) != "try "; i--) {}
    return substr(body, 1, i + 3) "await " substr(body, i + 4)
}
