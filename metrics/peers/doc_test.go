// Package peers compares the times of package metrics and the packages below it with the times of
// other programs for the same task: scipy, numpy, scikit-learn, shapely, rapidfuzz and pycocotools,
// on the same inputs, which are drawn from a seed. It has tests and benchmarks only, in a module of
// its own.
//
//	python3 metrics/peers/peers.py
//
// writes the inputs, runs our benchmarks and the peers that this Python has in turns, and prints a table of the least
// times of each and their ratios. It needs the go command, and lists the peers that it did not find. Debian has four of
// them for /usr/bin/python3: python3-scipy, python3-numpy, python3-sklearn and python3-shapely. A fifth is
// librapidfuzz-cpp-dev: with RAPIDFUZZ_INCLUDE=/usr/include, peers.py compiles it with g++. The table says whether the
// numbers that both sides compute agree.
//
// agentv.mjs times the class of AgentV that compares fields, which Node runs.
//
// Our benchmarks alone:
//
//	cd metrics/peers && go test -run '^$' -bench . -cpu 1
package peers
