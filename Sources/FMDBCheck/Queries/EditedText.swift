#if Checked
    /// A text of which parts have been replaced, and where its bytes come from.
    struct EditedText {
        struct Edit {
            /// In bytes of the text before; empty for an insertion.
            let range: Range<Int>
            let replacement: String
        }

        let text: String
        /// Where unchanged parts begin, in the text now and before.
        private let runs: [(now: Int, before: Int)]

        /// - Parameter edits: parts that do not overlap.
        init(_ text: String, _ edits: [Edit]) {
            let bytes = Array(text.utf8)
            var edited: [UInt8] = []
            var runs = [(now: 0, before: 0)]
            var place = 0
            for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
                edited += bytes[place..<edit.range.lowerBound]
                edited += Array(edit.replacement.utf8)
                place = edit.range.upperBound
                runs.append((now: edited.count, before: place))
            }
            edited += bytes[place...]
            self.text = String(decoding: edited, as: UTF8.self)
            self.runs = runs
        }

        /// The place in the text before of a byte of the text now.
        func placeBefore(_ offset: Int) -> Int {
            guard let run = runs.last(where: { $0.now <= offset }) else { return offset }
            return run.before + offset - run.now
        }
    }
#endif
