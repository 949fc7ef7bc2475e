import FMDB
import FMDBTestSupport
import Foundation
import FMDBTestHelpers
import Testing

/// Random histories: undone to the start and redone to the end, with each content in between.
///
/// `FMDB_UNDO` is the number of histories, 8 unless told.
@Suite(.enabled(if: SQLiteVersion.hasRowChanges)) struct UndoRandomTests {
    private static let count = ProcessInfo.processInfo.environment["FMDB_UNDO"].flatMap(Int.init) ?? 8

    @Test(arguments: 0..<count) func eachContentComesBack(seed: Int) throws {
        var random = SeededNumbers(seed)
        let scene = try UndoScene(journal: seed % 2 == 0 ? "WAL" : "DELETE")
        let undo = try FMUndo(scene.queue, steps: 1000)
        var contents = [try scene.content()]
        while contents.count < 40 {
            let before = undo.undoCount
            try scene.change(&random)
            if undo.undoCount > before { contents.append(try scene.content()) }
            // Now and then back and forth, and on another way from there.
            guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
            for _ in 0..<Int.random(in: 1...5, using: &random) where contents.count > 1 {
                #expect(try undo.undo(), "\(undo.obstacle ?? "")")
                contents.removeLast()
            }
            try scene.require(contents[contents.count - 1])
        }
        #expect(undo.obstacle == nil)
        #expect(undo.undoCount == contents.count - 1)
        for content in contents.dropLast().reversed() {
            #expect(try undo.undo())
            try scene.require(content)
        }
        #expect(try !undo.undo())
        for content in contents.dropFirst() {
            #expect(try undo.redo())
            try scene.require(content)
        }
        #expect(try !undo.redo())
        while try undo.undo() {}
        #expect(try scene.content() == contents[0])
        while try undo.redo() {}
        #expect(try scene.content() == contents.last)
    }
}
