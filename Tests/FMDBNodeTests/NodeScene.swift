#if Node && os(Linux)
    import FMDBCluster
#endif
