extension BinaryInteger {
    /// The number with its noun: "1 row", "2 rows".
    package func of(_ noun: String) -> String { "\(self) \(noun.inNumber(self))" }
}

extension String {
    /// The noun for a number of things.
    package func inNumber(_ count: some BinaryInteger) -> String { count == 1 ? self : self + "s" }
}
