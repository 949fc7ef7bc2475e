import Foundation

/// What the system says of an error's number, `errno` for example.
package func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }
