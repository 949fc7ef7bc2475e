#if Checked
    import SwiftSyntax

    package struct ResultShapes {
        /// Returns the shape of a call's rows, or `.unknown` if the source does not show it for certain.
        package static func shape(
            of call: FunctionCallExprSyntax, function: String, in context: ReadingContext
        ) -> RowShape {
            let shapes = ResultShapes(call: call, context: context)
            switch function {
            case "value": return shapes.value
            case "rows": return shapes.rows
            case "executeQuery", "query", "prepare", "forEachRow": return shapes.decodedRow
            case "find", "findReadable": return shapes.model
            default:
                // With `!`, the program crashes if the value is NULL, so the read does not accept NULL.
                let isForced = call.parent?.kind == .forceUnwrapExpr
                return single[function].map { .value(SwiftType(name: $0, isOptional: !isForced)) } ?? .unknown
            }
        }

        private var model: RowShape {
            guard call.argument("sql") != nil,
                let type = call.arguments.first.flatMap({ WrittenType(metatype: $0.expression) }),
                case .named(let name, isOptional: false) = type,
                let known = RowTypes.name(name, seenFrom: call, in: context)
            else { return .unknown }
            return .decoded(known)
        }

        /// FMDB's single-value queries, which return nil for NULL.
        private static let single = [
            "intForQuery": "Int32", "longForQuery": "Int", "boolForQuery": "Bool", "doubleForQuery": "Double",
            "stringForQuery": "String", "dataForQuery": "Data", "dateForQuery": "Date",
        ]

        private let call: FunctionCallExprSyntax
        private let context: ReadingContext

        private var given: WrittenType? { call.argument("as").map { WrittenType(metatype: $0) ?? .other } }

        private var value: RowShape {
            let expected = ExpectedType(of: call, in: context)
            guard let type = given ?? expected.type, let read = context.index.swiftType(type, at: call) else {
                return .unknown
            }
            return .value(SwiftType(name: read.name, isOptional: read.isOptional || expected.acceptsNil))
        }

        private var rows: RowShape {
            if let given { return shape(given) }
            guard let expected = ExpectedType(of: call, in: context).type,
                case .list(let element) = context.index.resolved(expected)
            else { return .unknown }
            return shape(element)
        }

        private func shape(_ type: WrittenType) -> RowShape {
            switch context.index.resolved(type) {
            case .tuple(let elements):
                let types = elements.compactMap { context.index.swiftType($0, at: call) }
                return types.count == elements.count ? .tuple(types) : .unknown
            case .named(let name, let isOptional)
            where !SourceIndex.isColumnType(name) && !context.index.isEnumeration(name):
                guard !isOptional, context.index.swiftType(type, at: call) != nil,
                    let known = RowTypes.name(name, seenFrom: call, in: context)
                else { return .unknown }
                return .decoded(known)
            default:
                return context.index.swiftType(type, at: call).map { .value($0) } ?? .unknown
            }
        }

        /// The type as which all rows of the result set are decoded, or `.unknown` if there is more than one.
        private var decodedRow: RowShape {
            let uses = RowUses(of: call, in: context)
            guard let first = uses.decoded.first, uses.decoded.allSatisfy({ $0 == first }), case .decoded = shape(first)
            else { return .unknown }
            return shape(first)
        }
    }
#endif
