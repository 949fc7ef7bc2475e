// What iOS, tvOS, watchOS and visionOS lack. Code that names one of these finds two, and does not compile.

public enum Process {}
public enum ExitTest {}
