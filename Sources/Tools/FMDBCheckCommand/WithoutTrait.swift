#if !Checked
    import Foundation

    /// The program if it is built without the trait `Checked`. It prints how to build the check.
    @main
    struct WithoutTrait {
        static func main() {
            let message = """
                error: fmdb-check was built without the trait Checked. Build it with the trait:
                    swift build -c release --product fmdb-check --traits Checked
                A package that uses the plugin FMDBCheckPlugin must name the trait: .package(name: "fmdb-swift", path: "../fmdb-swift", traits: ["Checked"]).

                """
            FileHandle.standardError.write(Data(message.utf8))
            exit(2)
        }
    }
#endif
