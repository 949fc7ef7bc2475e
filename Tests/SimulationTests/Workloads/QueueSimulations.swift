#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Testing

    extension SimulationTests {
        static let journals = ["WAL", "TRUNCATE", "DELETE", "PERSIST"]

        /// One process with a queue.
        @Suite(.serialized) struct QueueSimulations {
            @Test(arguments: SimulationTests.journals) func aQueueServesItsClients(_ journal: String) {
                let counts = SimulationTests.simulate(3, Plan(journal: journal))
                #expect(counts["commits", default: 0] > 20)
            }

            @Test(arguments: SimulationTests.journals) func aKilledQueueLosesNothing(_ journal: String) {
                var plan = Plan(journal: journal)
                plan.settings.killRarity = 1_000
                let counts = SimulationTests.simulate(2, plan)
                #expect(counts["kills", default: 0] > 2)
            }

            @Test(arguments: SimulationTests.journals) func aPowerCutLosesNothing(_ journal: String) {
                var plan = Plan(journal: journal)
                plan.settings.powerCutRarity = 1_500
                let counts = SimulationTests.simulate(2, plan)
                #expect(counts["kills", default: 0] > 2)
            }

            @Test(arguments: SimulationTests.journals) func aFailingDiskLosesNothing(_ journal: String) {
                var plan = Plan(journal: journal)
                plan.settings.diskFaultRarity = 300
                plan.settings.powerCutRarity = 6_000
                let counts = SimulationTests.simulate(2, plan)
                #expect(counts["commits", default: 0] > 10)
            }

            /// What SQLite does not sync is lost with the power, and the ledger notices.
            @Test func aDiskThatIsNotSyncedLosesRows() {
                var plan = Plan(journal: "WAL")
                plan.isSynced = false
                plan.settings.powerCutRarity = 1_000
                let counts = SimulationTests.simulate(4, plan, failing: true)
                #expect(counts["violations", default: 0] > 0)
            }
        }
    }
#endif
