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

        private static let largestSize = 20_000
        private static let largestArea = 20_000_000

        /// - Returns: nil if there is an instruction that is not known, or too many.
        init?(of sql: String, parameters: Int, in db: FMDatabase) {
            let nothing = FMArguments([FMValue](repeating: .null, count: parameters))
            typealias Row = (Int, String, Int, Int, Int, String?, Int, String?)
            guard let rows = try? db.rows(FMSQL(raw: "EXPLAIN " + sql, arguments: nothing), as: Row.self) else {
                return nil
            }
            // The programs of triggers follow, each from 0.
            let own = zip(rows, 0...).prefix { $0.0 == $1 }.map(\.0)
            guard (1...Bytecode.largestSize).contains(own.count) else { return nil }
            instructions = own.compactMap { _, name, p1, p2, p3, p4, p5, _ in
                Opcode(rawValue: name).map { Instruction(opcode: $0, p1: p1, p2: p2, p3: p3, p4: p4 ?? "", p5: p5) }
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
        // Values
        case Integer, Int64, Real, String8, String, Blob, Null, SoftNull, BeginSubrtn, Variable, Move, Copy, SCopy,
            IntCopy
        case Add, Subtract, Multiply, Divide, Remainder, Concat, BitAnd, BitOr, ShiftLeft, ShiftRight, BitNot, AddImm
        case And, Or, Not, IsTrue, ZeroOrNull, Cast, RealAffinity, Affinity, MustBeInt, MemMax, OffsetLimit
        case Function, PureFunc, AggStep, AggStep1, AggInverse, AggValue, AggFinal, CollSeq, ClrSubtype, GetSubtype,
            SetSubtype
        case Column, Rowid, IdxRowid, Count, Sequence, SequenceTest, NewRowid, MakeRecord, RowData, RowCell, SorterData,
            Offset, VColumn
        case RowSetRead, RowSetAdd, RowSetTest, Param, ReadCookie, ColumnsUsed, CursorHint, TypeCheck, HaltIfNull,
            Permutation, Compare
        // Cursors
        case OpenRead, OpenWrite, ReopenIdx, OpenDup, OpenEphemeral, OpenAutoindex, OpenPseudo, SorterOpen, VOpen,
            Close, NullRow
        case Insert, IdxInsert, SorterInsert, Delete, IdxDelete, ResetSorter, Clear, ResetCount, SorterCompare,
            DeferredSeek, FinishSeek
        case CursorLock, CursorUnlock, FilterAdd
        // Jumps
        case Init, Goto, Gosub, Return, InitCoroutine, EndCoroutine, Yield, Halt, Jump, Once, If, IfNot, IsNull,
            NotNull, IsType, IfNullRow
        case IfPos, IfNotZero, IfSmaller, DecrJumpZero, Eq, Ne, Lt, Le, Gt, Ge, ElseEq, ElseNotEq, Filter, Found,
            NotFound, NoConflict
        case NotExists, IfNoHope, SeekRowid, SeekLT, SeekLE, SeekGE, SeekGT, SeekScan, SeekHit, IdxLE, IdxGT, IdxLT,
            IdxGE, IfEmpty
        case IfNotOpen, Rewind, Last, Next, Prev, Sort, SorterSort, SorterNext, VFilter, VNext, VInitIn, VCheck,
            IncrVacuum, FkIfZero
        case IfSizeBetween
        // The rest
        case ResultRow, Transaction, AutoCommit, Savepoint, Checkpoint, TableLock, VBegin, VUpdate, FkCheck, FkCounter,
            Program
        case Noop, Explain, Trace, Abortable, ReleaseReg, Expire, VerifyCookie, SetCookie

        /// Whether the instruction at P2 may run next.
        var mayJump: Bool {
            switch self {
            case .Init, .Goto, .Once, .If, .IfNot, .IsNull, .NotNull, .IsType, .IfNullRow, .IfPos, .IfNotZero,
                .IfSmaller, .DecrJumpZero, .Eq, .Ne,
                .Lt, .Le, .Gt, .Ge, .ElseEq, .ElseNotEq, .Filter, .Found, .NotFound, .NoConflict, .NotExists, .IfNoHope,
                .SeekRowid, .SeekLT,
                .SeekLE, .SeekGE, .SeekGT, .SeekScan, .IdxLE, .IdxGT, .IdxLT, .IdxGE, .IfEmpty, .IfNotOpen, .Rewind,
                .Last, .Next, .Prev, .Sort,
                .SorterSort, .SorterNext, .VFilter, .VNext, .IncrVacuum, .FkIfZero, .IfSizeBetween, .MustBeInt,
                .RowSetRead, .RowSetTest, .SorterCompare, .SequenceTest, .Program, .VCheck, .Yield:
                true
            default: false
            }
        }

        /// Whether the instruction behind it may run next.
        var fallsThrough: Bool {
            switch self {
            case .Goto, .Halt, .Jump, .Gosub, .EndCoroutine, .InitCoroutine: false
            default: true
            }
        }
    }
#endif
