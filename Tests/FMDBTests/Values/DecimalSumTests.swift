import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// The SQL functions that add Decimals.
@Suite struct DecimalSumTests {
    private let db = FMDatabase.memory()

    private func sum(_ texts: [String]) throws -> FMValue { try figure("fm_decimal_sum", texts) }

    private func figure(_ function: String, _ texts: [String]) throws -> FMValue {
        let list = texts.map { "(\(FMValue.text($0).description))" }.joined(separator: ", ")
        return try db.value("WITH t(x) AS (VALUES \(raw: list)) SELECT \(raw: function)(x) FROM t")
    }

    @Test func noDigitIsLost() throws {
        #expect(try sum(["0.1", "0.2"]) == .text("0.3"))
        #expect(try sum(["1e30", "1e-7", "-1E+30"]) == .text("0.0000001"))
        #expect(
            try sum(["99999999999999999999999999999999999999", "-.5", "+.5"])
                == .text(String(repeating: "9", count: 38)))
        #expect(try sum(["1", "-1.0", "0", "-0"]) == .text("0"))
        #expect(try sum(["-999999999", "-1"]) == .text("-1000000000"))
        #expect(
            try sum(["-1e-128", "1e-128", "-1e-128"]) == (-Decimal(sign: .plus, exponent: -128, significand: 1)).fmValue
        )
        #expect(try sum(["1e165", "-1", "-1e165"]) == .text("-1"))
        #expect(try sum(["12.50"]) == .text("12.5"))
    }

    @Test func whatNoDecimalCanHoldIsRounded() throws {
        let nines = String(repeating: "9", count: 38)
        #expect(try sum([nines, "0.5"]) == .text("1" + String(repeating: "0", count: 38)))
        #expect(try sum([nines, "0.4"]) == .text(nines))
        #expect(try sum(["-" + nines, "-0.6"]) == .text("-1" + String(repeating: "0", count: 38)))
        #expect(try sum(["1" + nines, "0.4"]) == .text("1" + nines))
        #expect(
            try sum(["340282366920938463463374607431768211455", "0.5"])
                == .text("340282366920938463463374607431768211460"))
        #expect(
            try sum(["34028236692093846346337460743176821145", "0.5", "0.05"])
                == .text("34028236692093846346337460743176821146"))
        #expect(try figure("fm_decimal_avg", ["1e-128", "0", "0"]) == .text("0"))
    }

    @Test func theGreatestDecimalIsASum() throws {
        let most = Decimal.greatestFiniteMagnitude
        #expect(try sum([most.description]) == most.fmValue)
        #expect(try sum([most.description, most.description, "-" + most.description]) == most.fmValue)
        for text in ["1e127", most.description] {
            #expect(thrown { try sum([most.description, text]) }?.resultCode == .error)
            #expect(thrown { try sum(["-" + most.description, "-" + text]) }?.resultCode == .error)
        }
        #expect(try sum([most.description, "1e126"]) == most.fmValue)
    }

    @Test func valuesOfEachClass() throws {
        let values = "WITH t(x) AS (VALUES (1), (2.5), (NULL), ('3'))"
        #expect(try db.value("\(raw: values) SELECT fm_decimal_sum(x) FROM t") == FMValue.text("6.5"))
        #expect(try db.value("\(raw: values) SELECT fm_decimal_avg(x) FROM t WHERE x <> 1") == FMValue.text("2.75"))
        #expect(try db.value("\(raw: values) SELECT fm_decimal_sum(x) FROM t WHERE x IS NULL") == FMValue.null)
        #expect(try db.value("\(raw: values) SELECT fm_decimal_sum(x) FROM t WHERE 0") == FMValue.null)
        #expect(try db.value("\(raw: values) SELECT fm_decimal_avg(x) FROM t WHERE 0") == FMValue.null)
        #expect(try db.value("SELECT fm_decimal_avg(1) / 3") == FMValue.integer(0))
        #expect(
            try db.value("WITH t(x) AS (VALUES (1), (1), (0)) SELECT fm_decimal_avg(x) FROM t")
                == (Decimal(2) / 3).fmValue)
    }

    @Test(arguments: [
        "x", "", "1x", " 1", "1e166", "1e-129", "1e999999999", "1e-999999999", "nan", "1\0", "9e9999999999",
    ])
    func whatIsNoDecimalIsAnError(text: String) throws {
        let error = thrown {
            try db.value("WITH t(x) AS (VALUES ('1'), (\(text))) SELECT fm_decimal_sum(x) FROM t", as: String.self)
        }
        #expect(error?.resultCode == .mismatch)
        #expect(thrown { try db.value("SELECT fm_decimal_avg(X'31')", as: String.self) }?.resultCode == .mismatch)
        #expect(try db.value("SELECT fm_decimal_sum('7')", as: Decimal.self) == 7)
    }

    @Test func aTextOfAMillionDigitsIsAnError() throws {
        let digits = String(repeating: "1", count: 1_000_000)
        #expect(thrown { try db.value("SELECT fm_decimal_sum(\(digits))", as: String.self) }?.resultCode == .mismatch)
        let zeros = "5." + String(repeating: "0", count: 1_000_000)
        #expect(try db.value("SELECT fm_decimal_sum(\(zeros))") == FMValue.text("5"))
    }

    @Test(arguments: 1...20) func itIsWhatDecimalsGive(_ seed: Int) throws {
        var random = SeededNumbers(seed)
        let numbers = (0..<300).map { _ in
            Decimal(Int.random(in: -999_999_999_999...999_999_999_999, using: &random))
                / ([1, 10, 1000, 1_000_000].randomElement(using: &random) ?? 1)
        }
        let total = numbers.reduce(0, +)
        #expect(try sum(numbers.map(\.description)) == total.fmValue)
        #expect(try sum(numbers.shuffled(using: &random).map(\.description)) == total.fmValue)
        #expect(try figure("fm_decimal_avg", numbers.map(\.description)) == (total / 300).fmValue)
    }

    @Test func severalSumsOfOneStatementAreLetGo() throws {
        let error = thrown {
            try db.rows(
                """
                WITH t(x) AS (VALUES ('1'), ('2'), ('x')) SELECT fm_decimal_sum(x) || fm_decimal_avg(x) FROM t GROUP BY x > '1'
                """, as: String.self)
        }
        #expect(error?.resultCode == .mismatch)
    }

    @Test func aFunctionOfThatNameReplacesIt() throws {
        try db.addFunction("fm_decimal_sum", argumentCount: 1) { _ in .integer(7) }
        #expect(try db.value("SELECT fm_decimal_sum(1)", as: Int.self) == 7)
    }
}
