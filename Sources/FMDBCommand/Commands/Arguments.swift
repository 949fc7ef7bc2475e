#if Tool
    import ArgumentParser

    // Formats and readers do not know of the command line, so they can be compiled without it: see Tests/Fuzz.
    extension ChartKind: ExpressibleByArgument {}
    extension InputEncoding: ExpressibleByArgument {}
    extension OutputFormat: ExpressibleByArgument {}
#endif
