#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// One process with a pool.
        @Suite(.serialized) struct PoolSimulations {
            @Test func aPoolServesItsClients() {
                let counts = SimulationTests.simulate(12, Plan(kinds: [.pool]))
                #expect(counts["commits", default: 0] > 20)
            }

            @Test func aKilledPoolLosesNothing() {
                var plan = Plan(kinds: [.pool])
                plan.settings.killRarity = 1_500
                let counts = SimulationTests.simulate(6, plan)
                #expect(counts["kills", default: 0] > 2)
            }

            @Test func aPowerCutLosesNothing() {
                var plan = Plan(kinds: [.pool])
                plan.settings.powerCutRarity = 2_000
                let counts = SimulationTests.simulate(6, plan)
                #expect(counts["kills", default: 0] > 2)
            }

            @Test func aFailingDiskLosesNothing() {
                var plan = Plan(kinds: [.pool])
                plan.settings.diskFaultRarity = 300
                plan.settings.powerCutRarity = 6_000
                let counts = SimulationTests.simulate(6, plan)
                #expect(counts["commits", default: 0] > 20)
            }
        }
    }
#endif
