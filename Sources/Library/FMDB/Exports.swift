// An import of the Objective-C module imports Foundation, too; clients rely on that.
@_exported import Foundation
