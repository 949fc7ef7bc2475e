#if !(Node && os(Linux))
    import Foundation

    /// The program that is built without the trait `Node`, or for an OS other than Linux. It prints how to build the
    /// node.
    @main
    struct WithoutTrait {
        static func main() {
            let message = """
                fmdb-node was built without the trait Node. On Linux, install libdqlite-dev and build it with:
                    swift build --traits Node --product fmdb-node

                """
            FileHandle.standardError.write(Data(message.utf8))
            exit(2)
        }
    }
#endif
