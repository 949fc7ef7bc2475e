#if Checked
    import Foundation

    struct CompilerMessage {
        let place: TrialPlace
        let isError: Bool
        let text: String

        /// - Parameter line: a line such as "/tmp/x/12/f.swift:3:7: error: …", in which 12 is the index of the file.
        init?(_ line: Substring, in folder: String) {
            guard line.hasPrefix(folder + "/") else { return nil }
            let (error, warning) = (line.range(of: ": error: "), line.range(of: ": warning: "))
            guard let mark = [error, warning].compactMap({ $0 }).min(by: { $0.lowerBound < $1.lowerBound }),
                let place = TrialPlace(line[..<mark.lowerBound].dropFirst(folder.count + 1))
            else { return nil }
            self.place = place
            isError = mark == error
            // The compiler appends the group of a warning.
            text = line[mark.upperBound...].components(separatedBy: " [#")[0]
        }

        /// If the error is an unknown name, the name and whether it is used as a type or as a value. Nil for other errors.
        var unknownName: (name: String, isType: Bool)? {
            for (start, isType) in [("cannot find type '", true), ("cannot find '", false)] where text.hasPrefix(start)
            {
                let name = text.dropFirst(start.count).prefix { $0 != "'" }
                let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
                return isName && !["self", "Self", "super"].contains(name) ? (String(name), isType) : nil
            }
            return nil
        }

        /// Parts of messages about modules and names that are missing here, and about their consequences. Such messages say nothing about
        /// FMDB.
        private static let unrelated = [
            "_Unknown", "'_'", "cannot find ", "no such module", "contextual base", "contextual type",
            "could not be inferred", "unable to type-check", "failed to produce diagnostic", "does not override",
            "invalid redeclaration", "ambiguous", "Objective-C", "macro", "attribute", "no accessible initializers",
            "top level", "must conform", "does not conform", "has no superclass", "has no initializers",
            "FoundationNetworking", "corelibs",
        ]
        private static let ofFMDB = ["FMDatabase", "FMResultSet", "FMStatement", "FMTokenizer", "FMDB", "ObjCBool"]

        /// Advice on calls of FMDB, by part of the compiler's message.
        private static let advices = [
            ("cannot force unwrap value of non-optional", "remove the !: it is not optional"),
            ("cannot use optional chaining on non-optional", "remove the ?: it is not optional"),
            ("initializer for conditional binding must have Optional", "it is not optional: write a plain let"),
            ("must be unwrapped to refer to member", "it may be nil: write ? after it, or unwrap it with guard let"),
            (
                "must be unwrapped to a value of type",
                "it may be nil: write ?? and a default value, or unwrap it with guard let"
            ),
            ("call can throw", "write try"),
            ("cannot call value of non-function type", "it is a property: remove the parentheses"),
            (
                "value of type 'any Error' has no member",
                "use localizedDescription, or convert it first: (error as NSError)"
            ),
        ]

        var advice: String? { text.contains("_Unknown") ? nil : Self.advices.first { text.contains($0.0) }?.1 }

        /// Whether the message is only about the arguments of one call.
        var isOfLabels: Bool {
            ["argument label", "extra argument", "missing argument", "argument passed", "no exact matches"].contains(
                where: text.contains)
        }

        var isOfFMDB: Bool { !text.contains("_Unknown") && Self.ofFMDB.contains(where: text.contains) }

        /// Whether the message may result from names that only frameworks or packages missing here declare.
        func isOfUnknown(_ unknown: Set<String>) -> Bool {
            if Self.unrelated.contains(where: text.contains) { return true }
            let parts = text.split(separator: "'", omittingEmptySubsequences: false)
            return parts.enumerated().contains { number, part in
                let words = part.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
                return number % 2 == 1 && !unknown.isDisjoint(with: words)
            }
        }
    }

    /// A place in a file that was passed to the compiler.
    struct TrialPlace {
        let file: Int
        let line: Int
        let column: Int

        /// - Parameter text: a string such as "12/f.swift:3:7".
        init?(_ text: Substring) {
            let parts = text.split(separator: ":")
            guard parts.count >= 3, let column = Int(parts[parts.count - 1]), let line = Int(parts[parts.count - 2]),
                let file = Int(text.prefix { $0 != "/" })
            else { return nil }
            (self.file, self.line, self.column) = (file, line, column)
        }
    }

    /// A name that the compiler has resolved.
    struct ResolvedName {
        let place: TrialPlace
        let isOfFMDB: Bool

        /// - Parameter line: a line of the compiler's AST dump: `(declref_expr type="…" location=/tmp/x/12/f.swift:3:7 range=…
        ///   decl="FMDB.…"`.
        init?(_ line: UnsafeRawBufferPointer, in folder: String) {
            guard let declaration = Self.end(of: "decl=\"", in: line),
                let start = Self.end(of: "location=" + folder + "/", in: line),
                Self.end(of: "<<error type>>", in: line) == nil, Self.end(of: "_Unknown", in: line) == nil
            else { return nil }
            let text = String(decoding: line[start...].prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
            guard let place = TrialPlace(text[...]) else { return nil }
            self.place = place
            isOfFMDB = line[declaration...].starts(with: "FMDB.".utf8)
        }

        private static func end(of text: String, in line: UnsafeRawBufferPointer) -> Int? {
            var text = text
            return text.withUTF8 { text in
                guard let base = line.baseAddress, let start = text.baseAddress else { return nil }
                var position = 0
                while position + text.count <= line.count,
                    let found = memchr(base + position, Int32(text[0]), line.count - text.count - position + 1)
                {
                    position = UnsafeRawPointer(found) - base
                    if memcmp(found, start, text.count) == 0 { return position + text.count }
                    position += 1
                }
                return nil
            }
        }
    }
#endif
