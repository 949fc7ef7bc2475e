/// Reports inconsistencies in the file, even if no row is missing.
extension Salvage {
    /// Compares the pages that were read with the header, the freelist and the pointer maps.
    func reportInconsistencies() {
        let (count, numbers) = (pages.header.pageCount, pages.numbers)
        if count > 0 {
            let found = numbers.lazy.filter { $0 <= count }.count
            if found < Int(count) { report.unread.append("the file has \(found) of its \(count) pages") }
            if let last = taken.max(), last > count {
                report.unread.append("tables refer to page \(last), but the header counts \(count) pages")
            }
        }
        if !pages.freePages().isWhole { report.unread.append("the list of free pages is damaged") }
        let maps = damagedMaps(numbers)
        if !maps.isEmpty { report.unread.append("the pointer maps are damaged: pages \(maps)") }
    }

    private func damagedMaps(_ numbers: [UInt32]) -> [UInt32] {
        guard pages.header.hasPointerMaps else { return [] }
        let lockPage = DatabaseHeader.lockPage(pageSize: pages.header.pageSize)
        let known = numbers.filter { $0 > 2 && $0 != lockPage && !pages.header.isPointerMap($0) }
        let count = pages.header.pageCount
        return Set(
            known.filter { (count == 0 || $0 <= count) && pages.pointerMapEntry(of: $0) == nil }
                .map(pages.header.pointerMap)
        ).sorted()
    }
}
