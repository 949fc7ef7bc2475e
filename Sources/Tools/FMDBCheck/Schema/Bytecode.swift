#if Checked
    import FMDB

    /// The bytecode of a statement, as EXPLAIN shows it. See [The SQLite Bytecode Engine](https://sqlite.org/opcode.html).
    struct Bytecode {
        struct Instruction {
            let opcode: Opcode
            let p1: Int
            let p2: Int
            let p3: Int
            let p4: String
            let p5: Int
        }

        let instructions: [Instruction]
        /// The number of registers used, including register 0.
        let registerCount: Int

        /// A row of EXPLAIN: the address, the opcode, P1 to P5 and a comment.
        typealias Row = (Int, String, Int, Int, Int, String?, Int, String?)

        private static let largestSize = 20_000
        private static let largestArea = 20_000_000

        /// - Returns: nil if the bytecode has an unknown instruction, or too many instructions.
        init?(of sql: String, parameters: Int, in db: FMDatabase) {
            let nothing = FMArguments([FMValue](repeating: .null, count: parameters))
            guard let rows = try? db.rows(FMSQL(raw: "EXPLAIN " + sql, arguments: nothing), as: Row.self) else {
                return nil
            }
            // The rows of trigger programs follow. Their addresses start at 0 again, which ends the prefix.
            let own = zip(rows, 0...).prefix { $0.0 == $1 }.map(\.0)
            guard (1...Bytecode.largestSize).contains(own.count) else { return nil }
            instructions = own.compactMap { _, name, p1, p2, p3, p4, p5, _ in
                Opcode(name).map { Instruction(opcode: $0, p1: p1, p2: p2, p3: p3, p4: p4 ?? "", p5: p5) }
            }
            guard instructions.count == own.count else { return nil }
            let highest = instructions.reduce(0) { max($0, $1.highestRegister) }
            // `NullFlow` stores a state for each register before each instruction, so the product is limited.
            guard highest * instructions.count < Bytecode.largestArea else { return nil }
            registerCount = highest + 1
        }
    }

    extension Bytecode.Instruction {
        /// The name of a function and the number of its arguments, parsed from P4, such as "count(1)".
        var function: (name: String, count: Int)? {
            guard let open = p4.firstIndex(of: "("), p4.hasSuffix(")") else { return nil }
            let count = Int(p4[p4.index(after: open)...].dropLast())
            return count.map { (String(p4[..<open]).foldedAsName, $0) }
        }

        /// An upper bound of the registers that the instruction reads or writes.
        fileprivate var highestRegister: Int {
            let count =
                opcode == .Copy || opcode == .Move || opcode == .MakeRecord || opcode == .ResultRow ? max(p2, p3) : 0
            return max(p1, p2, p3, 0) + count + (function?.count ?? 0) + 1
        }
    }

    /// The opcodes of SQLite 3.31 and later. Bytecode with an unlisted opcode is not analysed.
    enum Opcode: String {
        /// `other` changes no register that `NullFlow` tracks. `branch` is the same, but may jump to P2.
        case other, branch
        case Integer, Int64, Real, String8, String, Blob, Null, SoftNull, BeginSubrtn, Variable, Move, Copy, SCopy,
            IntCopy, Add, Subtract, Multiply, Divide, Remainder, Concat, BitAnd, BitOr, ShiftLeft, ShiftRight, BitNot,
            AddImm, And, Or, Not, IsTrue, ZeroOrNull, Cast, MustBeInt, MemMax, OffsetLimit, Function, PureFunc,
            AggStep, AggStep1, AggInverse, AggValue, AggFinal, GetSubtype, Column, Rowid, IdxRowid, Count, Sequence,
            NewRowid, MakeRecord, RowData, SorterData, Offset, VColumn, RowSetRead, RowSetAdd, Param, ReadCookie,
            HaltIfNull, OpenRead, OpenWrite, ReopenIdx, OpenDup, OpenEphemeral, OpenAutoindex, OpenPseudo, SorterOpen,
            VOpen, NullRow, Insert, IdxInsert, SorterInsert, Goto, Gosub, Return, InitCoroutine, EndCoroutine, Yield,
            Halt, Jump, IsNull, NotNull, IfNullRow, Eq, Ne, Lt, Le, Gt, Ge, ResultRow, Program

        private static let others = Set(
            words: """
                RealAffinity Affinity CollSeq ClrSubtype SetSubtype RowCell ColumnsUsed CursorHint TypeCheck
                Permutation Compare Close Delete IdxDelete ResetSorter Clear ResetCount DeferredSeek FinishSeek
                CursorLock CursorUnlock FilterAdd SeekHit VInitIn Transaction AutoCommit Savepoint Checkpoint
                TableLock VBegin VUpdate FkCheck FkCounter Noop Explain Trace Abortable ReleaseReg Expire VerifyCookie
                SetCookie
                """)
        private static let branches = Set(
            words: """
                SequenceTest RowSetTest SorterCompare Init Once If IfNot IsType IfPos IfNotZero IfSmaller DecrJumpZero
                ElseEq ElseNotEq Filter Found NotFound NoConflict NotExists IfNoHope SeekRowid SeekLT SeekLE SeekGE
                SeekGT SeekScan IdxLE IdxGT IdxLT IdxGE IfEmpty IfNotOpen Rewind Last Next Prev Sort SorterSort
                SorterNext VFilter VNext VCheck IncrVacuum FkIfZero IfSizeBetween
                """)

        init?(_ name: String) {
            self.init(rawValue: Self.branches.contains(name) ? "branch" : Self.others.contains(name) ? "other" : name)
        }
    }
#endif
