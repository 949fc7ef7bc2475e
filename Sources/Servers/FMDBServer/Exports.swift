#if Server
    @_exported import FMDB
#endif
