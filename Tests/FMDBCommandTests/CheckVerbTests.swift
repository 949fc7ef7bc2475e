#if Tool && os(Linux)
    import Foundation
    import Testing

    /// `fmdb check`, which goes on as another program.
    @Suite struct CheckVerbTests {
        private let scene = ToolScene()

        /// A program of that name in a folder of PATH. The tests' own folder may have the real one, so `fmdb` is copied away from it.
        private func run(_ script: String) throws -> ToolRun {
            scene.write(
                "#!/bin/sh\necho \"$# of $0\"; for word in \"$@\"; do echo \"<$word>\"; done; exit 42\n",
                to: "fmdb-check")
            return try scene.run(
                """
                mkdir tool path; cp "$program" tool/fmdb; mv fmdb-check path/
                \(script)
                """)
        }

        @Test func argumentsAndExitCodePassThrough() throws {
            let run = try run(
                "chmod +x path/*; PATH=$PWD/path:$PATH tool/fmdb check 'a b' --format json -- --help -x ''")
            #expect(run.code == 42, "\(run)")
            #expect(
                run.lines.dropFirst() == [
                    "<check>", "<a b>", "<--format>", "<json>", "<-->", "<--help>", "<-x>", "<>",
                ], "\(run)")
        }

        @Test func optionsOfHelpAreTheOtherPrograms() throws {
            let run = try run("chmod +x path/*; PATH=$PWD/path:$PATH tool/fmdb generate --help")
            #expect(run.lines.dropFirst() == ["<generate>", "<--help>"], "\(run)")
        }

        @Test func theOneBesideComesFirst() throws {
            let run = try run(
                "chmod +x path/*; cp path/fmdb-check tool/; PATH=$PWD/path:$PATH tool/fmdb check")
            #expect(run.code == 42 && run.lines.first?.hasSuffix("/tool/fmdb-check") == true, "\(run)")
        }

        @Test func withoutItTheMessageSaysHowToBuildIt() throws {
            // Not executable, it is no program.
            let run = try run("PATH=$PWD/path:/usr/bin:/bin tool/fmdb check")
            #expect(run.code == 69, "\(run)")
            #expect(run.errors.contains("swift build -c release --product fmdb-check --traits Checked"), "\(run)")
        }

        @Test func signalsReachIt() throws {
            let run = try run(
                """
                printf '#!/bin/sh\\nkill -TERM $$\\nsleep 60\\n' >path/fmdb-check; chmod +x path/*
                PATH=$PWD/path:$PATH tool/fmdb check; echo $?
                """)
            #expect(run.output.hasSuffix("143\n"), "\(run)")
        }
    }
#endif
