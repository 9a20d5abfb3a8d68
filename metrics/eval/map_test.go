package eval_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// rates is a spec of one map, of objects with an amount and a note.
func rates(m eval.Map) eval.Spec {
	if m.Match == nil && m.Fields == nil {
		m.Fields = []eval.Field{{Path: "amount", Match: compare.Numeric{}}, {Path: "note", Match: compare.Exact{}}}
	}
	return fields(eval.Field{Path: "rates", Map: &m})
}

func TestMap(t *testing.T) {
	r := evaluate(t, rates(eval.Map{}),
		`{"rates":{"USD":{"amount":2,"note":"a"},"EURO":{"amount":1,"note":"b"}}}`,
		`{"rates":{"EUR":{"amount":1,"note":"b"},"USD":{"amount":2.5,"note":"a"}}}`)
	assert.Equal(t, metrics.Counts{Match: 1, Missing: 1, Invented: 1}, mustCounts(t, r, "rates{}"))
	assert.Equal(t, metrics.Counts{Wrong: 1, Missing: 1, Invented: 1}, mustCounts(t, r, "rates{}.amount"))
	assert.Equal(t, metrics.Counts{Match: 1, Missing: 1, Invented: 1}, mustCounts(t, r, "rates{}.note"))
	assert.Equal(t, []string{"rates.EUR (missing)", "rates.USD.amount", "rates.EURO (unexpected item)"}, missTexts(r))
	assert.Equal(t, `got has no such item; nearest is "EURO" of got, similarity 0.75`, r.Misses[0].Note)
	assert.Equal(t, `the truth has no such item; nearest is "EUR" of the truth, similarity 0.75`, r.Misses[2].Note)
	assert.InDelta(t, 1.0/6, r.Score, 1e-12, "one of six leaves: 2 wrong or right, 2 missing, 2 invented")
	assert.Equal(t, []eval.Alignment{{
		Path: "rates", Attribute: "rates", Pairs: []eval.Pair{{Got: 1, Want: 1, Similarity: 1}},
		UnmatchedWant: []int{0}, UnmatchedGot: []int{0}, GotKeys: []string{"EURO", "USD"}, WantKeys: []string{"EUR", "USD"},
		NearestToWant: []eval.Nearest{{Similarity: 0.75, GotKey: "EURO", WantKey: "EUR"}},
		NearestToGot:  []eval.Nearest{{Similarity: 0.75, GotKey: "EURO", WantKey: "EUR"}},
	}}, r.Alignments)
	table := mustCompile(t, rates(eval.Map{})).Table()
	assert.Equal(t, "rates{}", table.Attributes[0].Attribute)
	assert.True(t, table.Attributes[0].Items, "the row of the items enters no average")
}

// The paths of results lead to the values.
func TestMapPaths(t *testing.T) {
	spec := fields(eval.Field{Path: "m", Map: &eval.Map{Fold: true, Fields: []eval.Field{{Path: "v", Match: compare.Exact{}}}}})
	got := `{"m":{"a.b":{"v":1},"eur":{"v":2},"7":{"v":3},"":{"v":4},"x{}":{"v":5},"new":{"v":6}}}`
	want := `{"m":{"a.b":{"v":1},"EUR":{"v":2},"7":{"v":3},"":{"v":4},"x{}":{"v":5},"old":{"v":6}}}`
	r := evaluate(t, spec, got, want)
	var paths []string
	for i := range r.Fields {
		f := &r.Fields[i]
		paths = append(paths, f.Path)
		in, ok := f.GotPath()
		assert.Equal(t, f.Outcome != metrics.Missing, ok, f.Path)
		if ok {
			assert.Equal(t, string(f.Got), r.Answer.At(in).RawText(), f.Path)
		}
		if f.Outcome != metrics.Invented {
			assert.Equal(t, string(f.Want), parseValue(t, want).Get(f.Path).RawText(), f.Path)
		}
	}
	assert.Equal(t, []string{`m[""].v`, `m["7"].v`, "m.EUR.v", `m["a.b"].v`, "m.old.v", `m["x{}"].v`, "m.new.v"}, paths)
}

func TestMapKeys(t *testing.T) {
	number := eval.Map{Match: compare.Numeric{}}
	folded := eval.Map{Match: compare.Numeric{}, Fold: true}
	for _, tt := range []struct {
		reason    string
		m         eval.Map
		got, want string
		counts    metrics.Counts
	}{
		{"equal keys, whatever their order", number, `{"b":2,"a":1}`, `{"a":1,"b":2}`, metrics.Counts{Match: 2}},
		{"keys are compared exactly", number, `{"eur":1}`, `{"EUR":1}`, metrics.Counts{Missing: 1, Invented: 1}},
		{"fold pairs keys of another case", folded, `{"eur":1}`, `{"EUR":1}`, metrics.Counts{Match: 1}},
		{"fold pairs equal keys first", folded, `{"EUR":2,"eur":1}`, `{"eur":1,"EUR":2}`, metrics.Counts{Match: 2}},
		{"fold pairs one key with one", folded, `{"Eur":1,"eur":1}`, `{"EUR":1}`, metrics.Counts{Match: 1, Invented: 1}},
		{"the last of equal keys counts", number, `{"a":9,"a":1}`, `{"a":1}`, metrics.Counts{Match: 1}},
		{"null is no member", number, `{"a":1,"b":null}`, `{"a":1,"c":null}`, metrics.Counts{Match: 1}},
		{"empty and empty", number, `{}`, `{}`, metrics.Counts{CorrectAbsence: 1}},
		{"missing is empty", number, `null`, `{}`, metrics.Counts{CorrectAbsence: 1}},
		{"[] is empty, as some languages write an empty map", number, `[]`, `{}`, metrics.Counts{CorrectAbsence: 1}},
		{"got is empty", number, `{}`, `{"a":1}`, metrics.Counts{Missing: 1}},
		{"want is empty", number, `{"a":1}`, `{}`, metrics.Counts{Invented: 1}},
		{"a wrong value", number, `{"a":2}`, `{"a":1}`, metrics.Counts{Wrong: 1}},
		{"a text in place of the map is one invented value", number, `"a"`, `{"a":1}`, metrics.Counts{Missing: 1, Invented: 1}},
		{"an array in place of the map: each value", number, `[1,2]`, `{"a":1}`, metrics.Counts{Missing: 1, Invented: 2}},
		{"values of any kind, by their truth", eval.Map{}, `{"a":"x","b":2}`, `{"a":"x","b":3}`, metrics.Counts{Match: 1, Wrong: 1}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			r := evaluate(t, fields(eval.Field{Path: "m", Map: &tt.m}), `{"m":`+tt.got+`}`, `{"m":`+tt.want+`}`)
			assert.Equal(t, tt.counts, r.Table.Total())
		})
	}
}

// Maps stand in lists and lists in maps, and a map without fields takes them from the truth.
func TestMapsInListsAndListsInMaps(t *testing.T) {
	lines := eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku", Match: compare.Exact{}}, {Path: "taxes", Map: &eval.Map{Match: compare.Numeric{}}}}}
	for _, tt := range []struct {
		reason    string
		field     eval.Field
		got, want string
		counts    map[string]metrics.Counts
		misses    []string
	}{
		{"a map in a list", eval.Field{List: &lines},
			`[{"sku":"B","taxes":{"VAT":2}},{"sku":"A","taxes":{"VAT":1,"CITY":3}}]`, `[{"sku":"A","taxes":{"VAT":1}},{"sku":"B","taxes":{"VAT":3}}]`,
			map[string]metrics.Counts{"x[]": {Match: 2}, "x[].sku": {Match: 2}, "x[].taxes{}": {Match: 1, Wrong: 1, Invented: 1}},
			[]string{"x[0].taxes.CITY (unexpected item)", "x[1].taxes.VAT"}},
		{"a list in a map", eval.Field{Map: &eval.Map{Fields: []eval.Field{{List: &eval.List{By: []string{"n"}, Fields: []eval.Field{{Path: "n", Match: compare.Exact{}}}}}}}},
			`{"b":[{"n":2}],"a":[{"n":1}]}`, `{"a":[{"n":1},{"n":3}],"b":[{"n":2}]}`,
			map[string]metrics.Counts{"x{}": {Match: 2}, "x{}[]": {Match: 2, Missing: 1}, "x{}[].n": {Match: 2, Missing: 1}},
			[]string{"x.a[1] (missing)"}},
		{"a map in a map", eval.Field{Map: &eval.Map{Fields: []eval.Field{{Map: &eval.Map{Match: compare.Exact{}}}}}},
			`{"a":{"x":1},"b":{"y":2}}`, `{"a":{"x":1,"z":3}}`,
			map[string]metrics.Counts{"x{}": {Match: 1, Invented: 1}, "x{}{}": {Match: 1, Missing: 1, Invented: 1}},
			[]string{"x.a.z (missing)", "x.b (unexpected item)"}},
		{"fields of the truth", eval.Field{Map: &eval.Map{}},
			`{"a":{"n":1,"k":5},"b":{"n":3}}`, `{"a":{"n":1},"b":{"n":2}}`,
			map[string]metrics.Counts{"x{}": {Match: 2}, "x{}.n": {Match: 1, Wrong: 1}, "(invented)": {Invented: 1}},
			[]string{"x.a.k (unexpected key)", "x.b.n"}},
		{"lists of the truth", eval.Field{Map: &eval.Map{}},
			`{"a":[{"n":1}],"b":[]}`, `{"a":[{"n":1}],"b":[{"n":2}]}`,
			map[string]metrics.Counts{"x{}": {Match: 2}, "x{}[]": {Match: 1, Missing: 1}, "x{}[].n": {Match: 1, Missing: 1}},
			[]string{"x.b[0] (missing)"}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			tt.field.Path = "x"
			r := evaluate(t, fields(tt.field), `{"x":`+tt.got+`}`, `{"x":`+tt.want+`}`)
			counts := map[string]metrics.Counts{}
			for _, row := range r.Table.Attributes {
				counts[row.Attribute] = row.Counts
			}
			assert.Equal(t, tt.counts, counts)
			assert.Equal(t, tt.misses, missTexts(r))
		})
	}
}

// A map that is the whole document.
func TestMapAtTheTop(t *testing.T) {
	spec := fields(eval.Field{Map: &eval.Map{Fields: []eval.Field{{Path: "n", Match: compare.Exact{}}}}})
	r := evaluate(t, spec, `{"a":{"n":1},"c":{"n":3}}`, `{"a":{"n":1},"b":{"n":2}}`)
	assert.Equal(t, metrics.Counts{Match: 1, Missing: 1, Invented: 1}, mustCounts(t, r, "{}.n"))
	assert.Equal(t, []string{"b (missing)", "c (unexpected item)"}, missTexts(r))
	r = evaluate(t, spec, `[1]`, `{"a":{"n":1}}`)
	assert.Equal(t, "it is an array, want an object", r.Unreadable)
}

func TestMapInTruthIsRefused(t *testing.T) {
	for want, message := range map[string]string{
		`{"rates":[{"amount":1}]}`: `eval: field "rates": the truth has an array at "rates", want an object`,
		`{"rates":{"EUR":1}}`:      `eval: field "rates": the truth has a number under the key "EUR", want an object; give a Map of scalars a Match (each=numeric, say)`,
		`{"rates":{"EUR":["a"]}}`:  "",
		`{"rates":{"EUR":"  "}}`:   "",
		`{"rates":"none"}`:         `eval: field "rates": the truth has a string at "rates", want an object`,
	} {
		_, err := mustCompile(t, rates(eval.Map{})).Evaluate(t.Context(), "{}", want)
		if message == "" {
			assert.NoError(t, err, want)
			continue
		}
		assert.EqualError(t, err, message)
	}
}

func TestMapSpecs(t *testing.T) {
	numeric := compare.Numeric{Tolerance: 0.01}
	for _, tt := range []struct{ yaml, json string }{
		{"{path: rates, match: map, fields: [amount, {path: note, match: exact}]}",
			`{"fields":[{"path":"rates","match":"map","fields":[{"path":"amount"},{"path":"note","match":"exact"}]}]}`},
		{"{path: rates, match: map, fold: true, each: {match: numeric, tolerance: 0.01}}",
			`{"fields":[{"path":"rates","match":"map","each":{"match":"numeric","tolerance":0.01},"fold":true}]}`},
		{"{path: rates, match: map, weight: 2, fields: [{path: '', match: list, by: sku, fields: [sku]}]}",
			`{"fields":[{"path":"rates","match":"map","fields":[{"path":"","match":"list","by":["sku"],"fields":[{"path":"sku"}]}],"weight":2}]}`},
		{"{path: rates, match: map}", `{"fields":[{"path":"rates","match":"map"}]}`},
	} {
		spec, err := eval.ParseSpec([]byte("fields: ["+tt.yaml+"]"), nil)
		require.NoError(t, err)
		text, err := spec.MarshalJSON()
		require.NoError(t, err)
		assert.Equal(t, tt.json, string(text))
		again, err := eval.ParseSpec(text, nil)
		require.NoError(t, err)
		assert.Equal(t, spec, again)
		_, err = spec.Compile()
		assert.NoError(t, err)
	}
	for yaml, message := range map[string]string{
		"{path: rates, match: map, fold: yes please}":                  `eval: 1:42: field "rates": fold: got string "yes please", want a bool`,
		"{path: rates, match: map, each: exact, fields: [a]}":          `eval: 1:57: field "rates": fields: a map has either each, for values that are compared as a whole, or fields`,
		"{path: rates, match: map, by: a}":                             `eval: 1:36: field "rates": unknown key "by"; valid are path, match, expected_path, weight, required, optional, unscored, zero_is_empty, absent, absent_words, decides, each, fold, fields`,
		"{path: rates, match: map, fields: [{path: a, match: exakt}]}": `eval: 1:62: field "rates{}.a": Invalid match type: exakt; valid are ` + comparatorNames + `, list, set, map, sections; did you mean "exact"?`,
		"{path: 'rates{}.amount'}":                                     `eval: 1:17: field "rates{}.amount": invalid path at offset 5: {} names all members, not one; give a field Path "rates" and a Map with the field "amount"`,
		"{path: 'rates{}'}":                                            `eval: 1:17: field "rates{}": invalid path at offset 5: {} names all members, not one; give a field Path "rates" and a Map, or write ["rates{}"] for the key "rates{}"`,
	} {
		_, err := eval.ParseSpec([]byte("fields: ["+yaml+"]"), nil)
		assert.EqualError(t, err, message)
	}
	for message, m := range map[string]eval.Field{
		`eval: field "x": the map has Match and Fields; give Match for values that are compared as a whole, else Fields`: {Map: &eval.Map{Match: numeric, Fields: []eval.Field{{Path: "a"}}}},
		`eval: field "x": it has Set and Map; give at most one of Match, List, Set, Map and Sections`:                    {Map: &eval.Map{}, Set: &eval.Set{}},
		`eval: field "x{}.p": a list cannot contain sections: a document is one packet; compare them as a list here`:     {Map: &eval.Map{Fields: []eval.Field{{Path: "p", Sections: &eval.Sections{Classes: map[string][]eval.Field{"a": nil}}}}}},
	} {
		m.Path = "x"
		_, err := fields(m).Compile()
		assert.EqualError(t, err, message)
	}
}

func TestMapWith(t *testing.T) {
	spec := fields(eval.Field{Path: "rates", Map: &eval.Map{Fields: []eval.Field{{Path: "amount"}}}}, eval.Field{Path: "taxes", Map: &eval.Map{Match: compare.Exact{}}})
	changed, err := spec.With("rates{}.amount", compare.Numeric{})
	require.NoError(t, err)
	assert.Equal(t, compare.Numeric{}, changed.Fields[0].Map.Fields[0].Match)
	assert.Nil(t, spec.Fields[0].Map.Fields[0].Match, "the spec itself does not change")
	changed, err = spec.With("taxes{}", compare.Numeric{})
	require.NoError(t, err)
	assert.Equal(t, compare.Numeric{}, changed.Fields[1].Map.Match)
	_, err = spec.With("rates{}", compare.Numeric{})
	assert.EqualError(t, err, `eval: field "rates{}": With found no such attribute; the spec has "rates{}.amount", "taxes{}"`)
}

type rate struct {
	Amount float64 `json:"amount" eval:"numeric,tolerance=0.01"`
	Note   string  `json:"note"`
}

// folder is a type that contains itself by a map.
type folder struct {
	Folders map[string]folder `json:"folders"`
}

func TestMapTags(t *testing.T) {
	type all struct {
		Rates   map[string]rate            `json:"rates"`
		Folded  map[int]*rate              `json:"folded" eval:"map,fold,optional"`
		Lists   map[string][]rate          `json:"lists"`
		Maps    map[string]map[string]rate `json:"maps"`
		Plain   map[string]float64         `json:"plain"`
		Each    map[string]float64         `json:"each" eval:"map,each=numeric,tolerance=0.5"`
		Default map[string]string          `json:"default" eval:"map"`
		Sets    map[string][]string        `json:"sets" eval:"map"`
		Whole   map[string]rate            `json:"whole" eval:"map,each=exact"`
		Pages   []map[string]rate          `json:"pages" eval:"list,assign=in_order"`
	}
	of := []eval.Field{{Path: "amount", Match: compare.Numeric{Tolerance: 0.01}}, {Path: "note"}}
	expected := []eval.Field{
		{Path: "rates", Map: &eval.Map{Fields: of}},
		{Path: "folded", Map: &eval.Map{Fields: of, Fold: true}, Optional: true},
		{Path: "lists", Map: &eval.Map{Fields: []eval.Field{{List: &eval.List{Fields: of}}}}},
		{Path: "maps", Map: &eval.Map{Fields: []eval.Field{{Map: &eval.Map{Fields: of}}}}},
		{Path: "plain"},
		{Path: "each", Map: &eval.Map{Match: compare.Numeric{Tolerance: 0.5}}},
		{Path: "default", Map: &eval.Map{Match: compare.Auto{}}},
		{Path: "sets", Map: &eval.Map{Fields: []eval.Field{{Set: &eval.Set{}}}}},
	}
	spec, err := eval.SpecOf[all]()
	assert.EqualError(t, err, `eval: all.Whole: each: it compares each eval_test.rate as a whole, and nothing reads the eval tags of its fields; leave each out, or the tags`)
	assert.Empty(t, spec.Fields)
	type rest struct {
		Rates   map[string]rate            `json:"rates"`
		Folded  map[int]*rate              `json:"folded" eval:"map,fold,optional"`
		Lists   map[string][]rate          `json:"lists"`
		Maps    map[string]map[string]rate `json:"maps"`
		Plain   map[string]float64         `json:"plain"`
		Each    map[string]float64         `json:"each" eval:"map,each=numeric,tolerance=0.5"`
		Default map[string]string          `json:"default" eval:"map"`
		Sets    map[string][]string        `json:"sets" eval:"map"`
		Pages   []map[string]rate          `json:"pages" eval:"list,assign=in_order"`
	}
	spec, err = eval.SpecOf[rest]()
	require.NoError(t, err)
	expected = append(expected, eval.Field{Path: "pages", List: &eval.List{Assign: eval.InOrder, Fields: []eval.Field{{Map: &eval.Map{Fields: of}}}}})
	assert.Equal(t, expected, spec.Fields)
	_, err = spec.Compile()
	assert.NoError(t, err)

	type wrong struct {
		A []rate            `json:"a" eval:"map"`
		B string            `json:"b" eval:"map"`
		C map[string]rate   `json:"c" eval:"list"`
		D map[string][]rate `json:"d" eval:"set"`
		E [][]rate          `json:"e"`
		F map[string]folder `json:"f"`
	}
	_, err = eval.SpecOf[wrong]()
	assert.EqualError(t, err, strings.Join([]string{
		"eval: wrong.A: map is for maps, not for []eval_test.rate; use list",
		"eval: wrong.B: map is for maps, not for string; name a comparator for the whole",
		"eval: wrong.C: list is for slices of structs, not for map[string]eval_test.rate; use map",
		"eval: wrong.D: set is for slices of scalars, not for map[string][]eval_test.rate; use map",
		`eval: wrong.E: [][]eval_test.rate has eval tags, which nothing reads there; compare it as a whole, by eval:"auto", or make it a struct without a MarshalJSON or MarshalText method`,
		`eval: wrong.F.Folders: the type contains itself: folder -> folder; compare the field as a whole, by eval:"auto", or leave it out with eval:"-"`,
	}, "\n"))
	type whole struct {
		E [][]rate          `json:"e" eval:"auto"`
		F map[string]folder `json:"f" eval:"auto"`
	}
	spec, err = eval.SpecOf[whole]()
	require.NoError(t, err)
	assert.Equal(t, []eval.Field{{Path: "e", Match: compare.Auto{}}, {Path: "f", Match: compare.Auto{}}}, spec.Fields)

	top, err := eval.SpecOf[map[string]rate]()
	require.NoError(t, err)
	assert.Equal(t, []eval.Field{{Map: &eval.Map{Fields: of}}}, top.Fields)
	top, err = eval.SpecOf[map[string]int]()
	require.NoError(t, err)
	assert.Empty(t, top.Fields, "a map of scalars does not show that its keys are data")
}

// A Go map with keys that are no texts, against a truth in JSON and in Go.
func TestMapOfGoKeys(t *testing.T) {
	type sizes struct {
		Sizes map[int]rate `json:"sizes"`
	}
	spec, err := eval.SpecOf[sizes]()
	require.NoError(t, err)
	got := sizes{map[int]rate{38: {Amount: 1}, 40: {Amount: 2}}}
	for _, want := range []any{`{"sizes":{"38":{"amount":1},"40":{"amount":3}}}`, sizes{map[int]rate{38: {Amount: 1}, 40: {Amount: 3}}}} {
		r, err := mustCompile(t, spec).Evaluate(t.Context(), got, want)
		require.NoError(t, err)
		assert.Equal(t, metrics.Counts{Match: 1, Wrong: 1}, mustCounts(t, r, "sizes{}.amount"))
		assert.Equal(t, []string{`sizes["40"].amount (outside tolerance)`}, missTexts(r))
	}
}

func TestMapStrict(t *testing.T) {
	spec := rates(eval.Map{})
	spec.Strict = true
	r := evaluate(t, spec, `{"rates":{"EUR":{"amount":1,"note":"b","extra":1},"USD":5}}`, `{"rates":{"EUR":{"amount":1,"note":"b"},"USD":{"amount":2}}}`)
	assert.Equal(t, []string{"rates.EUR.extra (unexpected key)", "rates.USD.amount (required, missing)", "rates.USD (type mismatch)"}, missTexts(r))
	r = evaluate(t, rates(eval.Map{}), `{}`, `{"rates":{"EUR":{"amount":1,"surplus":1}}}`)
	assert.Equal(t, []string{`the truth has "rates{}.surplus", which no field of the spec compares`}, r.Warnings)
}

// A key that the truth has in other items of the map is known: in an item that lacks it, it is no invented key.
func TestMapKnowsTheTruth(t *testing.T) {
	spec := rates(eval.Map{Fields: []eval.Field{{Path: "amount", Match: compare.Numeric{}}}})
	spec.Strict = true
	r := evaluate(t, spec, `{"rates":{"A":{"amount":1,"note":"x"},"B":{"amount":1}}}`, `{"rates":{"A":{"amount":1},"B":{"amount":1,"note":"x"}}}`)
	assert.Empty(t, missTexts(r))
	spec = rates(eval.Map{})
	spec.Unlabelled = eval.UnlabelledSkip
	r = evaluate(t, spec, `{"rates":{"A":{"amount":1,"note":"x"},"B":{"amount":1,"note":"y"}}}`, `{"rates":{"A":{"amount":1}}}`)
	assert.Equal(t, []string{"rates.B (unexpected item)"}, missTexts(r))
	assert.Equal(t, metrics.Counts{}, mustCounts(t, r, "rates{}.note"), "no item of the truth has the key")
}

// What an answer has is compared in bounded time, however many or long its keys are.
func TestHostileMaps(t *testing.T) {
	const n = 50_000
	var b strings.Builder
	b.WriteString(`{"rates":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"k` + strings.Repeat("x", i%7) + string(document.Item(i).Key) + `":{"amount":1}`)
	}
	b.WriteString(`}}`)
	r := evaluate(t, rates(eval.Map{}), b.String(), `{"rates":{"kx1":{"amount":1}}}`)
	assert.Equal(t, metrics.Counts{Match: 1, Invented: n - 1}, mustCounts(t, r, "rates{}.amount"))
	assert.LessOrEqual(t, len(r.Fields), 1002)
	long := strings.Repeat("k", 1<<20)
	r = evaluate(t, rates(eval.Map{}), `{"rates":{"`+long+`":{"amount":1},"b":"`+long+`"}}`, `{"rates":{"`+long+`x":{"amount":1}}}`)
	assert.Equal(t, metrics.Counts{Missing: 1, Invented: 1}, mustCounts(t, r, "rates{}.amount"))
}

func mustCompile(tb testing.TB, spec eval.Spec) *eval.Evaluator {
	tb.Helper()
	e, err := spec.Compile()
	require.NoError(tb, err)
	return e
}

func parseValue(tb testing.TB, text string) document.Value {
	tb.Helper()
	v, err := document.Parse([]byte(text))
	require.NoError(tb, err)
	return v
}
