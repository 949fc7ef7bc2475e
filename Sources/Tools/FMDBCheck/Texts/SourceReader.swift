#if Checked
    import SwiftParser
    import SwiftSyntax

    /// Reads the facts about SQL in a Swift source.
    package struct SourceReader {
        /// The facts of a file, its declarations that other files may use, and its lookups in other files.
        package struct Reading: Sendable {
            package var facts = SourceFacts()
            package var declares = SharedNames()
            package var asks = SharedQuestions()
        }

        package static func facts(of source: String, file: String) -> SourceFacts {
            reading(of: source, file: file).facts
        }

        /// Reads one source file.
        ///
        /// - Parameter project: the names that the other files declare.
        package static func reading(
            of source: String, file: String, in project: ProjectNames = ProjectNames()
        ) -> Reading {
            let places = Places(of: source, file: file)
            if let offset = SourceErrors.tooDeepNesting(of: source) {
                let message = "brackets are nested too deeply; the SQL of the file is not checked"
                let error = SourceError(place: places.place(at: offset), message: message)
                return Reading(facts: SourceFacts(errors: [error]))
            }
            let tree = Parser.parse(source: SourceErrors.withoutOldSpelling(source))
            let others = OtherFiles(project, file: file)
            let context = ReadingContext(tree, places, others)
            let calls = CallReader(context)
            calls.read()
            var facts = SourceFacts(uses: calls.uses, unfollowed: calls.unfollowed)
            facts.types = RowTypes.types(in: context)
            facts.additions = Additions.names(in: context)
            let known = Set(facts.uses.map(\.text.sql))
            let creations = Additions.creations(in: context)
            facts.creations = creations.map { $0.text }.filter { !known.contains($0) }
            let lines = facts.schemaUses.map(\.place.line) + creations.map { places.line(at: $0.start) + 1 }
            let parts = MigratingParts(in: tree, places, lines: lines)
            facts.parts = parts.all(with: facts.schemaUses.map(\.place.line))
            for index in facts.uses.indices {
                facts.uses[index].isOfMigration = parts.contain(line: facts.uses[index].place.line)
            }
            facts.otherLibraries = LibraryEvidence.named.filter(context.index.imports.contains).sorted()
            facts.setsDateFormat = context.index.callsByName["setDateFormat"] != nil
            let comments = IgnoreComments(in: tree, source: source, places: places)
            facts.ignores = comments.comments
            facts.errors = SourceErrors.errors(in: tree, context.index, places: places) + comments.errors
            let asks = others.questions(calls: context.index.callsByName.keys)
            // A constant whose value depends on other files is shared without its value.
            let alone = Follower(scopes: context.scopes, index: context.index, others: OtherFiles(file: file))
            var declares = SharedDeclarations.names(in: tree, alone)
            declares.functions = calls.passingFunctions
            declares.changes = context.index.changedNames
            return Reading(facts: facts, declares: declares, asks: asks)
        }
    }
#endif
