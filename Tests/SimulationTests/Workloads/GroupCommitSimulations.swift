#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// One process whose transactions share commits.
        @Suite(.serialized) struct GroupCommitSimulations {
            static let kinds = [Plan.Kind.queue, .pool]

            private func plan(_ kind: Plan.Kind) -> Plan { Plan(kinds: [kind], groupCommit: 4) }

            @Test(arguments: kinds) func groupsServeTheirClients(_ kind: Plan.Kind) {
                let counts = SimulationTests.simulate(7, plan(kind))
                #expect(counts["commits", default: 0] > 15)
            }

            @Test(arguments: kinds) func aKilledGroupLosesNothing(_ kind: Plan.Kind) {
                var plan = plan(kind)
                plan.settings.killRarity = 1_500
                let counts = SimulationTests.simulate(4, plan)
                #expect(counts["kills", default: 0] > 2)
            }

            @Test(arguments: kinds) func aFailingDiskLosesNothing(_ kind: Plan.Kind) {
                var plan = plan(kind)
                plan.settings.diskFaultRarity = 300
                plan.settings.powerCutRarity = 5_000
                let counts = SimulationTests.simulate(4, plan)
                #expect(counts["commits", default: 0] > 15)
            }
        }
    }
#endif
