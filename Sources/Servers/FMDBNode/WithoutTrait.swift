#if !(Node && os(Linux))
    import Foundation

    /// What is built where no node can be: without the trait `Node`, and on other systems than Linux.
    @main
    struct WithoutTrait {
        static func main() {
            let message = """
                fmdb-node was built without the trait Node. On Linux, install libdqlite-dev and build it so:
                    swift build --traits Node --product fmdb-node

                """
            FileHandle.standardError.write(Data(message.utf8))
            exit(2)
        }
    }
#endif
