#if Checked
    import FMDBCheck
    import Testing
#endif
