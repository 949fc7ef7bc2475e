import Foundation

/// The common types of FMDB's `[Any]`, told apart by type identity.
///
/// The type is compared once and the payload read in place. A chain of `as?` asks the runtime for each type in turn, and
/// each look at an `Any` copies it. Measured for a row of ten: 1,000 ns this way, 2,600 with `as!` after the comparison, 8,000
/// to 12,000 with a chain.
enum AnyKind {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case data(Data)
    case date(Date)
    case other

    @inline(__always)
    init(_ place: UnsafePointer<Any>) {
        // Where words have 32 bits, some of the types below do not fit into the container.
        guard MemoryLayout<Any>.size == MemoryLayout<AnyContainer>.size, MemoryLayout<Int>.size == 8 else {
            self = .other
            return
        }
        self.init(UnsafeRawPointer(place).assumingMemoryBound(to: AnyContainer.self))
    }

    @inline(__always)
    fileprivate init(_ place: UnsafePointer<(any FMValueConvertible)?>) {
        guard MemoryLayout<(any FMValueConvertible)?>.size == MemoryLayout<AnyContainer>.size + MemoryLayout<Int>.size,
            MemoryLayout<Int>.size == 8
        else {
            self = .other
            return
        }
        // SAFETY: what a protocol adds to the container lies behind it, and nil is a container without a type. To compare
        // with nil would copy the value.
        let container = UnsafeRawPointer(place).assumingMemoryBound(to: AnyContainer.self)
        self = container.hasType ? AnyKind(container) : .null
    }

    @inline(__always)
    private init(_ container: UnsafePointer<AnyContainer>) {
        let type = container.pointee.type
        if type == ObjectIdentifier(String.self) {
            self = .text(container.payload())
        } else if type == ObjectIdentifier(Int.self) || type == ObjectIdentifier(Int64.self) {
            self = .integer(container.payload())
        } else if type == ObjectIdentifier(Double.self) {
            self = .real(container.payload())
        } else if type == ObjectIdentifier(NSNull.self) {
            self = .null
        } else if type == ObjectIdentifier(Data.self) {
            self = .data(container.payload())
        } else if type == ObjectIdentifier(Bool.self) {
            self = .integer(container.payload(Bool.self) ? 1 : 0)
        } else if type == ObjectIdentifier(Int32.self) {
            self = .integer(Int64(container.payload(Int32.self)))
        } else {
            self = AnyKind(uncommon: container)
        }
    }

    /// Dates and the commonest optionals: client code writes `age as Any`.
    @inline(never)
    private init(uncommon container: UnsafePointer<AnyContainer>) {
        let type = container.pointee.type
        if type == ObjectIdentifier(Date.self) {
            self = .date(container.payload())
        } else if type == ObjectIdentifier(String?.self) {
            self = container.payload(String?.self).map { .text($0) } ?? .null
        } else if type == ObjectIdentifier(Int?.self) || type == ObjectIdentifier(Int64?.self) {
            self = container.payload(Int64?.self).map { .integer($0) } ?? .null
        } else if type == ObjectIdentifier(Double?.self) {
            self = container.payload(Double?.self).map { .real($0) } ?? .null
        } else if type == ObjectIdentifier(Data?.self) {
            self = container.payload(Data?.self).map { .data($0) } ?? .null
        } else if type == ObjectIdentifier(Date?.self) {
            self = container.payload(Date?.self).map { .date($0) } ?? .null
        } else {
            self = .other
        }
    }
}

extension FMValue {
    /// The value of a literal's element, NULL for nil. Those of the library's common types are read where they lie.
    init(_ place: UnsafePointer<(any FMValueConvertible)?>) throws(FMError) {
        switch AnyKind(place) {
        case .null: self = .null
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .real(real)
        case .text(let text): self = .text(text)
        case .data(let data): self = .blob(data)
        // FMDB stores dates in another way.
        case .date, .other: self = try place.pointee?.fmValue ?? .null
        }
    }
}

extension AnyHashable {
    /// The key as a String, read where it lies, if it is one.
    ///
    /// `base` would put a copy into an `Any`; a cast costs even more.
    @inline(__always)
    static func text(_ place: UnsafePointer<AnyHashable>) -> String? {
        guard let box = stringBox else { return place.pointee.base as? String }
        // SAFETY: `stringBox` exists only where this layout has been found.
        let container = UnsafeRawPointer(place).assumingMemoryBound(to: AnyContainer.self)
        return container.pointee.type == box ? container.payload() : nil
    }

    /// The type of what holds a String within, if it holds the String's own words and nothing before them.
    private static let stringBox: ObjectIdentifier? = {
        guard MemoryLayout<AnyHashable>.size == MemoryLayout<AnyContainer>.size + MemoryLayout<Int>.size else {
            return nil
        }
        // A short and a long one: the words of a long text are an address.
        let boxes = ["fifteen letters", "more letters than fifteen"].map { text in
            withUnsafePointer(to: AnyHashable(text)) { place -> ObjectIdentifier? in
                let container = UnsafeRawPointer(place).assumingMemoryBound(to: AnyContainer.self)
                guard let key = TextIdentity(text), container.payload() == key else { return nil }
                return container.pointee.type
            }
        }
        return boxes[0] == boxes[1] ? boxes[0] : nil
    }()
}

/// What an `Any` is made of: a value of up to three words, or a pointer to a larger one, and the type. The layout is part
/// of Swift's ABI, see [Type Layout](https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeLayout.rst).
private struct AnyContainer {
    var words: (UInt, UInt, UInt)
    var type: ObjectIdentifier
}

extension UnsafePointer<AnyContainer> {
    @inline(__always)
    fileprivate var hasType: Bool {
        UnsafeRawPointer(self).load(fromByteOffset: 3 * MemoryLayout<UInt>.stride, as: UInt.self) != 0
    }

    /// The value. The caller has compared the type, and values of it fit into three words.
    @inline(__always)
    fileprivate func payload<Value>(_ type: Value.Type = Value.self) -> Value {
        UnsafeRawPointer(self).assumingMemoryBound(to: Value.self).pointee
    }
}
