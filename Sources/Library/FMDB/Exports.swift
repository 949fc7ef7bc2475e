// Importing FMDB's Objective-C module also imports Foundation, and apps rely on that.
@_exported import Foundation
