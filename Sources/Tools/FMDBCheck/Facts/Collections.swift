#if Checked
    extension Set<String> {
        /// The words of a text, between spaces and line ends.
        init(words text: String) { self.init(text.split(whereSeparator: \.isWhitespace).map(String.init)) }
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
