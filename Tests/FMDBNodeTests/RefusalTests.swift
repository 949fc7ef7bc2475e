#if Node && os(Linux)
    import Foundation
    import FMDBTestHelpers
    import Testing

    /// What a node does not do, because it would harm a cluster or could not succeed.
    @Suite(.serialized) struct RefusalTests {
        private func run(_ arguments: String...) throws -> (code: Int32, output: String) {
            try NodeProcess.run(arguments)
        }

        @Test func argumentsThatMakeNoSense() throws {
            let folder = TemporaryFolder()
            for (id, address, message) in [
                ("0", "127.0.0.1:9", "cannot be the ID"), ("x", "127.0.0.1:9", "invalid"),
                ("3298534883329", "nonsense:x", "not the address of a node"),
                ("1", "10.1.2.3:9000", "owns the database"),
                ("1", "[::]:9000", "owns the database"), ("2", "127.0.0.1:9", "--join"),
            ] {
                let (code, output) = try run("--id", id, "--address", address, "--directory", folder.file("d"))
                #expect(code == 64 && output.contains(message), "\(output)")
            }
        }

        @Test func aPortThatIsInUse() throws {
            let scene = try NodeScene(nodes: 1)
            let (code, output) = try run("--id", "1", "--address", scene.address(1), "--directory", scene.directory(9))
            #expect(code == 73 && output.contains("in use"), "\(output)")
        }

        @Test func aDirectoryThatCannotBeMade() throws {
            let (code, output) = try run("--id", "1", "--address", "127.0.0.1:9", "--directory", "/proc/none/d")
            #expect(code == 73 && output.contains("cannot be created"), "\(output)")
        }

        @Test func aDirectoryThatIsInUse() throws {
            let scene = try NodeScene(nodes: 1)
            let (code, output) = try run("--id", "1", "--address", scene.address(1), "--directory", scene.directory(1))
            #expect(code == 73 && output.contains("used by another process"), "\(output)")
        }

        @Test func noNodeToJoin() throws {
            let folder = TemporaryFolder()
            let (code, output) = try run(
                "--id", "2", "--address", "127.0.0.1:\(NodeScene.freePort())", "--directory", folder.file("d"),
                "--join",
                "127.0.0.1:\(NodeScene.freePort())", "--timeout", "1")
            #expect(code == 69 && output.contains("no leader"), "\(output)")
        }

        @Test func aSecondClusterUnderTheFirstID() throws {
            let scene = try NodeScene(nodes: 1)
            let (code, output) = try run(
                "--id", "1", "--address", "127.0.0.1:\(NodeScene.freePort())", "--directory", scene.directory(9),
                "--join",
                scene.address(1))
            #expect(code == 65 && output.contains("new, empty cluster"), "\(output)")
        }

        @Test func aMemberWhoseDiskWasLost() throws {
            let scene = try NodeScene()
            scene.kill(2)
            try FileManager.default.removeItem(atPath: scene.directory(2))
            let (code, output) = try scene.start(2, joining: true).end()
            #expect(code == 65 && output.contains("remove --id 2"), "\(output)")
        }

        @Test(arguments: [1, 2])
        func aMemberThatHasLostTheEnginesFiles(id: Int) throws {
            let scene = try NodeScene(nodes: 2)
            scene.kill(id)
            for name in try FileManager.default.contentsOfDirectory(atPath: scene.directory(id))
            where name.hasPrefix("metadata") {
                try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(scene.directory(id))/\(name)"))
            }
            let (code, output) = try scene.start(id).end()
            #expect(code == 65 && output.contains("gone or damaged"), "\(output)")
        }

        @Test func aDirectoryOfAnotherNode() throws {
            let scene = try NodeScene(nodes: 1)
            scene.kill(1)
            let other = "127.0.0.1:\(NodeScene.freePort())"
            for (id, address) in [("2", scene.address(1)), ("1", other)] {
                let (code, output) = try run("--id", id, "--address", address, "--directory", scene.directory(1))
                #expect(code == 65 && output.contains("belongs to the node 1"), "\(output)")
            }
        }

        @Test func anIDOrAnAddressThatIsTaken() throws {
            let scene = try NodeScene(nodes: 2)
            let (code, output) = try run(
                "--id", "2", "--address", "127.0.0.1:\(NodeScene.freePort())", "--directory", scene.directory(9),
                "--join",
                scene.address(1))
            #expect(code == 65 && output.contains("has the node 2"), "\(output)")
        }

        @Test func aNodeThatWasRemoved() throws {
            let scene = try NodeScene()
            scene.kill(3)
            #expect(try scene.command("remove", "--id", "3").code == 0)
            let (code, output) = try scene.start(3, joining: true).end()
            #expect(code == 65 && output.contains("was removed"), "\(output)")
        }

        @Test func aNodeOfAnotherCluster() throws {
            let scene = try NodeScene(nodes: 1)
            let other = try NodeScene(nodes: 1)
            let added = try scene.command("add", "--id", "2", "--address", other.address(1))
            #expect(added.code == 65 && added.output.contains("another cluster"), "\(added.output)")
            let status = try scene.command("status", "--node", other.address(1))
            #expect(status.code == 65 && status.output.contains("same cluster"), "\(status.output)")
        }

        /// Otherwise the next file that the node opens would become its output.
        @Test func aNodeWithoutOutputsWritesNoLineIntoItsFiles() throws {
            let folder = TemporaryFolder()
            let address = "127.0.0.1:\(NodeScene.freePort())"
            let arguments = ["--id", "1", "--address", address, "--directory", folder.file("d")]
            try NodeProcess.runWithoutOutputs(arguments, until: folder.file("d/fmdb-node.lock"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("d"))
            #expect(names.contains("fmdb-node.lock"))
            for name in names {
                let data = FileManager.default.contents(atPath: folder.file("d/\(name)")) ?? Data()
                #expect(data.range(of: Data("\"state\":".utf8)) == nil, "\(name)")
            }
        }

        @Test func aSignalEndsAJoinThatWaits() throws {
            let folder = TemporaryFolder()
            let node = try NodeProcess([
                "--id", "2", "--address", "127.0.0.1:\(NodeScene.freePort())", "--directory", folder.file("d"),
                "--join",
                "127.0.0.1:\(NodeScene.freePort())", "--timeout", "3600",
            ])
            while !FileManager.default.fileExists(atPath: folder.file("d/fmdb-node.lock")) {}
            node.signal(SIGTERM)
            #expect(node.end().code == 69)
        }
    }
#endif
