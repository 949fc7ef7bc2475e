/// A value whose bytes it does not own, for programs that pass on many values and make no Swift values of them.
///
/// It is valid as long as the bytes are: those of a row until the query moves on.
package enum BorrowedValue {
    case null
    case integer(Int64)
    case real(Double)
    /// Text as UTF-8, which may be invalid.
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
}
