// Package benchmark shows benchmarks of field comparison: the time for one document and, by b.ReportMetric, the score
// of an extractor. benchstat then compares quality as well as speed:
//
//	go test -run '^$' -bench . -count 10 ./examples/benchmark > new.txt
//	benchstat old.txt new.txt
package benchmark
