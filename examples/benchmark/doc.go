// Package benchmark shows benchmarks of field comparison: how long one document
// takes, and, with b.ReportMetric, the score of an extractor, so that benchstat
// compares quality beside speed:
//
//	go test -run '^$' -bench . -count 10 ./examples/benchmark > new.txt
//	benchstat old.txt new.txt
package benchmark
