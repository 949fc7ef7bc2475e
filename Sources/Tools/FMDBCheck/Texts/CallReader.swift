#if Checked
    import SwiftSyntax

    final class CallReader {
        private(set) var uses: [SQLUse] = []
        private(set) var unfollowed: [UnfollowedCall] = []
        private let context: ReadingContext
        private let evidence: LibraryEvidence
        /// The functions that forward SQL and whose calls have yet to be read.
        private var wrappers: [TextWrapper] = []
        private var passed: Set<SyntaxIdentifier> = []
        /// The calls already read, so that a call of a forwarding function is not read twice.
        private var known: Set<SyntaxIdentifier> = []
        /// The file's functions that forward SQL, as other files see them.
        private(set) var passingFunctions: [SharedNames.PassingFunction] = []

        init(_ context: ReadingContext) {
            self.context = context
            evidence = LibraryEvidence(context.index)
        }

        func read() {
            let own = context.index.calls.filter(isOwn)
            let ownIDs = Set(own.map(\.id))
            for call in context.index.calls where !ownIDs.contains(call.id) { read(call) }
            readWrappers()
            readSharedWrappers()
            for call in own where !known.contains(call.id) { read(call) }
            readWrappers()
            uses.sort { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
            unfollowed.sort { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
        }

        /// Whether the call may call a function of the program that has the same name as a library function.
        private func isOwn(_ call: FunctionCallExprSyntax) -> Bool {
            guard let name = call.calledName, let form = CallForm(call, named: name) else { return false }
            let others = context.others.functions(named: name)
            guard context.index.functions[name] != nil || !others.isEmpty else { return false }
            // The library's functions with these names have no String parameter for SQL, so a function that has one is the program's.
            if form.kind == .sql, others.contains(where: { !$0.isSQL && $0.argument(of: call) != nil }) { return true }
            if case .library = Receiver(call, context.scopes, context.index) { return false }
            return true
        }

        private func read(_ call: FunctionCallExprSyntax) {
            guard let name = call.calledToken, let form = CallForm(call, named: name.name) else { return }
            let receiver = Receiver(call, context.scopes, context.index)
            do throws(Unfollowed) {
                let texts = try context.follower.texts(form.text.expression, form.kind).withoutPlaceholders
                guard evidence.accepts(form, receiver, texts) else { return }
                known.insert(call.id)
                add(texts, form, call, name)
            } catch {
                guard evidence.acceptsUnknown(form, receiver) else { return }
                known.insert(call.id)
                miss(call, name, error, form)
            }
        }

        /// Records a call whose SQL is not known. If the SQL is a parameter, the calls of the enclosing function may show it.
        private func miss(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ error: Unfollowed, _ form: CallForm) {
            guard let (parameter, function) = error.parameter, context.index.functions[function.name.name]?.count == 1
            else { return miss(name, error) }
            let wrapper = TextWrapper(
                function: function, parameter: parameter, values: list(form.values, of: function), form: form,
                call: call)
            if passed.insert(parameter.id).inserted {
                wrappers.append(wrapper)
                let reader = RowUses.reader(ofRowsFrom: wrapper, in: context)
                if let shared = wrapper.shared(reader: reader) { passingFunctions.append(shared) }
            }
            let calls = context.index.callsByName[function.name.name] ?? []
            if !wrapper.isPrivate || !calls.contains(where: { wrapper.argument(of: $0) != nil }) { miss(name, error) }
        }

        private func miss(_ name: TokenSyntax, _ error: Unfollowed) {
            unfollowed.append(
                UnfollowedCall(function: name.name, place: context.places.place(of: name), reason: error.reason))
        }

        /// Returns the enclosing function's parameter that the call passes as its values, or nil.
        private func list(_ values: CallForm.Values, of function: FunctionDeclSyntax) -> FunctionParameterSyntax? {
            guard case .list(let list) = values, let path = list.bare.path,
                case .parameter(let parameter, let owner)? = context.scopes.declaration(of: path, at: list)?.kind,
                owner.id == function.id, parameter.ellipsis == nil
            else { return nil }
            return parameter
        }

        private func add(
            _ texts: [FollowedText], _ form: CallForm, _ call: FunctionCallExprSyntax, _ name: TokenSyntax
        ) {
            let reads = RowUses(of: call, in: context, onlyCertain: texts.count > 1).reads
            let result = ResultShapes.shape(of: call, function: name.name, in: context)
            for text in texts {
                uses.append(
                    SQLUse(
                        verb: form.verb, function: name.name, place: context.places.place(of: name),
                        text: form.text(of: text).text(context.places),
                        values: form.values(of: text, in: call, context.follower),
                        quotedValues: text.quotedValues, reads: reads, result: result, model: form.model))
            }
        }

        // MARK: - Functions that pass SQL on

        private func readWrappers() {
            while let wrapper = wrappers.popLast() {
                for call in context.index.callsByName[wrapper.function.name.name] ?? [] {
                    guard let argument = wrapper.argument(of: call), isLikely(call, argument, wrapper) else { continue }
                    read(call, argument, wrapper)
                }
            }
        }

        /// Whether the call probably calls the wrapper. A function of another object may have the same name, so the argument must look like
        /// SQL.
        private func isLikely(_ call: FunctionCallExprSyntax, _ argument: ExprSyntax, _ wrapper: TextWrapper) -> Bool {
            guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base else { return true }
            if ["self", "Self", "super"].contains(base.path?.first) { return true }
            let texts = try? context.follower.texts(argument, wrapper.form.kind)
            return texts?.contains { StatementStart($0.builder.bytes) == .statement } ?? false
        }

        private func read(_ call: FunctionCallExprSyntax, _ argument: ExprSyntax, _ wrapper: TextWrapper) {
            guard let name = call.calledToken, known.insert(call.id).inserted else { return }
            do throws(Unfollowed) {
                let texts = try context.follower.texts(argument, wrapper.form.kind).withoutPlaceholders
                let reads = RowUses.reads(of: call, through: wrapper, in: context, onlyCertain: texts.count > 1)
                add(
                    texts, wrapper.form.verb, name, wrapper.values.flatMap { wrapper.argument(for: $0, in: call) },
                    reads)
            } catch {
                miss(call, name, error, wrapper.form)
            }
        }

        private func add(
            _ texts: [FollowedText], _ verb: SQLUse.Verb, _ name: TokenSyntax, _ list: ExprSyntax?,
            _ reads: [ColumnRead]
        ) {
            let values = list.map { context.follower.list($0) } ?? .unknown
            for text in texts {
                uses.append(
                    SQLUse(
                        verb: verb, function: name.name, place: context.places.place(of: name),
                        text: text.builder.text(context.places), values: text.values.adding(values),
                        quotedValues: text.quotedValues, reads: reads, isOwn: true))
            }
        }
    }

    // MARK: - Functions of other files

    extension CallReader {
        private func readSharedWrappers() {
            for name in context.index.callsByName.keys.sorted() where context.index.functions[name] == nil {
                let functions = context.others.functions(named: name)
                guard functions.count == 1, let function = functions.first else { continue }
                for call in context.index.callsByName[name] ?? [] { read(call, function) }
            }
        }

        /// Reads a call of another file's function. A different function may have the same name, so the argument must look like SQL.
        private func read(_ call: FunctionCallExprSyntax, _ function: SharedNames.PassingFunction) {
            guard let name = call.calledToken, let argument = function.argument(of: call), !known.contains(call.id)
            else { return }
            do throws(Unfollowed) {
                let texts = try context.follower.texts(argument, function.isSQL ? .sql : .string).withoutPlaceholders
                guard texts.contains(where: { StatementStart($0.builder.bytes) == .statement }) else { return }
                known.insert(call.id)
                let reads = RowUses.reads(
                    of: call, through: function, in: context, onlyCertain: texts.count > 1)
                add(texts, function.verb, name, function.values.flatMap { function.argument(at: $0, in: call) }, reads)
            } catch {
                guard error.reason != .other, evidence.isLikely(Receiver(call, context.scopes, context.index)) else {
                    return
                }
                known.insert(call.id)
                miss(name, error)
            }
        }
    }

    extension CallForm {
        fileprivate func text(of text: FollowedText) -> TextBuilder {
            if case .format = values { text.builder.ofFormat } else { text.builder }
        }

        fileprivate func values(
            of text: FollowedText, in call: FunctionCallExprSyntax, _ reader: Follower
        ) -> GivenValues {
            switch values {
            case .listed: return text.values.adding(listed(in: call, reader))
            case .list(let array): return text.values.adding(reader.list(array))
            case .dictionary(let dictionary):
                if case .unknown = text.values { return .unknown }
                return reader.dictionary(dictionary)
            case .format(let values): return text.values.adding(.listed(values.map(reader.givenValue)))
            case .rows(let rows): return text.values.adding(reader.rows(rows))
            case .unknown: return .unknown
            }
        }

        /// Returns the unlabelled arguments after the SQL.
        private func listed(in call: FunctionCallExprSyntax, _ reader: Follower) -> GivenValues {
            guard text.label == nil || text.label?.text == "of" else { return .listed([]) }
            let values = call.arguments.dropFirst().filter {
                $0.label == nil && !$0.expression.is(ClosureExprSyntax.self)
            }
            // The library's functions accept no array as a value, so the called function is the program's.
            return values.contains { $0.expression.bare.is(ArrayExprSyntax.self) }
                ? .unknown : .listed(values.map { reader.givenValue($0.expression) })
        }
    }
#endif
