import FMDB
import Testing

@Suite struct ResultCodeTests {
    @Test func thePrimaryCodeIsTheLowByte() {
        #expect(FMResultCode.constraintUnique.primary == .constraint)
        #expect(FMResultCode.constraint.primary == .constraint)
        #expect(FMResultCode(rawValue: 0x1234).primary.rawValue == 0x34)
    }

    @Test func thePrimaryCodeMatchesItsExtendedCodes() {
        #expect(FMResultCode.constraint ~= .constraintUnique)
        #expect(FMResultCode.constraint ~= .constraint)
        #expect(FMResultCode.constraintUnique ~= .constraintUnique)
    }

    @Test func anExtendedCodeMatchesNoOther() {
        #expect(!(FMResultCode.constraintUnique ~= .constraint))
        #expect(!(FMResultCode.constraintUnique ~= .constraintCheck))
        #expect(!(FMResultCode.busy ~= .constraint))
    }

    @Test func equalityTellsExtendedCodesApart() {
        #expect(FMResultCode.constraint != .constraintUnique)
        #expect(Set([FMResultCode.busy, .busySnapshot, FMResultCode(rawValue: 5)]).count == 2)
    }

    @Test func anUnknownCodeIsAValueLikeAnyOther() {
        let code = FMResultCode(rawValue: 9_999)

        #expect(code.rawValue == 9_999)
        #expect("\(code)" == "9999")
    }

    @Test(arguments: [.ok, .row, .done, FMResultCode(rawValue: 101 | 1 << 8)])
    func someCodesAreNoErrors(code: FMResultCode) {
        #expect(!code.isError)
    }

    @Test(arguments: [.error, .busy, .constraintUnique, .misuse, .notADatabase, FMResultCode(rawValue: 9_999)])
    func otherCodesAreErrors(code: FMResultCode) {
        #expect(code.isError)
    }

    @Test func theNumbersAreThoseOfSQLite() {
        let numbers: [(FMResultCode, Int32)] = [
            (.ok, 0), (.error, 1), (.internal, 2), (.permission, 3), (.abort, 4), (.busy, 5), (.locked, 6),
            (.noMemory, 7),
            (.readOnly, 8), (.interrupt, 9), (.ioError, 10), (.corrupt, 11), (.notFound, 12), (.full, 13),
            (.cantOpen, 14),
            (.lockProtocol, 15), (.schema, 17), (.tooBig, 18), (.constraint, 19), (.mismatch, 20), (.misuse, 21),
            (.noLargeFiles, 22), (.authorization, 23), (.range, 25), (.notADatabase, 26), (.notice, 27), (.warning, 28),
            (.row, 100), (.done, 101), (.abortRollback, 516), (.busyRecovery, 261), (.busySnapshot, 517),
            (.busyTimeout, 773), (.cantOpenIsDirectory, 526), (.cantOpenFullPath, 782), (.constraintCheck, 275),
            (.constraintCommitHook, 531), (.constraintForeignKey, 787), (.constraintNotNull, 1299),
            (.constraintPrimaryKey, 1555), (.constraintTrigger, 1811), (.constraintUnique, 2067),
            (.constraintRowID, 2579), (.constraintPinned, 2835), (.constraintDataType, 3091),
            (.corruptVirtualTable, 267),
            (.corruptIndex, 779), (.errorMissingCollation, 257), (.errorSnapshot, 769), (.ioErrorRead, 266),
            (.ioErrorShortRead, 522), (.ioErrorWrite, 778), (.ioErrorSync, 1034), (.ioErrorTruncate, 1546),
            (.ioErrorUnlock, 2058), (.ioErrorDelete, 2570), (.ioErrorNoMemory, 3082), (.ioErrorLock, 3850),
            (.ioErrorSharedMemoryOpen, 4618), (.lockedSharedCache, 262), (.readOnlyRecovery, 264),
            (.readOnlyRollback, 776), (.readOnlyMoved, 1032), (.readOnlyDirectory, 1544),
        ]
        for (code, number) in numbers {
            #expect(code.rawValue == number)
        }
    }
}
