#if Checked
    struct CallVerdict {
        let subject: String
        let verdict: FMMoveReport.Verdict
        var advice: String?
        var linux: String?

        /// - Returns: nil if the call is not FMDB's.
        init?(_ call: MoveCall, _ declarations: MoveDeclarations, categories: [String: Set<String>] = [:]) {
            // If a type of the project declares the same name, the call of an object of unknown type may be that type's.
            if call.receiver == nil, declarations.declares(call.name) { return nil }
            let candidates = FMDBSymbol.byName[call.name, default: []].filter { symbol in
                symbol.type == call.receiver || call.receiver == nil && symbol.isDistinct
            }
            if let symbol = candidates.first(where: { $0.matches(call) }) {
                self.init(call, of: symbol)
            } else {
                self.init(call, declarations, categories)
            }
        }

        private init(_ call: MoveCall, of symbol: FMDBSymbol) {
            subject = symbol.type == symbol.name ? symbol.spelling : "\(symbol.type).\(symbol.spelling)"
            linux = symbol.linux
            let other = symbol.other.map { "write \($0)" }
            (verdict, advice) = other == nil ? Self.use(call, of: symbol) : (symbol.verdict, other)
        }

        /// Properties whose setters do nothing here, and break the object in FMDB.
        private static let inert: Set<String> = [
            "FMDatabase.isOpen", "FMResultSet.parentDB", "FMResultSet.statement", "FMStatement.statement",
            "FMStatement.inUse",
        ]

        /// Returns the verdict on a call whose spelling stays the same, but whose use may have to change.
        private static func use(_ call: MoveCall, of symbol: FMDBSymbol) -> (FMMoveReport.Verdict, String?) {
            if call.unwrapping != .other {
                return (.change, "remove the \(call.unwrapping == .forced ? "!" : "?"): it is not optional")
            }
            if symbol.name == symbol.type, symbol.type != "FMDatabaseQueue", call.ending != .other {
                return (.change, "it is not optional: remove the \(call.ending == .forced ? "!" : "binding or the ?")")
            }
            if call.isAssigned, inert.contains("\(symbol.type).\(symbol.name)") {
                return (.warning, "remove the line: setting the property does nothing")
            }
            if symbol.labels?.last == "withArgumentsIn", call.arguments.last == "nil" {
                return (.warning, "write [] instead of nil")
            }
            return (.unchanged, nil)
        }

        /// - Parameter categories: the first parts of the selectors in Objective-C categories, by FMDB class.
        private init?(_ call: MoveCall, _ declarations: MoveDeclarations, _ categories: [String: Set<String>]) {
            subject = (call.receiver.map { "\($0)." } ?? "") + call.spelling
            let labels = call.labels ?? []
            if let other = Self.newName(call.name, labels) {
                (verdict, advice) = (.change, "write \(other); current versions of FMDB have no other spelling either")
            } else if declarations.isOwn(call.name) {
                return nil
            } else if labels.first == "withFormat", ["executeQuery", "executeUpdate"].contains(call.name) {
                verdict = .unchanged
            } else if call.receiver != nil, call.trailingClosures == 0, FMDBSymbol.helpers.contains(call.name),
                !labels.isEmpty, labels.allSatisfy({ $0 == "_" })
            {
                (verdict, advice) = Self.helper(call)
            } else if let receiver = call.receiver,
                categories[receiver]?.contains(where: { $0.hasPrefix(call.name) }) == true
            {
                verdict = .change
                advice = "its Objective-C category cannot be used: declare it in an extension of \(receiver)"
            } else if let receiver = call.receiver, !Self.ofObjects.contains(call.name) {
                verdict = .notChecked
                advice = "neither FMDB nor this project declares it for \(receiver), as far as the sources show"
            } else {
                return nil
            }
        }

        private static func newName(_ name: String, _ labels: [String]) -> String? {
            if let other = FMDBSymbol.old[name], !labels.isEmpty { return other }
            guard ["executeQuery", "executeUpdate"].contains(name) else { return nil }
            return labels.contains("withArgumentsInArray") ? "\(name)(_:withArgumentsIn:)" : nil
        }

        /// Returns the verdict on a helper of FMDB's Swift files, which this package has too.
        private static func helper(_ call: MoveCall) -> (FMMoveReport.Verdict, String?) {
            if FMDBSymbol.optionalHelpers.contains(call.name) { return (.unchanged, nil) }
            let reason = "with a list of values the call throws here"
            if !call.isTried { return (.change, "write try: \(reason)") }
            guard call.ending != .other, call.name == "executeQuery" else { return (.unchanged, nil) }
            return (.change, "remove the ? or !: \(reason), and its result is not optional")
        }

        private static let ofObjects = Set(
            words: "description debugDescription hash isEqual self copy classForCoder init")
    }

    extension FMDBSymbol {
        func matches(_ call: MoveCall) -> Bool {
            guard let labels, let given = call.labels else { return labels == nil && call.labels == nil }
            let rest = labels.dropFirst(given.count)
            return rest.count == call.trailingClosures && labels.starts(with: given) && rest.allSatisfy(takesClosure)
        }

        private func takesClosure(_ label: String) -> Bool {
            ["block", "withResultBlock", "with"].contains(label) || label == "_" && name.hasPrefix("in")
        }
    }
#endif
