#if Macros
    import FMDB

    /// Makes a structure or a final class a model, without `Codable`.
    ///
    ///     @FMModel("people")
    ///     struct Person {
    ///         @FMKey(.automatic) var id: Int64?
    ///         var name: String
    ///         @FMUnique var email: String
    ///         @FMColumn("born_on", renamedFrom: "birth") var born: Date?
    ///         var address: Address
    ///         @FMIgnored var cache = 0
    ///         @FMCreated var created = Date()
    ///     }
    ///
    ///     try db.find(Person.self) { $0.name == "ann" && $0.email.hasSuffix("example.org") }
    ///
    /// Each stored property is a column. Its type is one that SQLite can store, or a `Codable` one, which is stored as its raw
    /// value or as JSON text. `static` and `lazy` properties are no columns. An enumeration `CodingKeys` in the type gives the
    /// names, as for a `Codable` model; properties that it leaves out are no columns. The macro does not see one in an extension:
    /// move it into the type, or give the names by ``FMColumn(_:renamedFrom:default:)``. It does not see what a class inherits
    /// either, and a class needs its own initializer.
    ///
    /// The initial value of a new property, as in `var level = 7`, fills the existing rows, if it is a literal or a case after a
    /// point. `Date()` would be another value in each row. `@FMColumn(default:)` takes precedence.
    ///
    /// It writes the conformance to ``FMModel``: ``FMModel/Columns``, ``FMModel/fmTable``, `init(fmRow:)` and `fmBind(to:)`, and as
    /// far as they are needed ``FMModel/tableName`` and ``FMModel/tableOptions``. What the type declares itself stays as it is.
    /// Conditions cannot name a property that is `private`, but one that is `fileprivate`. The type stands in a file or in another
    /// type, not in a function, and belongs to no actor: where that is the default, declare it `nonisolated`.
    ///
    /// The macros come with the package trait `Macros`:
    /// `.package(url: "…/FMDB", from: "…", traits: ["Macros"])`. The first build takes minutes longer then.
    ///
    /// - Parameters:
    ///   - table: the name of the table; that of the type unless it is given.
    ///   - unique: sets of columns of which no two rows have equal values, as `[["street", "number"]]`, or
    ///     `[FMIndex("mail", where: "left_on IS NULL")]`.
    ///   - indexes: sets of columns with an index each, and indexes over expressions or of some rows.
    ///   - references: the foreign keys, as `[FMReference("author", to: Author.self, onDelete: .cascade)]`.
    ///   - checks: what each row fulfils, as `[FMCheck("age is positive", "age >= 0")]`.
    ///   - collations: how the texts of columns are compared, as `["mail": .nocase]`.
    ///   - generated: the generated columns, which SQLite computes, as `[FMGenerated("town", .text, as: "json_extract(address,
    ///     '$.town')")]`.
    ///   - dates: how dates are stored.
    ///   - isMadeOnInsertion: whether the first insertion makes the table where it is missing.
    ///   - isStrict: whether SQLite refuses values of other types than those of their columns.
    ///   - isWithoutRowID: whether the rows are kept by the key, without numbers of their own.
    @attached(
        member,
        names: named(Columns), named(tableName), named(tableOptions), named(fmTable), named(fmFirstTable),
        named(init(fmRow:)), named(fmBind(to:))
    )
    @attached(extension, conformances: FMModel, names: named(init(fmRow:)))
    public macro FMModel(
        _ table: String? = nil, unique: [FMIndex] = [], indexes: [FMIndex] = [], references: [FMReference] = [],
        checks: [FMCheck] = [], collations: [String: FMCollation] = [:], generated: [FMGenerated] = [],
        dates: FMDateStorage = .secondsSince1970,
        isMadeOnInsertion: Bool = false, isStrict: Bool? = nil, isWithoutRowID: Bool? = nil
    ) = #externalMacro(module: "FMDBModelMacros", type: "ModelMacro")

    /// Lets conditions name the properties of a `Codable` structure that is stored as JSON text.
    ///
    ///     @FMNested
    ///     struct Address: Codable {
    ///         var town: String
    ///     }
    ///
    ///     try db.find(Person.self) { $0.address.town == "Ulm" }
    ///
    /// It writes the conformance to ``FMNested`` with the names of the coding keys: those of an enumeration `CodingKeys` in the
    /// type. Where there is none, the names are those of the properties. Exception: for a type that is declared `Codable` and does
    /// not encode or decode itself they are those of its `CodingKeys` in any place, and each property needs one. If an extension
    /// has the conformance to `Codable` and the coding keys, move the keys into the type, or write `Columns` yourself.
    @attached(member, names: named(Columns))
    @attached(extension, conformances: FMNested)
    public macro FMNested() = #externalMacro(module: "FMDBModelMacros", type: "NestedMacro")

    /// Makes a property of a type with
    /// `FMModel(_:unique:indexes:references:checks:collations:generated:dates:isMadeOnInsertion:isStrict:isWithoutRowID:)` its key.
    /// Several such properties are the key together.
    ///
    /// Without one a property `id` is the key, and an integer that may be nil an automatic one.
    ///
    /// - Parameter origin: who gives the key.
    @attached(peer)
    public macro FMKey(_ origin: FMKeyOrigin = .program) =
        #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Declares that no two rows have an equal value of a property.
    @attached(peer)
    public macro FMUnique() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Gives a property an index.
    @attached(peer)
    public macro FMIndexed() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Declares that a property is no column. In models that are read it has its initial value.
    @attached(peer)
    public macro FMIgnored() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Describes the column of a property.
    ///
    /// - Parameters:
    ///   - name: the name of the column; that of the property unless it is given.
    ///   - renamedFrom: the name that the column had in an earlier version of the model.
    ///   - default: the column's default value, also in rows that are older than the column.
    @attached(peer)
    public macro FMColumn(_ name: String? = nil, renamedFrom: String? = nil, default: FMValue? = nil) =
        #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Gives a property of the type `Date` or `Date?` the time of the insertion.
    @attached(peer)
    public macro FMCreated() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Gives a property of the type `Date` or `Date?` the time of each insertion and update.
    @attached(peer)
    public macro FMUpdated() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Who gives a new row its key.
    public struct FMKeyOrigin: Sendable {
        /// The program does.
        public static let program = FMKeyOrigin()
        /// SQLite does, where the property is nil.
        public static let automatic = FMKeyOrigin()

        /// SQLite does, where the property is nil.
        ///
        /// - Parameter neverReused: whether numbers of deleted rows are never given again.
        public static func automatic(neverReused: Bool) -> FMKeyOrigin { FMKeyOrigin() }
    }

    extension FMField {
        /// A column of the type that a property has.
        public init(_ name: String, of property: KeyPath<Model, Value>) where Value: FMValueConvertible {
            self.init(name)
        }

        /// A column of the type that a property has, whose values go into it as raw values or as JSON text.
        @_disfavoredOverload
        public init(_ name: String, of property: KeyPath<Model, Value>) where Value: Encodable {
            self.init(name)
        }
    }
#else
    /// Not available without the package trait `Macros`. The implementation is never called; the compiler demands that one is
    /// named.
    @available(
        *, unavailable, message: "add the trait: .package(url: …, traits: [\"Macros\"]), or make the type Codable"
    )
    @attached(peer)
    public macro FMModel(
        _ table: String? = nil, unique: [FMIndex] = [], indexes: [FMIndex] = [], references: [FMReference] = [],
        checks: [FMCheck] = [], collations: [String: FMCollation] = [:], generated: [FMGenerated] = [],
        dates: FMDateStorage = .secondsSince1970,
        isMadeOnInsertion: Bool = false, isStrict: Bool? = nil, isWithoutRowID: Bool? = nil
    ) = #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")
#endif
