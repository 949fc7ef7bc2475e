/// A value that borrows its bytes, for programs that forward many values without creating Swift values.
///
/// It is valid as long as the bytes stay in place. The bytes of a row are valid until the query moves to the next row.
package enum BorrowedValue {
    case null
    case integer(Int64)
    case real(Double)
    /// Text as UTF-8, which may be invalid.
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
}
