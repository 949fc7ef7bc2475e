#if Checked
    import FMDB

    /// The nullability of SQLite's functions. See [Built-In Scalar SQL Functions](https://sqlite.org/lang_corefunc.html).
    struct SureFunctions {
        /// Folded names of functions of the program, which may have replaced a built-in one.
        let added: Set<String>

        /// Functions that never return NULL, whatever the arguments.
        private static let always = Set(
            words: """
                count total row_number rank dense_rank percent_rank cume_dist ntile json_group_array json_group_object
                typeof quote hex changes total_changes last_insert_rowid random sqlite_version sqlite_source_id
                json_array json_object json_quote
                """)
        /// Functions that return NULL only if an argument is NULL.
        private static let passing = Set(words: "length lower upper trim ltrim rtrim instr abs round like glob")
        private static let passingSeveral = passing.union(["min", "max"])
        /// Functions that return a number other than an infinity or NaN.
        private static let finite = Set(words: "count row_number rank dense_rank ntile length instr last_insert_rowid")

        func isAlwaysSure(_ call: Bytecode.Instruction) -> Bool { isOne(of: Self.always, call) }

        func isFinite(_ call: Bytecode.Instruction) -> Bool { isOne(of: Self.finite, call) }

        private func isOne(of names: Set<String>, _ call: Bytecode.Instruction) -> Bool {
            call.function.map { names.contains($0.name) && !added.contains($0.name) } ?? false
        }

        /// Whether a call is never NULL.
        ///
        /// - Parameter state: whether each register is sure (never NULL).
        func isSure(_ call: Bytecode.Instruction, _ state: [Bool]) -> Bool {
            if isAlwaysSure(call) { return true }
            guard let function = call.function,
                isOne(of: function.count > 1 ? Self.passingSeveral : Self.passing, call), call.p2 >= 0,
                call.p2 + function.count <= state.count
            else { return false }
            return state[call.p2..<call.p2 + function.count].allSatisfy { $0 }
        }
    }

    /// Finds the registers that never hold an infinity. A sum or product of infinities can be NaN, which SQLite turns into NULL.
    struct FiniteNumbers {
        private var infinite: Set<Int> = []
        private var zero: Set<Int> = []

        init(of program: Bytecode, _ functions: SureFunctions) {
            var before = -1
            while before != infinite.count {
                before = infinite.count
                for instruction in program.instructions { apply(instruction, functions) }
            }
        }

        func areFinite(_ left: Int, _ right: Int) -> Bool { !infinite.contains(left) && !infinite.contains(right) }

        /// Whether the register holds only constants other than 0.
        func isNeverZero(_ register: Int) -> Bool { !zero.contains(register) }

        private mutating func apply(_ instruction: Bytecode.Instruction, _ functions: SureFunctions) {
            let (p1, p2, p3) = (instruction.p1, instruction.p2, instruction.p3)
            switch instruction.opcode {
            case .Integer: if p1 == 0 { zero.insert(p2) }
            case .Real:
                let value = Double(instruction.p4)
                if value?.isFinite != true { infinite.insert(p2) }
                if value == 0 || value == nil { zero.insert(p2) }
            case .Count, .NewRowid, .Sequence, .Rowid, .IdxRowid, .IsTrue, .ZeroOrNull, .Not, .BitNot: zero.insert(p2)
            case .BitAnd, .BitOr, .ShiftLeft, .ShiftRight, .And, .Or: zero.insert(p3)
            case .Add, .Subtract, .Multiply:
                zero.insert(p3)
                if !areFinite(p1, p2) { infinite.insert(p3) }
            case .Copy: for turn in 0...max(p3, 0) { copy(p1 + turn, p2 + turn) }
            case .Move: for turn in 0..<max(p3, 1) { copy(p1 + turn, p2 + turn) }
            case .SCopy, .IntCopy: copy(p1, p2)
            case .Function, .PureFunc, .AggValue, .AggFinal:
                let result = instruction.opcode == .AggFinal ? p1 : p3
                zero.insert(result)
                if !functions.isFinite(instruction) { infinite.insert(result) }
            case .AddImm, .MemMax, .MustBeInt: zero.insert(p1)
            case .Cast: distrust(p1)
            case .Concat, .Divide, .Remainder, .Column, .VColumn, .RowSetRead, .MakeRecord, .Program, .Offset:
                distrust(p3)
            case .String8, .String, .Blob, .Variable, .Param, .RowData, .SorterData, .GetSubtype, .ReadCookie,
                .OffsetLimit:
                distrust(p2)
            case .Eq, .Ne, .Lt, .Le, .Gt, .Ge: if instruction.p5 & 0x20 != 0 { distrust(p2) }
            default: break
            }
        }

        private mutating func distrust(_ register: Int) {
            infinite.insert(register)
            zero.insert(register)
        }

        private mutating func copy(_ from: Int, _ to: Int) {
            if infinite.contains(from) { infinite.insert(to) }
            if zero.contains(from) { zero.insert(to) }
        }
    }
#endif
