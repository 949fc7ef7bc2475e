# Reports what comments of Swift files should not say: words with a plainer form, and in Sources sentences of more than 30 words.
#
#     awk -f Scripts/words.awk FILE...
#
# Code between backticks is one word; blocks of code and tables are not looked at.

BEGIN {
    barred = "(^|[^a-z])(tells? of|told of|shall|whoever|somebody|are to|has to have)([^a-z]|$)"
    barred_in_sources = "(^|[^a-z])(hears? of|says of|knows? of the|nobody|anybody|(small|capital) letters|row numbers? (is|are|of)|" \
        "(stands?|lies?) (behind|beside)|anew|as yet|former|comes? round)([^a-z]|$)"
}

FNR == 1 {
    end_sentence()
    in_text = fenced = code = 0
}

{
    line = $0
    was_in_text = in_text
    if (gsub(/"""/, "", line) % 2) in_text = !in_text
    # Comments beside code are sentences of their own, and so is what follows an empty line or begins a list.
    beside = line !~ /^[ \t]*\/\//
    if (was_in_text || in_text || !(beside ? comment_beside() : sub(/^[ \t]*\/\/\/? ?/, "", line))) {
        end_sentence()
        after_blank = code = 0
        next
    }
    if (line ~ /^ *```/) fenced = !fenced
    # A paragraph that begins with four blanks is code.
    code = line ~ /^    / && (code || after_blank) || fenced || line ~ /^ *```/
    after_blank = line ~ /^ *$/
    if (beside || code || line ~ /^ *($|[-|>#] ?|[0-9]+\. |MARK:|pure list:)/) end_sentence()
    if (!code && line !~ /^ *\|/) add(line)
    if (beside) end_sentence()
}

END {
    end_sentence()
    exit found > 0
}

function comment_beside() {
    gsub(/\\"/, "", line)
    gsub(/"[^"]*"/, "", line)
    return sub(/^.*[^:\/]\/\/+ /, "", line)
}

function add(text,    words, total, i) {
    gsub(/`+[^`]*`+/, "x", text)
    total = split(text, words, " ")
    for (i = 1; i <= total; i++) {
        if (sentence == "") {
            file = FILENAME
            start = FNR
        }
        sentence = sentence " " words[i]
        if (words[i] ~ /[A-Za-z0-9]/) count++
        if (words[i] ~ /[.!?][")'*\]]*$/ && words[i] !~ /^\(?(e\.g|i\.e|etc|cf|vs)\.$/) end_sentence()
    }
}

function end_sentence(    low) {
    low = tolower(sentence)
    if (match(low, barred) || file ~ /^Sources\// && match(low, barred_in_sources)) report("\"" plain(substr(low, RSTART, RLENGTH)) "\"")
    if (count > 30 && file ~ /^Sources\//) report("a sentence of " count " words")
    sentence = ""
    count = 0
}

function plain(text) {
    gsub(/^[^a-z]+|[^a-z]+$/, "", text)
    return text
}

function report(what) {
    printf "%s:%d: %s:%s\n", file, start, what, substr(sentence, 1, 100)
    found++
}
