#if Checked
    /// What is to be done about a class that inherits from one of FMDB's, or is the delegate of a pool.
    struct SubclassVerdicts {
        private static let overridable = Set(
            words: """
                init open close executeUpdate executeQuery executeStatements prepare beginTransaction
                beginDeferredTransaction beginImmediateTransaction beginExclusiveTransaction commit rollback
                inTransaction inDeferredTransaction inExclusiveTransaction inImmediateTransaction inSavePoint
                startSavePoint releaseSavePoint rollbackToSavePoint checkpoint clearCachedStatements closeOpenResultSets
                interrupt inDatabase releaseAllDatabases databaseClass
                """)

        private(set) var items: [FMMoveReport.Item] = []

        /// - Parameter subclass: any class of the project that inherits.
        init(_ subclass: MoveSubclass) {
            guard let superclass = subclass.inherited.first else { return }
            let head = "class \(subclass.name): \(superclass)"
            switch superclass {
            case "FMResultSet", "FMStatement":
                add(subclass.place, head, .change, "extend \(superclass), which is final here")
            case "FMDatabase": readDatabase(subclass, head)
            case "FMDatabaseQueue", "FMDatabasePool":
                if !subclass.inherited.contains(where: { $0.contains("Sendable") }) {
                    // SAFETY: a text, no code.
                    add(subclass.place, head, .warning, "write \(superclass), @unchecked Sendable")
                }
                readOverrides(of: superclass, subclass)
            default: break
            }
            readDelegate(subclass)
        }

        private mutating func add(
            _ place: FMSourcePlace, _ subject: String, _ verdict: FMMoveReport.Verdict, _ advice: String
        ) {
            items.append(.init(place, subject, verdict, advice))
        }

        private mutating func readDatabase(_ subclass: MoveSubclass, _ head: String) {
            let initialisers = subclass.members.filter { $0.spelling.hasPrefix("init(") }
            if let byPath = initialisers.first(where: { $0.spelling == "init(path:)" }) {
                if !byPath.isRequired {
                    add(
                        byPath.place, "\(subclass.name).init(path:)", .change,
                        "write required init(path:) instead of override")
                }
            } else if initialisers.contains(where: { !$0.isConvenience }) {
                let advice = "add required init(path: String?), by which a queue makes its databases"
                add(subclass.place, head, .change, advice)
            }
            readOverrides(of: "FMDatabase", subclass)
        }

        private mutating func readOverrides(of superclass: String, _ subclass: MoveSubclass) {
            for member in subclass.members where member.isOverride {
                let name = member.spelling.prefix { $0 != "(" }
                guard !Self.overridable.contains(String(name)), !name.hasPrefix("databasePool"),
                    FMDBSymbol.byName[String(name)] != nil
                else { continue }
                add(
                    member.place, "\(subclass.name).\(member.spelling)", .change,
                    "it cannot be overridden here: give it a name of its own, and call that")
            }
        }

        private mutating func readDelegate(_ subclass: MoveSubclass) {
            let methods = subclass.members.filter { $0.spelling.hasPrefix("databasePool(_:") }
            guard let first = methods.first else { return }
            let conforms = subclass.inherited.contains { $0.contains("FMDatabasePoolDelegate") }
            if !conforms { add(first.place, "class \(subclass.name)", .change, "conform to FMDatabasePoolDelegate") }
            for method in methods where method.isOverride {
                add(method.place, "\(subclass.name).\(method.spelling)", .change, "remove override")
            }
        }
    }
#endif
