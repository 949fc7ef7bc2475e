// The Objective-C runtime.

public func autoreleasepool<Result, Failure>(invoking body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try body()
}
