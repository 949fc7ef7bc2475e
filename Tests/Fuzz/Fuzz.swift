// The entry of libFuzzer. `Scripts/fuzz` compiles this folder; it is no target of the package.
import Foundation

/// What is done with one input, by the name of the parser. The environment variable `FUZZ_TARGET` chooses one.
let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "cells": fuzzCells, "changesets": fuzzChangesets, "cluster": fuzzClusterStatements, "columns": fuzzColumns,
    "conditions": fuzzConditions,
    "dates": fuzzDates, "delimited": fuzzDelimited, "encodings": fuzzEncodings, "exports": fuzzExports,
    "format": fuzzFormat,
    "fulltext": fuzzFullText, "joining": fuzzJoining, "json": fuzzJSON, "legacy": fuzzLegacy, "lists": fuzzLists,
    "locks": fuzzLocks, "names": fuzzNames, "numbers": fuzzNumbers, "objects": fuzzObjects, "pages": fuzzPages,
    "parameters": fuzzParameters, "pieces": fuzzPieces, "policy": fuzzPolicy, "records": fuzzRecords,
    "script": fuzzScript, "shell": fuzzShell,
    "statements": fuzzStatements,
    "tables": fuzzTables, "texts": fuzzTexts, "tokens": fuzzTokens, "walindex": fuzzWriteAheadIndex,
    "wire": fuzzWire,
]

private let chosen: @Sendable ([UInt8]) -> Void = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    if let target = targets[name] { return target }
    print("FUZZ_TARGET must be one of: \(targets.keys.sorted().joined(separator: " "))")
    exit(2)
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Ends the process where the library and the reference differ, so that libFuzzer keeps the input.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if condition { return }
    FileHandle.standardError.write(Data("DIFFERENCE: \(message())\n".utf8))
    abort()
}

/// Takes numbers and texts from the bytes of an input. At its end all numbers are 0 and all texts are empty.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    mutating func integer() -> Int64 {
        var number: UInt64 = 0
        for _ in 0..<8 { number = number << 8 | UInt64(byte()) }
        return Int64(bitPattern: number)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Text of up to 255 bytes, its length first.
    mutating func text() -> String { String(decoding: bytes(Int(byte())), as: UTF8.self) }

    /// All that is left.
    mutating func allText() -> String { String(decoding: bytes(rest.count), as: UTF8.self) }
}

extension String {
    /// SQLite ends a text at a NUL; most calls of the library refuse one.
    var withoutNUL: String { String(decoding: utf8.filter { $0 != 0 }, as: UTF8.self) }
}
