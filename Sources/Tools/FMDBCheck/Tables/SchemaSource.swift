#if Checked
    import FMDB
    import Foundation

    /// The script or file that defines the tables. Each thread creates its own database from it.
    struct SchemaSource: Sendable {
        /// The hash of the whole content of the source.
        let key: String
        private let names: [AddedName]
        private let make: @Sendable ([AddedName]) throws -> CheckedSchema

        init(_ schema: FMQueryCheck.Schema, in folder: String, names: [AddedName] = []) throws(FMCheckError) {
            var hash = ContentHash()
            switch schema {
            case .script(let script):
                hash.add(script)
                make = { try CheckedSchema(script: script, file: schema.file, additions: $0) }
            case .file(let file):
                let script = try SourceFile.text(of: FilePath.absolute(file, in: folder), as: "the schema")
                hash.add(file)
                hash.add(script)
                make = { try CheckedSchema(script: script, file: file, additions: $0) }
            case .migrations(let file):
                let migrations = try SchemaSource.migrations(file, in: folder)
                for text in migrations.texts { hash.add("\(text)") }
                hash.add("\(migrations.wipes.sorted()) \(migrations.others) \(migrations.isIncomplete)")
                make = {
                    try CheckedSchema(
                        migrations: migrations.texts, leavingOut: migrations.wipes, others: migrations.others,
                        isIncomplete: migrations.isIncomplete, additions: $0)
                }
            case .database(let file):
                let path = FilePath.absolute(file, in: folder)
                for text in try SchemaSource.texts(of: path, named: file) { hash.add(text) }
                make = { try CheckedSchema(databaseFile: path, additions: $0) }
            }
            for name in names { hash.add("\(name)") }
            (self.names, key) = (names, hash.text)
        }

        /// Returns a database with the tables. Errors in the schema are in its `problems`.
        ///
        /// - Parameter additions: more additions of the program.
        func made(with additions: [AddedName] = []) throws(FMCheckError) -> CheckedSchema {
            do {
                return try make(names + additions)
            } catch {
                let reason = (error as? FMError)?.message ?? error.localizedDescription
                throw FMCheckError(.schema, "the schema cannot be created: \(reason)")
            }
        }

        private struct Migrations: Sendable {
            /// The SQL of the migrations, in source order.
            var texts: [SQLText] = []
            /// The indexes in `texts` of statements that do not run.
            var wipes: Set<Int> = []
            /// Other SQL that creates tables.
            var others: [String] = []
            /// Whether some SQL of the migrations is not known, for example because it is the result of a call.
            var isIncomplete = false
        }

        /// Returns the SQL of a Swift file or folder.
        private static func migrations(_ path: String, in folder: String) throws(FMCheckError) -> Migrations {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: FilePath.absolute(path, in: folder), isDirectory: &isFolder)
            let files = isFolder.boolValue ? try SourceList([path], in: folder).names : [path]
            var (result, steps) = (Migrations(), [TableWipes.Step]())
            for file in files {
                let source = try SourceFile.text(of: FilePath.absolute(file, in: folder), as: "the file of migrations")
                let facts = SourceReader.facts(of: source, file: file)
                let isWanted = { (use: SQLUse) in
                    use.isOfMigration || SQLStatement.split(use.text.sql).contains(where: \.changesSchema)
                }
                let uses = facts.uses.filter { $0.verb != .condition && isWanted($0) }
                    .sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
                result.texts += uses.map(\.text)
                for use in uses {
                    let part = facts.parts.first { $0.lines.contains(use.place.line) }
                    steps += SQLStatement.split(use.text.sql).map {
                        TableWipes.Step(statement: $0, file: file, part: part)
                    }
                }
                result.others += facts.creations
                result.isIncomplete = result.isIncomplete || !facts.unfollowed.isEmpty
            }
            guard !result.texts.isEmpty || !result.others.isEmpty else {
                throw FMCheckError(
                    .schema, in: path, "there is no SQL that creates a table, so these are not migrations")
            }
            result.wipes = TableWipes(steps).numbers
            return result
        }

        private static func texts(of path: String, named file: String) throws(FMCheckError) -> [String] {
            guard FileManager.default.fileExists(atPath: path) else {
                throw FMCheckError(.missing, "there is no database \"\(file)\"")
            }
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw FMCheckError(.notPermitted, "the system does not permit reading the database \"\(file)\"")
            }
            let db: FMDatabase
            do {
                db = try FMDatabase.reading(path)
            } catch {
                throw FMCheckError(
                    .schema, "the database \"\(file)\" cannot be opened: \(error.localizedDescription)")
            }
            defer { db.close() }
            do {
                return try db.rows(
                    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid", as: String.self)
            } catch {
                throw FMCheckError(.schema, "the schema of the database \"\(file)\" cannot be read: \(error.message)")
            }
        }
    }

    /// Finds the `DROP TABLE` statements that do not run here, because they only empty the database or revert a migration.
    struct TableWipes {
        struct Step {
            let statement: SQLStatement
            let file: String
            /// The function around the call, or nil at the top level of the file.
            let part: MigratingPart?
        }

        private let steps: [Step]
        /// The indexes of the statements that create a table, by its folded name.
        private let makers: [String: [Int]]

        /// - Parameter steps: the statements of all migrations, in order.
        init(_ steps: [Step]) {
            self.steps = steps
            makers = Dictionary(
                grouping: steps.indices.filter { steps[$0].statement.makesRelation != nil },
                by: { steps[$0].statement.makesRelation ?? "" })
        }

        var numbers: Set<Int> { Set(steps.indices.filter(isWipe)) }

        /// Whether the dropped table should exist: another function creates it before, and no statement creates it later. A table that a
        /// migration drops should not exist, unless the migration calls a function that creates it.
        private func isWipe(_ number: Int) -> Bool {
            let step = steps[number]
            guard let all = step.statement.dropsRelation.flatMap({ makers[$0] }), let last = all.last, last < number
            else { return false }
            let others = all.filter { steps[$0].file != step.file || steps[$0].part != step.part }
            guard let part = step.part, part.isStep else { return !others.isEmpty }
            return others.contains { other in
                guard let maker = steps[other].part, maker.isStep else { return true }
                return part.names.contains(maker.name)
            }
        }
    }

    extension SQLStatement {
        /// The folded name of the table or view that the statement creates, or to which it renames a table.
        fileprivate var makesRelation: String? {
            if let made { return made.isRelation ? made.name.folded : nil }
            return Reshaping(self)?.newTable
        }

        /// The folded name of the table or view that the statement drops.
        fileprivate var dropsRelation: String? {
            guard verb == "DROP", tokens.count > 2, tokens[1].isWord("TABLE", "VIEW") else { return nil }
            return tokens.dropFirst(2).drop { $0.isWord("IF", "EXISTS") }.firstName?.folded
        }
    }
#endif
