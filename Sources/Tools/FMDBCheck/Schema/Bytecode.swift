#if Checked
    import FMDB

    /// The program that SQLite has compiled a statement to, as EXPLAIN shows it. See [The SQLite Bytecode Engine](https://sqlite.org/opcode.html).
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
        /// The number of registers that are named, 0 included.
        let registerCount: Int

        /// What EXPLAIN answers: the address, the name, P1 to P5 and a comment.
        typealias Row = (Int, String, Int, Int, Int, String?, Int, String?)

        private static let largestSize = 20_000
        private static let largestArea = 20_000_000

        /// - Returns: nil if there is an instruction that is not known, or too many.
        init?(of sql: String, parameters: Int, in db: FMDatabase) {
            let nothing = FMArguments([FMValue](repeating: .null, count: parameters))
            guard let rows = try? db.rows(FMSQL(raw: "EXPLAIN " + sql, arguments: nothing), as: Row.self) else {
                return nil
            }
            // The programs of triggers follow, each from 0.
            let own = zip(rows, 0...).prefix { $0.0 == $1 }.map(\.0)
            guard (1...Bytecode.largestSize).contains(own.count) else { return nil }
            instructions = own.compactMap { _, name, p1, p2, p3, p4, p5, _ in
                Opcode(name).map { Instruction(opcode: $0, p1: p1, p2: p2, p3: p3, p4: p4 ?? "", p5: p5) }
            }
            guard instructions.count == own.count else { return nil }
            let highest = instructions.reduce(0) { max($0, $1.highestRegister) }
            // What is known of each register is kept for each instruction.
            guard highest * instructions.count < Bytecode.largestArea else { return nil }
            registerCount = highest + 1
        }
    }

    extension Bytecode.Instruction {
        /// The name of a function and the number of its arguments: "count(1)".
        var function: (name: String, count: Int)? {
            guard let open = p4.firstIndex(of: "("), p4.hasSuffix(")") else { return nil }
            let count = Int(p4[p4.index(after: open)...].dropLast())
            return count.map { (String(p4[..<open]).foldedAsName, $0) }
        }

        /// No less than the highest register that it may write or read.
        fileprivate var highestRegister: Int {
            let count =
                opcode == .Copy || opcode == .Move || opcode == .MakeRecord || opcode == .ResultRow ? max(p2, p3) : 0
            return max(p1, p2, p3, 0) + count + (function?.count ?? 0) + 1
        }
    }

    /// The instructions of SQLite 3.31 and later. What is not listed here is not understood.
    enum Opcode: String {
        /// The first changes no register that is looked at; the second may jump to P2 besides.
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
