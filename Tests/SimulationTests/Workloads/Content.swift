#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import Foundation

    /// What one read has found in the database of a workload.
    struct Content: Equatable, Sendable {
        /// The rows of one transaction.
        struct Entry: Equatable, Sendable, CustomStringConvertible {
            let position: Int
            let number: Int
            let count: Int
            let parts: Int
            let sum: Int

            var description: String { "transaction \(number) at \(position)" }
        }

        let entries: [Entry]
        /// The last position and the number of rows that the single row of the table `head` has.
        let newest: Int
        let total: Int

        static let schema = [
            "CREATE TABLE entry (number INTEGER, part INTEGER, position INTEGER, parts INTEGER, checksum INTEGER, "
                + "filler BLOB, PRIMARY KEY (number, part))",
            "CREATE TABLE head (id INTEGER PRIMARY KEY, newest INTEGER, total INTEGER)",
            "CREATE TABLE content (id INTEGER PRIMARY KEY, bytes BLOB)",
            "CREATE TABLE tag (name TEXT)",
            "INSERT INTO head VALUES (1, 0, 0)",
            "INSERT INTO content VALUES (1, zeroblob(\(blobSize)))",
        ]

        static let blobSize = 20_000

        static func checksum(_ number: Int, _ part: Int, _ parts: Int) -> Int {
            (number &* 1_000_003 &+ part &* 10_007 &+ parts &* 101) & 0x7FFF_FFFF
        }

        /// What is wrong without any knowledge of what was written.
        var ownFault: String? {
            for (index, entry) in entries.enumerated() {
                if entry.position != index + 1 { return "\(entry) as the \(index + 1). commit" }
                if entry.count != entry.parts { return "\(entry.count) of \(entry.parts) parts of \(entry)" }
                let sum = (0..<entry.parts).reduce(0) { $0 + Content.checksum(entry.number, $1, entry.parts) }
                if sum != entry.sum { return "wrong rows of \(entry)" }
            }
            if newest != entries.count { return "\(entries.count) commits, but \(newest) in the head" }
            let rows = entries.reduce(0) { $0 + $1.count }
            return rows == total ? nil : "\(rows) rows, but \(total) in the head"
        }
    }

    extension FMDatabase {
        func content() throws -> Content {
            let rows = try rows(
                """
                SELECT position, number, count(*), max(parts), sum(checksum) FROM entry
                GROUP BY position, number ORDER BY position, number
                """, as: (Int, Int, Int, Int, Int).self)
            let heads = try self.rows("SELECT newest, total FROM head", as: (Int, Int).self)
            return Content(
                entries: rows.map { Content.Entry(position: $0.0, number: $0.1, count: $0.2, parts: $0.3, sum: $0.4) },
                newest: heads.first?.0 ?? -1, total: heads.first?.1 ?? -1)
        }

        /// Writes the rows of a transaction, and returns its position in the order of commits.
        func write(_ number: Int, parts: Int, fillerSize: Int, pause: Duration = .zero) throws -> Int {
            let position = try value("SELECT newest + 1 FROM head", as: Int.self)
            try execute("UPDATE head SET newest = \(position), total = total + \(parts)")
            for part in 0..<parts {
                let filler = Data(repeating: UInt8(truncatingIfNeeded: number &+ part), count: fillerSize)
                let checksum = Content.checksum(number, part, parts)
                try execute(
                    "INSERT INTO entry VALUES (\(number), \(part), \(position), \(parts), \(checksum), \(filler))")
                if part == 0, pause > .zero { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
            }
            return position
        }

        /// Overwrites the large value with bytes that are all the same.
        func writeBlob(_ number: Int) throws {
            let bytes = Data(repeating: UInt8(truncatingIfNeeded: number), count: Content.blobSize)
            try execute("UPDATE content SET bytes = \(bytes)")
        }

        /// Returns what is wrong with the bytes of the rows, or nil.
        func fillerFault() throws -> String? {
            for (number, part, filler) in try rows("SELECT number, part, filler FROM entry", as: (Int, Int, Data).self)
            where !filler.allSatisfy({ $0 == UInt8(truncatingIfNeeded: number &+ part) }) {
                return "wrong bytes in part \(part) of \(number)"
            }
            return nil
        }

        /// Returns what SQLite and the library find wrong with the file, or nil.
        func soundnessFault() throws -> String? {
            let answers = try rows("PRAGMA integrity_check", as: String.self)
            guard answers == ["ok"] else { return "integrity_check: \(answers.joined(separator: "; "))" }
            // A part that another process's lock or the disk prevents is left unchecked.
            let report = try integrity()
            return try report.findings.isEmpty ? fillerFault() : "integrity(): \(report)"
        }
    }
#endif
