import FMDBTestSupport
import Testing

@Suite struct SeededNumbersTests {
    @Test func theSameSeedGivesTheSameNumbers() {
        #expect(numbers(7) == numbers(7))
    }

    @Test func neighbouringSeedsHaveNoNumbersInCommon() {
        #expect(Set(numbers(7)).isDisjoint(with: numbers(8)))
        #expect(Set(numbers(0)).isDisjoint(with: numbers(-1)))
    }

    private func numbers(_ seed: Int) -> [UInt64] {
        var random = SeededNumbers(seed)
        return (0..<200).map { _ in random.next() }
    }
}
