#if Macros
    import FMDB

    /// Makes a structure or a final class a model without `Codable`.
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
    /// Each stored property is a column. Its type is one that SQLite can store, or a `Codable` type, which is stored as its raw
    /// value or as JSON text. `static` and `lazy` properties are not columns. A nested `CodingKeys` enumeration defines the
    /// names, as for a `Codable` model, and properties that it omits are not columns. The macro does not see `CodingKeys` in an
    /// extension: move it into the type, or set the names with ``FMColumn(_:renamedFrom:default:)``. The macro does not see
    /// inherited properties. A class needs its own initializer.
    ///
    /// The initial value of a new property, as in `var level = 7`, fills the existing rows if it is a literal or an implicit
    /// member such as `.draft`. Other expressions do not: `Date()` would differ for each row. `@FMColumn(default:)` takes
    /// precedence.
    ///
    /// The macro generates the conformance to ``FMModel``: ``FMModel/Columns``, ``FMModel/fmTable``, `init(fmRow:)` and
    /// `fmBind(to:)`. If needed, it also generates ``FMModel/tableName`` and ``FMModel/tableOptions``. Members that the type
    /// declares itself are not generated. Conditions can name a `fileprivate` property, but not a `private` one. The type must
    /// be declared at file scope or inside another type, not in a function. It must not be isolated to an actor: where that is
    /// the default, declare it `nonisolated`.
    ///
    /// The macros require the package trait `Macros`: `.package(url: "…/FMDB", from: "…", traits: ["Macros"])`. The first build
    /// then takes minutes longer.
    ///
    /// - Parameters:
    ///   - table: the name of the table. Default: the name of the type.
    ///   - unique: lists of columns whose combined values must be unique, such as `[["street", "number"]]`, or
    ///     `[FMIndex("mail", where: "left_on IS NULL")]`.
    ///   - indexes: lists of columns to index, expression indexes, and partial indexes.
    ///   - references: the foreign keys, such as `[FMReference("author", to: Author.self, onDelete: .cascade)]`.
    ///   - checks: the CHECK constraints, such as `[FMCheck("age is positive", "age >= 0")]`.
    ///   - collations: the collations of columns, such as `["mail": .nocase]`.
    ///   - generated: the generated columns, which SQLite computes, such as `[FMGenerated("town", .text, as:
    ///     "json_extract(address, '$.town')")]`.
    ///   - dates: how dates are stored.
    ///   - isMadeOnInsertion: whether the first insertion creates a missing table.
    ///   - isStrict: whether the table is STRICT, so that SQLite rejects values whose type differs from the column's.
    ///   - isWithoutRowID: whether the table is WITHOUT ROWID.
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

    /// Lets conditions use the properties of a `Codable` structure that is stored as JSON text.
    ///
    ///     @FMNested
    ///     struct Address: Codable {
    ///         var town: String
    ///     }
    ///
    ///     try db.find(Person.self) { $0.address.town == "Ulm" }
    ///
    /// The macro generates the conformance to ``FMNested``. The names come from a `CodingKeys` enumeration in the type. Without
    /// one, they are the names of the properties. If the type itself is declared `Codable` and has no encoding or decoding
    /// code, the names come from its `CodingKeys` wherever it is declared, and each property needs a case. If an extension
    /// declares both the `Codable` conformance and the coding keys, move the keys into the type, or write `Columns` yourself.
    @attached(member, names: named(Columns))
    @attached(extension, conformances: FMNested)
    public macro FMNested() = #externalMacro(module: "FMDBModelMacros", type: "NestedMacro")

    /// Makes a property the primary key of a type with
    /// `FMModel(_:unique:indexes:references:checks:collations:generated:dates:isMadeOnInsertion:isStrict:isWithoutRowID:)`.
    /// Several such properties form a composite key.
    ///
    /// Without this macro, a property `id` is the key. If it is an optional integer, the key is automatic.
    ///
    /// - Parameter origin: whether the program or SQLite provides the key.
    @attached(peer)
    public macro FMKey(_ origin: FMKeyOrigin = .program) =
        #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Adds a UNIQUE constraint to a property's column.
    @attached(peer)
    public macro FMUnique() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Adds an index on a property's column.
    @attached(peer)
    public macro FMIndexed() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Declares that a property is not a column. In models that are read from the database, it has its initial value.
    @attached(peer)
    public macro FMIgnored() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Describes the column of a property.
    ///
    /// - Parameters:
    ///   - name: the name of the column. Default: the name of the property.
    ///   - renamedFrom: the name that the column had in an earlier version of the model.
    ///   - default: the column's default value. It also fills rows that existed before the column.
    @attached(peer)
    public macro FMColumn(_ name: String? = nil, renamedFrom: String? = nil, default: FMValue? = nil) =
        #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Sets a property of the type `Date` or `Date?` to the time of the insertion.
    @attached(peer)
    public macro FMCreated() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// Sets a property of the type `Date` or `Date?` to the time of each insertion and update.
    @attached(peer)
    public macro FMUpdated() = #externalMacro(module: "FMDBModelMacros", type: "PropertyMacro")

    /// The origin of a new row's key.
    public struct FMKeyOrigin: Sendable {
        /// The program sets the key.
        public static let program = FMKeyOrigin()
        /// SQLite generates the key if the property is nil.
        public static let automatic = FMKeyOrigin()

        /// SQLite generates the key if the property is nil.
        ///
        /// - Parameter neverReused: whether the rowids of deleted rows are never reused (AUTOINCREMENT).
        public static func automatic(neverReused: Bool) -> FMKeyOrigin { FMKeyOrigin() }
    }

    extension FMField {
        /// Creates a field for a column that has the type of a property.
        public init(_ name: String, of property: KeyPath<Model, Value>) where Value: FMValueConvertible {
            self.init(name)
        }

        /// Creates a field for a column that has the type of a property and stores it as a raw value or as JSON text.
        @_disfavoredOverload
        public init(_ name: String, of property: KeyPath<Model, Value>) where Value: Encodable {
            self.init(name)
        }
    }
#else
    /// Not available without the package trait `Macros`. The implementation is never used, but the compiler requires one to be
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
