import FMDB
import Testing

/// What two looks at one process say of the time between them.
@Suite struct ActivityRateTests {
    private func look(_ elapsed: Duration, reads: Int, commits: Int, of process: Int32 = 7) -> FMActivity {
        var activity = FMActivity(processID: process)
        (activity.elapsed, activity.reads, activity.commits) = (elapsed, reads, commits)
        return activity
    }

    @Test func ratesAreOfASecond() {
        let rates = look(.seconds(12), reads: 150, commits: 3).rates(
            since: look(.milliseconds(11_500), reads: 100, commits: 2))
        #expect(rates?.readsPerSecond == 100)
        #expect(rates?.commitsPerSecond == 2)
    }

    @Test func withoutTimeOrOfAnotherProcessThereAreNone() {
        let before = look(.seconds(10), reads: 100, commits: 2)
        #expect(before.rates(since: before) == nil)
        #expect(look(.seconds(12), reads: 150, commits: 3, of: 8).rates(since: before) == nil)
        let silent = FMActivity(processID: 7, problem: "it did not answer in time")
        #expect(silent.rates(since: before) == nil)
        #expect(look(.seconds(12), reads: 150, commits: 3).rates(since: silent) == nil)
    }

    @Test func aProcessThatHasBegunAnewHasNone() {
        let before = look(.seconds(10), reads: 100, commits: 2)
        #expect(look(.seconds(2), reads: 150, commits: 3).rates(since: before) == nil)
        #expect(look(.seconds(12), reads: 99, commits: 3).rates(since: before) == nil)
        #expect(look(.seconds(12), reads: 150, commits: 1).rates(since: before) == nil)
    }

    @Test func aValueSurvivesItsCoding() throws {
        var activity = look(.milliseconds(1), reads: 5, commits: 1)
        activity.problem = "none"
        let data = try JSONEncoder().encode(activity)
        #expect(try JSONDecoder().decode(FMActivity.self, from: data) == activity)
    }
}
