# Reads symbol graphs of a module, as Scripts/symbol-graphs leaves them, and prints its public interface, a line for each declaration: "FMBlob: func close()".
# A type's line ends with what it conforms to. A line of a protocol "requires" what conforming types must have. What a declaration needs beside its own
# text, such as an extension's conditions, stands in brackets.
#
# The text of a graph is pretty-printed: the depth of a line tells what it belongs to.

function value(line) {
    sub(/^ *("[A-Za-z]+": )?"/, "", line)
    sub(/",?$/, "", line)
    gsub(/\\"/, "\"", line)
    gsub(/\\\\/, "\\", line)
    return line
}

# The parts of a condition come in the order kind, lhs, rhs. What a `some` must be stands in the declaration itself.
function condition(line) {
    if (line ~ /^ *"kind": /) relation = value(line) == "sameType" ? " == " : ": "
    else if (line ~ /^ *"lhs": /) left = value(line)
    else if (line ~ /^ *"rhs": /) return left ~ /^\(?some / ? "" : left relation value(line)
    return ""
}

function begin() { precise = path = parent = text = level = conditions = kind = source = target = fallback = ""; isDeprecated = 0 }

function add(list, item) { return item == "" || index(", " list ", ", ", " item ", ") ? list : list (list == "" ? "" : ", ") item }

function keep_symbol() {
    if (precise ~ /::SYNTHESIZED::/) return
    count++
    ids[count] = precise; paths[count] = path; parents[count] = parent; kinds[count] = kind; conditionsOf[count] = conditions
    texts[count] = (isDeprecated ? "deprecated " : "") (level == "open" ? "open " : "") text
    if (kind != "swift.extension") {
        pathOf[precise] = path
        conditionsOfPath[path] = add(conditionsOfPath[path], conditions)
    }
}

# What the compiler adds by itself is left out: it changes with the compiler.
function keep_relation(    name) {
    if (kind == "requirementOf") isRequired[source] = 1
    if (kind != "conformsTo" && kind != "inheritsFrom") return
    name = fallback == "" ? target : fallback
    sub(/^[A-Za-z]+\./, "", name)
    if (name ~ /^(SendableMetatype|Copyable|Escapable|BitwiseCopyable)$/) return
    edges++
    edgeOf[edges] = source; edgeTo[edges] = target; edgeName[edges] = name (conditions == "" ? "" : " where " conditions)
}

FNR == 1 { section = "" }
/^  "(symbols|relationships)": \[/ { section = /symbols/ ? "symbols" : "relationships"; next }
section == "" { next }
/^    \{/ { begin(); next }
/^    \}/ { if (section == "symbols") keep_symbol(); else keep_relation(); next }
/^      "[A-Za-z]+":/ { match($0, /"[A-Za-z]+"/); key = substr($0, RSTART + 1, RLENGTH - 2) }

section == "relationships" {
    if (key == "kind") kind = value($0)
    else if (key == "source") source = value($0)
    else if (key == "target") target = value($0)
    else if (key == "targetFallback") fallback = value($0)
    else if (key == "swiftConstraints") conditions = add(conditions, condition($0))
    next
}

key == "accessLevel" { level = value($0) }
key == "kind" && /^        "identifier":/ { kind = value($0) }
key == "identifier" && /^        "precise":/ { precise = value($0) }
key == "pathComponents" && /^        "/ { parent = path; path = path (path == "" ? "" : ".") value($0) }
key == "declarationFragments" && /^          "spelling":/ { text = text value($0) }
key == "availability" && /"isUnconditionallyDeprecated": true/ { isDeprecated = 1 }
(key == "swiftExtension" || key == "swiftGenerics") { conditions = add(conditions, condition($0)) }

# What the declaration does not say, nor that of its type.
function unsaid(i,    list, n, parts, left, known, said) {
    n = split(conditionsOf[i], parts, ", ")
    known = ", " conditionsOfPath[parents[i]] ", "
    list = ""
    for (left = 1; left <= n; left++) {
        said = parts[left]
        sub(/: /, " : ", said)
        if (parts[left] ~ /^Self: / || index(texts[i], said) || (parents[i] in conditionsOfPath && index(known, ", " parts[left] ", "))) continue
        list = add(list, parts[left])
    }
    return list == "" ? "" : " [" list "]"
}

function sorted(list,    parts, n, i, j, swap) {
    n = split(list, parts, "\t")
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && parts[j] < parts[j - 1]; j--) { swap = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = swap }
    list = ""
    for (i = 1; i <= n; i++) list = add(list, parts[i])
    return list
}

END {
    for (i = 1; i <= edges; i++) {
        if (edgeTo[i] in pathOf) {
            name = edgeName[i]
            sub(/^[^ ]*/, pathOf[edgeTo[i]], name)
        } else name = edgeName[i]
        conformances[edgeOf[i]] = conformances[edgeOf[i]] (conformances[edgeOf[i]] == "" ? "" : "\t") name
    }
    for (i = 1; i <= count; i++) {
        conforms = sorted(conformances[ids[i]])
        # The members of an extension have lines of their own.
        if (kinds[i] == "swift.extension" && conforms == "") continue
        print parents[i] (ids[i] in isRequired ? " requires " : parents[i] == "" ? "" : ": ") texts[i] (conforms == "" ? "" : ": " conforms) unsaid(i)
    }
}
