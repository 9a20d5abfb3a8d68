package baseline_test

import "testing"

// BenchmarkJudge compares a run with its baseline, and BenchmarkAdd keeps one case of ten fields: what a baseline adds to a
// test.
func BenchmarkJudge(b *testing.B) {
	ten := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}
	const documents = 10_000
	r := run{documents: documents, fields: ten, wrong: func(document, field, _ int) bool { return (document*7+field)%97 == 0 }}
	path, recorded := r.write(b), r.recorded(b)
	b.ReportAllocs()
	for b.Loop() {
		if !recorded.Judge(path).Passed() {
			b.Fatal("worse")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/documents, "ns/case")
}

func BenchmarkAdd(b *testing.B) {
	r := run{documents: 1000, fields: three}
	b.ReportAllocs()
	for b.Loop() {
		r.recorded(b)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/case")
}
