// The Objective-C module shows Foundation to whoever imports it; clients rely on that.
@_exported import Foundation
