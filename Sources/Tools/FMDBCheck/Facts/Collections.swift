#if Checked
    extension Set<String> {
        /// Creates a set of the words of a string, separated by white space.
        init(words text: String) { self.init(text.split(whereSeparator: \.isWhitespace).map(String.init)) }
    }

    extension RandomAccessCollection {
        /// Returns the first index whose element satisfies the predicate, by binary search. All elements after a satisfying one must
        /// satisfy it too.
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
