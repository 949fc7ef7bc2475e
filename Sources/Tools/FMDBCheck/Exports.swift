#if Checked
    @_exported import FMDB
#endif
