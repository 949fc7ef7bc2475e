#if Node && os(Linux)
    import FMDBCDqlite

    extension Engine {
        /// Makes a stopped node the only member of its cluster, and its only voter [dqlite_node_recover_ext].
        func recoverAlone(id: UInt64, address: String) throws(NodeError) {
            let code = address.withCString { text in
                var info = dqlite_node_info_ext(
                    size: UInt64(MemoryLayout<dqlite_node_info_ext>.size), id: id,
                    address: UInt64(UInt(bitPattern: text)),
                    dqlite_role: 0)
                return recover(&info)
            }
            try check(code, "the node cannot be made the only member")
        }
    }
#endif
