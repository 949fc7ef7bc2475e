#if Cluster
    import FMDBCluster
#endif
