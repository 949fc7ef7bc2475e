# For Scripts/rooms: reads Scripts/rooms.txt, then Swift files, and compares.
#
# A type counts where it is declared. A nested one counts where it is written with the name of the outer one before it
# (`Outer.Inner`), so that two of the same name are not taken for each other. What is private to a file, or declared
# within a function, is nobody else's. Calls of a type's methods are not seen.

BEGIN { problems = 0 }

FNR == 1 {
    reads_list = FILENAME ~ /rooms\.txt$/
    if (!reads_list) begin_file()
}

reads_list { read_list(); next }
{ read_code($0) }

# MARK: The list

# [Module]                         what follows belongs to this folder of a group of Sources
# Room: Room Room                  the rooms whose types it may name
# Room/Inner: Room                 a folder within a folder that is a room of its own
#     File.swift Begin*.swift      files beside the folders that belong to the room
# except Room -> Room: Type Type   what is allowed nevertheless; the comment above says why
function read_list(    text, parts, total, i) {
    text = $0
    sub(/#.*/, "", text)
    if (text ~ /^[ \t]*$/) return
    if (text ~ /^\[.*\]/) {
        gsub(/[][ ]/, "", text)
        module = text
        modules[++module_count] = module
    } else if (text ~ /^except /) read_exception(text)
    else if (text ~ /^[ \t]/) {
        total = split(text, parts, " ")
        for (i = 1; i <= total; i++) add_files(module "/" parts[i], rooms[room_count])
    } else if (text ~ /^[A-Za-z\/]+:/) {
        total = split(text, parts, /[: ]+/)
        rooms[++room_count] = module "/" parts[1]
        is_room[rooms[room_count]] = FNR
        for (i = 2; i <= total; i++) if (parts[i] != "") allow(rooms[room_count], full_name(parts[i]))
    } else problem("Scripts/rooms.txt:" FNR ": cannot be read: " $0)
}

# The first part may be another module or a folder of this one.
function full_name(name,    first) {
    first = name
    sub(/\/.*/, "", first)
    return first != name && listed(first) ? name : module "/" name
}

# A room that stands above; or `Module/*` and `Folder/*`, all those that stand above in that module or folder.
function allow(room, other,    i, prefix) {
    if (other ~ /\/\*$/) {
        prefix = substr(other, 1, length(other) - 1)
        for (i = 1; i < room_count; i++) if (index(rooms[i], prefix) == 1) allowed[room, rooms[i]] = 1
        return
    }
    if (!(other in is_room)) problem("Scripts/rooms.txt:" FNR ": " other " does not stand above " room ", so this may be a circle")
    allowed[room, other] = 1
}

function read_exception(text,    sides, ends, names, total, i) {
    sub(/^except /, "", text)
    split(text, sides, /: */)
    split(sides[1], ends, / *-> */)
    total = split(sides[2], names, " ")
    for (i = 1; i <= total; i++) exception[full_name(ends[1]), full_name(ends[2]), names[i]] = FNR
}

function add_files(pattern, room) {
    gsub(/\./, "[.]", pattern)
    gsub(/\+/, "[+]", pattern)
    gsub(/\*/, "[^/]*", pattern)
    file_patterns[++pattern_count] = "^Sources/[^/]*/" pattern "$"
    pattern_room[pattern_count] = room
}

# MARK: Code

function begin_file(    parts, total, i) {
    file = FILENAME
    depth = 0
    pending = ""
    quoted = commented = 0
    total = split(file, parts, "/")
    module = parts[3]
    room = ""
    if (total > 4) room = room_of_folders(parts, total)
    else
        for (i = 1; i <= pattern_count; i++) if (file ~ file_patterns[i]) room = pattern_room[i]
    if (!(room in is_room)) {
        if (listed(module)) problem(file ": Scripts/rooms.txt gives it no room")
        room = ""
        return
    }
    room_of[file] = room
    files_in[room]++
    file_order[++file_count] = file
}

# The innermost folder that is a room.
function room_of_folders(parts, total,    i, path, innermost) {
    path = module
    for (i = 4; i < total; i++) {
        path = path "/" parts[i]
        if (i == 4 || path in is_room) innermost = path
    }
    return innermost
}

function listed(name,    i) {
    for (i = 1; i <= module_count; i++) if (modules[i] == name) return 1
    return 0
}

function read_code(line) {
    if (room == "") return
    line = without_text(line)
    if (line !~ /[A-Z{}]/) return
    note_names(line)
    note_declarations(line)
}

# The line without comments and without what stands between quotes.
function without_text(line,    at) {
    if (quoted) {
        if (!(at = index(line, "\"\"\""))) return ""
        quoted = 0
        line = substr(line, at + 3)
    }
    if (commented) {
        if (!(at = index(line, "*/"))) return ""
        commented = 0
        line = substr(line, at + 2)
    }
    if (line !~ /["\/]/) return line
    if (line ~ /^[ \t]*\/\//) return ""
    if ((at = index(line, "\"\"\"")) && line !~ /^[^"]*\/\//) {
        quoted = index(substr(line, at + 3), "\"\"\"") == 0
        if (quoted) line = substr(line, 1, at - 1)
        else gsub(/"""[^"]*"""/, " ", line)
    }
    # From the inside out: within an interpolation there may be other texts.
    while (gsub(/\\\([^()"]*\)/, "", line)) ;
    gsub(/\\\\/, "", line)
    gsub(/\\"/, "", line)
    gsub(/"[^"]*"/, " ", line)
    sub(/\/\/.*/, "", line)
    # The formatter refuses comments of this kind within a line.
    if ((at = index(line, "/*"))) {
        commented = !index(substr(line, at + 2), "*/")
        line = substr(line, 1, at - 1)
    }
    return line
}

# Keeps the first line of the file for each name with dots that it has.
function note_names(line,    words, total, i, name) {
    gsub(/`/, "", line)
    gsub(/\.\.+/, " ", line)
    gsub(/[^A-Za-z0-9_.]+/, " ", line)
    total = split(line, words, " ")
    for (i = 1; i <= total; i++) {
        name = words[i]
        if (name !~ /^[A-Z]/) continue
        if ((file, name) in first_line) continue
        first_line[file, name] = FNR
        names[file, ++name_count[file]] = name
    }
}

# Goes through the line from brace to brace, to know what each declaration is nested in.
function note_declarations(line,    at) {
    while ((at = match(line, /[{}]/))) {
        declare(substr(line, 1, at - 1))
        if (substr(line, at, 1) == "{") {
            frame[++depth] = pending
            pending = ""
        } else if (depth > 0) depth--
        line = substr(line, at + 1)
    }
    declare(line)
}

function declare(part,    kind, name, path, i) {
    if (!match(part, /(^|[ \t(])(class|struct|enum|protocol|actor|typealias|extension)[ \t]+[A-Z_][A-Za-z0-9_.]*/)) return
    name = substr(part, RSTART, RLENGTH)
    sub(/^[ \t(]/, "", name)
    kind = name
    sub(/[ \t].*/, "", kind)
    sub(/^[^ \t]+[ \t]+/, "", name)
    if (kind == "extension") {
        pending = name
        return
    }
    path = ""
    for (i = 1; i <= depth; i++) {
        # Within a function it is nobody else's.
        if (frame[i] == "") { if (kind != "typealias") pending = name; return }
        path = path frame[i] "."
    }
    path = path name
    if (kind != "typealias") pending = name
    if (path == name && part ~ /(^|[ \t])(private|fileprivate)[ \t]/) hidden[file, name] = 1
    else if (!((module, path) in home)) home[module, path] = room
    declared_here[file, name] = 1
}

# MARK: Comparison

END {
    for (i = 1; i <= file_count; i++) compare(file_order[i])
    for (key in exception)
        if (!(key in needed)) {
            split(key, parts, SUBSEP)
            problem("Scripts/rooms.txt:" exception[key] ": " parts[1] " does not name " parts[3] " of " parts[2] " any more")
        }
    if (show != "nothing") report()
    for (i = 1; i <= problems; i++) print problem_text[i]
    exit problems > 0
}

function compare(file,    i) {
    module = file
    sub(/^Sources\/[^\/]*\//, "", module)
    sub(/\/.*/, "", module)
    for (i = 1; i <= name_count[file]; i++) compare_name(file, names[file, i])
}

function compare_name(file, name,    parts, total, i, path, there) {
    total = split(name, parts, ".")
    # `Module.Type`.
    i = listed(parts[1]) ? 2 : 1
    if (i > total) return
    path = parts[i]
    # What the file declares itself, nested or hidden, is meant.
    if ((file, path) in hidden || ((file, path) in declared_here && found(path) != room_of[file])) return
    for (; i <= total; i++) {
        if (i > 1 && path != parts[i]) path = path "." parts[i]
        if ((there = found(path)) == "") return
        arrow(file, there, path, first_line[file, name])
    }
}

# The room of a type. Another module's type is not meant where this module has one of the name.
function found(path,    i) {
    if ((module, path) in home) return home[module, path]
    for (i = 1; i <= module_count && modules[i] != module; i++)
        if ((modules[i], path) in home) return home[modules[i], path]
    return ""
}

function arrow(file, there, type, line,    here) {
    here = room_of[file]
    if (here == there || (file, there, type) in counted) return
    counted[file, there, type] = 1
    if (!((here, there, type) in arrow_types)) {
        arrow_types[here, there, type] = 1
        arrow_count[here, there]++
        arrow_names[here, there] = arrow_names[here, there] " " type
    }
    if ((here, there) in allowed) return
    if ((here, there, type) in exception) { needed[here, there, type] = 1; return }
    problem(file ":" line ": " here " may not name " type " of " there)
}

function problem(text) { problem_text[++problems] = text }

function report(    i, j, line, circles) {
    for (i = 1; i <= room_count; i++) {
        line = sprintf("%-24s %3d files ", rooms[i], files_in[rooms[i]])
        if (show == "names") print line
        else line = line " ->"
        for (j = 1; j <= room_count; j++) {
            if (!((rooms[i], rooms[j]) in arrow_count)) continue
            if (show == "names") print "    -> " rooms[j] ":" arrow_names[rooms[i], rooms[j]]
            else line = line " " short_name(rooms[j], rooms[i]) " (" arrow_count[rooms[i], rooms[j]] ")"
        }
        if (show != "names") print line
    }
    print rooms_in_circles() " rooms in circles"
}

function short_name(other, mine,    prefix) {
    prefix = mine
    sub(/\/.*/, "/", prefix)
    return index(other, prefix) == 1 ? substr(other, length(prefix) + 1) : other
}

# A room is in a circle when arrows lead from it back to it.
function rooms_in_circles(    i, j, k, reach, number) {
    for (i = 1; i <= room_count; i++)
        for (j = 1; j <= room_count; j++) reach[i, j] = (rooms[i], rooms[j]) in arrow_count
    for (k = 1; k <= room_count; k++)
        for (i = 1; i <= room_count; i++)
            if (reach[i, k]) for (j = 1; j <= room_count; j++) if (reach[k, j]) reach[i, j] = 1
    for (i = 1; i <= room_count; i++) if (reach[i, i]) number++
    return number + 0
}
