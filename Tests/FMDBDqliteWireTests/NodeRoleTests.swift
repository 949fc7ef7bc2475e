import FMDBDqliteWire
import Testing

@Suite("The roles of nodes")
struct NodeRoleTests {
    @Test("A role is the number that the engine gives it")
    func numbers() {
        #expect(NodeRole.allCases.map(\.rawValue) == [0, 1, 2])
        #expect(NodeRole(rawValue: 3) == nil)
    }
}
