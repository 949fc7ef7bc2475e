extension FMDatabase {
    /// What the linked SQLite has of what not every one has. Any thread may call it.
    ///
    ///     print(FMDatabase.features.map(\.rawValue).sorted())
    public static var features: Set<FMSQLiteFeature> { Set(FMSQLiteFeature.allCases.filter(\.isAvailable)) }
}
