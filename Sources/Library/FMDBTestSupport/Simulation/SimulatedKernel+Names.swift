import FMDB

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    extension SimulatedKernel {
        /// The names on the way to a path. A path that is not absolute is one of the root.
        private static func names(_ path: String) throws(SystemFailure) -> [Substring] {
            guard !path.isEmpty else { throw SystemFailure(ENOENT) }
            var names: [Substring] = []
            for name in path.split(separator: "/") where name != "." {
                if name == ".." { _ = names.popLast() } else { names.append(name) }
            }
            return names
        }

        /// Returns the absolute path without `.` and `..`. Nothing has to be there.
        static func normalized(_ path: String) throws(SystemFailure) -> String {
            try "/" + names(path).joined(separator: "/")
        }

        func inode(at path: String) throws(SystemFailure) -> SimulatedInode {
            try inode(SimulatedKernel.names(path)[...])
        }

        private func inode(_ names: ArraySlice<Substring>) throws(SystemFailure) -> SimulatedInode {
            var inode = root
            for name in names {
                guard let folder = inode.folder else { throw SystemFailure(ENOTDIR) }
                guard let next = folder.entries[String(name)] else { throw SystemFailure(ENOENT) }
                inode = next
            }
            return inode
        }

        /// A name in a folder, and what it refers to.
        private struct Place {
            let folder: SimulatedInode
            let name: String
            let inode: SimulatedInode?
        }

        private func place(_ path: String) throws(SystemFailure) -> Place {
            let names = try SimulatedKernel.names(path)
            guard let name = names.last.map(String.init) else { throw SystemFailure(EBUSY) }
            let folder = try inode(names.dropLast())
            guard let entries = folder.folder?.entries else { throw SystemFailure(ENOTDIR) }
            return Place(folder: folder, name: name, inode: entries[name])
        }

        private func set(_ place: Place, _ inode: SimulatedInode?, _ change: NameChange = NameChange()) {
            place.inode?.links -= 1
            inode?.links += 1
            place.folder.folder?.set(place.name, inode, change)
            place.folder.touch(at: now(), content: true)
            for inode in [place.inode, inode] { inode?.touch(at: now(), content: false) }
        }

        func created(_ path: String, _ flags: Int32, _ mode: mode_t) throws(SystemFailure) -> SimulatedInode {
            let place = try place(path)
            guard place.inode == nil || flags & O_EXCL == 0 else { throw SystemFailure(EEXIST) }
            if let inode = place.inode { return inode }
            let inode = newInode(mode)
            set(place, inode)
            return inode
        }

        func makeFolder(_ path: String, _ mode: mode_t) throws(SystemFailure) {
            guard (try? inode(at: path)) == nil else { throw SystemFailure(EEXIST) }
            set(try place(path), newInode(mode, isFolder: true))
        }

        func removeFolder(_ path: String) throws(SystemFailure) {
            let place = try place(path)
            guard let inode = place.inode else { throw SystemFailure(ENOENT) }
            guard let folder = inode.folder else { throw SystemFailure(ENOTDIR) }
            guard folder.entries.isEmpty else { throw SystemFailure(ENOTEMPTY) }
            set(place, nil)
        }

        func unlink(_ path: String) throws(SystemFailure) {
            let place = try place(path)
            guard let inode = place.inode else { throw SystemFailure(ENOENT) }
            guard inode.folder == nil else { throw SystemFailure(EISDIR) }
            set(place, nil)
        }

        func link(_ path: String, _ target: String) throws(SystemFailure) {
            let inode = try inode(at: path)
            let place = try place(target)
            guard inode.folder == nil else { throw SystemFailure(EPERM) }
            guard place.inode == nil else { throw SystemFailure(EEXIST) }
            set(place, inode)
        }

        func rename(_ path: String, _ target: String) throws(SystemFailure) {
            let (from, to) = (try place(path), try place(target))
            guard let inode = from.inode else { throw SystemFailure(ENOENT) }
            guard inode !== to.inode else { return }
            if inode.folder != nil,
                try (SimulatedKernel.normalized(target) + "/").hasPrefix(SimulatedKernel.normalized(path) + "/")
            {
                throw SystemFailure(EINVAL)
            }
            if let former = to.inode {
                guard (former.folder == nil) == (inode.folder == nil) else {
                    throw SystemFailure(former.folder == nil ? ENOTDIR : EISDIR)
                }
                guard former.folder?.entries.isEmpty != false else { throw SystemFailure(ENOTEMPTY) }
            }
            let change = NameChange()
            set(to, inode, change)
            set(from, nil, change)
        }
    }
#endif
