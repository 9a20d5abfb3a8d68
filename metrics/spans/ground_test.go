package spans_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/spans"
)

func span(class string, start, end int) spans.Extraction {
	return spans.Extraction{Class: class, Start: start, End: end}
}

func tally(cor, inc, par, mis, spu int) spans.Tally {
	return spans.Tally{Correct: cor, Incorrect: inc, Partial: par, Missed: mis, Spurious: spu}
}

// The scenarios I to VI of nervaluate's README, one pair each.
func TestGroundScenarios(t *testing.T) {
	var (
		cor, inc, par = tally(1, 0, 0, 0, 0), tally(0, 1, 0, 0, 0), tally(0, 0, 1, 0, 0)
		mis, spu      = tally(0, 0, 0, 1, 0), tally(0, 0, 0, 0, 1)
	)
	type list = []spans.Extraction
	tests := []struct {
		name                           string
		want, got                      list
		byType, partial, exact, strict spans.Tally
	}{
		{"I: place and class match", list{span("DRUG", 0, 9)}, list{span("DRUG", 0, 9)}, cor, cor, cor, cor},
		{"II: spurious", nil, list{span("BRAND", 0, 7)}, spu, spu, spu, spu},
		{"III: missed", list{span("BRAND", 0, 7)}, nil, mis, mis, mis, mis},
		{"IV: wrong class", list{span("DRUG", 0, 11)}, list{span("BRAND", 0, 11)}, inc, cor, cor, inc},
		{"V: wrong place", list{span("DRUG", 3, 11)}, list{span("DRUG", 0, 11)}, cor, par, inc, inc},
		{"VI: wrong place and class", list{span("GROUP", 5, 19)}, list{span("DRUG", 0, 19)}, inc, par, inc, inc},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := spans.Ground(tt.got, tt.want, 0)
			require.NoError(t, err)
			assert.Equal(t, spans.Grounding{Strict: tt.strict, Exact: tt.exact, Partial: tt.partial, Type: tt.byType}, r.Overall)
		})
	}
}

// nervaluate's README puts the scenarios together, I twice: precision, recall and F1
// are 0.5, 0.66, 0.5 and 0.33.
func TestGroundNervaluateTable(t *testing.T) {
	want := []spans.Extraction{
		span("BRAND", 0, 7), span("DRUG", 103, 111), span("DRUG", 200, 211), span("DRUG", 300, 309), span("GROUP", 405, 419), span("DRUG", 500, 505),
	}
	got := []spans.Extraction{
		span("BRAND", 50, 57), span("DRUG", 100, 111), span("BRAND", 200, 211), span("DRUG", 300, 309), span("DRUG", 400, 419), span("DRUG", 500, 505),
	}
	r, err := spans.Ground(got, want, 0)
	require.NoError(t, err)
	assert.Equal(t, spans.Grounding{
		Type: tally(3, 2, 0, 1, 1), Partial: tally(3, 0, 2, 1, 1), Exact: tally(3, 2, 0, 1, 1), Strict: tally(2, 3, 0, 1, 1),
	}, r.Overall)
	for _, tt := range []struct {
		scheme string
		tally  spans.Tally
		want   float64
	}{
		{"type", r.Overall.Type, 1.0 / 2}, {"partial", r.Overall.Partial, 2.0 / 3}, {"exact", r.Overall.Exact, 1.0 / 2}, {"strict", r.Overall.Strict, 1.0 / 3},
	} {
		for _, ratio := range []func() (float64, bool){tt.tally.Precision, tt.tally.Recall, tt.tally.F1} {
			v, ok := ratio()
			assert.True(t, ok, tt.scheme)
			assert.InDelta(t, tt.want, v, 1e-12, tt.scheme)
		}
	}

	// By class, as nervaluate does it: each class by itself. DRUG: warfarin overlaps,
	// propranolol has no quote of that class, "oral contraceptives" no gold span.
	require.Len(t, r.Classes, 3)
	assert.Equal(t, spans.Grounding{
		Strict: tally(0, 0, 0, 1, 2), Exact: tally(0, 0, 0, 1, 2), Partial: tally(0, 0, 0, 1, 2), Type: tally(0, 0, 0, 1, 2),
	}, r.Classes["BRAND"])
	assert.Equal(t, spans.Grounding{
		Strict: tally(2, 1, 0, 1, 1), Exact: tally(2, 1, 0, 1, 1), Partial: tally(2, 0, 1, 1, 1), Type: tally(3, 0, 0, 1, 1),
	}, r.Classes["DRUG"])
	assert.Equal(t, spans.Grounding{
		Strict: tally(0, 0, 0, 1, 0), Exact: tally(0, 0, 0, 1, 0), Partial: tally(0, 0, 0, 1, 0), Type: tally(0, 0, 0, 1, 0),
	}, r.Classes["GROUP"])
}

// Nested gold spans: "Treaty of Westphalia negotiations", "Treaty of Westphalia", "Westphalia" and
// "1648". The cases and the strict counts are from nervaluate's tests/test_strategies.py at commit
// 0340f67.
func TestGroundNested(t *testing.T) {
	nested := []spans.Extraction{span("EVENT", 4, 37), span("EVENT", 4, 24), span("LOCATION", 14, 24), span("DATE", 51, 55)}
	with := func(i int, e spans.Extraction) []spans.Extraction {
		got := append([]spans.Extraction(nil), nested...)
		got[i] = e
		return got
	}
	tests := []struct {
		name   string
		got    []spans.Extraction
		strict spans.Tally
	}{
		{"perfect", nested, tally(4, 0, 0, 0, 0)},
		{"reverse order", []spans.Extraction{nested[3], nested[2], nested[1], nested[0]}, tally(4, 0, 0, 0, 0)},
		{"missed", nested[1:], tally(3, 0, 0, 1, 0)},
		{"wrong label", with(1, span("DATE", 4, 24)), tally(3, 1, 0, 0, 0)},
		{"wrong boundary", with(1, span("EVENT", 4, 30)), tally(3, 1, 0, 0, 0)},
		{"extra", append(with(0, nested[0]), span("MISC", 60, 65)), tally(4, 0, 0, 0, 1)},
		{"wrong boundary and label", with(1, span("DATE", 4, 30)), tally(3, 1, 0, 0, 0)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := spans.Ground(tt.got, nested, 0)
			require.NoError(t, err)
			assert.Equal(t, tt.strict, r.Overall.Strict)
		})
	}
}

func TestGroundPairs(t *testing.T) {
	type list = []spans.Extraction
	tests := []struct {
		name      string
		min       float64
		got, want list
		partial   spans.Tally
		byType    spans.Tally
	}{
		{"touching spans do not overlap", 0, list{span("a", 0, 4)}, list{span("a", 4, 8)}, tally(0, 0, 0, 1, 1), tally(0, 0, 0, 1, 1)},
		{"one gold span has one quote", 0, list{span("a", 0, 4), span("a", 4, 8)}, list{span("a", 0, 8)}, tally(0, 0, 1, 0, 1), tally(1, 0, 0, 0, 1)},
		{"one quote has one gold span", 0, list{span("a", 0, 8)}, list{span("a", 0, 4), span("a", 4, 8)}, tally(0, 0, 1, 1, 0), tally(1, 0, 0, 1, 0)},
		{"a repeated quote is spurious", 0, list{span("a", 0, 8), span("a", 0, 8)}, list{span("a", 0, 8)}, tally(1, 0, 0, 0, 1), tally(1, 0, 0, 0, 1)},
		{
			"a quote that merely overlaps does not take the gold span of one that matches", 0,
			list{span("a", 0, 5), span("a", 0, 8)}, list{span("a", 0, 8)}, tally(1, 0, 0, 0, 1), tally(1, 0, 0, 0, 1),
		},
		{
			"the class comes before the nearest boundaries in the type scheme", 0,
			list{span("a", 0, 9)}, list{span("b", 0, 10), span("a", 0, 3)}, tally(0, 0, 1, 1, 0), tally(1, 0, 0, 1, 0),
		},
		{"one per cent of the gold span is enough", 0, list{span("a", 99, 150)}, list{span("a", 0, 100)}, tally(0, 0, 1, 0, 0), tally(1, 0, 0, 0, 0)},
		{"less than that is not", 0, list{span("a", 100, 150)}, list{span("a", 0, 101)}, tally(0, 0, 0, 1, 1), tally(0, 0, 0, 1, 1)},
		{"half of the gold span", 0.5, list{span("a", 5, 20)}, list{span("a", 0, 10)}, tally(0, 0, 1, 0, 0), tally(1, 0, 0, 0, 0)},
		{"less than half", 0.5, list{span("a", 6, 20)}, list{span("a", 0, 10)}, tally(0, 0, 0, 1, 1), tally(0, 0, 0, 1, 1)},
		{"all of it", 1, list{span("a", 0, 11)}, list{span("a", 0, 10)}, tally(0, 0, 1, 0, 0), tally(1, 0, 0, 0, 0)},
		{"an empty span at the same place", 0, list{span("a", 4, 4)}, list{span("a", 4, 4)}, tally(1, 0, 0, 0, 0), tally(1, 0, 0, 0, 0)},
		{"an empty span inside another", 0, list{span("a", 4, 4)}, list{span("a", 0, 8)}, tally(0, 0, 0, 1, 1), tally(0, 0, 0, 1, 1)},
		{"inverted quotes overlap nothing", 0, list{span("a", 8, 0)}, list{span("a", 0, 8)}, tally(0, 0, 0, 1, 1), tally(0, 0, 0, 1, 1)},
		{"unreadable quotes overlap nothing", 0, list{{Class: "a", End: 8, Problem: "no start"}}, list{span("a", 0, 8)}, tally(0, 0, 0, 1, 1), tally(0, 0, 0, 1, 1)},
		{"the largest offsets", 0, list{span("a", 0, math.MaxInt)}, list{span("a", 0, 8)}, tally(0, 0, 1, 0, 0), tally(1, 0, 0, 0, 0)},
		{"nothing at all", 0, nil, nil, tally(0, 0, 0, 0, 0), tally(0, 0, 0, 0, 0)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := spans.Ground(tt.got, tt.want, tt.min)
			require.NoError(t, err)
			assert.Equal(t, tt.partial, r.Overall.Partial, "partial")
			assert.Equal(t, tt.byType, r.Overall.Type, "type")
		})
	}
}

func TestGroundErrors(t *testing.T) {
	_, err := spans.Ground(nil, []spans.Extraction{span("a", 3, 1), span("b", 0, 1), span("c", -1, 1), {Class: "d", Problem: "no start"}}, 0)
	assert.EqualError(t, err, `spans: gold span 0 (class "a"): got start 3 and end 1, want 0 <= start <= end
spans: gold span 2 (class "c"): got start -1 and end 1, want 0 <= start <= end
spans: gold span 3 (class "d"): no start`)
	_, err = spans.Ground(nil, nil, 1.5)
	assert.EqualError(t, err, "spans: minOverlap is 1.5, want a share of the gold span above 0 and at most 1, or 0 for 0.01")
}

func TestTallyUndefined(t *testing.T) {
	tests := []struct {
		name                  string
		tally                 spans.Tally
		precision, recall, f1 bool
	}{
		{"nothing", tally(0, 0, 0, 0, 0), false, false, false},
		{"no gold span", tally(0, 0, 0, 0, 2), true, false, false},
		{"no quote", tally(0, 0, 0, 2, 0), false, true, false},
		{"nothing right", tally(0, 0, 0, 1, 1), true, true, false},
		{"half right", tally(0, 0, 1, 0, 0), true, true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, p := tt.tally.Precision()
			_, r := tt.tally.Recall()
			_, f := tt.tally.F1()
			assert.Equal(t, []bool{tt.precision, tt.recall, tt.f1}, []bool{p, r, f})
		})
	}
}

func TestGroundIsBounded(t *testing.T) {
	same := make([]spans.Extraction, 3000) // nine million pairs overlap
	for i := range same {
		same[i] = span("a", i, 10_000)
	}
	r, err := spans.Ground(same, same, 0)
	require.NoError(t, err)
	assert.True(t, r.Incomplete)
	assert.Equal(t, 3000, r.Overall.Strict.Possible())
	assert.Equal(t, tally(3000, 0, 0, 0, 0), r.Overall.Strict, "equal spans are paired in any case")
}

func TestGroundProperties(t *testing.T) {
	one := rapid.Custom(func(t *rapid.T) spans.Extraction {
		start := rapid.IntRange(0, 12).Draw(t, "start")
		return span(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "class"), start, start+rapid.IntRange(0, 6).Draw(t, "length"))
	})
	rapid.Check(t, func(t *rapid.T) {
		got := rapid.SliceOfN(one, 0, 8).Draw(t, "got")
		want := rapid.SliceOfN(one, 0, 8).Draw(t, "want")
		r, err := spans.Ground(got, want, 0)
		if err != nil {
			t.Fatal(err)
		}
		o := r.Overall
		for name, tally := range map[string]spans.Tally{"strict": o.Strict, "exact": o.Exact, "partial": o.Partial, "type": o.Type} {
			if tally.Actual() != len(got) || tally.Possible() != len(want) {
				t.Fatalf("%s does not partition %d quotes and %d gold spans: %+v", name, len(got), len(want), tally)
			}
		}
		if o.Exact.Correct != o.Partial.Correct || o.Strict.Correct > o.Exact.Correct || o.Strict.Correct > o.Type.Correct || o.Partial.Incorrect != 0 {
			t.Fatalf("%+v", o)
		}
		shuffled, err := spans.Ground(rapid.Permutation(got).Draw(t, "order of got"), rapid.Permutation(want).Draw(t, "order of want"), 0)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(shuffled) != fmt.Sprint(r) {
			t.Fatalf("the order of the lists changes\n%+v to\n%+v", r, shuffled)
		}
		perfect, _ := spans.Ground(want, want, 0)
		if all := tally(len(want), 0, 0, 0, 0); perfect.Overall != (spans.Grounding{Strict: all, Exact: all, Partial: all, Type: all}) {
			t.Fatalf("the truth itself: %+v", perfect.Overall)
		}
		if twice := r.Plus(shuffled); twice.Overall.Strict.Possible() != 2*len(want) || twice.Overall.Type.Correct != 2*o.Type.Correct || len(twice.Classes) != len(r.Classes) {
			t.Fatalf("%+v", twice)
		}
	})
}

// Two documents, of which the second was read without a mistake: a Report adds up, and has the Grounding of all classes and of each.
func ExampleReport() {
	var total spans.Report
	for _, got := range []spans.Extraction{{Class: "company", Start: 23, End: 27}, {Class: "place", Start: 23, End: 27}} {
		r, err := spans.Ground([]spans.Extraction{got}, []spans.Extraction{{Class: "place", Start: 23, End: 27}}, 0)
		if err != nil {
			panic(err)
		}
		total = total.Plus(r)
	}
	fmt.Println(total.Overall.Strict.F1())
	fmt.Println(total.Classes["place"].Strict.Recall())
	// Output:
	// 0.5 true
	// 0.5 true
}

func ExampleGround() {
	// "Dr. Anna Berg lives in Bonn"
	want := []spans.Extraction{
		{Class: "person", Start: 4, End: 13},
		{Class: "place", Start: 23, End: 27},
	}
	got := []spans.Extraction{
		{Class: "person", Start: 0, End: 13, Quote: "Dr. Anna Berg"},
		{Class: "company", Start: 23, End: 27, Quote: "Bonn"},
	}
	r, err := spans.Ground(got, want, 0)
	if err != nil {
		panic(err)
	}
	for _, s := range []struct {
		scheme string
		spans.Tally
	}{{"strict", r.Overall.Strict}, {"exact", r.Overall.Exact}, {"partial", r.Overall.Partial}, {"type", r.Overall.Type}} {
		p, _ := s.Precision()
		fmt.Printf("%-7s COR %d INC %d PAR %d MIS %d SPU %d precision %.2f\n",
			s.scheme, s.Correct, s.Incorrect, s.Partial, s.Missed, s.Spurious, p)
	}
	// Output:
	// strict  COR 0 INC 2 PAR 0 MIS 0 SPU 0 precision 0.00
	// exact   COR 1 INC 1 PAR 0 MIS 0 SPU 0 precision 0.50
	// partial COR 1 INC 0 PAR 1 MIS 0 SPU 0 precision 0.75
	// type    COR 1 INC 1 PAR 0 MIS 0 SPU 0 precision 0.50
}
