package similarity_test

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/similarity"
)

// Names lists the functions, and Named returns the Func of a name.
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

func ExampleLevenshteinDistance() {
	fmt.Println(similarity.LevenshteinDistance("kitten", "sitting"))
	// Output: 3
}

func ExampleLevenshteinAtLeast() {
	fmt.Println(similarity.LevenshteinAtLeast("Invoice 10", "Invoice 1O", 0.9))
	fmt.Println(similarity.LevenshteinAtLeast("Invoice 10", "Receipt 10", 0.9))
	// Output:
	// 0.9 true
	// 0 false
}

func ExampleOSADistance() {
	fmt.Println(similarity.OSADistance("ca", "abc"))
	// Output: 3
}

// Two neighbouring digits were swapped, which is one mistake of 10 digits here, and two in Levenshtein's count.
func ExampleDamerau() {
	fmt.Println(similarity.Damerau("4711004213", "4711004231"), similarity.Levenshtein("4711004213", "4711004231"))
	// Output: 0.9 0.8
}

// All six letters match, and two neighbours are swapped, which is one transposition: (6/6 + 6/6 + 5/6)/3.
func ExampleNamed_jaro() {
	jaro, _ := similarity.Named("jaro")
	fmt.Printf("%.4f\n", jaro("MARTHA", "MARHTA"))
	// Output: 0.9444
}

func ExampleNamed_jaroWinkler() {
	jaroWinkler, _ := similarity.Named("jaro_winkler")
	fmt.Printf("%.4f\n", jaroWinkler("MARTHA", "MARHTA"))
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

func ExampleNamed_tokenSet() {
	tokenSet, _ := similarity.Named("token_set")
	fmt.Println(tokenSet("Acme Corp. Acme", "Berlin Acme Corp."))
	// Output: 1
}

// Two texts of 80,000 letters that share nothing are compared in pieces by Levenshtein, and as a whole by Dice.
func ExampleApproximate() {
	got, want := strings.Repeat("a", 80_000), strings.Repeat("b", 80_000)
	fmt.Println(similarity.Approximate("levenshtein", got, want))
	fmt.Println(similarity.Approximate("dice", got, want))
	fmt.Println(similarity.Approximate("levenshtein", "Acme Corp.", "Acme Inc."))
	// Output:
	// true
	// false
	// false
}
