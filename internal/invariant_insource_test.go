package internal_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/testdata/effort"
)

// printed is the text of the invoice of the benchmarks.
const printed = `Acme GmbH, Berlin
IBAN DE89 3704 0044 0532 0130 00
Invoice INV-7 of 31 January 2024, due on 1 March 2024
2 bolts at 10.00     20.00
4 nuts at 20.00      80.00
Net                 100.00
VAT                  19.00
Total EUR           119.00`

func comparators(attribute string) compare.Comparator {
	return map[string]compare.Comparator{
		"date": compare.Date{}, "due_date": compare.Date{}, "vendor.iban": compare.Code{}, "total": compare.Numeric{}, "lines[].amount": compare.Numeric{},
	}[attribute]
}

func readers(attribute string) invariant.Reader {
	return invariant.Reader{Match: comparators(attribute)}
}

func TestInSource(t *testing.T) {
	abroad := strings.Replace(plainInvoice, `"DE"`, `"Norway"`, 1)
	holds, none := invariant.Result{State: invariant.Holds}, invariant.Result{State: invariant.NotApplicable}
	broken := func(note string, paths ...string) invariant.Result {
		return invariant.Result{State: invariant.Broken, Note: note, Paths: paths}
	}
	for _, tt := range []struct {
		name, answer string
		paths        []string
		want         invariant.Result
	}{
		{"every value, in other forms", `{"number":"INV-7","date":"2024-01-31","total":"119,00 €","vendor":{"iban":"DE89370400440532013000"},"lines":[{"amount":20},{"amount":80}]}`, nil, holds},
		{"one is not printed", abroad, nil, broken(`vendor.country "Norway" is not in the text of the document`, "vendor.country")},
		{"and is not asked for", abroad, []string{"number", "date", "due_date", "vendor.iban", "vendor.name", "lines", "total"}, holds},
		{"of items", `{"lines":[{"amount":20},{"amount":81},{"amount":"80.00"},{"amount":17}]}`, []string{"lines[].amount"},
			broken("lines[1].amount 81, lines[3].amount 17 are not in the text of the document", "lines[1].amount", "lines[3].amount")},
		{"one item", `{"lines":[{"amount":20},{"amount":81}]}`, []string{"lines[0].amount"}, holds},
		{"the first three are named", `{"a":1.5,"b":2.5,"c":3.5,"d":4.5,"e":5.5,"f":6.5}`, nil,
			broken("a 1.5, b 2.5, c 3.5 and 3 more are not in the text of the document", "a", "b", "c", "d", "e", "f")},
		{"keys that are not names", `{"a.b":{"c d":"Atlantis"}}`, []string{`["a.b"]`}, broken(`["a.b"].c d "Atlantis" is not in the text of the document`, `["a.b"].c d`)},
		{"the last of equal keys counts", `{"total":5.55,"total":119}`, nil, holds},
		{"what OCR confuses", `{"number":"lNV-7"}`, nil, holds},
		{"nothing to look for", `{"paid":true,"total":null,"net":" ","lines":[],"vendor":{}}`, nil, none},
		{"no answer", ``, nil, none},
		{"no such value", `{"number":"Atlantis"}`, []string{"iban"}, none},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, err := invariant.Compile([]invariant.Invariant{{Name: "found", InSource: true, Paths: tt.paths}}, readers)
			require.NoError(t, err)
			var v document.Value
			if tt.answer != "" {
				v, err = document.Parse([]byte(tt.answer))
				require.NoError(t, err)
			}
			tt.want.Name, none.Name = "found", "found"
			assert.Equal(t, []invariant.Result{tt.want}, set.Check(t.Context(), v, "", source.New(printed)))
			assert.Equal(t, []invariant.Result{none}, set.Check(t.Context(), v, "", nil), "without a text")
		})
	}
}

func TestInSourceEnds(t *testing.T) {
	exact := func(string) invariant.Reader { return invariant.Reader{Match: compare.Exact{}} }
	set, err := invariant.Compile([]invariant.Invariant{{Name: "found", InSource: true}}, exact)
	require.NoError(t, err)
	v, err := document.Parse([]byte(`[` + strings.Repeat(`"Atlantis",`, 100_000) + `"x"]`))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := set.Check(ctx, v, "", source.New(printed))
	assert.Equal(t, invariant.Errored, r[0].State)
	assert.Equal(t, "it was not judged to the end: context canceled", r[0].Note)
	if testing.Short() {
		t.Skip("the rest takes seconds")
	}
	// Without an end, the text is searched for as many values as there is room for.
	paper := strings.Repeat(".", 10<<20) // a text that is quick to search
	if effort.Long() {
		paper = strings.Repeat(printed, 10<<20/len(printed))
	}
	r = set.Check(t.Context(), v, "", source.New(paper))
	assert.Equal(t, invariant.Broken, r[0].State)
	assert.LessOrEqual(t, len(r[0].Paths), 100)
	assert.Regexp(t, `^\[0\] "Atlantis", \[1\] "Atlantis", \[2\] "Atlantis" and (9[0-9]|1[0-9][0-9]) more are not in `, r[0].Note)
}
