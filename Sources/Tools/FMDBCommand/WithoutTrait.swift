#if !Tool
    import Foundation

    /// The program if it is built without the trait `Tool`. It prints how to build the tool.
    @main
    struct WithoutTrait {
        static func main() {
            let message = """
                fmdb was built without the trait Tool. Build it with:
                    swift build -c release --product fmdb --traits Tool

                """
            FileHandle.standardError.write(Data(message.utf8))
            exit(2)
        }
    }
#endif
