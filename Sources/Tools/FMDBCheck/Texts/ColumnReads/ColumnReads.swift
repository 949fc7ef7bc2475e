#if Checked
    import SwiftSyntax

    /// Finds the uses of a query's rows, and the columns that the program certainly reads from them.
    ///
    /// The result set is followed through variables, conditions and closures, and into functions and initializers of the same file. If it
    /// cannot be followed, no reads are reported.
    struct RowUses {
        private let context: ReadingContext
        /// The reads found, in source order except in functions that receive the rows.
        private(set) var found: [ColumnRead] = []
        /// The types as which whole rows are decoded.
        private(set) var decoded: [WrittenType] = []
        /// The offsets at which the variables that were already followed are declared. Each is followed once.
        private var followed: Set<Int> = []
        /// The number of functions and variables that the rows have passed through so far.
        private var depth = 0
        /// The columns whose existence the program tests before it reads them.
        private var probed: Set<ColumnRead.Column> = []
        /// Whether the program reads the names of all columns, as generic code does.
        private var asksForNames = false
        /// The closures that the enclosing functions call with the rows. Each is a parameter of such a function.
        fileprivate var handed: [(parameter: TokenSyntax, source: RowSource)] = []
        /// The kind of value that the enclosing function returns, if it returns the rows.
        private var returned: RowSource?
        /// The function body in which only unconditional reads count, because the rows may come from different queries.
        private var helper: Syntax?

        /// The reads. If the code tests a column for NULL somewhere, its other reads of that column count as accepting NULL.
        var reads: [ColumnRead] {
            guard !asksForNames else { return [] }
            let found = found.filter { !probed.contains($0.column.folded) }
            let guarded = Set(found.filter { $0.type?.isOptional != false }.map(\.column.folded))
            return found.map { read in
                guard let type = read.type, !type.isOptional, guarded.contains(read.column.folded) else { return read }
                let lenient = SwiftType(name: type.name, isOptional: true)
                return ColumnRead(column: read.column, place: read.place, type: lenient, accessor: read.accessor)
            }
        }

        fileprivate init(in context: ReadingContext, within body: Syntax?) {
            self.context = context
            helper = body
        }

        /// - Parameters:
        ///   - call: the call that returns the result set, or `forEachRow`.
        ///   - onlyCertain: whether the call may run one of several statements. Then only unconditional reads count, because a conditional
        ///     read may be meant for one of these statements.
        init(of call: FunctionCallExprSyntax, in context: ReadingContext, onlyCertain: Bool = false) {
            self.init(in: context, within: onlyCertain ? call.nearestBody ?? call.root : nil)
            switch call.calledName {
            case "forEachRow":
                guard let closure = call.lastClosure, let parameter = closure.parameters.first?.name else { return }
                follow(parameter, .row)
            case "executeQuery", "query", "prepare": follow(ExprSyntax(call), .set)
            default: return
            }
        }

        /// Returns the reads from the rows of a query that another function runs. That function may return the result set, or pass its rows
        /// to a closure.
        static func reads(
            of call: FunctionCallExprSyntax, through wrapper: TextWrapper, in context: ReadingContext,
            onlyCertain: Bool
        ) -> [ColumnRead] {
            let inner = RowUses(of: wrapper.call, in: context, onlyCertain: true)
            var outer = RowUses(in: context, within: onlyCertain ? call.nearestBody ?? call.root : nil)
            outer.follow(call, through: wrapper, inner)
            return inner.reads + outer.reads
        }

        /// Returns the reads from the rows of a query that a function of another file runs.
        static func reads(
            of call: FunctionCallExprSyntax, through function: SharedNames.PassingFunction, in context: ReadingContext,
            onlyCertain: Bool
        ) -> [ColumnRead] {
            guard let reader = function.reader else { return [] }
            let argument = function.argument(at: reader, in: call)?.as(ClosureExprSyntax.self)
            let trailing = reader == function.labels.count - 1 ? call.trailingClosure : nil
            guard let first = (argument ?? trailing)?.parameters.first?.name else { return [] }
            var uses = RowUses(in: context, within: onlyCertain ? call.nearestBody ?? call.root : nil)
            uses.follow(first, .set)
            return uses.reads
        }

        /// Returns the function's closure parameter that the function calls with the result set, or nil.
        static func reader(ofRowsFrom wrapper: TextWrapper, in context: ReadingContext) -> FunctionParameterSyntax? {
            let handed = RowUses(of: wrapper.call, in: context, onlyCertain: true).handed.filter { $0.source == .set }
            return wrapper.function.signature.parameterClause.parameters.first { parameter in
                handed.contains { $0.parameter.id == (parameter.secondName ?? parameter.firstName).id }
            }
        }
    }

    // MARK: - From expression to expression

    extension RowUses {
        /// Follows the uses of an expression's value.
        private mutating func follow(_ expression: ExprSyntax, _ source: RowSource) {
            // The limit prevents a stack overflow in generated code. Hand-written code does not reach it.
            guard depth < 24 else { return }
            depth += 1
            defer { depth -= 1 }
            var node = Syntax(expression)
            while let parent = node.parent {
                switch parent.kind {
                case .tryExpr, .awaitExpr, .forceUnwrapExpr, .optionalChainingExpr: node = parent
                case .labeledExpr:
                    guard let same = parent.parenthesized ?? parent.unwrapped else {
                        return followArgument(parent, source)
                    }
                    node = same
                case .exprList:
                    guard let sequence = parent.parent?.as(SequenceExprSyntax.self), sequence.elements.count == 3
                    else { return }
                    let next = sequence.elements.first?.id == node.id ? node.nextOperator?.parent?.kind : nil
                    guard next == .unresolvedAsExpr else { return followAssignment(sequence, of: node, source) }
                    node = Syntax(sequence)
                case .memberAccessExpr:
                    guard let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == node.id else {
                        return
                    }
                    return read(access, source)
                case .subscriptCallExpr:
                    guard let call = parent.as(SubscriptCallExprSyntax.self), call.calledExpression.id == node.id
                    else { return }
                    return read(call, source)
                case .forStmt:
                    guard let loop = parent.as(ForStmtSyntax.self), loop.sequence.id == node.id,
                        let row = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier
                    else { return }
                    // `for row in rows` works only if the program extends the result set to be a sequence.
                    return follow(row, source)
                case .initializerClause: return followVariable(of: parent, source)
                case .returnStmt, .codeBlockItem:
                    if parent.isResult { returned = source }
                    return
                default: return
                }
            }
        }

        private mutating func followVariable(of initializer: Syntax, _ source: RowSource) {
            let binding = initializer.parent?.as(PatternBindingSyntax.self)
            let pattern = binding?.pattern ?? initializer.parent?.as(OptionalBindingConditionSyntax.self)?.pattern
            guard binding?.isLocal != false, let name = pattern?.as(IdentifierPatternSyntax.self)?.identifier else {
                return
            }
            follow(name, source)
        }

        /// Follows the uses of a variable that is declared with the value. If the variable is assigned later, follows only the uses before
        /// that.
        fileprivate mutating func follow(_ variable: TokenSyntax, _ source: RowSource) {
            guard followed.insert(variable.position.utf8Offset).inserted else { return }
            let uses = context.scopes.uses(of: variable)
            // A dictionary in a `var` can be mutated.
            if source == .dictionary, !variable.isConstant { return }
            guard uses.contains(where: \.isAssigned) else {
                for use in uses { follow(ExprSyntax(use), source) }
                return
            }
            guard let segment = Segment(after: Syntax(variable), of: uses) else { return }
            for use in uses where segment.contains(use) { follow(ExprSyntax(use), source) }
        }

        /// Follows the uses of a variable after it is assigned the value.
        private mutating func followAssignment(
            _ sequence: SequenceExprSyntax, of value: Syntax, _ source: RowSource
        ) {
            guard sequence.elements.last?.id == value.id, source != .dictionary,
                let target = sequence.elements.first?.as(DeclReferenceExprSyntax.self), target.isAssigned,
                let variable = context.scopes.variable(of: target),
                let binding = variable.parent?.parent?.as(PatternBindingSyntax.self), binding.isLocal
            else { return }
            let uses = context.scopes.uses(of: variable)
            let later = uses.filter { $0.position > sequence.position && $0.id != target.id }
            if uses.count(where: \.isAssigned) == 1, binding.isEmptyAtFirst {
                for use in later { follow(ExprSyntax(use), source) }
            } else if let segment = Segment(after: Syntax(sequence), of: uses) {
                for use in later where segment.contains(use) { follow(ExprSyntax(use), source) }
            }
        }

        /// Follows the value into a function or initializer of the file that receives it.
        private mutating func followArgument(_ argument: Syntax, _ source: RowSource) {
            guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self) else { return }
            if let name = call.calledExpression.as(DeclReferenceExprSyntax.self),
                call.arguments.first?.id == argument.id,
                let parameter = context.scopes.variable(of: name), parameter.parent?.kind == .functionParameter
            {
                return handed.append((parameter, source))
            }
            guard let reader = context.index.reader(for: call, of: argument), reader.source == source
            else { return }
            follow(reader)
        }
    }

    // MARK: - Through other functions

    extension RowUses {
        /// Follows the rows into a closure or function that a function of the program calls with each row. An example is `map`, if the
        /// program makes the result set a sequence.
        private mutating func followClosure(of call: FunctionCallExprSyntax) {
            guard call.arguments.count + (call.trailingClosure == nil ? 0 : 1) == 1 else { return }
            if let parameter = call.lastClosure?.parameters.first?.name { return follow(parameter, .set) }
            guard let name = call.arguments.first?.expression.as(DeclReferenceExprSyntax.self) else { return }
            let readers = context.index.readers(named: name.baseName.name)
            guard readers.count == 1, let reader = readers.first, reader.source == .set, reader.labels.count == 1 else {
                return
            }
            follow(reader)
        }

        private mutating func follow(_ reader: RowReader) {
            let outer = helper
            defer { helper = outer }
            helper = reader.body
            follow(reader.parameter, reader.source)
        }

        /// Follows the rows that another function returns or passes to a closure.
        ///
        /// - Parameter inner: the uses of the rows in that function.
        fileprivate mutating func follow(
            _ call: FunctionCallExprSyntax, through wrapper: TextWrapper, _ inner: RowUses
        ) {
            if let source = inner.returned, wrapper.call.nearestBody?.id == Syntax(wrapper.function).id {
                follow(ExprSyntax(call), source)
            }
            let parameters = wrapper.function.signature.parameterClause.parameters
            for (token, source) in inner.handed {
                guard let parameter = parameters.first(where: { ($0.secondName ?? $0.firstName).id == token.id }) else {
                    continue
                }
                let argument = wrapper.argument(for: parameter, in: call)?.as(ClosureExprSyntax.self)
                let trailing = parameters.last?.id == parameter.id ? call.trailingClosure : nil
                guard let first = (argument ?? trailing)?.parameters.first?.name else { continue }
                follow(first, source)
            }
        }
    }

    // MARK: - Reads

    extension RowUses {
        private mutating func read(_ access: MemberAccessExprSyntax, _ source: RowSource) {
            let name = access.declName.baseName.text
            guard let call = access.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == access.id
            else {
                if source == .set, name == "resultDictionary" { follow(ExprSyntax(access), .dictionary) }
                if name == "columnNames" || name == "columnNameToIndexMap" { asksForNames = true }
                return
            }
            switch (source, name) {
            case (.set, "nextRow"): follow(ExprSyntax(call), .row)
            case (.set, "resultDict"), (.row, "dictionary"): follow(ExprSyntax(call), .dictionary)
            case (.set, _): readSet(call, name)
            case (.row, "value"), (.row, "column"): readRow(call)
            case (.row, "decode"):
                let type = call.argument("as") ?? call.arguments.first { $0.label == nil }?.expression
                let expected = ExpectedType(of: call, in: context).type
                decoded.append(type.flatMap { WrittenType(metatype: $0) } ?? expected ?? .other)
            default: return
            }
        }

        /// The result types of FMDB's column accessors.
        private static let types = [
            "int": "Int32", "long": "Int", "longLongInt": "Int64", "unsignedLongLongInt": "UInt64", "bool": "Bool",
            "double": "Double", "string": "String", "date": "Date", "data": "Data", "dataNoCopy": "Data",
            "utf8String": "UnsafePointer<UInt8>",
        ]

        private mutating func readSet(_ call: FunctionCallExprSyntax, _ accessor: String) {
            guard let argument = call.arguments.first, call.arguments.count == 1 else { return followClosure(of: call) }
            let (column, label) = (argument.expression, argument.label?.text)
            switch (accessor, label) {
            case ("columnIsNull", nil), ("columnIndexIsNull", nil):
                add(column, isNumber: accessor == "columnIndexIsNull", nil)
            case ("columnIndex", "forName"):
                if call.isColumnNumber(in: context.scopes) {
                    add(column, isNumber: false, nil)
                } else if let name = context.string(column) {
                    probed.insert(.name(name.lowercased()))
                }
            case ("object", "forColumn"), ("object", "forColumnIndex"), ("object", "forColumnName"):
                add(column, isNumber: label == "forColumnIndex", call.castType)
            case (_, "forColumn"), (_, "forColumnIndex"), (_, "forColumnName"):
                // Numeric accessors return 0 or false for NULL, others nil. Accessors that a program adds are not known.
                let type = Self.types[accessor].map { name in
                    let isForced = !SwiftType.numbers.contains(name) && call.parent?.kind == .forceUnwrapExpr
                    return SwiftType(name: name, isOptional: !isForced)
                }
                add(column, isNumber: label == "forColumnIndex", type, type.map { _ in accessor })
            default: followClosure(of: call)
            }
        }

        private mutating func readRow(_ call: FunctionCallExprSyntax) {
            guard let argument = call.arguments.first else { return }
            let label = argument.label?.text
            guard label == nil || label == "at" else { return }
            let expected = ExpectedType(of: call, in: context)
            let given = call.argument("as").map { WrittenType(metatype: $0) ?? .other }
            var type = (given ?? expected.type).flatMap { context.index.swiftType($0, at: call) }
            if let known = type, expected.acceptsNil { type = SwiftType(name: known.name, isOptional: true) }
            add(argument.expression, isNumber: label == "at", type)
        }

        private mutating func read(_ call: SubscriptCallExprSyntax, _ source: RowSource) {
            guard source != .row, call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil
            else { return }
            let isNumber = context.string(argument.expression) == nil
            guard !isNumber || source == .set else { return }
            add(argument.expression, isNumber: isNumber, call.castType)
        }

        private mutating func add(
            _ column: ExprSyntax, isNumber: Bool, _ type: SwiftType?, _ accessor: String? = nil
        ) {
            if let helper, column.isConditional(within: helper) { return }
            let place = context.places.place(of: column)
            if isNumber {
                guard let index = context.integer(column), index >= 0 else { return }
                found.append(ColumnRead(column: .index(index), place: place, type: type, accessor: accessor))
            } else if let name = context.string(column) ?? context.index.rawValue(column) {
                found.append(ColumnRead(column: .name(name), place: place, type: type, accessor: accessor))
            }
        }
    }

    extension ColumnRead.Column {

        fileprivate var folded: ColumnRead.Column {
            if case .name(let name) = self { return .name(name.lowercased()) }
            return self
        }
    }
#endif
