#if Checked
    import FMDB

    /// Finds the registers of a bytecode program that are never NULL, by following all paths through it.
    ///
    /// A register counts as sure (never NULL) until a path is found on which it may be NULL. So does a column of a record. The analysis
    /// repeats until the records no longer change, because the registers read from them depend on them.
    struct NullFlow {
        private let program: Bytecode
        private let source: (Int, Int) -> CursorSource
        /// The sure registers before each instruction, or nil for an instruction not reached so far.
        private var states: [[Bool]?]
        private var cursors: [Int: Cursor] = [:]
        /// The sure columns of each record, by the record's register.
        private var records: [Int: [Bool]] = [:]
        /// The cursors that may be on a row of NULLs, for example because of an outer join.
        private var mayBeNullRow: Set<Int> = []
        private var waiting: [Int] = []
        /// The addresses to which subroutines and coroutines return, by the register that holds the address.
        private var returns: [Int: [Int]] = [:]
        private var entries: [Int: [Int]] = [:]
        private let functions: SureFunctions
        private let numbers: FiniteNumbers

        private struct Cursor {
            var stored: [CursorSource] = []
            /// The registers of the records that are inserted, or that the cursor reads.
            var records: Set<Int> = []
            /// The cursors that this cursor is a copy of.
            var copied: Set<Int> = []
        }

        /// - Parameters:
        ///   - source: returns the content of a table or index, by the schema's number and the root page.
        ///   - addedFunctions: folded names of functions that are not built into SQLite.
        init(of program: Bytecode, addedFunctions: Set<String>, source: @escaping (Int, Int) -> CursorSource) {
            self.program = program
            functions = SureFunctions(added: addedFunctions)
            numbers = FiniteNumbers(of: program, functions)
            self.source = source
            states = Array(repeating: nil, count: program.instructions.count)
            for (address, instruction) in program.instructions.enumerated() { prepare(instruction, address) }
        }

        /// Returns for each result column whether it is never NULL. Nil if the analysis does not end or finds no result row.
        mutating func sureColumns(_ count: Int) -> [Bool]? {
            var rounds = 0
            var before: [Int: [Bool]]
            repeat {
                before = records
                rounds += 1
                states[0] = Array(repeating: true, count: program.registerCount)
                waiting = [0] + states.indices.dropFirst().filter { states[$0] != nil }
                guard rounds < 50, run() else { return nil }
            } while before != records
            var sure: [Bool]?
            for (address, instruction) in program.instructions.enumerated() where instruction.opcode == .ResultRow {
                guard let state = states[address], instruction.p2 == count else { continue }
                let row = Array(state[instruction.p1..<instruction.p1 + count])
                sure = sure.map { zip($0, row).map { $0 && $1 } } ?? row
            }
            return sure
        }

        private mutating func run() -> Bool {
            var steps = 0
            while let address = waiting.popLast() {
                steps += 1
                guard steps < 200_000, let state = states[address] else { return false }
                follow(program.instructions[address], address, state)
            }
            return true
        }

        /// Adds a path to an instruction: a register stays sure if it is sure on this path and on all earlier ones.
        private mutating func reach(_ address: Int, _ state: [Bool]) {
            guard states.indices.contains(address) else { return }
            guard var known = states[address] else {
                states[address] = state
                return waiting.append(address)
            }
            var isChanged = false
            for register in known.indices where known[register] && !state[register] {
                known[register] = false
                isChanged = true
            }
            guard isChanged else { return }
            states[address] = known
            waiting.append(address)
        }
    }

    // MARK: - What is known before the program runs

    extension NullFlow {
        private mutating func prepare(_ instruction: Bytecode.Instruction, _ address: Int) {
            let (p1, p2, p3) = (instruction.p1, instruction.p2, instruction.p3)
            switch instruction.opcode {
            case .OpenRead, .OpenWrite, .ReopenIdx:
                // P2 is the root page, or a register that holds it.
                let isRegister = instruction.p5 & 0x10 != 0 && instruction.opcode == .OpenWrite
                cursors[p1, default: Cursor()].stored.append(isRegister ? .unknown : source(p3, p2))
            case .VOpen: cursors[p1, default: Cursor()].stored.append(.unknown)
            case .OpenPseudo: cursors[p1, default: Cursor()].records.insert(p2)
            case .OpenDup: cursors[p1, default: Cursor()].copied.insert(p2)
            case .OpenEphemeral, .OpenAutoindex, .SorterOpen: _ = cursors[p1, default: Cursor()]
            case .Insert, .IdxInsert, .SorterInsert: cursors[p1, default: Cursor()].records.insert(p2)
            case .NullRow: mayBeNullRow.insert(p1)
            case .Gosub: returns[p1, default: []].append(address + 1)
            case .Yield: returns[p1, default: []] += [address + 1, p2]
            case .InitCoroutine: entries[p1, default: []].append(p3)
            default: break
            }
        }

        private func isSure(_ cursor: Int, _ column: Int, depth: Int = 0) -> Bool {
            guard depth < 8, !mayBeNullRow.contains(cursor), let known = cursors[cursor] else { return false }
            let areRecordsSure = known.records.compactMap { records[$0] }.allSatisfy { column < $0.count && $0[column] }
            // Rows that the statement inserts into a table of the database satisfy the table's constraints, so only temporary tables depend
            // on their records.
            return known.stored.allSatisfy { $0.isSure(column) } && (!known.stored.isEmpty || areRecordsSure)
                && known.copied.allSatisfy { isSure($0, column, depth: depth + 1) }
        }

        /// Records a way to build or read the record: a column stays sure if it is sure in all of them.
        private mutating func store(_ register: Int, _ sure: [Bool]) {
            records[register] = records[register].map { zip($0, sure).map { $0 && $1 } } ?? sure
        }

        /// Returns, for each column of a cursor's record, whether it is sure (never NULL).
        private func columns(of cursor: Int) -> [Bool] {
            let known = cursors[cursor] ?? Cursor()
            let registers = ([cursor] + known.copied).flatMap { cursors[$0]?.records ?? [] }
            let widths = known.stored.map(\.width) + registers.map { records[$0]?.count ?? 0 }
            return (0..<(widths.max() ?? 0)).map { isSure(cursor, $0) }
        }
    }

    // MARK: - One instruction

    extension NullFlow {
        private mutating func follow(_ instruction: Bytecode.Instruction, _ address: Int, _ before: [Bool]) {
            let (p1, p2, p3) = (instruction.p1, instruction.p2, instruction.p3)
            var state = before
            apply(instruction, &state)
            switch instruction.opcode {
            case .NotNull, .IsNull:
                // The jump shows whether the register is NULL: it is sure on only one of the two paths.
                var sure = state
                if state.indices.contains(p1) { sure[p1] = true }
                reach(p2, instruction.opcode == .NotNull ? sure : state)
                reach(address + 1, instruction.opcode == .NotNull ? state : sure)
            case .IfNullRow:
                var none = state
                if none.indices.contains(p3) { none[p3] = false }
                reach(p2, none)
                reach(address + 1, state)
            case .MustBeInt:
                if p2 > 0 { reach(p2, before) }
                reach(address + 1, state)
            case .Jump: for target in [p1, p2, p3] { reach(target, state) }
            case .Gosub, .Goto: reach(p2, state)
            case .Halt: break
            case .branch, .Eq, .Ne, .Lt, .Le, .Gt, .Ge, .RowSetRead:
                reach(p2, state)
                reach(address + 1, state)
            case .Return:
                for target in returns[p1] ?? [] { reach(target, state) }
                if p3 != 0 { reach(address + 1, state) }
            case .InitCoroutine:
                // P2 = 0 means the next instruction.
                reach(p2 == 0 ? address + 1 : p2, state)
            case .Yield, .EndCoroutine:
                for target in (returns[p1] ?? []) + (entries[p1] ?? []) { reach(target, state) }
            case .Program:
                if p2 > 0 { reach(p2, state) }
                reach(address + 1, state)
            default: reach(address + 1, state)
            }
        }

        /// Applies an instruction to the registers.
        private mutating func apply(_ instruction: Bytecode.Instruction, _ state: inout [Bool]) {
            let (p1, p2, p3) = (instruction.p1, instruction.p2, instruction.p3)
            func sure(_ register: Int) -> Bool { state.indices.contains(register) && state[register] }
            func set(_ register: Int, _ isSure: Bool) {
                if state.indices.contains(register) { state[register] = isSure }
            }
            switch instruction.opcode {
            case .Integer, .Int64, .Real, .String8, .String, .Blob, .Count, .Sequence, .NewRowid, .IsTrue, .ReadCookie,
                .OffsetLimit:
                set(p2, true)
            case .Null, .BeginSubrtn: for register in p2...max(p2, p3) { set(register, false) }
            case .SoftNull: set(p1, false)
            case .Variable, .Param, .GetSubtype: set(p2, false)
            case .Move: for turn in 0..<max(p3, 1) { move(p1 + turn, p2 + turn, &state) }
            case .Copy: for turn in 0...max(p3, 0) { set(p2 + turn, sure(p1 + turn)) }
            case .SCopy, .IntCopy, .Not, .BitNot: set(p2, sure(p1))
            case .Concat, .BitAnd, .BitOr, .ShiftLeft, .ShiftRight, .And, .Or: set(p3, sure(p1) && sure(p2))
            // A sum or product of infinities can be NULL. So can a division by 0.
            case .Add, .Subtract, .Multiply: set(p3, sure(p1) && sure(p2) && numbers.areFinite(p1, p2))
            case .Divide, .Remainder:
                set(p3, sure(p1) && sure(p2) && numbers.areFinite(p1, p2) && numbers.isNeverZero(p1))
            case .ZeroOrNull: set(p2, sure(p1) && sure(p3))
            case .Eq, .Ne, .Lt, .Le, .Gt, .Ge:
                // Before SQLite 3.36, the result may go into a register.
                if instruction.p5 & 0x20 != 0 { set(p2, false) }
            case .MustBeInt, .AddImm, .RowSetAdd: set(p1, instruction.opcode == .MustBeInt || sure(p1))
            case .HaltIfNull: set(p3, true)
            case .Function, .PureFunc: set(p3, functions.isSure(instruction, state))
            case .AggStep, .AggStep1, .AggInverse, .Program: set(p3, false)
            case .AggFinal: set(p1, functions.isAlwaysSure(instruction))
            case .AggValue: set(p3, functions.isAlwaysSure(instruction))
            case .InitCoroutine, .Gosub, .Yield: set(p1, true)
            default: applyToRows(instruction, &state)
            }
        }

        /// Applies an instruction that reads a cursor or builds a record to the registers.
        private mutating func applyToRows(_ instruction: Bytecode.Instruction, _ state: inout [Bool]) {
            let (p1, p2, p3) = (instruction.p1, instruction.p2, instruction.p3)
            func set(_ register: Int, _ isSure: Bool) {
                if state.indices.contains(register) { state[register] = isSure }
            }
            switch instruction.opcode {
            case .Column: set(p3, isSure(p1, p2))
            case .Rowid, .IdxRowid: set(p2, !mayBeNullRow.contains(p1))
            case .VColumn, .Offset, .RowSetRead: set(p3, false)
            case .MakeRecord:
                store(p3, (0..<max(p2, 0)).map { state.indices.contains(p1 + $0) && state[p1 + $0] })
                set(p3, true)
            case .RowData, .SorterData:
                store(p2, columns(of: p1))
                set(p2, true)
            default: break
            }
        }

        private func move(_ from: Int, _ to: Int, _ state: inout [Bool]) {
            guard state.indices.contains(from), state.indices.contains(to) else { return }
            state[to] = state[from]
            if from != to { state[from] = false }
        }
    }
#endif
