import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// What tokenizers make of texts. See ``TokenizerTableTests`` for their tables.
@Suite struct TokenizerTests {
    private func words(_ text: String, _ tokenizer: any FMTokenizer = FMUnicodeTokenizer()) throws -> [String] {
        try tokenizer.tokens(text, for: .unknown).map(\.text)
    }

    /// The tokens as text: | between places, + before a synonym.
    private func drawn(_ text: String, for purpose: FMTokenPurpose, _ tokenizer: any FMTokenizer) throws -> String {
        try tokenizer.tokens(text, for: purpose).map { ($0.isSynonym ? "+" : "|") + $0.text }.joined()
    }

    @Test func wordsAreWhatStandsBetweenSpacesAndPunctuation() throws {
        #expect(try words("Hello, world!") == ["hello", "world"])
        #expect(try words("") == [])
        #expect(try words(" -- ") == [])
        #expect(try words("don't x_1 3.14 a\0b") == ["don", "t", "x", "1", "3", "14", "a", "b"])
    }

    @Test(
        arguments: [
            ("Grüße", ["grusse"]), ("GRÜSSE", ["grusse"]), ("Gru\u{308}ße", ["grusse"]), ("Ärger", ["arger"]),
            ("ÉCOLE", ["ecole"]), ("Żółw", ["zolw"]), ("ΌΔΟΣ ὁδός", ["οδοσ", "οδοσ"]), ("Ёлка", ["елка"]),
            ("Ｗｉｄｅ１２", ["wide12"]), ("ﬁne", ["fine"]), ("ǅ", ["dz"]), ("कि", ["कि"]),
            ("שָׁלוֹם", ["שלום"]), ("𝐁old", ["bold"]), ("GROẞ", ["gross"]), ("Đà Nẵng", ["da", "nang"]),
            ("ᾳ τῷ", ["α", "τω"]),
            ("Donau\u{AD}dampfer", ["donaudampfer"]), ("1\u{FE0F}\u{20E3}", ["1"]), ("½ ﷺ", ["½", "ﷺ"]),
            ("Ærø", ["aero"]),
        ] as [(String, [String])])
    func formsOfOneWordAreOneToken(text: String, tokens: [String]) throws {
        #expect(try words(text) == tokens)
    }

    @Test func accentsMayStay() throws {
        let exact = FMUnicodeTokenizer(removesAccents: false)
        #expect(try words("Café", exact) == words("Cafe\u{301}", exact))
        #expect(try words("Café", exact) != words("Cafe", exact))
        #expect(try words("e\u{302}\u{323} ệ", exact) == words("e\u{323}\u{302} ê\u{323}", exact))
        #expect(try words("ᾳ", exact) == words("α\u{345}", exact))
    }

    @Test func formsOfLettersAreOneForEachLetter() throws {
        // Of each letter of the first plane: its cases, and its decomposed form.
        for exact in [false, true] {
            let tokenizer = FMUnicodeTokenizer(removesAccents: !exact)
            var different: [String] = []
            for scalar in (0x80..<0x2E80 as Range<UInt32>).compactMap(Unicode.Scalar.init) {
                let text = String(scalar)
                let own = try words(text, tokenizer)
                guard !own.isEmpty else { continue }
                // The capital of a Greek letter with an iota below has one beside it.
                let capital = (0x1F80...0x1FFC).contains(scalar.value) ? text : text.uppercased()
                for form in [text.lowercased(), capital, text.decomposedStringWithCanonicalMapping]
                where try words(form, tokenizer) != own {
                    different.append("\(text) \(form)")
                }
            }
            #expect(different == [], "\(exact)")
        }
    }

    @Test func charactersMayBePartsOfWordsOrSeparate() throws {
        let code = FMUnicodeTokenizer(wordCharacters: ["+", "_", "#"], separators: ["x"])
        #expect(try words("C++ a_1 c# 1x2", code) == ["c++", "a_1", "c#", "1", "2"])
    }

    @Test(
        arguments: [
            ("手机", "|手+手机|机", "|手机|机"), ("手", "|手", "|手"), ("我的iPhone手机", "|我+我的|的|iphone|手+手机|机", "|我的|的|iphone|手机|机"),
            ("東京 大阪", "|東+東京|京|大+大阪|阪", "|東京|京|大阪|阪"), ("한국", "|한+한국|국", "|한국|국"),
            // Not the middle dot, but the letter that is printed for it.
            ("재촌\u{318D}자경", "|재+재촌|촌|자+자경|경", "|재촌|촌|자경|경"),
        ])
    func scriptsWithoutSpacesAreFoundByPairs(text: String, document: String, query: String) throws {
        #expect(try drawn(text, for: .document, FMUnicodeTokenizer()) == document)
        #expect(try drawn(text, for: .auxiliary, FMUnicodeTokenizer()) == document)
        #expect(try drawn(text, for: .query, FMUnicodeTokenizer()) == query)
        #expect(try drawn(text, for: .prefix, FMUnicodeTokenizer()) == query)
    }

    @Test(
        arguments: [
            ("ｶﾞｷﾞｸﾞ", "ガギグ"), ("か\u{3099}", "が"), ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", "한국"),
            ("葛\u{E0100}城", "葛城"), ("手\u{20DD}机", "手\u{20DD}机"), ("\u{F900}", "\u{8C48}"), ("ｱ", "ア"),
        ])
    func formsOfOneCharacterAreOne(text: String, same: String) throws {
        // By their bytes, as SQLite does: Swift takes decomposed characters for the same.
        #expect(try words(text).map { Array($0.utf8) } == words(same).map { Array($0.utf8) })
    }

    @Test func unfinishedCharactersOfThaiAreFound() throws {
        #expect(try drawn("สือน", for: .prefix, FMUnicodeTokenizer()) == "|สือ|อน")
        #expect(try drawn("น", for: .prefix, FMUnicodeTokenizer()) == "|น")
        #expect(try drawn("สือน ", for: .prefix, FMUnicodeTokenizer()) == "|สือ|อน|น")
    }

    @Test func whatIsNotSeenDoesNotSeparate() throws {
        #expect(try drawn("手\u{200D}机", for: .query, FMUnicodeTokenizer()) == "|手机|机")
    }

    @Test func placesAreThoseOfTheText() throws {
        let text = "é Wörter か\u{3099}き 手机"
        let tokens = try FMUnicodeTokenizer().tokens(text)
        let found = tokens.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
        #expect(found == ["é", "Wörter", "か\u{3099}", "か\u{3099}き", "き", "手", "手机", "机"])
    }

    @Test func stopWordsAreLeftOut() throws {
        let english = FMStopWordTokenizer(words: ["the", "OF"], baseTokenizer: FMUnicodeTokenizer())
        #expect(english.words == ["the", "OF"])
        #expect(try words("The Lord of the Rings", english) == ["lord", "rings"])
        #expect(try words("the the", english) == [])
        let prefix = try english.tokens("lord of the", for: .prefix).map(\.text)
        #expect(prefix == ["lord", "the"])
        let odd = FMStopWordTokenizer(words: ["won't", "的", "--"], baseTokenizer: FMUnicodeTokenizer())
        #expect(try words("Don won the 目的地", odd) == ["don", "won", "the", "目", "的", "地"])
    }

    @Test func stopWordsComeFromAFile() throws {
        let folder = TemporaryFolder()
        let file = URL(fileURLWithPath: folder.file())
        try Data("and or\n  not\n".utf8).write(to: file)
        let tokenizer = try FMStopWordTokenizer(fileURL: file, baseTokenizer: FMSimpleTokenizer())
        #expect(try words("this AND not that", tokenizer) == ["this", "that"])
        try Data([0xFF]).write(to: file)
        #expect(throws: (any Error).self) { try FMStopWordTokenizer(fileURL: file, baseTokenizer: FMSimpleTokenizer()) }
    }

    @Test func synonymsAreLookedFor() throws {
        let wide = try FMSynonymTokenizer(
            [["Car", "automobile"], ["car", "Wagen", "car"]], baseTokenizer: FMUnicodeTokenizer())
        #expect(try drawn("my Car", for: .query, wide) == "|my|car+automobile+wagen")
        #expect(try drawn("Wagen", for: .prefix, wide) == "|wagen+car")
        #expect(try drawn("my car", for: .document, wide) == "|my|car")
        #expect(
            thrown { try FMSynonymTokenizer([["New York", "NYC"]], baseTokenizer: FMUnicodeTokenizer()) }?.code == 21)
    }

    @Test func lettersBecomeSmallByTheRulesOfALanguage() throws {
        #expect(try words("TITLE Été", FMSimpleTokenizer(locale: nil)).first == "title")
        #expect(try words("TITLE", FMSimpleTokenizer(locale: Locale(identifier: "tr"))) == ["tıtle"])
        #expect(try words("東京", FMSimpleTokenizer(locale: Locale(identifier: "tr"))) == ["東", "京"])
    }
}
