package compare_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/testdata/effort"
)

func TestExact(t *testing.T) {
	exact := compare.Exact{}
	run(t, []row{
		{"equal strings", exact, `"INV-1"`, `"INV-1"`, hit},
		{"other string", exact, `"INV-1"`, `"INV-2"`, miss},
		{"case counts", exact, `"inv-1"`, `"INV-1"`, miss},
		{"white space counts", exact, `"INV-1 "`, `"INV-1"`, miss},
		{"an escape is the character it stands for", exact, `"\u0041"`, `"A"`, hit},
		{"composed and decomposed are two texts", exact, `"e\u0301"`, `"é"`, miss},

		{"100 is 100.0", exact, `100`, `100.0`, hit},
		{"100 is 1e2", exact, `100`, `1e2`, hit},
		{"0 is -0", exact, `0`, `-0`, hit},
		{"2^53+1 is not 2^53", exact, `9007199254740993`, `9007199254740992`, miss},
		{"numbers beyond float64", exact, `1e999999999`, `10e999999998`, hit},
		{"0.1 is not the float next to it", exact, `0.1`, `0.1000000000000000055511151231257827`, miss},

		{"true is true", exact, `true`, `true`, hit},
		{"true is not false", exact, `true`, `false`, miss},
		{"null is null", exact, `null`, `null`, hit},
		{"missing is missing", exact, ``, ``, hit},

		{"text against number", exact, `"100"`, `100`, missWith("type mismatch", "got string, want number")},
		{"number against text", exact, `100`, `"100"`, missWith("type mismatch", "got number, want string")},
		{"bool against number", exact, `true`, `1`, missWith("type mismatch", "got bool, want number")},
		{"null against number", exact, `null`, `1`, missWith("type mismatch", "got null, want number")},
		{"nothing against null", exact, ``, `null`, missWith("type mismatch", "got missing, want null")},
		{"array against object", exact, `[]`, `{}`, missWith("type mismatch", "got array, want object")},

		{"arrays with other white space", exact, `[1, 2]`, `[1,2.0]`, hit},
		{"array in another order", exact, `[2,1]`, `[1,2]`, compare.Comparison{Note: "differs at [0]"}},
		{"shorter array", exact, `[1]`, `[1,2]`, compare.Comparison{Note: "got 1 item, want 2"}},
		{"empty arrays", exact, `[]`, `[ ]`, hit},

		{"objects in another order", exact, `{"b":1,"a":[true]}`, `{"a":[true],"b":1.0}`, hit},
		{"missing key", exact, `{"a":1}`, `{"a":1,"b":2}`, compare.Comparison{Note: "b is missing"}},
		{"extra key", exact, `{"a":1,"b":2}`, `{"a":1}`, compare.Comparison{Note: "b is not expected"}},
		{"null is not a missing key", exact, `{"a":null}`, `{}`, compare.Comparison{Note: "a is not expected"}},
		{"of duplicate keys the last counts, in got", exact, `{"a":1,"a":2}`, `{"a":2}`, hit},
		{"of duplicate keys the last counts, in want", exact, `{"a":2}`, `{"a":1,"a":2}`, hit},
		{"of duplicate keys the first does not count", exact, `{"a":2,"a":1}`, `{"a":2}`, compare.Comparison{Note: "differs at a"}},
		{"an escaped key is the same key", exact, `{"\u0061":1}`, `{"a":1}`, hit},

		{"the place is named", exact, `{"lines":[{"p":1},{"p":2}]}`, `{"lines":[{"p":1},{"p":3}]}`, compare.Comparison{Note: "differs at lines[1].p"}},
		{"the place of a type mismatch", exact, `{"lines":[{"p":"2"}]}`, `{"lines":[{"p":2}]}`, compare.Comparison{Note: "at lines[0].p: got string, want number"}},
		{"the place of a missing key", exact, `{"lines":[{}]}`, `{"lines":[{"p":2}]}`, compare.Comparison{Note: "lines[0].p is missing"}},
		{"the place of a shorter array", exact, `{"lines":[]}`, `{"lines":[1]}`, compare.Comparison{Note: "at lines: got 0 items, want 1"}},
		{"a long place is cut", exact, `{"` + strings.Repeat("k", 90) + `":1}`, `{"` + strings.Repeat("k", 90) + `":2}`,
			compare.Comparison{Note: "differs at " + strings.Repeat("k", 39) + "…"}},
	})
}

func TestExactOptions(t *testing.T) {
	fold, trim, nfc := compare.Exact{FoldCase: true}, compare.Exact{TrimSpace: true}, compare.Exact{NFC: true}
	all := compare.Exact{FoldCase: true, TrimSpace: true, NFC: true}
	run(t, []row{
		{"FoldCase", fold, `"acme corp"`, `"ACME Corp"`, hit},
		{"FoldCase is full folding", fold, `"Straße"`, `"STRASSE"`, hit},
		{"FoldCase of a letter that only looks like K", fold, `"\u212a"`, `"k"`, hit},
		{"FoldCase does not trim", fold, `"a "`, `"A"`, miss},
		{"FoldCase does not normalize", fold, `"E\u0301"`, `"é"`, miss},
		{"FoldCase in arrays", fold, `["A"]`, `["a"]`, hit},
		{"FoldCase leaves keys alone", fold, `{"A":1}`, `{"a":1}`, compare.Comparison{Note: "a is missing"}},

		{"TrimSpace", trim, `" INV-1\n"`, `"INV-1"`, hit},
		{"TrimSpace knows the no-break space", trim, `"\u00a0INV-1"`, `"INV-1"`, hit},
		{"TrimSpace leaves space within", trim, `"INV  1"`, `"INV 1"`, miss},

		{"NFC", nfc, `"e\u0301"`, `"é"`, hit},
		{"NFC is not a compatibility form", nfc, `"ﬁ"`, `"fi"`, miss},
		{"NFC does not fold", nfc, `"É"`, `"é"`, miss},

		{"all", all, `" E\u0301 "`, `"é"`, hit},
		{"types still count", all, `"100"`, `100`, missWith("type mismatch", "got string, want number")},
	})
}

func TestExactLoose(t *testing.T) {
	loose := compare.Exact{Loose: true}
	typeMismatch := func(got, want string) compare.Comparison {
		return missWith("type mismatch", fmt.Sprintf("got %s, want %s", got, want))
	}
	run(t, []row{
		{"number as text", loose, `"100"`, `100`, hit},
		{"number with decimals as text", loose, `"100.0"`, `100`, hit},
		{"text against number", loose, `100.00`, `"100"`, hit},
		{"bool as text", loose, `"true"`, `true`, hit},
		{"another number", loose, `"101"`, `100`, miss},
		{"a number as documents print it is for Numeric", loose, `"1,000"`, `1000`, typeMismatch("string", "number")},
		{"space counts", loose, `" 100"`, `100`, typeMismatch("string", "number")},
		{"unless trimmed", compare.Exact{Loose: true, TrimSpace: true}, `" 100"`, `100`, hit},
		{"case counts", loose, `"TRUE"`, `true`, typeMismatch("string", "bool")},
		{"unless folded", compare.Exact{Loose: true, FoldCase: true}, `"TRUE"`, `true`, hit},
		{"a bool is not a number", loose, `true`, `1`, typeMismatch("bool", "number")},
		{"two texts are texts", loose, `"100.0"`, `"100"`, miss},
		{"null is not a text", loose, `["null"]`, `[null]`, compare.Comparison{Note: "at [0]: got string, want null"}},
		{"in arrays", loose, `["1","true"]`, `[1,true]`, hit},
		{"an array is not a text", loose, `"[]"`, `[]`, typeMismatch("string", "array")},
	})
}

// Structures as large and as deep as package document reads them.
func TestExactLargeStructures(t *testing.T) {
	effort.OneGoroutine(t)
	object := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return "{" + strings.TrimSuffix(b.String(), ",") + "}"
	}
	n := effort.Size(20_000, 100_000)
	forward := object(n, `"k%d":1,`)
	var b strings.Builder
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(&b, `"k%d":1.0,`, i)
	}
	backward := "{" + strings.TrimSuffix(b.String(), ",") + "}"
	nested := func(leaf string) string {
		return strings.Repeat("[", 128) + leaf + strings.Repeat("]", 128)
	}
	run(t, []row{
		{"many keys backwards", compare.Exact{}, backward, forward, hit},
		{"many times the same key", compare.Exact{}, strings.TrimSuffix(strings.Repeat(`{"k":[1]}`, 0)+`{`+strings.Repeat(`"k":[1],`, n), ",") + "}", `{"k":[1.0]}`, hit},
		{"the deepest documents", compare.Exact{}, nested("1"), nested("1.0"), hit},
		{"the deepest that differ", compare.Exact{}, nested("1"), nested("2"), compare.Comparison{Note: "differs at " + strings.Repeat("[0]", 13) + "…"}},
	})
}

func TestExactNeverErrs(t *testing.T) {
	require.NoError(t, validate(compare.Exact{FoldCase: true, TrimSpace: true, NFC: true, Loose: true}))
	c, err := compare.Exact{}.Compare(context.Background(), document.Value{}, document.Value{})
	require.NoError(t, err)
	assert.Equal(t, hit, c)
}
