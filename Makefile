# The package in one place: `make` lists the targets. Each of them installs what it needs (Scripts/setup).

# The linker of choice on Linux, gold, warns about each of AddressSanitizer's symbols.
ifeq ($(shell uname -s),Linux)
    LINKER := -Xswiftc -use-ld=lld
endif

# Each kind of build has a folder of its own, so that none throws away another's work: `make clean` removes them. Where nobody edits, the
# editor's index need not know of C and of the system's modules.
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

# FMDB_TESTS=AccessTests before a command leaves out all test targets that it does not name, and what only they need.
TEST := Scripts/test
# What takes long by itself is not ended as hanging; see Scripts/test.
LONG_TEST := FMDB_TEST_MINUTES=240 $(TEST)
# A build with a trait resolves its packages. That is forgotten, or each later build would fetch them too.
FORGET := rm -f Package.resolved

# A tenth of the tests takes two thirds of the time: they belong to what `make verify` runs.
SLOW := ^ProofTests|ContinuousBackup|ShippedCommit|Corpus|Hostile|Sweep|Random|Fuzz|Hang|ArchiveDamage|Extreme|SearchLanguage|DecimalCollation|RepairLog|FileEvent|StressTests

# Scripts/simulate runs these.
SIMULATED := ^SimulationTests|ShopTests

# The tests in which threads meet, and those in which things are closed: what `make sanitize-short` runs.
SHORT_THREADS ?= AccessTests|Queue|Pool|Concurren|Thread|Interrupt|Handler
# Those that play whole tables of calls are left to `make sanitize`.
LONG_THREADS ?= Misuse|Matrix|OwnControl|Failure|Spelling|ClosedLog|ChangeHistory|BackupReplacement|EndedTransaction|ReopenedTransaction
SHORT_ADDRESSES ?= CompatibilityTests|Queue|Pool|Life|Opening|Closing|Nesting|Misuse|Busy|Undo|Handler

# The tests that are compiled with the trait SQLCipher, and those of the system's SQLite that are run on SQLCipher's library as they are;
# Linux. Who waits for whom is the same on all.
CIPHER_TARGETS ?= CompatibilityTests,EncryptionTests
# SwiftPM refuses a second build in one folder, where two parts of `make verify` begin at the same time.
LOCKED := $(if $(shell command -v flock),flock .build-lock)
CIPHER_TESTS ?= ^(FMDBTests|FMDBModelTests)\.

# What `make verify` runs: while packages are fetched no other build of this package may run, the rest runs LANES at a time.
ALONE ?= test-slow test-macros
STAGES ?= check clients sanitize-short test-sqlcipher fuzz-short litestream sqlite-vec
LANES ?= 2

.NOTPARALLEL:

.PHONY: help
help:
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } /^[a-z0-9-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ To begin with

# A debug build: it takes half as long, and what the example does is over in a moment either way.
EXAMPLE ?= Examples/TimeZones

.PHONY: demo
demo: setup ## build and run an example; EXAMPLE=Examples/Catalogue is another one
	@echo "Building $(EXAMPLE) ..."
	@swift build --package-path $(EXAMPLE) --quiet
	@swift run --package-path $(EXAMPLE) --skip-build --quiet

.PHONY: build
build: setup ## build the library for debugging
	swift build

.PHONY: test
test: setup ## run the tests on the system's SQLite, all but SLOW
	$(TEST) --skip '$(SLOW)|$(SIMULATED)'
	Scripts/simulate

.PHONY: test-slow
test-slow: setup ## run the tests of SLOW: power cuts, failing disks, killed processes, random histories, hostile files
	$(TEST) --filter '$(SLOW)'

.PHONY: check-quick
check-quick: ## run the checks that need no build: format, rooms, lengths, words, links
	Scripts/check --quick

.PHONY: check
check: setup setup-python ## run all checks: those, warnings, linked libraries, interface, documentation, Apple's branches
	Scripts/check

.PHONY: clients
clients: setup ## build and run programs that use the library, and compare what the compiler tells them
	Scripts/test-clients
	Scripts/test-compiler

.PHONY: verify
verify: ## run everything else that a change must pass, two parts at a time; ALONE and STAGES name them
	@rm -rf .build-verify && mkdir .build-verify
	@{ $(if $(ALONE),printf '%s\n' $(ALONE) | xargs -I {} $(VERIFY) &&) printf '%s\n' $(STAGES) | xargs -P $(LANES) -I {} $(VERIFY); } || \
	    { echo "What has failed ends with:"; tail -n 15 .build-verify/*; exit 1; }
	@echo "Passed: $(ALONE) $(STAGES)"

# None begins after one has failed; what runs then goes on to its end, so that the report comes last.
VERIFY = sh -c '[ -z "$$(ls .build-verify)" ] && $(MAKE) --no-print-directory verify-{}'

# What a part said is printed when it has ended: several run at the same time. What a failed one said is kept.
verify-%:
	@log=$$(mktemp); begin=$$(date +%s); echo "verify: make $* begins"; \
	if $(MAKE) --no-print-directory $* >$$log 2>&1; then verdict=passed; else verdict=failed; fi; \
	cat $$log; [ $$verdict = passed ] || { mkdir -p .build-verify; cp $$log .build-verify/$*; }; rm -f $$log; \
	echo "verify: make $* $$verdict after $$(($$(date +%s) - begin)) seconds"; [ $$verdict = passed ]

.PHONY: docs
docs: setup ## build the documentation, into .build/documentation
	Scripts/documentation

.PHONY: api-check
api-check: setup ## compare the public interface with the one that Scripts/interface keeps
	Scripts/api-check

.PHONY: clean
clean: ## remove everything that was built
	rm -rf .build .build-* $(addsuffix /.build,$(wildcard Examples/*) Benchmarks)

##@ Traits and other SQLites

# CIPHER_TARGETS= compiles all.
.PHONY: test-sqlcipher
test-sqlcipher: setup-sqlcipher ## test SQLCipher: CIPHER_TARGETS with the trait, CIPHER_TESTS as they are on its library
	$(if $(CIPHER_TARGETS),FMDB_TESTS=$(CIPHER_TARGETS)) $(TEST) $(SQLCIPHER)
	$(LOCKED) swift build --build-tests --quiet
	Scripts/test-sqlites sqlcipher -- --filter '$(CIPHER_TESTS)'
	Scripts/built .build-sqlcipher/debug libsqlcipher

# A debug build alone: swift-syntax takes minutes, and the macros write the same code in a release build. It is built once for both that
# need it, and the program fmdb beside them.
.PHONY: test-macros
test-macros: setup setup-python ## test models with the macro @FMModel, and FMDBCheck; build fmdb
	FMDB_TESTS=FMDBMacroTests,FMDBCheckTests,FMDBCommand $(TEST) $(MACROS)
	Scripts/built .build-macros/debug
	Scripts/test-compiler --macros
	Scripts/documentation --checked .build-macros
	Scripts/api-check --checked .build-macros
	Scripts/api-check --macros
	@$(FORGET)
	Scripts/rooms --check FMDBConsole FMDBCheck FMDBCheckCommand FMDBCommand

.PHONY: test-checked
test-checked: setup ## test FMDBCheck with its trait alone, the program fmdb-check, and the article
	FMDB_TESTS=FMDBCheckTests $(TEST) $(CHECKED) --filter FMDBCheckTests
	Scripts/built .build-checked/debug
	Scripts/documentation --checked
	Scripts/api-check --checked
	@$(FORGET)

# After a change of the plugin or of the programs' options: swift-syntax is built once more, for the package of the test.
.PHONY: test-check-plugin
test-check-plugin: setup ## build a package with FMDBCheckPlugin: right and wrong texts, without settings, without the trait
	env -u FMDB_WITHOUT_PLUGIN Scripts/test-check-plugin

.PHONY: test-tool
test-tool: setup ## test the program fmdb, started as a process on good and bad input
	FMDB_TESTS=FMDBCommandTests,FMDBModel $(TEST) $(TOOL) --filter FMDBCommandTests
	Scripts/built .build-tool/debug
	@$(FORGET)

# Chromium is needed. STUDIO_PICTURES=FOLDER keeps pictures of the pages.
.PHONY: test-studio
test-studio: setup-python ## test fmdb serve by requests that attack it, and in Chromium
	swift build --product fmdb $(TOOL)
	@$(FORGET)
	Scripts/test-studio "$$(swift build $(TOOL) --show-bin-path)/fmdb"

# After a change of Sources/Servers/FMDBS3. Much code of others is built, so `make verify` leaves it out; so the next two.
.PHONY: test-s3
test-s3: setup-python ## test backups in S3 storage beside moto, a server from PyPI
	Scripts/test-s3
	Scripts/built .build-s3/debug
	Scripts/api-check --s3
	@$(FORGET)

.PHONY: test-server
test-server: setup setup-python ## test the server kit: logging, metrics, tracing, lifecycle, configuration
	FMDB_TESTS=FMDBServerTests $(TEST) $(SERVER)
	Scripts/built .build-server/debug
	Scripts/documentation --server
	Scripts/api-check --server
	@$(FORGET)
	Scripts/rooms --check FMDBServer

.PHONY: test-server-example
test-server-example: setup ## build Examples/NoteService, request its routes, and end it by SIGTERM amid writes
	Examples/NoteService/test

.PHONY: test-node
test-node: setup-dqlite setup-python ## test the cluster's client beside three nodes on this machine; Linux
	FMDB_TESTS=FMDBDqliteWireTests,FMDBClusterTests,FMDBNodeTests $(TEST) $(NODE) --filter 'FMDBDqliteWireTests|FMDBClusterTests|FMDBNodeTests'
	Scripts/built .build-node/debug
	Scripts/documentation --cluster
	Scripts/api-check --cluster
	@$(FORGET)
	Scripts/rooms --check FMDBCluster FMDBNode

.PHONY: demo-cluster
demo-cluster: setup-dqlite ## run three nodes, kill the leader amid writes, and show that nothing is lost; Linux
	@Examples/ClusterTour/demo

# VERSIONS='3.46.1 3.54.1' are some of them; OPTIONS='--filter NAME' chooses tests.
.PHONY: test-sqlites
test-sqlites: setup-python setup-sqlcipher ## run all tests on other versions of SQLite, from PyPI and Debian; Linux
	swift build --build-tests --quiet
	Scripts/test-sqlites $(VERSIONS) -- $(OPTIONS)

.PHONY: litestream
litestream: setup-python ## let Litestream, from PyPI, copy what the library writes, and compare what it restores; Linux
	program=$$(Scripts/from-wheel litestream) && FMDB_LITESTREAM=$$program $(TEST) --filter 'Litestream'

.PHONY: sqlite-vec
sqlite-vec: setup-python ## run the article's search by the extension sqlite-vec, from PyPI; Linux
	library=$$(Scripts/from-wheel sqlite-vec) && FMDB_SQLITE_VEC=$$library $(TEST) --filter 'VectorArticle'

##@ The library in other packages, systems and places

# After a change of Package.swift: the library is built for each neighbour. OPTIONS=--all adds git addresses, macros and servers.
.PHONY: test-neighbours
test-neighbours: setup ## build and run programs beside packages with targets of the same names
	Scripts/test-neighbours $(OPTIONS)

# The library is built for release.
.PHONY: test-static
test-static: setup ## link a program with models statically, and run it in a folder that holds nothing else; Linux
	Scripts/test-static

.PHONY: type-check-apple
type-check-apple: setup ## type-check the library and its tests for Apple's platforms by stand-ins; Linux
	Scripts/type-check-apple --tests

# With a module of that name the library takes its atomics from locks, as on Apple's platforms.
APPLE_LOCKS := .build-apple-locks

.PHONY: test-apple-locks
test-apple-locks: setup ## run all tests with the locks that take the place of atomics on Apple's platforms; Linux
	mkdir -p $(APPLE_LOCKS)/os
	swiftc -swift-version 6 -parse-as-library -O -module-name os -emit-module -emit-object Scripts/AppleStubs/os.swift \
		-emit-module-path $(APPLE_LOCKS)/os/os.swiftmodule -o $(APPLE_LOCKS)/os/os.o
	$(TEST) --scratch-path $(APPLE_LOCKS) -Xswiftc -I$(CURDIR)/$(APPLE_LOCKS)/os -Xlinker $(CURDIR)/$(APPLE_LOCKS)/os/os.o

# DESTDIR=FOLDER is put before all paths.
PREFIX ?= /usr/local
INSTALLED := "$(DESTDIR)$(PREFIX)"

.PHONY: install
install: setup ## build the program fmdb for release, and install it below PREFIX, with manual page and completions
	Scripts/install fmdb $(INSTALLED) $(TOOL)
	@$(FORGET)

# A program of its own, since swift-syntax takes minutes; `fmdb check` finds it beside fmdb.
.PHONY: install-checked
install-checked: setup ## build the program fmdb-check for release, and install it beside fmdb
	Scripts/install fmdb-check $(INSTALLED) $(CHECKED)
	@$(FORGET)

.PHONY: uninstall
uninstall: ## remove what both have installed below PREFIX
	Scripts/install --remove $(INSTALLED)

##@ Sanitizers and fuzzing

.PHONY: sanitize-short
sanitize-short: setup ## run SHORT_THREADS under ThreadSanitizer and SHORT_ADDRESSES under AddressSanitizer; Linux
	Scripts/test-sanitized thread --filter '$(SHORT_THREADS)' --skip '$(LONG_THREADS)'
	$(FOREIGN) Scripts/test-sanitized address --filter '$(SHORT_ADDRESSES)' --skip AccessTests

.PHONY: sanitize
sanitize: thread-sanitizer address-sanitizer ## run all tests under both

.PHONY: thread-sanitizer
thread-sanitizer: setup ## run all tests under ThreadSanitizer
	$(LONG_TEST) $(THREADS)

.PHONY: address-sanitizer
address-sanitizer: setup ## run all tests under AddressSanitizer with LeakSanitizer
	$(FOREIGN) $(LONG_TEST) $(ADDRESSES)

.PHONY: fuzz-short
fuzz-short: setup ## run each parser on the inputs of Tests/Fuzz and 2,000 more; Linux
	Scripts/fuzz --short

# RUNS=NUMBER for each parser, TARGETS=NAMES for some of them; see Tests/Fuzz/README.md.
.PHONY: fuzz
fuzz: setup ## run each parser on a million inputs that libFuzzer makes up, and compare with SQLite; Linux
	Scripts/fuzz $(TARGETS) --runs $(or $(RUNS),1000000)

# Changesets of strangers, which SQLite's functions read in C.
.PHONY: fuzz-changesets
fuzz-changesets: setup ## run changesets on ten million inputs, and SQLite's functions on those that are accepted; Linux
	Scripts/fuzz changesets --runs $(or $(RUNS),10000000)

.PHONY: fuzz-planted
fuzz-planted: setup ## plant faults in a copy of the parsers, and show that each is found; Linux
	Scripts/fuzz --planted

##@ Long forms of tests; SEED=NUMBER begins elsewhere

.PHONY: faults
faults: setup ## fail each operation on disk in turn, and look for what is lost, wrong or left open
	FMDB_FAULT_SWEEP=full $(LONG_TEST) --filter 'Fault'

.PHONY: power
power: setup ## cut the power at each operation on disk and during the recovery, and count what is lost
	FMDB_POWER_SWEEP=full $(LONG_TEST) --filter 'PowerSweep'

.PHONY: allocations
allocations: setup ## fail each allocation of SQLite in turn, and look for what is lost or left
	FMDB_ALLOCATIONS=full $(LONG_TEST) --filter 'AllocationFault'

.PHONY: kills
kills: setup ## kill processes that write, alone and two at a time, 100 times each
	FMDB_KILLS=100 $(LONG_TEST) --filter 'KillTests'

.PHONY: races
races: setup ## let commits meet checkpoints in the order of SQLite's WAL-reset bug, 100 times each
	FMDB_RACES=100 $(LONG_TEST) --filter 'CheckpointRace'

.PHONY: upgrade-fuzz
upgrade-fuzz: setup ## bring 1,000 random tables into the shape of random models
	FMDB_UPGRADE_FUZZ=1000 FMDB_UPGRADE_SEED=$(or $(SEED),1) $(LONG_TEST) --filter 'UpgradeFuzz'

.PHONY: histories
histories: setup ## play 10,000 random histories of calls beside a reference, and interrupt 1,000
	FMDB_HISTORIES=10000 FMDB_HISTORY_SEED=$(or $(SEED),1) FMDB_INTERRUPTIONS=1000 \
		FMDB_INTERRUPTION_SEED=$(or $(SEED),1) FMDB_TESTS=ProofTests,AccessTests \
		$(LONG_TEST) --filter 'History|InterruptionStorm'

.PHONY: simulate
simulate: setup ## run the simulations with 100 times as many seeds; FACTOR and SEED choose others
	Scripts/simulate $(or $(FACTOR),100) $(or $(SEED),1)

.PHONY: replacements
replacements: setup ## replace the file of a database that is backed up, in 1,000 random scenes
	FMDB_REPLACEMENTS=1000 FMDB_REPLACEMENT_SEED=$(or $(SEED),1) FMDB_TESTS=AccessTests \
		$(LONG_TEST) --filter BackupReplacementTests

.PHONY: hostile
hostile: setup ## open 10,000 damaged files in every way, under AddressSanitizer
	FMDB_HOSTILE=10000 FMDB_HOSTILE_SEED=$(or $(SEED),1) FMDB_TESTS=ProofTests \
		$(FOREIGN) $(LONG_TEST) $(ADDRESSES) --filter 'HostileFile'

# FMDB_RECOVER_SHELL=PATH names a shell of SQLite to compare with by `.recover`, too; Debian's does not have it.
.PHONY: repairs
repairs: setup ## damage 200 databases, rescue their rows, and compare with `sqlite3 .dump`; check 300 bad files
	FMDB_REPAIRS=200 FMDB_REPAIRS_SEED=$(or $(SEED),1) FMDB_TESTS=ProofTests $(LONG_TEST) --filter 'RepairSweep'
	FMDB_CHECKS=300 FMDB_CHECKS_SEED=$(or $(SEED),1) FMDB_TESTS=FMDBCommandTests $(LONG_TEST) $(TOOL) --filter 'CheckSweep'
	@$(FORGET)

# Hours. FMDB_ROUND_TRIP_FILES=FOLDER takes files of others, too; FMDB_ROUND_TRIP_SEED draws other tables.
.PHONY: sweep-tool
sweep-tool: setup ## export and import 10,000 drawn tables, and 100,000 numbers as SQL, with the program fmdb
	FMDB_TESTS=FMDBCommandTests FMDB_ROUND_TRIPS=2000 FMDB_DUMPED_REALS=50000 $(TEST) $(TOOL) --filter RoundTripTests
	@$(FORGET)

# FMDB_TEXTS=FOLDER adds books of your own.
.PHONY: test-texts
test-texts: setup ## look for 500 parts in all lines of each book of Tests/FMDBTests/Search/Texts, not only in 600 of them
	FMDB_WHOLE_TEXTS=1 FMDB_TESTS=FMDBTests $(LONG_TEST) --filter SearchCorpusTests

##@ Speed; see Benchmarks/README.md

# RESULTS=FILE.json keeps the results elsewhere, the picture beside them. BENCH_OPTIONS: `--workload NAME` for example.
RESULTS ?= Benchmarks/.build/results.json
PICTURE = $(basename $(RESULTS)).svg
BENCHMARKS := swift run --quiet --package-path Benchmarks --configuration release

.PHONY: bench
bench: setup ## compare the library with raw C and GRDB, in a release build, and draw a picture
	$(BENCHMARKS) benchmarks --json $(RESULTS) $(BENCH_OPTIONS)
	@$(BENCHMARKS) chart $(RESULTS) --svg $(PICTURE)
	@echo "The numbers are in $(RESULTS), the picture in $(PICTURE)."

.PHONY: bench-quick
bench-quick: ## the same with few rows: does it run, and do all contenders agree?
	@$(MAKE) --no-print-directory bench BENCH_OPTIONS="--quick $(BENCH_OPTIONS)" RESULTS=$(basename $(RESULTS))-quick.json

.PHONY: bench-table
bench-table: setup ## print the results of the last `make bench` as Markdown
	@$(BENCHMARKS) chart $(RESULTS) --table

.PHONY: bench-check
bench-check: setup-valgrind ## fail where the library needs more instructions than Benchmarks/instructions.txt allows; Linux
	Scripts/bench-check

# The packages of the web server take minutes. ROUNDS and SECONDS of each run are 5 and 10 unless told otherwise.
.PHONY: bench-service
bench-service: setup ## load the routes of Examples/NoteService over FMDB and over GRDB, by wrk on loopback
	Benchmarks/Service/measure $(or $(ROUNDS),5) $(or $(SECONDS),10)

.PHONY: setup setup-sqlcipher setup-valgrind setup-dqlite setup-python
setup setup-sqlcipher setup-valgrind setup-dqlite setup-python:
	@Scripts/setup $(patsubst setup-%,%,$(filter-out setup,$@))
