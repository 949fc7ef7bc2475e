#if Cluster
    /// A row of a query on a cluster. It is a copy, which you may keep and pass to other threads.
    public struct FMClusterRow: Sendable {
        let columns: ColumnList
        let row: [FMValue]
        let sql: String

        /// The number of columns.
        public var columnCount: Int { row.count }

        /// The names of the columns as written in the query.
        public var columnNames: [String] { columns.names }

        /// Returns the value of a column by its index.
        ///
        /// - Parameters:
        ///   - index: the index of the column, from 0.
        ///   - type: the type of the result. It may be omitted if the context determines it.
        /// - Throws: `FMError`: `.range` for an index out of range, `.mismatch` for a value that cannot be converted.
        public func value<Value: FMValueConvertible>(at index: Int, as type: Value.Type = Value.self) throws(FMError)
            -> Value
        {
            guard row.indices.contains(index) else { throw FMError(.range, "the row has no column \(index)", sql: sql) }
            if let value = Value.fromFMValue(row[index]) { return value }
            throw FMError(
                .mismatch, "column \(columns.names[index]): \(row[index].typeName) is not \(Value.self)", sql: sql)
        }

        /// Returns the value of a column by its name. If names are equal, the last column is used.
        ///
        /// - Parameters:
        ///   - name: the name of the column. It is case-insensitive.
        ///   - type: the type of the result. It may be omitted if the context determines it.
        /// - Throws: `FMError`, as ``value(at:as:)`` does; `.range` for an unknown name.
        public func value<Value: FMValueConvertible>(_ name: String, as type: Value.Type = Value.self) throws(FMError)
            -> Value
        {
            guard let index = columns[name] else {
                throw FMError(.range, "the query has no column named \(name)", sql: sql)
            }
            return try value(at: index)
        }

        /// Decodes the row as a `Decodable` type whose properties have the names of the columns. A nested structure or array is read from
        /// JSON text.
        ///
        /// - Parameters:
        ///   - type: the type. A non-optional property needs a column. Columns without a property are ignored.
        ///   - dates: how dates are stored.
        /// - Throws: `FMError`: `.mismatch` for a value of the wrong type, and for a missing column; `.misuse` for two columns with a
        ///   property's name.
        public func decode<Value: Decodable>(
            _ type: Value.Type = Value.self, dates: FMDateStorage = .iso8601
        ) throws(FMError) -> Value {
            do {
                return try Value(from: ClusterRowDecoder(row: self, dates: dates))
            } catch let error as FMError {
                throw error
            } catch {
                throw FMError(.mismatch, "\(type) cannot be decoded from the row", cause: error, sql: sql)
            }
        }

        /// Returns a copy of the row by column name. If names are equal, the last column is used.
        public func dictionary() -> [String: FMValue] {
            Dictionary(zip(columns.names, row), uniquingKeysWith: { $1 })
        }

        /// Returns a copy of the row by position.
        public func values() -> [FMValue] { row }
    }

    /// Decodes a row. A property's coding key is its column name. Each column is decoded as `FMValue` decodes itself.
    private struct ClusterRowDecoder: Decoder {
        let row: FMClusterRow
        let dates: FMDateStorage
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(RowColumns<Key>(decoder: self))
        }

        func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
            throw FMError(.mismatch, "a row can only be decoded by column names, not as a list", sql: row.sql)
        }

        func singleValueContainer() throws -> any SingleValueDecodingContainer {
            throw FMError(.mismatch, "a row can only be decoded by column names, not as a single value", sql: row.sql)
        }
    }

    private struct RowColumns<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: ClusterRowDecoder
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { decoder.row.columnNames.compactMap(Key.init(stringValue:)) }

        private func value(_ key: Key) throws(FMError) -> FMValue {
            let columns = decoder.row.columns
            guard let index = columns[key.stringValue] else {
                throw FMError(.mismatch, "the query has no column named \(key.stringValue)", sql: decoder.row.sql)
            }
            guard !columns.doubled.contains(key.stringValue.nameKey) else {
                throw FMError(.misuse, "the query has more than one column \(key.stringValue)", sql: decoder.row.sql)
            }
            return decoder.row.row[index]
        }

        func contains(_ key: Key) -> Bool { decoder.row.columns[key.stringValue] != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let value = try value(key)
            do throws(FMError) {
                return try value.decode(type, dates: decoder.dates)
            } catch {
                throw FMError(.mismatch, "column \(key.stringValue): \(error.message)", sql: decoder.row.sql)
            }
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            throw FMError(.mismatch, "column \(key.stringValue) cannot be decoded in parts", sql: decoder.row.sql)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw FMError(.mismatch, "column \(key.stringValue) cannot be decoded in parts", sql: decoder.row.sql)
        }

        func superDecoder() throws -> any Decoder { decoder }
        func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
    }
#endif
