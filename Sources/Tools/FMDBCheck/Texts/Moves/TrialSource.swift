#if Checked
    import SwiftParser
    import SwiftSyntax

    /// A source that is edited between compilations, because an error can keep the compiler from reporting later ones. Edits keep the line
    /// breaks. Places in the edited source map back to the original.
    final class TrialSource {
        private let original: [UInt8]
        private let tree: SourceFileSyntax
        private let places: Places
        /// The edits, which replace a range of bytes. An empty range is an insertion.
        private var edits: [Edit] = [] { didSet { insertions = nil } }
        /// The insertions by line, in source order, or nil if an edit has made the cache invalid.
        private var insertions: [Int: [Edit]]?
        private var seen: Set<Int> = []
        /// The statements found so far, by offset.
        private var statements: [Int: Range<Int>?] = [:]

        private typealias Edit = (range: Range<Int>, text: [UInt8])

        init(_ source: String, file: String) {
            (original, tree) = (Array(source.utf8), Parser.parse(source: source))
            places = Places(of: source, file: file)
        }

        private var lines: [Int] { places.lines }

        var text: [UInt8] {
            var result: [UInt8] = []
            var position = 0
            for edit in edits.sorted(by: {
                ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
            }) {
                // An edit inside the range of another edit is left out.
                guard edit.range.lowerBound >= position else { continue }
                result += original[position..<edit.range.lowerBound] + edit.text
                position = edit.range.upperBound
            }
            return result + original[position...]
        }

        // MARK: Places

        /// Returns the offset in the original source that corresponds to the given place in the edited source, or nil if there is none.
        func offset(line: Int, column: Int) -> Int? {
            guard line > 0, line <= lines.count else { return nil }
            var offset = lines[line - 1] + column - 1
            let end = line < lines.count ? lines[line] : original.count + 1
            for edit in insertions(in: line - 1) where offset > edit.range.lowerBound {
                offset = max(edit.range.lowerBound, offset - edit.text.count)
            }
            return offset < end ? offset : nil
        }

        private func insertions(in line: Int) -> [Edit] {
            let known =
                insertions
                ?? Dictionary(
                    grouping: edits.filter(\.range.isEmpty).sorted { $0.range.lowerBound < $1.range.lowerBound }
                ) { places.line(at: $0.range.lowerBound) }
            insertions = known
            return known[line] ?? []
        }

        func offset(of place: FMSourcePlace) -> Int { lines[min(place.line, lines.count) - 1] + place.column - 1 }

        func place(of offset: Int) -> FMSourcePlace { places.place(at: offset) }

        func line(of offset: Int) -> String {
            let next = lineNumber(of: offset)
            let end = next < lines.count ? lines[next] : original.count
            return String(decoding: original[lines[next - 1]..<end], as: UTF8.self).trimmingCharacters(
                in: .whitespacesAndNewlines)
        }

        func lineNumber(of offset: Int) -> Int { places.line(at: offset) + 1 }

        // MARK: Statements

        private func ancestors(of offset: Int) -> [Syntax] {
            guard offset < original.count, let token = tree.token(at: AbsolutePosition(utf8Offset: offset)) else {
                return []
            }
            return token.surroundings.map(\.outer)
        }

        private static func isStatement(_ node: Syntax) -> Bool {
            node.is(CodeBlockItemSyntax.self) || node.is(MemberBlockItemSyntax.self)
        }

        /// Returns the innermost statement or declaration around an offset.
        func statement(at offset: Int) -> Range<Int>? {
            if let known = statements[offset] { return known }
            let found = ancestors(of: offset).first(where: Self.isStatement)?.bytes
            statements[offset] = .some(found)
            return found
        }

        /// Returns the outermost statement around the offset that is inside the same function.
        func outermostStatement(at offset: Int) -> Range<Int>? {
            var found: Range<Int>?
            for node in ancestors(of: offset) {
                if Self.isStatement(node) { found = node.bytes }
                if node.is(FunctionDeclSyntax.self) || node.is(InitializerDeclSyntax.self)
                    || node.is(MemberBlockItemSyntax.self)
                    || node.is(AccessorBlockSyntax.self)
                {
                    break
                }
            }
            return found
        }

        /// Returns the offset of the called function's name, for the call whose arguments contain the given offset.
        func callee(at offset: Int) -> Int? {
            let calls = ancestors(of: offset).lazy.compactMap { $0.as(FunctionCallExprSyntax.self)?.calledExpression }
            guard let called = calls.first(where: { $0.end <= offset }) else { return nil }
            return called.as(MemberAccessExprSyntax.self)?.declName.start ?? called.start
        }

        /// Returns the names of the calls and references around an offset within its statement, innermost first, with their offsets.
        func uses(at offset: Int) -> [(name: String, start: Int)] {
            ancestors(of: offset).prefix { !Self.isStatement($0) }.compactMap { node in
                let used = node.as(FunctionCallExprSyntax.self)?.calledExpression ?? node.as(ExprSyntax.self)
                let name = used?.as(MemberAccessExprSyntax.self)?.declName ?? used?.as(DeclReferenceExprSyntax.self)
                return name.map { ($0.baseName.text, $0.start) }
            }
        }

        /// Returns the identifiers in a range, and the words in its string literals.
        func words(in range: Range<Int>) -> Set<String> {
            Set(
                String(decoding: original[range], as: UTF8.self).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                    .map(String.init))
        }

        // MARK: Edits

        /// Edits the source near an error, so that the next compilation reports the errors after it.
        ///
        /// - Returns: whether the source changed.
        func repair(_ offset: Int, _ message: String) -> Bool {
            guard offset < original.count else { return false }
            let isFirst = seen.insert(offset).inserted
            return isFirst && mend(offset, message) || isolate(offset)
        }

        /// Applies the fix that the compiler would suggest.
        private func mend(_ offset: Int, _ message: String) -> Bool {
            let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
            let mark: [String: UInt8] = [
                "cannot force unwrap": UInt8(ascii: "!"), "cannot use optional": UInt8(ascii: "?"),
            ]
            if let byte = mark.first(where: { message.hasPrefix($0.key) })?.value, original[offset] == byte {
                replace(offset..<offset + 1, by: "")
                return true
            }
            let ancestors = ancestors(of: offset)
            if message.hasPrefix("initializer for conditional binding must"), quoted.count > 1,
                let binding = ancestors.lazy.compactMap({ $0.as(OptionalBindingConditionSyntax.self) }).first
            {
                insert(": \(quoted[1])", at: binding.pattern.end)
                return true
            }
            guard message.hasPrefix("value of optional type"), let expression = operand(ancestors, offset, quoted)
            else { return false }
            insert("(", at: expression.start)
            insert(")!", at: expression.end)
            return true
        }

        /// Returns the expression to unwrap. If the message names a member, it is the member's base, else the largest expression that
        /// begins at the error's place.
        private func operand(_ ancestors: [Syntax], _ offset: Int, _ quoted: [Substring]) -> Syntax? {
            let member = ancestors.first { $0.as(MemberAccessExprSyntax.self)?.declName.start == offset }
            let start = member?.start ?? offset
            let expressions = ancestors.drop { $0.start != start || !$0.is(ExprSyntax.self) }.prefix {
                $0.start == start && $0.is(ExprSyntax.self) && !$0.is(SequenceExprSyntax.self)
            }
            guard quoted.count > 3, quoted[2].hasSuffix(" member ") else { return expressions.last }
            return expressions.first {
                $0.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == String(quoted[3])
            }
        }

        /// Removes a closure's statement that contains the error, because the compiler does not check the closure's later statements.
        private func isolate(_ offset: Int) -> Bool {
            let ancestors = ancestors(of: offset)
            guard let index = ancestors.firstIndex(where: Self.isStatement),
                ancestors[index...].contains(where: { $0.is(ClosureExprSyntax.self) })
            else { return false }
            if let header = ancestors[..<index].first(where: { $0.hasHeader(with: offset) }), open(header) {
                return true
            }
            let range = ancestors[index].bytes
            guard !edits.contains(where: { $0.range == range }) else { return false }
            // A case of a switch must not be empty, so `()` replaces the statement if it fits.
            replace(range, by: hasRoom(range, for: "()") ? "()" : "")
            return true
        }

        /// Removes the conditions of a statement, and keeps its blocks: `if x {} else {}` becomes `do {};do {}`.
        private func open(_ node: Syntax) -> Bool {
            guard let (keyword, body) = node.header else { return false }
            // A loop stays a loop, because it may contain `break` or `continue`.
            let isLoop = node.is(WhileStmtSyntax.self) || node.is(ForStmtSyntax.self)
            let range = keyword.start..<body.start
            let text = isLoop ? "while true" : "do"
            guard hasRoom(range, for: text), !edits.contains(where: { $0.range == range }) else { return false }
            replace(range, by: text)
            if let node = node.as(IfExprSyntax.self) {
                if let outer = node.parent?.as(IfExprSyntax.self)?.elseKeyword { replace(outer.bytes, by: ";") }
                if let other = node.elseKeyword {
                    let isBlock = node.elseBody?.is(CodeBlockSyntax.self) == true
                    replace(other.bytes, by: isBlock ? ";do" : ";")
                }
            }
            return true
        }

        /// Whether a string fits in the first line of a range.
        private func hasRoom(_ range: Range<Int>, for text: String) -> Bool {
            range.count >= text.utf8.count && !original[range].prefix(text.utf8.count).contains(UInt8(ascii: "\n"))
        }

        private func insert(_ text: String, at offset: Int) { edits.append((offset..<offset, Array(text.utf8))) }

        /// Replaces a range with a string, padded with spaces.
        func replace(_ range: Range<Int>, by text: String) {
            var bytes = original[range].blanked
            bytes.replaceSubrange(0..<text.utf8.count, with: text.utf8)
            edits.removeAll { range.contains($0.range.lowerBound) && $0.range.upperBound <= range.upperBound }
            edits.append((range, bytes))
        }
    }

    extension SyntaxProtocol {
        var bytes: Range<Int> { start..<max(start, end) }
    }

    extension Sequence<UInt8> {
        /// The bytes with spaces in place of everything but line feeds.
        var blanked: [UInt8] { map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") } }
    }

    extension Syntax {
        /// The keyword and the block of a statement with conditions.
        fileprivate var header: (keyword: TokenSyntax, body: CodeBlockSyntax)? {
            if let node = self.as(IfExprSyntax.self) { return (node.ifKeyword, node.body) }
            if let node = self.as(GuardStmtSyntax.self) { return (node.guardKeyword, node.body) }
            if let node = self.as(WhileStmtSyntax.self) { return (node.whileKeyword, node.body) }
            if let node = self.as(ForStmtSyntax.self) { return (node.forKeyword, node.body) }
            return nil
        }

        fileprivate func hasHeader(with offset: Int) -> Bool {
            header.map { $0.keyword.start <= offset && offset < $0.body.start } ?? false
        }
    }
#endif
