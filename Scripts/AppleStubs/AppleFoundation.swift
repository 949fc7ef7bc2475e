// What Apple's Foundation has and Linux's has not.
import Foundation

extension NSObject {
    public func setValue(_ value: Any?, forKey key: String) {}
    public func value(forKey key: String) -> Any? { nil }
}

public func NSFileTypeForHFSTypeCode(_ code: OSType) -> String! { nil }
public func NSHFSTypeCodeFromFileType(_ type: String!) -> OSType { 0 }

public typealias OSType = UInt32
