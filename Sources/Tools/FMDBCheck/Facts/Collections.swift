#if Checked
    extension Set<String> {
        /// The words of a text, between spaces and line ends.
        init(words text: String) { self.init(text.split(whereSeparator: \.isWhitespace).map(String.init)) }
    }

    extension Sequence<UInt8> {
        /// Whether a text in small letters occurs in it, whatever the case.
        func mentions(_ text: String) -> Bool {
            let sought = Array(text.utf8)
            var matched = 0
            for byte in self {
                matched = byte | 0x20 == sought[matched] ? matched + 1 : byte | 0x20 == sought[0] ? 1 : 0
                if matched == sought.count { return true }
            }
            return false
        }
    }

    extension RandomAccessCollection {
        /// The first index whose element is wanted, where all elements behind a wanted one are, too: a binary search.
        func partitionIndex(where isWanted: (Element) -> Bool) -> Index {
            var (low, high) = (startIndex, endIndex)
            while low < high {
                let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
                if isWanted(self[middle]) { high = middle } else { low = index(after: middle) }
            }
            return low
        }
    }
#endif
