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

    @Test(arguments: [0.0, 1e-9, 0.1, 2.123456789, 86_400.7, 31_536_000.000000001])
    func durationsAreSeconds(seconds: Double) throws {
        let text = "{\"label\":\"\",\"sql\":\"\",\"duration\":\(seconds),\"age\":0,\"plan\":[]}"
        let statement = try JSONDecoder().decode(FMActivity.SlowStatement.self, from: Data(text.utf8))
        #expect(statement.duration == .nanoseconds(Int64((seconds * 1e9).rounded())))
        let data = try JSONEncoder().encode(statement)
        let members = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        #expect(members?["duration"] as? Double == seconds)
        #expect(try JSONDecoder().decode(FMActivity.SlowStatement.self, from: data) == statement)
    }

    @Test(arguments: ["1e300", "-1e11", "true", "\"1\"", "[1]", "[1,2]"]) func whatIsNoDurationIsRefused(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                FMActivity.Statement.self, from: Data("{\"sql\":\"\",\"age\":\(text),\"isWriting\":true}".utf8))
        }
    }
}
