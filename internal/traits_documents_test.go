package internal_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/effort"
)

// record is the record of a case with a truth of named fields.
func record(id string, fields ...string) report.Case {
	c := report.Case{ID: id, Trial: 1}
	text := ""
	for i, v := range fields {
		c.Fields = append(c.Fields, report.Field{Attribute: fmt.Sprint("f", i), Want: json.RawMessage(v)})
		text += v + "\n"
	}
	c.TruthHash = report.Hash([]byte(text))
	return c
}

func census(all []report.Case, tag string) *traits.Census {
	n := new(traits.Census)
	for i := range all {
		n.Add(&all[i], traits.UnitOf(&all[i], tag))
	}
	return n
}

// By hand: 12 documents of which each field differs have C(12,2) = 66 pairs, none of which agrees in a field: a share of at most 1/67.
// Of 60 cases are 1,770 pairs. 1,770/67 = 26.4 equal ones are expected with one field, .39 with two, .0059 with three.
func TestDecide(t *testing.T) {
	n := func(i int) string { return fmt.Sprint(i) }
	for _, tt := range []struct {
		name  string
		cases int
		truth func(i int) []string
		want  bool
		units int
	}{
		{"12 documents, five times each, three fields", 60, func(i int) []string { return []string{n(i % 12), n(i%12 + 50), n(i%12 + 90)} }, true, 12},
		{"two fields are not enough for 60 cases", 60, func(i int) []string { return []string{n(i % 12), n(i%12 + 50)} }, false, 60},
		{"two fields are, for 200 documents of which one appears twice", 201, func(i int) []string { return []string{n(i % 200), n(i%200 + 500)} }, true, 200},
		{"300 documents of one class field", 300, func(i int) []string { return []string{n(i % 5)} }, false, 300},
		{"300 documents of one class field of 150 values", 300, func(i int) []string { return []string{n(i % 150)} }, false, 300},
		{"300 documents of two class fields", 300, func(i int) []string { return []string{n(i % 5), n(i % 7)} }, false, 300},
		{"a class, its code and its name", 300, func(i int) []string { return []string{n(i % 5), n(i%5 + 10), n(i%5 + 20)} }, false, 300},
		{"a vendor of few and unique number, date and total, one document twice", 101, func(i int) []string {
			return []string{n(i % 100 % 3), n(i % 100), n(i % 100 % 28), n(i % 100 * 7)}
		}, true, 100},
		{"nothing on any document", 300, func(int) []string { return []string{"null", "null", "null"} }, false, 300},
		{"100 blank pages among 200 invoices are 100 documents", 300, func(i int) []string {
			if i%3 == 0 {
				return []string{"null", `""`, "null"}
			}
			return []string{n(i), n(i + 1000), n(i + 2000)}
		}, true, 300},
		{"so are 100 letters that have their class alone", 300, func(i int) []string {
			if i%3 == 0 {
				return []string{`"letter"`, "null", "null"}
			}
			return []string{`"invoice"`, n(i + 1000), n(i + 2000)}
		}, true, 300},
		{"all truths differ", 300, func(i int) []string { return []string{n(i), n(i + 1000), n(i + 2000)} }, true, 300},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var all []report.Case
			for i := range tt.cases {
				all = append(all, record(fmt.Sprintf("c%03d", i), tt.truth(i)...))
			}
			c := census(all, "")
			got := c.Decide()
			assert.Equal(t, tt.want, got)
			assert.Equal(t, float64(tt.units), c.Count(got).Units)
			assert.Equal(t, tt.cases, c.Count(got).Cases)
		})
	}
}

func TestOf(t *testing.T) {
	hash := func(s string) string { return report.Hash([]byte(s)) }
	class := []report.Field{{Attribute: "class", Want: json.RawMessage(`"letter"`)}}
	for _, tt := range []struct {
		name string
		a, b report.Case
		kind traits.UnitKind
		same bool
	}{
		{"equal inputs", report.Case{ID: "a", InputHash: hash("x")}, report.Case{ID: "b", InputHash: hash("x")}, traits.ByInput, true},
		{"a truth tells by itself, whatever else the record has", report.Case{ID: "a", TruthHash: hash("w"), DocumentHash: hash("x1")}, report.Case{ID: "b", TruthHash: hash("w"), DocumentHash: hash("x2")}, traits.ByTruth, true},
		{"equal inputs with other truths", report.Case{ID: "a", InputHash: hash("x"), DocumentHash: hash("x1")}, report.Case{ID: "b", InputHash: hash("x"), DocumentHash: hash("x2")}, traits.ByInput, false},
		{"equal texts and truths", report.Case{ID: "a", TextHash: hash("t"), DocumentHash: hash("t1")}, report.Case{ID: "b", TextHash: hash("t"), DocumentHash: hash("t1")}, traits.ByText, true},
		{"other inputs", report.Case{ID: "a", InputHash: hash("x")}, report.Case{ID: "b", InputHash: hash("y")}, traits.ByInput, false},
		{"equal texts of files with other names", report.Case{ID: "a", InputHash: hash("x"), TextHash: hash("t")}, report.Case{ID: "b", InputHash: hash("y"), TextHash: hash("t")}, traits.ByText, true},
		{"equal truths", report.Case{ID: "a", TruthHash: hash("w")}, report.Case{ID: "b", TruthHash: hash("w")}, traits.ByTruth, true},
		{"an empty input tells nothing", report.Case{ID: "a", InputHash: hash(""), TruthHash: hash("v")}, report.Case{ID: "b", InputHash: hash(""), TruthHash: hash("w")}, traits.ByTruth, false},
		{"an empty input tells nothing beside a truth of one value, either", report.Case{ID: "a", InputHash: hash(""), TruthHash: hash("v"), Fields: class}, report.Case{ID: "b", InputHash: hash(""), TruthHash: hash("v"), Fields: class}, traits.ByID, false},
		{"an input that is a text's hash is another document", report.Case{ID: "a", TextHash: hash("x")}, report.Case{ID: "b", InputHash: hash("x")}, traits.ByText, false},
		{"nothing is known", report.Case{ID: "a"}, report.Case{ID: "b"}, traits.ByID, false},
		{"answers are not asked", report.Case{ID: "a", Answer: json.RawMessage(`{"x":1}`)}, report.Case{ID: "b", Answer: json.RawMessage(`{"x":1}`)}, traits.ByID, false},
	} {
		a, b := traits.DocumentOf(&tt.a), traits.DocumentOf(&tt.b)
		assert.Equal(t, tt.kind, a.Kind, tt.name)
		assert.Equal(t, tt.same, a.Key == b.Key, tt.name)
		assert.Equal(t, a.Open(), a.Key != a.Alone, tt.name)
	}
	a, b := report.Case{ID: "a", InputHash: hash("x"), Tags: map[string]string{"vendor": "acme"}}, report.Case{ID: "b", InputHash: hash("x")}
	assert.NotEqual(t, traits.UnitOf(&a, "vendor"), traits.UnitOf(&b, "vendor"), "without the tag it is a unit of its own")
	assert.Equal(t, traits.DocumentOf(&b), traits.UnitOf(&b, "vendor"), "namely its document")
	b.ClusterHash = hash("acme")
	c := report.Case{ID: "c", ClusterHash: hash("acme")}
	assert.Equal(t, traits.UnitOf(&b, "vendor").Key, traits.UnitOf(&c, "vendor").Key, "the key of the truths joins them")
	assert.NotEqual(t, traits.UnitOf(&a, "vendor").Key, traits.UnitOf(&c, "vendor").Key)
	b.Tags = a.Tags
	b.InputHash = ""
	assert.Equal(t, traits.UnitOf(&a, "vendor"), traits.UnitOf(&b, "vendor"))
}

// The result of a census does not depend on the order of the cases nor on how they were divided, also where there are more units
// than it keeps.
func TestCensusInAnyOrder(t *testing.T) {
	effort.OneGoroutine(t)
	r := rand.New(rand.NewPCG(1, 2))
	for _, units := range []int{40, effort.Size(traits.Most+200, 3*traits.Most)} {
		var all []report.Case
		for i := range 2 * units {
			c := record(fmt.Sprintf("c%05d", i), fmt.Sprint(i%units), fmt.Sprint(i%7))
			if i%3 == 0 {
				c.TruthHash, c.InputHash = "", report.Hash(fmt.Append(nil, i%units))
			}
			all = append(all, c)
		}
		want, err := json.Marshal(census(all, ""))
		require.NoError(t, err)
		for range effort.Size(2, 3) {
			r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			cut := r.IntN(len(all))
			a, b := census(all[:cut], ""), census(all[cut:], "")
			var read traits.Census
			text, err := json.Marshal(b)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &read))
			a.Merge(&read)
			got, err := json.Marshal(a)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(got))
		}
	}
}

// The truth of a unit comes from its smallest id, whichever came first, also of another census; a record of one line has it too.
func TestTruthOfTheFirst(t *testing.T) {
	unit := func(id, truth string) report.Case {
		c := record(id, truth)
		c.TruthHash = report.Hash([]byte("one unit"))
		return c
	}
	first, second := unit("a", "1"), unit("b", "2")
	want, err := json.Marshal(census([]report.Case{first, second}, ""))
	require.NoError(t, err)
	line := first
	line.Fields, line.Line = nil, `{"fields":[{"attribute":"f0","want":1}]}`
	for name, all := range map[string][2]report.Case{"in order": {first, second}, "the other way": {second, first}, "a line": {line, second}} {
		got, err := json.Marshal(census(all[:], ""))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), name)
		to := census(all[:1], "")
		to.Merge(census(all[1:], ""))
		got, err = json.Marshal(to)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "%s, merged", name)
	}
}

// A null says as much as no value.
func TestNullIsNoValue(t *testing.T) {
	null, none := record("a", "1", "null"), record("a", "1")
	none.TruthHash = null.TruthHash
	want, err := json.Marshal(census([]report.Case{none}, ""))
	require.NoError(t, err)
	got, err := json.Marshal(census([]report.Case{null}, ""))
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}

// Of more cases than MostOpen equal truths are not looked at, whatever chance would say.
func TestTooManyToDecide(t *testing.T) {
	effort.OneGoroutine(t)
	truth := func(i int) report.Case {
		var values []string
		for k := range effort.Size(3, 5) {
			values = append(values, strconv.Itoa(i+k))
		}
		return record(strconv.Itoa(i), values...)
	}
	n := new(traits.Census)
	for i := range traits.MostOpen + 1 {
		if i == traits.MostOpen {
			assert.True(t, n.Decide())
		}
		c := truth(i)
		n.Add(&c, traits.DocumentOf(&c))
	}
	assert.True(t, n.Decided())
	assert.False(t, n.Decide())
}

// Of more units than are kept the numbers are estimates, by those that are.
func TestEstimate(t *testing.T) {
	effort.OneGoroutine(t)
	var all []report.Case
	const each = 4
	units := effort.Size(5000, 20_000)
	for i := range units * each {
		all = append(all, report.Case{ID: fmt.Sprint(i), Trial: 1, InputHash: report.Hash(fmt.Append(nil, i%units))})
	}
	c := census(all, "").Count(false)
	assert.False(t, c.Exact)
	assert.Equal(t, float64(units), c.Units, "each has as many cases")
	assert.InDelta(t, 1.0/each, c.Effective(), 1e-12)
	c = census(all[:units], "").Count(false)
	assert.True(t, c.Exact)
	assert.Equal(t, 1.0, c.Different())
}

func TestGroups(t *testing.T) {
	var all []report.Case
	for i, input := range []string{"x", "y", "x", "z", "x", "z"} {
		all = append(all, report.Case{ID: fmt.Sprint("c", i), Trial: 1, InputHash: report.Hash([]byte(input))})
		again := all[len(all)-1]
		again.Trial = 2
		all = append(all, again)
	}
	c := census(all, "").Count(false)
	assert.Equal(t, []traits.UnitGroup{{First: "c0", Second: "c2", Cases: 3, Kind: traits.ByInput}, {First: "c3", Second: "c5", Cases: 2, Kind: traits.ByInput}}, c.Groups)
	assert.Equal(t, []traits.UnitKind{traits.ByInput}, c.By)
	assert.Equal(t, 6, c.Cases, "trials are of the same document")
	assert.Equal(t, 3.0, c.Units)
	assert.InDelta(t, 6.0/(9+1+4), c.Effective(), 1e-12)
}

func TestCensusRefuses(t *testing.T) {
	for _, text := range []string{
		`{"sure":{"cases":-1}}`, `{"sure":{"cases":1}}`, `{"sure":{"cases":1,"units":[{"rank":1,"kind":9,"cases":1}]}}`,
		`{"sure":{"cases":1,"units":[{"rank":1,"cases":2}]}}`, `{"sure":{"cases":2,"units":[{"rank":2,"cases":1},{"rank":1,"cases":1}]}}`,
		`{"sure":{"cases":2,"units":[{"rank":2,"cases":1},{"rank":2,"cases":1}]}}`,
		`{"open":{"cases":1,"units":[{"rank":1,"cases":0}]}}`, `[]`,
	} {
		var n traits.Census
		assert.Error(t, json.Unmarshal([]byte(text), &n), text)
	}
}
