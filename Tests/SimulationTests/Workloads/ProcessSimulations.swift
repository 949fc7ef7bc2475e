#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// Two and three processes on one file.
        @Suite(.serialized) struct ProcessSimulations {
            static let queues = [[Plan.Kind.queue, .queue], [.queue, .queue, .queue]]
            static let pools = [[Plan.Kind.pool, .pool], [.pool, .queue], [.pool, .queue, .pool]]

            @Test(arguments: queues, SimulationTests.journals)
            func queuesShareAFile(_ kinds: [Plan.Kind], _ journal: String) {
                let counts = SimulationTests.simulate(1, Plan(kinds: kinds, journal: journal))
                #expect(counts["commits", default: 0] > 2)
            }

            @Test(arguments: pools) func poolsShareAFile(_ kinds: [Plan.Kind]) {
                let counts = SimulationTests.simulate(2, Plan(kinds: kinds))
                #expect(counts["commits", default: 0] > 4)
            }

            @Test(arguments: queues + pools) func oneOfThemIsKilled(_ kinds: [Plan.Kind]) {
                var plan = Plan(kinds: kinds)
                plan.settings.killRarity = 400
                let counts = SimulationTests.simulate(1, plan)
                #expect(counts["kills", default: 0] > 0)
            }

            @Test(arguments: SimulationTests.journals) func oneOfThemIsKilledAtItsJournal(_ journal: String) {
                var plan = Plan(kinds: [.queue, .queue], journal: journal)
                plan.settings.killRarity = 400
                let counts = SimulationTests.simulate(1, plan)
                #expect(counts["kills", default: 0] > 0)
            }

            @Test(arguments: queues + pools) func allOfThemLoseTheirPower(_ kinds: [Plan.Kind]) {
                var plan = Plan(kinds: kinds)
                plan.settings.powerCutRarity = 1_000
                plan.settings.diskFaultRarity = 1_000
                let counts = SimulationTests.simulate(1, plan)
                #expect(counts["kills", default: 0] > 0)
            }
        }
    }
#endif
