package similarity_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/similarity"
)

func Example() {
	for _, name := range similarity.Names() {
		f, _ := similarity.Named(name)
		fmt.Printf("%-12s %.4f\n", name, f("Microsoft Corp", "Corporation Microsoft"))
	}
	// Output:
	// levenshtein  0.1905
	// osa          0.1905
	// damerau      0.1905
	// jaro         0.5675
	// jaro_winkler 0.5675
	// dice         0.6667
	// jaccard      0.5000
	// cosine       0.7096
	// lcs          0.4286
	// token_sort   0.6667
	// token_set    0.6667
	// hamming      0.0000
	// qgram        0.5806
}

func ExampleLevenshtein() {
	fmt.Println(similarity.Levenshtein("Invoice 10", "Invoice 1O"))
	// Output: 0.9
}

func ExampleLevenshteinAtLeast() {
	fmt.Println(similarity.LevenshteinAtLeast("Invoice 10", "Invoice 1O", 0.9))
	fmt.Println(similarity.LevenshteinAtLeast("Invoice 10", "Receipt 10", 0.9))
	// Output:
	// 0.9 true
	// 0 false
}

func ExampleOSADistance() {
	fmt.Println(similarity.OSADistance("ca", "abc"), similarity.DamerauDistance("ca", "abc"))
	// Output: 3 2
}

func ExampleJaroWinkler() {
	fmt.Printf("%.4f\n", similarity.JaroWinkler("MARTHA", "MARHTA"))
	// Output: 0.9611
}

func ExampleLCSLength() {
	fmt.Println(similarity.LCSLength("ABCBDAB", "BDCABA"))
	// Output: 4
}

func ExampleDice() {
	fmt.Println(similarity.Dice("night", "nacht"))
	// Output: 0.25
}

func ExampleTokenSort() {
	fmt.Println(similarity.TokenSort("Corp. Acme", "Acme Corp."))
	// Output: 1
}

func ExampleTokenSet() {
	fmt.Println(similarity.TokenSet("Acme Corp. Acme", "Berlin Acme Corp."))
	// Output: 1
}
