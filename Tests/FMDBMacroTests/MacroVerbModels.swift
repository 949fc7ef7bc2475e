#if Macros
    import FMDBModel

    // The models of the tests of verbs, as the macro reads them. See ``Mapping``.

    @FMModel("person")
    struct MacroPerson: PersonModel {
        typealias Columns = PersonColumns<MacroPerson>
        @FMKey(.automatic) var id: Int64?
        @FMUnique var name: String
        var age: Int?
        var score: Double
    }

    @FMModel("place")
    struct MacroPlace: PlaceModel {
        @FMKey var town: String
        @FMKey var street: String
        var residents: Int
    }

    @FMModel("token", isMadeOnInsertion: true)
    struct MacroToken: TokenModel {
        @FMKey var code: String
        @FMColumn(default: 5) var uses: Int
    }

    /// Its options and its name come from the protocol.
    @FMModel
    struct MacroEntry: EntryModel {
        var id: Int?
        var text: String
        var created: Date
        var updated: Date?
    }

    @FMModel("line")
    struct MacroLine: LineModel {
        var text: String
    }
#endif
