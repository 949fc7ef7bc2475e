#if !Tool
    import Foundation

    /// What is built without the trait `Tool`.
    @main
    struct WithoutTrait {
        static func main() {
            let message = """
                fmdb was built without the trait Tool. Build it so:
                    swift build -c release --product fmdb --traits Tool

                """
            FileHandle.standardError.write(Data(message.utf8))
            exit(2)
        }
    }
#endif
