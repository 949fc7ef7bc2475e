#if Checked
    /// The verdicts on a class that inherits from one of FMDB's classes, or is a pool's delegate.
    extension MoveSubclass {
        private static let overridable = Set(
            words: """
                init open close executeUpdate executeQuery executeStatements prepare beginTransaction
                beginDeferredTransaction beginImmediateTransaction beginExclusiveTransaction commit rollback
                inTransaction inDeferredTransaction inExclusiveTransaction inImmediateTransaction inSavePoint
                startSavePoint releaseSavePoint rollbackToSavePoint checkpoint clearCachedStatements closeOpenResultSets
                interrupt inDatabase releaseAllDatabases databaseClass
                """)

        var verdicts: [FMMoveReport.Item] {
            guard let superclass = inherited.first else { return [] }
            let head = "class \(name): \(superclass)"
            var items: [FMMoveReport.Item] = []
            switch superclass {
            case "FMResultSet", "FMStatement":
                items.append(.init(place, head, .change, "extend \(superclass), which is final here"))
            case "FMDatabase": items = initializerVerdicts(head) + overrideVerdicts
            case "FMDatabaseQueue", "FMDatabasePool":
                if !inherited.contains(where: { $0.contains("Sendable") }) {
                    // SAFETY: this is a string, not code.
                    items.append(.init(place, head, .warning, "write \(superclass), @unchecked Sendable"))
                }
                items += overrideVerdicts
            default: break
            }
            return items + delegateVerdicts
        }

        private func initializerVerdicts(_ head: String) -> [FMMoveReport.Item] {
            let initializers = members.filter { $0.spelling.hasPrefix("init(") }
            if let byPath = initializers.first(where: { $0.spelling == "init(path:)" }) {
                let advice = "write required init(path:) instead of override"
                return byPath.isRequired ? [] : [.init(byPath.place, "\(name).init(path:)", .change, advice)]
            }
            let advice = "add required init(path: String?), with which a queue creates its databases"
            return initializers.allSatisfy(\.isConvenience) ? [] : [.init(place, head, .change, advice)]
        }

        private var overrideVerdicts: [FMMoveReport.Item] {
            members.filter(\.isOverride).compactMap { member -> FMMoveReport.Item? in
                let function = String(member.spelling.prefix { $0 != "(" })
                guard !Self.overridable.contains(function), !function.hasPrefix("databasePool"),
                    FMDBSymbol.byName[function] != nil
                else { return nil }
                let advice = "it cannot be overridden here: give it a name of its own, and call that"
                return .init(member.place, "\(name).\(member.spelling)", .change, advice)
            }
        }

        private var delegateVerdicts: [FMMoveReport.Item] {
            let methods = members.filter { $0.spelling.hasPrefix("databasePool(_:") }
            let overrides = methods.filter(\.isOverride).map { method in
                FMMoveReport.Item(method.place, "\(name).\(method.spelling)", .change, "remove override")
            }
            guard let first = methods.first, !inherited.contains(where: { $0.contains("FMDatabasePoolDelegate") })
            else { return overrides }
            return [.init(first.place, "class \(name)", .change, "conform to FMDatabasePoolDelegate")] + overrides
        }
    }
#endif
