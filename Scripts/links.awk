# Checks the links of Markdown files and of the comments of Swift files; standard input is the list of the package's files:
#
#     git ls-files | awk -f Scripts/links.awk
#
# Prints a line for each link that leads nowhere, then the counts; exits with 1 if there is such a line.
#
# - Relative links: the file or folder is there; behind a `#` a heading of the file, as GitHub writes it.
# - `<doc:Article>` and `<doc:Article#Heading>`: the article is in the same documentation, and has the heading. Those of symbols are left
#   to DocC, which `Scripts/documentation` runs.
# - Addresses: https, a host, no blank. Whether they answer is not asked.

BEGIN {
    while ((getline path < "-") > 0) {
        if (path ~ /\.md$/ || path ~ /^Sources\/.*\.swift$/) ARGV[ARGC++] = path
        do known[path] = 1
        while (sub(/\/[^\/]*$/, "", path))
    }
}

FNR == 1 { file = FILENAME; fenced = 0 }

/^[ \t]*```/ { fenced = !fenced; next }
fenced { next }
file ~ /\.swift$/ && !/^[ \t]*\/\// { next }
file ~ /\.md$/ && /^#+ / { heading() }
{ find($0) }

END {
    for (i = 1; i <= count; i++) check(from[i], at[i], target[i])
    printf "links: %d to files, %d to headings, %d to articles, %d addresses; %d wrong\n", \
        files, headings, articles, addresses, wrong
    exit wrong > 0
}

function heading(  text) {
    text = $0
    sub(/^#+ +/, "", text)
    gsub(/`/, "", text)
    has[file "#" slug(text)] = 1
    gsub(/[^A-Za-z0-9\200-\377_. -]/, "", text)
    gsub(/[ .]+/, "-", text)
    has[file "#" text] = 1
}

# As GitHub makes it of a heading.
function slug(text) {
    text = tolower(text)
    gsub(/[^a-z0-9\200-\377_ -]/, "", text)
    gsub(/ /, "-", text)
    return text
}

function find(text,  start) {
    # What stands between backticks is code.
    gsub(/``[^`]*``/, "", text)
    gsub(/`[^`]*`/, "", text)
    while (match(text, /\]\([^)]*\)|<doc:[^>]*>|https?:\/\/[^ )>"]*/)) {
        add(substr(text, RSTART, RLENGTH))
        start = RSTART + RLENGTH
        text = substr(text, start)
    }
}

function add(text) {
    if (text ~ /^\]\(/) text = substr(text, 3, length(text) - 3)
    if (text ~ /^doc:/) text = "<" text ">"
    # The end of a sentence is no part of an address.
    if (text ~ /^https?:/) sub(/[.,;:]+$/, "", text)
    count++
    from[count] = file
    at[count] = FNR
    target[count] = text
}

function check(file, line, text) {
    if (text ~ /^<doc:/) article(file, line, text)
    else if (text ~ /^https?:/) address(file, line, text)
    else relative(file, line, text)
}

function fail(file, line, text, reason) {
    printf "%s:%d: %s: %s\n", file, line, text, reason
    wrong++
}

function article(file, line, text,  name, anchor, path, parts) {
    articles++
    name = substr(text, 6, length(text) - 6)
    anchor = ""
    if (index(name, "#")) {
        anchor = substr(name, index(name, "#") + 1)
        name = substr(name, 1, index(name, "#") - 1)
    }
    # That of a symbol, or of another module.
    if (index(name, "/") || (name ~ /^FM/ && !index(name, "."))) return
    path = file
    # A comment of a source: the documentation of its module.
    if (file ~ /\.swift$/) {
        split(path, parts, "/")
        path = "Sources/" parts[2] "/" parts[3] "/" parts[3] ".docc/x"
    }
    sub(/\.docc\/.*/, ".docc/", path)
    if ((path name ".tutorial") in known) return
    path = path name ".md"
    if (!(path in known)) fail(file, line, text, "there is no article " path)
    else if (anchor != "" && !((path "#" anchor) in has)) fail(file, line, text, "the article has no such heading")
}

function address(file, line, text) {
    addresses++
    if (text !~ /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$|#)/ && text !~ /^http:\/\/127\.0\.0\.1/)
        fail(file, line, text, "is no address by https")
    # Each page of the manual that is meant has a name.
    else if (text ~ /^https:\/\/(www\.)?sqlite\.org\// && text !~ /\.html(#[A-Za-z0-9_.-]+)?$/ && text !~ /^https:\/\/sqlite\.org\/(src|forum)\//)
        fail(file, line, text, "is no page of SQLite's manual")
}

function relative(file, line, text,  path, anchor) {
    anchor = ""
    if (index(text, "#")) {
        anchor = substr(text, index(text, "#") + 1)
        text = substr(text, 1, index(text, "#") - 1)
    }
    path = text == "" ? file : joined(file, text)
    files++
    sub(/\/$/, "", path)
    # DocC finds pictures by their names.
    if (file ~ /\.docc\// && text !~ /[.\/]/ && (joined(file, "Resources/" text ".svg") in known)) return
    if (!(path in known)) fail(file, line, text, "there is no file " path)
    else if (anchor != "") {
        headings++
        if (!((path "#" anchor) in has)) fail(file, line, text "#" anchor, "the file has no such heading")
    }
}

# The path of a file that another one names.
function joined(file, text,  folder) {
    folder = file
    if (!sub(/\/[^\/]*$/, "", folder)) folder = ""
    while (text ~ /^\.\.?\//) {
        if (text ~ /^\.\.\//) if (!sub(/\/[^\/]*$/, "", folder)) folder = ""
        sub(/^\.\.?\//, "", text)
    }
    return folder == "" ? text : folder "/" text
}
