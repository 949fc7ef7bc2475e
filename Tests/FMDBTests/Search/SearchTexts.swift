import Foundation
import FMDBTestHelpers
import Testing

/// Texts of one language, to be looked for in. They are put together at random from the words below, which were written for these
/// tests. `FMDB_TEXTS` names a folder whose files `*.txt`, of a text per line, are taken too:
///
///     FMDB_TEXTS=/path/to/books swift test --filter SearchLanguageTests
///
/// Books that are shipped are looked into by `SearchCorpusTests`.
struct SearchTexts: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]

    var testDescription: String { name }

    static let all = languages.map { SearchTexts($0.key, $0.value) }.sorted { $0.name < $1.name } + files

    private static var files: [SearchTexts] {
        guard let folder = ProcessInfo.processInfo.environment["FMDB_TEXTS"] else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().map { name in
            let text = (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
            return SearchTexts(name: name, lines: text.split(separator: "\n").map(String.init))
        }
    }

    private init(name: String, lines: [String]) {
        self.name = name
        self.lines = lines
    }

    private init(_ name: String, _ text: String) {
        let words = text.split { $0 == " " || $0 == "\n" }.map(String.init)
        let separator = ["Chinese", "Japanese", "Thai"].contains(name) ? "" : " "
        var random = SeededNumbers(name.unicodeScalars.reduce(0) { $0 * 31 + Int($1.value) })
        self.init(name: name, lines: (0..<1500).map { _ in SearchTexts.line(words, separator, &random) })
    }

    /// Some words, with signs and words of other languages between them.
    private static func line(_ words: [String], _ separator: String, _ random: inout SeededNumbers) -> String {
        var line = ""
        for _ in 0..<Int.random(in: 3..<11, using: &random) {
            if !line.isEmpty { line += separator }
            line += random.pick(words)
            if random.chance(8) { line += random.pick(guests) }
            if random.chance(12) {
                line += random.pick(separator.isEmpty ? ["，", "、", "。", "！", "\n"] : [",", ";", ":", " –"])
            }
        }
        return line + (separator.isEmpty ? "。" : ".")
    }

    private static let guests = [
        " SQLite", " Café ", "X1", " 2026 ", " 東京", "서울 ", " Grün-Rot", " naïve", " Łódź ", "手机iPhone",
    ]
}

// MARK: - Words

extension SearchTexts {
    private static let languages = [
        "English": """
        the red wine stands on a table and nobody drinks it before evening comes naïve travellers buy old maps in small shops while
        the ship's captain writes letters home about storms islands whales rope coal bread salt weather stars morning café résumé
        co-operate 42 miles north lighthouse keeper's daughter reads every book twice
        """,
        "German": """
        Der Bäcker öffnet früh die Tür und über den Straßen hängt süßer Geruch Mädchen grüßen höflich Jünger größer Fußgänger müssen
        warten Köln Zürich Äpfel Öl Übermut weiß heißt Maß Flüsse fließen schön später nämlich täglich Rad Stadt Haus Licht Wald
        Donaudampfschifffahrt Schiff und Stoff ÄRGER GROẞ
        """,
        "French": """
        Le garçon mange une pêche près de l'école où sa sœur étudie déjà les œuvres anciennes Noël à Besançon ça coûte très cher
        aujourd'hui j'espère qu'elle viendra bientôt naïf maïs île forêt hôtel août élève français cœur été hiver ÉTÉ CŒUR
        """,
        "Russian": """
        Ёлка стоит в тёплой комнате и мой брат читает книгу о далёких городах Йод чай война и мир дорога река лодка снег идёт
        третий день ещё всё хорошо большой дом над озером подъезд объём съёмка МОСКВА Волга утро вечер
        """,
        "Greek": """
        Η θάλασσα είναι ήρεμη σήμερα και οι ψαράδες φεύγουν νωρίς το πρωί Αθήνα λόγος ΛΟΓΟΣ άνθρωπος δρόμος νησί ήλιος φως ουρανός
        παϊδάκια Μάιος όνομα ώρα γλώσσα τέχνη βιβλίο καφές
        """,
        "Arabic": """
        كَتَبَ الولد رسالة إلى صديقه في المدينة البعيدة وقرأ الكتاب مرتين البحر واسع والسماء صافية اليوم بيت شجرة ماء خبز ليل نهار
        سُوق مـــدرسة قَلَم باب طريق جبل
        """,
        "Hebrew": """
        הילד כתב מכתב אל חברו בעיר הרחוקה וקרא את הספר פעמיים שָׁלוֹם עולם ים שמים בית עץ מים לחם לילה יום סֵפֶר דרך הר אור
        """,
        "Hindi": """
        लड़का नदी के किनारे बैठकर किताब पढ़ता है और शाम को घर लौटता है पानी रोटी रात दिन पेड़ रास्ता पहाड़ सूरज हिन्दी विद्या शक्ति क्षमा
        """,
        "Vietnamese": """
        Con đường nhỏ dẫn đến ngôi làng bên sông nơi người dân trồng lúa và cà phê Việt Nam Hà Nội đẹp trời mưa nắng sách vở học sinh
        tiếng nói yêu thương ĐƯỜNG
        """,
        "Chinese": """
        天地 起初 红酒 白酒 中文 搜索 全文 数据库 手机 电脑 北京 上海 大学 学生 生活 活动 动物 物理 理论 我们 他们 的 了 是 在 人
        和平 平安 安全 全部 部分 分开 开始 始终 漢字 國語 龍 一二三 東西 南北 𠮷野家
        """,
        "Japanese": """
        東京 京都 大阪 日本語 本を 読む 私は 学生 です カタカナ データベース コーヒー ガラス パン ひらがな きょう 今日 明日 は が の
        に を 行きます 食べる 時々 人々 図書館 館長 長い 雨 山 川 〆切 ヴァイオリン ﾃﾞｰﾀ
        """,
        "Korean": """
        나는 학교에 간다 학생이 책을 읽는다 서울은 큰 도시이다 하늘과 바다 사람들은 물을 마신다 데이터베이스 검색 전문검색 한국어를
        배운다 배우다 어제 오늘 내일 친구가 집에서 음악을 듣는다 빵 값이 닭
        """,
        "Thai": """
        กรุงเทพ มหานคร ภาษา ไทย น้ำ ข้าว บ้าน เด็ก อ่าน หนังสือ ที่ โรงเรียน ฝน ตก หนัก วัน นี้ พรุ่งนี้ เพื่อน รัก ทะเล ภูเขา ผู้ใหญ่ เก้าอี้ ก็
        """,
    ]
}
