#if Cluster
    @_exported import FMDB
#endif
