# The package in one place: `make` lists the targets. Each of them installs what it needs (Scripts/setup).

# The linker of choice on Linux, gold, warns about each of AddressSanitizer's symbols.
ifeq ($(shell uname -s),Linux)
    LINKER := -Xswiftc -use-ld=lld
endif

# Each kind of build has a folder of its own, so that none throws away another's work. Where nobody edits, the editor's
# index need not know of C and of the system's modules.
LEAN := -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules
# Tests name the line that fails by themselves; without debug information a build takes a tenth less.
QUICK := $(LEAN) -debug-info-format none
SQLCIPHER := --scratch-path .build-sqlcipher --traits SQLCipher $(QUICK)
SERVER := --scratch-path .build-server --traits Server $(LEAN)
MACROS := --scratch-path .build-macros --traits Macros,Checked,Tool $(QUICK)
NODE := --scratch-path .build-node --traits Node $(LEAN)
CHECKED := --scratch-path .build-checked --traits Checked $(LEAN)
TOOL := --scratch-path .build-tool --traits Tool $(LEAN)
THREADS := --scratch-path .build-tsan --sanitize=thread $(LINKER) $(LEAN)
ADDRESSES := --scratch-path .build-asan --sanitize=address $(LINKER) $(LEAN)

# What is known of others' faults.
FOREIGN := ASAN_OPTIONS=suppressions=Scripts/addresses.txt LSAN_OPTIONS=suppressions=Scripts/leaks.txt:print_suppressions=0

# `make check` type-checks the plugin; with it each build of the tests would build the library twice.
export FMDB_WITHOUT_PLUGIN := yes

TEST := Scripts/test
# What takes long by itself is not ended as hanging; see Scripts/test.
LONG_TEST := FMDB_TEST_MINUTES=240 $(TEST)

# The tests in which threads meet, and those in which things are closed: what `make sanitize-short` runs.
SHORT_THREADS ?= AccessTests|Queue|Pool|Concurren|Thread|Interrupt|Handler
# Those that play whole tables of calls are left to `make sanitize`.
LONG_THREADS ?= Misuse|Matrix|OwnControl|Failure|Spelling
SHORT_ADDRESSES ?= CompatibilityTests|Queue|Pool|Life|Opening|Closing|Nesting|Misuse|Busy|Undo|Handler

# The tests that are compiled with the trait SQLCipher, and those of the system's SQLite that are run on SQLCipher's library as they are;
# Linux. Who waits for whom is the same on all.
CIPHER_TARGETS ?= CompatibilityTests,EncryptionTests
CIPHER_TESTS ?= ^(FMDBTests|FMDBModelTests)\.

# What `make verify` runs: while packages are fetched no other build of this package may run, the rest runs LANES at a time.
ALONE ?= test-macros
STAGES ?= check clients sanitize-short test-sqlcipher fuzz-short litestream sqlite-vec
LANES ?= 2

# EXAMPLE=Examples/Catalogue is another one.
EXAMPLE ?= Examples/TimeZones

.NOTPARALLEL:

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A debug build: it takes half as long, and what the example does is over in a moment either way.
.PHONY: demo
demo: setup ## build and run an example, EXAMPLE=Examples/TimeZones unless told
	@echo "Building $(EXAMPLE) ..."
	@swift build --package-path $(EXAMPLE) --quiet
	@swift run --package-path $(EXAMPLE) --skip-build --quiet

.PHONY: build
build: setup ## build the library for debugging
	swift build

.PHONY: test
test: setup ## run all tests on the system's SQLite
	$(TEST)

.PHONY: verify
verify: ## run everything else that must pass before a change is merged: ALONE, then STAGES
	@$(if $(ALONE),printf '%s\n' $(ALONE) | xargs -n 1 Scripts/stage)
	@printf '%s\n' $(STAGES) | xargs -n 1 -P $(LANES) Scripts/stage
	@echo "Passed: $(ALONE) $(STAGES)"

.PHONY: check
check: setup ## check format, rooms, lengths, warnings, linked libraries, documentation
	Scripts/check

.PHONY: check-quick
check-quick: ## run those checks that need no build
	Scripts/check --quick

.PHONY: clients
clients: setup ## build the programs of Tests/Clients and the examples for release, and run them; compare what the compiler tells clients
	Scripts/test-clients
	Scripts/test-compiler

# By hand, after a change of Package.swift: the library is built for each neighbour. OPTIONS=--all adds git addresses, macros and servers.
.PHONY: test-neighbours
test-neighbours: setup ## build and run programs beside packages with targets of the same names
	Scripts/test-neighbours $(OPTIONS)

# By hand: the library is built for release.
.PHONY: test-static
test-static: setup ## link a program with models statically, and run it in a folder that holds nothing else; Linux
	Scripts/test-static

# CIPHER_TARGETS= compiles all.
.PHONY: test-sqlcipher
test-sqlcipher: setup-sqlcipher ## run the tests on SQLCipher: those of CIPHER_TARGETS with the trait, those of CIPHER_TESTS as they are
	$(if $(CIPHER_TARGETS),FMDB_TESTS=$(CIPHER_TARGETS)) $(TEST) $(SQLCIPHER)
	swift build --build-tests --quiet
	Scripts/test-sqlites sqlcipher -- --filter '$(CIPHER_TESTS)'
	Scripts/built .build-sqlcipher/debug libsqlcipher

# A debug build alone: swift-syntax takes minutes, and the macros write the same code in a release build. It is built once for both that
# need it, and the program fmdb beside them. What has been resolved is forgotten, or each later build would fetch swift-syntax too.
.PHONY: test-macros
test-macros: setup ## run the tests of models with the macro @FMModel, and those of FMDBCheck; build fmdb
	FMDB_TESTS=FMDBMacroTests,FMDBCheckTests,FMDBCommand $(TEST) $(MACROS)
	Scripts/built .build-macros/debug
	Scripts/test-compiler --macros
	Scripts/documentation --checked .build-macros
	Scripts/api-check --checked .build-macros
	Scripts/api-check --macros
	@rm -f Package.resolved

# VERSIONS='3.46.1 3.54.1' are some of them; OPTIONS='--filter NAME' chooses tests.
.PHONY: test-sqlites
test-sqlites: setup-python setup-sqlcipher ## run all tests on other versions of SQLite, from PyPI and Debian; Linux
	swift build --build-tests --quiet
	Scripts/test-sqlites $(VERSIONS) -- $(OPTIONS)

.PHONY: test-texts
test-texts: setup ## look for parts of all lines of the books in Tests/FMDBTests/Texts
	FMDB_WHOLE_TEXTS=1 FMDB_TESTS=FMDBTests $(LONG_TEST) --filter SearchCorpusTests

# A debug build alone, as for the macros. It builds much code of others, so `make verify` leaves it out; run it after a change
# of Sources/FMDBS3.
.PHONY: test-s3
test-s3: setup-python ## test backups in S3 storage beside a server that is fetched from PyPI
	Scripts/test-s3
	Scripts/built .build-s3/debug
	Scripts/api-check --s3
	@rm -f Package.resolved

# A debug build alone, as for S3: the packages take minutes. Run it after a change of Sources/FMDBServer.
.PHONY: test-server
test-server: setup ## test the server kit: logging, metrics, tracing, lifecycle and configuration
	FMDB_TESTS=FMDBServerTests $(TEST) $(SERVER)
	Scripts/built .build-server/debug
	Scripts/documentation --server
	Scripts/api-check --server
	@rm -f Package.resolved

# A debug build alone, as for S3: SwiftNIO and BoringSSL take minutes. Run it after a change of the cluster's client or of the node.
.PHONY: test-node
test-node: setup-dqlite ## test the cluster's client and nodes, three of them as processes on this machine; Linux
	FMDB_TESTS=FMDBDqliteWireTests,FMDBClusterTests,FMDBNodeTests $(TEST) $(NODE) --filter 'FMDBDqliteWireTests|FMDBClusterTests|FMDBNodeTests'
	Scripts/built .build-node/debug
	Scripts/documentation --cluster
	Scripts/api-check --cluster
	@rm -f Package.resolved

# A debug build alone, as for S3. Run it after a change of Sources/FMDBCommand.
.PHONY: test-tool
test-tool: setup ## test the program fmdb, started as a process on good and bad input
	FMDB_TESTS=FMDBCommandTests $(TEST) $(TOOL) --filter FMDBCommandTests
	Scripts/built .build-tool/debug
	@rm -f Package.resolved

# By hand: hours. FMDB_ROUND_TRIP_FILES=FOLDER takes files of others, too; FMDB_ROUND_TRIP_SEED draws other tables.
.PHONY: sweep-tool
sweep-tool: setup ## export and import 10,000 drawn tables, and 100,000 numbers as SQL, with the program fmdb
	FMDB_TESTS=FMDBCommandTests FMDB_ROUND_TRIPS=2000 FMDB_DUMPED_REALS=50000 $(TEST) $(TOOL) --filter RoundTripTests
	@rm -f Package.resolved

# A debug build alone, as for the macros. What has been resolved is forgotten, as there.
.PHONY: test-checked
test-checked: setup ## test FMDBCheck, which looks for mistakes in SQL texts, and the program fmdb-check
	FMDB_TESTS=FMDBCheckTests $(TEST) $(CHECKED) --filter FMDBCheckTests
	Scripts/built .build-checked/debug
	Scripts/documentation --checked
	Scripts/api-check --checked
	@rm -f Package.resolved

# By hand, after a change of the plugin or of the programs' options: swift-syntax is built once more, for the package of the test.
.PHONY: test-check-plugin
test-check-plugin: setup ## build a package with FMDBCheckPlugin: right and wrong texts, without settings, without the trait
	env -u FMDB_WITHOUT_PLUGIN Scripts/test-check-plugin

# By hand: Chromium is needed. STUDIO_PICTURES=FOLDER keeps pictures of the pages.
.PHONY: test-studio
test-studio: setup-python ## test fmdb serve by requests that attack it, and in Chromium
	swift build --product fmdb $(TOOL)
	@rm -f Package.resolved
	Scripts/test-studio "$$(swift build $(TOOL) --show-bin-path)/fmdb"

# DESTDIR=FOLDER is put before all paths.
PREFIX ?= /usr/local
INSTALLED := "$(DESTDIR)$(PREFIX)"

.PHONY: install
install: setup ## build the program fmdb for release, and install it below PREFIX, with its manual page and completions
	Scripts/install fmdb $(INSTALLED) $(TOOL)
	@rm -f Package.resolved

# A program of its own, since swift-syntax takes minutes; `fmdb check` finds it beside fmdb.
.PHONY: install-checked
install-checked: setup ## build the program fmdb-check for release, and install it beside fmdb
	Scripts/install fmdb-check $(INSTALLED) $(CHECKED)
	@rm -f Package.resolved

.PHONY: uninstall
uninstall: ## remove what `make install` has installed below PREFIX
	Scripts/install --remove $(INSTALLED)

# By hand, as the packages take minutes.
.PHONY: demo-cluster
demo-cluster: setup-dqlite ## run three nodes, kill the leader amid writes, and show that nothing is lost; Linux, some minutes
	@Examples/ClusterTour/demo

# By hand, after a change of the server kit or of the example: the packages of the web server take minutes.
.PHONY: test-server-example
test-server-example: setup ## build Examples/NoteService, request its routes, and end it by SIGTERM amid writes
	Examples/NoteService/test

# With a module of that name the library takes its atomics from locks, as on Apple's platforms.
APPLE_LOCKS := .build-apple-locks

.PHONY: test-apple-locks
test-apple-locks: setup ## all tests with the locks that take the place of atomics on Apple's platforms; Linux
	mkdir -p $(APPLE_LOCKS)/os
	swiftc -swift-version 6 -parse-as-library -O -module-name os -emit-module -emit-object Scripts/AppleStubs/os.swift \
		-emit-module-path $(APPLE_LOCKS)/os/os.swiftmodule -o $(APPLE_LOCKS)/os/os.o
	$(TEST) --scratch-path $(APPLE_LOCKS) -Xswiftc -I$(CURDIR)/$(APPLE_LOCKS)/os -Xlinker $(CURDIR)/$(APPLE_LOCKS)/os/os.o

.PHONY: type-check-apple
type-check-apple: setup ## type-check the library and its tests for Apple's platforms by stand-ins; Linux, some minutes
	Scripts/type-check-apple --tests

.PHONY: sanitize
sanitize: thread-sanitizer address-sanitizer ## run all tests under ThreadSanitizer, then under AddressSanitizer with LeakSanitizer

.PHONY: thread-sanitizer
thread-sanitizer: setup ## run all tests under ThreadSanitizer
	$(LONG_TEST) $(THREADS)

.PHONY: address-sanitizer
address-sanitizer: setup ## run all tests under AddressSanitizer with LeakSanitizer
	$(FOREIGN) $(LONG_TEST) $(ADDRESSES)

.PHONY: sanitize-short
sanitize-short: setup ## run the tests that SHORT_THREADS and SHORT_ADDRESSES name, with the library under both; Linux
	Scripts/test-sanitized thread --filter '$(SHORT_THREADS)' --skip '$(LONG_THREADS)'
	$(FOREIGN) Scripts/test-sanitized address --filter '$(SHORT_ADDRESSES)' --skip AccessTests

.PHONY: faults
faults: setup ## fail each operation on disk in turn, all of them, and look for what is lost, wrong or left open
	FMDB_FAULT_SWEEP=full $(LONG_TEST) --filter 'Fault'

.PHONY: power
power: setup ## cut the power at each operation on disk, in all modes, and during the recovery, and count what is lost
	FMDB_POWER_SWEEP=full $(LONG_TEST) --filter 'PowerSweep'

.PHONY: allocations
allocations: setup ## fail each allocation of SQLite in turn, and look for what is lost or left
	FMDB_ALLOCATIONS=full $(LONG_TEST) --filter 'AllocationFault'

.PHONY: kills
kills: setup ## kill processes that write, alone and two at a time, 100 times each, and look for what they acknowledged
	FMDB_KILLS=100 $(LONG_TEST) --filter 'KillTests'

.PHONY: races
races: setup ## let commits meet checkpoints in the order of SQLite's WAL-reset bug, 100 times for each way to a checkpoint
	FMDB_RACES=100 $(LONG_TEST) --filter 'CheckpointRace'

# SEED=NUMBER begins elsewhere.
.PHONY: upgrade-fuzz
upgrade-fuzz: setup ## bring 1,000 random tables into the shape of random models, and look for what is lost
	FMDB_UPGRADE_FUZZ=1000 FMDB_UPGRADE_SEED=$(or $(SEED),1) $(LONG_TEST) --filter 'UpgradeFuzz'

# SEED=NUMBER begins elsewhere.
.PHONY: histories
histories: setup ## play 10,000 random histories of calls beside a reference, as many of threads, and end 1,000 transactions early
	FMDB_HISTORIES=10000 FMDB_HISTORY_SEED=$(or $(SEED),1) FMDB_INTERRUPTIONS=1000 \
		FMDB_INTERRUPTION_SEED=$(or $(SEED),1) FMDB_TESTS=ProofTests,AccessTests \
		$(LONG_TEST) --filter 'History|InterruptionStorm'

# SEED=NUMBER begins elsewhere.
.PHONY: replacements
replacements: setup ## replace the file of a database that is backed up, in 1,000 random scenes
	FMDB_REPLACEMENTS=1000 FMDB_REPLACEMENT_SEED=$(or $(SEED),1) FMDB_TESTS=AccessTests \
		$(LONG_TEST) --filter BackupReplacementTests

# SEED=NUMBER begins elsewhere.
.PHONY: hostile
hostile: setup ## open 10,000 damaged files in every way, under AddressSanitizer
	FMDB_HOSTILE=10000 FMDB_HOSTILE_SEED=$(or $(SEED),1) FMDB_TESTS=ProofTests \
		$(FOREIGN) $(LONG_TEST) $(ADDRESSES) --filter 'HostileFile'

# SEED=NUMBER begins elsewhere. FMDB_RECOVER_SHELL=PATH names a shell of SQLite to compare with by `.recover`, too; Debian's
# does not have it.
.PHONY: repairs
repairs: setup ## damage 200 random databases, rescue their rows, and compare with `sqlite3 .dump`; check 300 bad files
	FMDB_REPAIRS=200 FMDB_REPAIRS_SEED=$(or $(SEED),1) FMDB_TESTS=ProofTests $(LONG_TEST) --filter 'RepairSweep'
	FMDB_CHECKS=300 FMDB_CHECKS_SEED=$(or $(SEED),1) FMDB_TESTS=FMDBCommandTests $(LONG_TEST) $(TOOL) --filter 'CheckSweep'
	@rm -f Package.resolved

.PHONY: litestream
litestream: setup-python ## let Litestream copy what the library writes, and compare what it restores; Linux
	program=$$(Scripts/from-wheel litestream) && FMDB_LITESTREAM=$$program $(TEST) --filter 'Litestream'

.PHONY: sqlite-vec
sqlite-vec: setup-python ## find nearest neighbours by the extension sqlite-vec, which is fetched from PyPI; Linux
	library=$$(Scripts/from-wheel sqlite-vec) && FMDB_SQLITE_VEC=$$library $(TEST) --filter 'VectorArticle'

# RUNS=NUMBER for each parser, TARGETS=NAMES for some of them; see Tests/Fuzz/README.md.
.PHONY: fuzz
fuzz: setup ## run each parser on a million inputs that libFuzzer makes up, and compare with SQLite; Linux
	Scripts/fuzz $(TARGETS) --runs $(or $(RUNS),1000000)

# Changesets of strangers, which SQLite's functions read in C.
.PHONY: fuzz-changesets
fuzz-changesets: setup ## run changesets on ten million inputs, and all of SQLite's functions on those that are accepted; Linux
	Scripts/fuzz changesets --runs $(or $(RUNS),10000000)

.PHONY: fuzz-short
fuzz-short: setup ## run each parser on the inputs of Tests/Fuzz and 2,000 more; Linux
	Scripts/fuzz --short

.PHONY: fuzz-planted
fuzz-planted: setup ## plant faults in a copy of the parsers, and show that each is found; Linux
	Scripts/fuzz --planted

# RESULTS=FILE.json keeps the results elsewhere, the picture beside them. BENCH_OPTIONS: `--workload NAME` for example.
RESULTS ?= Benchmarks/.build/results.json
PICTURE = $(basename $(RESULTS)).svg
BENCHMARKS := swift run --quiet --package-path Benchmarks --configuration release

.PHONY: bench
bench: setup ## the library beside raw C and GRDB, in a release build, with a picture of it
	$(BENCHMARKS) benchmarks --json $(RESULTS) $(BENCH_OPTIONS)
	@$(BENCHMARKS) chart $(RESULTS) --svg $(PICTURE)
	@echo "The numbers are in $(RESULTS), the picture in $(PICTURE)."

# By hand: the packages of the web server take minutes. ROUNDS and SECONDS of each run are 5 and 10 unless told otherwise.
.PHONY: bench-service
bench-service: setup ## load the routes of Examples/NoteService over FMDB and over GRDB, by wrk on loopback
	Benchmarks/Service/measure $(or $(ROUNDS),5) $(or $(SECONDS),10)

.PHONY: bench-table
bench-table: setup ## the results of the last `make bench` as Markdown
	@$(BENCHMARKS) chart $(RESULTS) --table

.PHONY: bench-quick
bench-quick: ## the same with few rows: does it run, and do all contenders agree?
	@$(MAKE) --no-print-directory bench BENCH_OPTIONS="--quick $(BENCH_OPTIONS)" RESULTS=$(basename $(RESULTS))-quick.json

.PHONY: bench-check
bench-check: setup-valgrind ## fail when the library needs more instructions than Benchmarks/instructions.txt allows
	Scripts/bench-check

.PHONY: docs
docs: setup ## build the documentation
	Scripts/documentation

.PHONY: api-check
api-check: setup ## compare the public interface with the one that Scripts/interface keeps
	Scripts/api-check

.PHONY: clean
clean: ## remove everything that was built
	rm -rf .build .build-* $(addsuffix /.build,$(wildcard Examples/*) Benchmarks)

.PHONY: setup setup-sqlcipher setup-valgrind setup-dqlite setup-python
setup:
	@Scripts/setup
setup-sqlcipher:
	@Scripts/setup sqlcipher
setup-valgrind:
	@Scripts/setup valgrind
setup-dqlite:
	@Scripts/setup dqlite
setup-python:
	@Scripts/setup python
