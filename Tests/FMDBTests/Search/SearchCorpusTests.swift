import FMDB
import FMDBTestHelpers
import Testing

/// Books of many languages are found by their words and parts: compared with a look at each line.
@Suite(.enabled(if: SQLiteVersion.hasFTS5 && !SearchCorpus.shipped.isEmpty)) struct SearchCorpusTests {
    @Test(arguments: SearchCorpus.all) func partsOfALineAreFoundInEachLineThatHasThem(corpus: SearchCorpus) throws {
        var random = SeededNumbers(11)
        let numbers = corpus.sample(with: [], &random)
        let db = try corpus.table(numbers)
        let scan = CorpusScan(corpus, numbers)
        var queries = CorpusQueries(corpus, numbers, random)
        var foundRows = 0
        for _ in 0..<SearchCorpus.queryCount {
            let query = try queries.next()
            let found = try db.rows(
                "SELECT rowid FROM line_search WHERE line_search MATCH \(query.pattern) ORDER BY rowid", as: Int.self)
            let expected = scan.rows(query)
            #expect(found == expected, "\(query)")
            foundRows += found.count
            guard let text = query.substring else { continue }
            let scanned = try db.rows(
                "SELECT id FROM line WHERE body LIKE '%' || \(text) || '%' ORDER BY id", as: Int.self)
            #expect(found == scanned, "\(text)")
        }
        #expect(foundRows > SearchCorpus.queryCount)
    }

    @Test(arguments: TypedQuery.all.keys.sorted()) func whatAPersonTypesFindsTheseLines(language: String) throws {
        let corpus = try #require(SearchCorpus.shipped.first { $0.name == language })
        let queries = try #require(TypedQuery.all[language])
        var random = SeededNumbers(12)
        let numbers = corpus.sample(with: queries.flatMap(\.lines), &random)
        let db = try corpus.table(numbers)
        for query in queries {
            let pattern = try FMSearchPattern(typed: query.typed)
            let found = try db.rows(
                "SELECT rowid FROM line_search WHERE line_search MATCH \(pattern) ORDER BY rowid", as: Int.self)
            #expect(found == query.lines, "\(query.typed)")
        }
    }

    @Test func everyLanguageThatIsShippedIsAskedFor() {
        #expect(SearchCorpus.shipped.map(\.name) == TypedQuery.all.keys.sorted())
    }

    @Test func porterFindsTheFormsOfAnEnglishWord() throws {
        let corpus = try #require(SearchCorpus.shipped.first { $0.name == "English" })
        let forms = try FMSearchPattern(typed: "servants")
        var random = SeededNumbers(13)
        let db = try corpus.table(corpus.sample(with: [], &random))
        try db.createSearchTable(FMSearchTable("forms", of: "line", columns: "body", tokenizer: .porter()))
        let found = try db.rows("SELECT rowid FROM forms WHERE forms MATCH \(forms) ORDER BY rowid", as: Int.self)
        let either: FMSearchPattern = .any("servant servants")
        let expected = try db.rows(
            "SELECT rowid FROM line_search WHERE line_search MATCH \(either) ORDER BY rowid", as: Int.self)
        #expect(found == expected && found.count > 5)
    }
}

/// What a person types, and all lines of the book, by their numbers, that have it.
struct TypedQuery: Sendable {
    let typed: String
    let lines: [Int]

    init(_ typed: String, _ lines: Int...) { (self.typed, self.lines) = (typed, lines) }

    static let all: [String: [TypedQuery]] = [
        "Arabic": [
            TypedQuery("بابل", 2284, 2291), TypedQuery("\"انهار بابل\"", 2284), TypedQuery("راعي", 297, 1260),
            TypedQuery("ارز لبنان", 374, 1648), TypedQuery("بالزوفا", 759),
        ],
        "Chinese": [
            TypedQuery("床前明月光", 9409), TypedQuery("明月 故乡", 9410), TypedQuery("春眠", 9463),
            TypedQuery("黄河", 8834, 8838, 9415, 9498, 9597), TypedQuery("黄河 -白日", 8834, 8838, 9498, 9597),
            TypedQuery("红豆", 692, 9453), TypedQuery("太初有道，道与神同在", 7122), TypedQuery("耶稣哭了", 7635),
            TypedQuery("我的牧者", 1827), TypedQuery("骆驼 针", 5543, 6790), TypedQuery("知识的开端", 3994),
            TypedQuery("彩虹"),
        ],
        "English": [
            TypedQuery("rainbow", 219, 220, 222), TypedQuery("men fishers", 4993), TypedQuery("LILIES field", 5075),
            TypedQuery("\"valley of the shadow\"", 1833), TypedQuery("\"shadow of the valley\""),
            TypedQuery("\"Jesus wept\"", 7644), TypedQuery("camel needle", 5551, 6799),
            TypedQuery("tunic colors", 1087, 1107, 1116), TypedQuery("tunic colors NOT father", 1087, 1107),
            TypedQuery("camel saddle OR needle", 908, 5551, 6799),
        ],
        "Finnish": [
            TypedQuery("kankahilta kalevalan", 36), TypedQuery("mieleni minun", 1, 4505, 4552),
            TypedQuery("vainamoinen synty*", 107), TypedQuery("kirjokansi", 3949, 3969, 4037),
        ],
        "French": [
            TypedQuery("hysope", 759), TypedQuery("cedres", 374, 1269, 1648, 2441),
            TypedQuery("berger", 297, 369, 1260),
            TypedQuery("\"fleuves de babylone\"", 2284), TypedQuery("bergeries", 738, 1244),
            TypedQuery("egypte babylone", 1366), TypedQuery("l’eternel berger", 297),
        ],
        "German": [
            TypedQuery("aberglaube poesie", 544, 973), TypedQuery("frosche", 897), TypedQuery("FRÖSCHE", 897),
            TypedQuery("\"Maß unseres eigenen\"", 148), TypedQuery("massstab", 148, 1018, 2279),
            TypedQuery("schmetterling", 1793), TypedQuery("wald heere", 2847), TypedQuery("muttersprache", 2290),
        ],
        "Japanese": [
            TypedQuery("元始", 1, 4208, 5519, 5523), TypedQuery("ラザロ 墓", 7614, 7671), TypedQuery("イエス涙", 7632),
            TypedQuery("ﾅｻﾞﾚ 預言者", 4945, 5590, 7084, 7163), TypedQuery("我が牧者", 1830), TypedQuery("駱駝 針", 5539, 6787),
            TypedQuery("百合 -ダビデ", 2192, 2787, 5063, 6560), TypedQuery("知識の本", 3990), TypedQuery("太初に言", 7119),
            TypedQuery("虹", 219, 220, 222),
        ],
        "Korean": [
            TypedQuery("민주공화국", 4), TypedQuery("한반도", 8), TypedQuery("국군", 11, 140, 174, 175),
            TypedQuery("\"모든 국민은 법 앞에 평등\"", 23), TypedQuery("3·1운동", 2), TypedQuery("언론 출판", 44, 45, 47, 184),
            TypedQuery("경자유전", 313), TypedQuery("재촌·자경", 357, 532, 546),
            TypedQuery("헌법재판소 위헌", 288, 367, 420, 525, 607),
        ],
        "Russian": [
            TypedQuery("пастырь", 297, 1260), TypedQuery("КЕДРЫ ливанские", 374, 1648),
            TypedQuery("вавилона", 2284, 2291),
            TypedQuery("\"хвалите господа\"", 1929, 2239, 2413, 2433, 2439), TypedQuery("все положил ноги", 79),
            TypedQuery("кедр*", 374, 1269, 1484, 1648, 2441),
        ],
        "Spanish": [
            TypedQuery("hisopo", 759), TypedQuery("cedros libano", 374, 1648),
            TypedQuery("\"rios de babilonia\"", 2284),
            TypedQuery("PASTOR jehova", 297), TypedQuery("destruida", 2291),
        ],
    ]
}
