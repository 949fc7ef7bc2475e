/// An SQL statement or fragment with its arguments.
///
/// In a string literal, interpolated values become arguments, never part of the SQL:
///
///     try db.execute("UPDATE person SET age = \(age) WHERE name = \(name)")
///     let names = try db.rows("SELECT name FROM person WHERE id IN \(ids)", as: String.self)
///
/// A `String` is not converted to SQL implicitly, so a concatenated string cannot become SQL by mistake. For SQL built at run time write
/// `FMSQL(raw: text, arguments: [1, "ann"])`. See [SQL Parameters](https://sqlite.org/lang_expr.html#varparam).
public struct FMSQL: Sendable {
    /// The SQL, with `?` for each interpolated value.
    public internal(set) var text: String
    /// The values to bind.
    public internal(set) var arguments: FMArguments

    /// Creates SQL built at run time. The caller must ensure that the SQL is safe.
    ///
    /// - Parameters:
    ///   - raw: the SQL, which is not checked.
    ///   - arguments: the values of its parameters.
    public init(raw: String, arguments: FMArguments = FMArguments()) {
        text = raw
        self.arguments = arguments
    }

    /// Whether the SQL is only a list of `?` in parentheses.
    fileprivate var isList: Bool {
        guard text.utf8.first == .openParenthesis, text.utf8.last == .closeParenthesis else { return false }
        return text.utf8.dropFirst().dropLast().allSatisfy { $0 == UInt8(ascii: "?") || $0 == .comma }
    }
}

extension FMSQL: ExpressibleByStringInterpolation {
    /// Creates SQL from a literal without interpolated values.
    public init(stringLiteral value: String) { self.init(raw: value) }

    /// Creates SQL from a literal with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(raw: stringInterpolation.text, arguments: stringInterpolation.arguments)
    }

    /// Collects the SQL and the values of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        /// The SQL in UTF-8. Appending to an array of bytes takes a quarter of the time of appending to a `String`.
        private var utf8: [UInt8] = []
        private(set) var arguments = FMArguments()
        /// The list at the end of the SQL so far. Whether it keeps its own parentheses depends on what follows.
        private var pending: PendingList?

        /// The position of a list, and its range including its own parentheses.
        private typealias PendingList = (place: ListPlace, range: Range<Int>)

        /// Reserves memory for the text and the values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            utf8.reserveCapacity(literalCapacity + interpolationCount)
            arguments.reserveCapacity(interpolationCount)
        }

        var text: String { String(decoding: utf8, as: UTF8.self) }

        private mutating func add(_ text: String) {
            if let list = pending { return add(text, behind: list) }
            let done: Void? = text.utf8.withContiguousStorageIfAvailable { utf8.append(contentsOf: $0) }
            if done == nil { utf8.append(contentsOf: text.utf8) }
        }

        private mutating func addPlaceholder() {
            pending = nil
            utf8.append(UInt8(ascii: "?"))
        }

        @inline(never)
        private mutating func suspectNil(inCondition: Bool = false) {
            let mistakes = utf8.mistakesOfNil(inCondition: inCondition)
            if !mistakes.isEmpty { arguments.suspect(mistakes) }
        }

        package mutating func appendNilOfCondition() {
            suspectNil(inCondition: true)
            addPlaceholder()
            arguments.append(FMValue.null)
        }

        /// Appends the text between the interpolations.
        public mutating func appendLiteral(_ literal: String) { add(literal) }

        /// Appends a value to bind.
        public mutating func appendInterpolation(_ value: some FMValueConvertible) {
            if utf8.endsWithBy { arguments.suspect(.valueBehindBy) }
            addPlaceholder()
            arguments.append(value)
        }

        /// Appends a value to bind; nil is NULL. Without this overload the compiler would warn about an optional in a string.
        public mutating func appendInterpolation<Value: FMValueConvertible>(_ value: Value?) {
            if value == nil { suspectNil() }
            addPlaceholder()
            arguments.append(value)
        }

        /// Appends bytes to bind as one blob.
        public mutating func appendInterpolation(_ bytes: [UInt8]) {
            addPlaceholder()
            arguments.append(bytes)
        }

        /// Appends the raw value of an enumeration.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: FMValueConvertible {
            appendInterpolation(value.rawValue)
        }

        /// Appends the raw value of an enumeration; nil is NULL.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value?)
        where Value.RawValue: FMValueConvertible {
            appendInterpolation(value?.rawValue)
        }

        /// Appends values to bind as a list for `IN`. An empty list matches nothing.
        ///
        /// `IN \(ids)` adds parentheses; `IN (\(ids))` uses those of the literal. Lists and values may be mixed:
        /// `IN (\(first), 7, \(others))`.
        public mutating func appendInterpolation<Element: FMValueConvertible>(_ values: [Element]) {
            appendList(values)
        }

        /// Appends values to bind as a list for `IN`, in no particular order.
        public mutating func appendInterpolation<Element: FMValueConvertible>(_ values: Set<Element>) {
            appendList(values)
        }

        /// Appends values of a slice, a range, the keys of a dictionary …, to bind as a list for `IN`.
        @_disfavoredOverload
        public mutating func appendInterpolation<Values: Collection>(_ values: Values)
        where Values.Element: FMValueConvertible {
            appendList(values)
        }

        /// Appends raw values of an enumeration to bind as a list for `IN`.
        @_disfavoredOverload
        public mutating func appendInterpolation<Element: RawRepresentable>(_ values: [Element])
        where Element.RawValue: FMValueConvertible {
            appendList(values.lazy.map(\.rawValue))
        }

        /// Appends raw values of an enumeration to bind as a list for `IN`, in no particular order.
        @_disfavoredOverload
        public mutating func appendInterpolation<Element: RawRepresentable>(_ values: Set<Element>)
        where Element.RawValue: FMValueConvertible {
            appendList(values.lazy.map(\.rawValue))
        }

        /// Appends other SQL with its arguments. SQL that is only a list is treated as a list.
        public mutating func appendInterpolation(_ sql: FMSQL) {
            let place = sql.isList ? ListPlace(behind: utf8) : .elsewhere
            add(sql.text)
            arguments.append(contentsOf: sql.arguments)
            keep(utf8.count - sql.text.utf8.count..<utf8.count, at: place)
        }

        /// Appends the quoted name of a table, column, index ….
        public mutating func appendInterpolation(identifier: String) { add(FMSQL.quoted(identifier: identifier)) }

        /// Appends text unchanged. The caller must ensure that it is safe.
        public mutating func appendInterpolation(raw: String) { add(raw) }

        private mutating func appendList(_ values: some Collection<some FMValueConvertible>) {
            let place = ListPlace(behind: utf8)
            let start = utf8.count
            utf8.append(.openParenthesis)
            for (index, value) in values.enumerated() {
                if index > 0 { utf8.append(.comma) }
                addPlaceholder()
                arguments.append(value)
            }
            utf8.append(.closeParenthesis)
            pending = nil
            keep(start..<utf8.count, at: place)
        }

        /// Keeps a list until the next text shows whether the list needs its own parentheses.
        private mutating func keep(_ list: Range<Int>, at place: ListPlace) {
            if case .elsewhere = place { return }
            pending = (place, list)
        }

        /// Adds text after a list. Removes the list's own parentheses if the literal already has parentheses around the list.
        private mutating func add(_ text: String, behind list: PendingList) {
            let blank = text.withSQLScanner { $0.nextSignificant()?.range.lowerBound ?? $0.position }
            let place = text.utf8.index(text.startIndex, offsetBy: blank)
            guard place < text.utf8.endIndex else {
                utf8.append(contentsOf: text.utf8)
                return
            }
            let next = text.utf8[place]
            pending = nil
            switch list.place {
            case .alone where next == .closeParenthesis:
                openUp(list)
            case .element(let comma) where next == .comma || next == .closeParenthesis:
                openUp(list)
                guard list.range.count == 2 else { break }
                // An empty list adds no element, so a comma next to it is removed.
                if let comma {
                    utf8.remove(at: comma)
                } else if next == .comma {
                    return add(String(text[..<place]) + text[text.utf8.index(after: place)...])
                }
            default: break
            }
            add(text)
        }

        private mutating func openUp(_ list: PendingList) {
            utf8.remove(at: list.range.upperBound - 1)
            utf8.remove(at: list.range.lowerBound)
        }
    }
}
