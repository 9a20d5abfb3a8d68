package preflight_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// check holds a spec in YAML against truths, all of a data set.
func check(t *testing.T, spec string, truths ...string) preflight.Evidence {
	t.Helper()
	s, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	return evidence(t, s, preflight.Options{}, truths...)
}

func evidence(t *testing.T, s eval.Spec, o preflight.Options, truths ...string) preflight.Evidence {
	t.Helper()
	e, err := s.Compile()
	require.NoError(t, err)
	c, err := preflight.New(e, o)
	require.NoError(t, err)
	c.Part(1)
	for i, truth := range truths {
		v, err := document.Parse([]byte(truth))
		require.NoError(t, err)
		require.NoError(t, c.Add(fmt.Sprintf("set.jsonl:%d", i+1), v))
	}
	return c.Evidence()
}

// texts returns the findings, errors marked.
func texts(findings []preflight.Finding) []string {
	texts := []string{}
	for _, f := range findings {
		if f.Error {
			f.Text = "ERROR " + f.Text
		}
		texts = append(texts, f.Text)
	}
	return texts
}

// Each of these was scored 1.000 before anybody looked at the truths.
func TestMistypedPathIsAnError(t *testing.T) {
	for _, tt := range []struct {
		name, spec string
		truths     []string
		want       []string
	}{
		{"typo", `fields: [{path: totl, match: exact}]`, []string{`{"total":1}`, `{"total":2}`},
			[]string{`ERROR no truth has "totl"; did you mean "total"? (set.jsonl:1)`}},
		{"below a value", `fields: [total.value]`, []string{`{"total":1}`},
			[]string{`ERROR no truth has "total.value"; did you mean "total"? (set.jsonl:1)`}},
		{"in another object", `fields: [name]`, []string{`{"vendor":{"name":"a"}}`},
			[]string{`ERROR no truth has "name"; did you mean "vendor.name"? (set.jsonl:1)`}},
		{"Go name", `fields: [Name]`, []string{`{"name":"a"}`},
			[]string{`ERROR no truth has "Name"; did you mean "name"? (set.jsonl:1)`}},
		{"in a list", `fields: [{path: lines, match: list, by: [sku], fields: [sku, quantity]}]`, []string{`{"lines":[{"sku":"a","qty":1}]}`},
			[]string{`ERROR no item of the truths has "lines[].quantity"; did you mean "qty"? (set.jsonl:1)`}},
		{"in a map", `fields: [{path: rates, match: map, fields: [amonut, note]}]`, []string{`{"rates":{"EUR":{"amount":1,"note":"a"}}}`},
			[]string{`ERROR no item of the truths has "rates{}.amonut"; did you mean "amount"? (set.jsonl:1)`}},
		{"the map", `fields: [{path: rtes, match: map}]`, []string{`{"rates":{"EUR":{"amount":1}}}`},
			[]string{`ERROR no truth has "rtes"; did you mean "rates"? (set.jsonl:1)`}},
		{"the list", `fields: [{path: lins, match: list, fields: [sku]}]`, []string{`{"lines":[{"sku":"a"}]}`},
			[]string{`ERROR no truth has "lins"; did you mean "lines"? (set.jsonl:1)`}},
		{"match field", `fields: [{path: lines, match: list, by: [skuu], fields: [sku]}]`, []string{`{"lines":[{"sku":"a"}]}`},
			[]string{`ERROR no item of the truths has "lines[].skuu", by which the items of "lines" are matched; did you mean "sku"?`}},
		{"place in the truth", `fields: [{path: total, expected_path: sum.totl}]`, []string{`{"sum":{"total":1}}`},
			[]string{`ERROR no truth has "sum.totl", where field "total" has its truth; did you mean "sum.total"? (set.jsonl:1)`}},
		{"nothing similar", `fields: [betrag]`, []string{`{"total":1,"net":2}`},
			[]string{`ERROR no truth has "betrag"; not named by the spec: "net", "total"`}},
		{"a key with null that the spec does not name", `fields: [totl]`, []string{`{"total":null}`},
			[]string{`ERROR no truth has "totl"; did you mean "total"? (set.jsonl:1)`}},

		// Controls: none of these is an error.
		{"right", `fields: [total]`, []string{`{"total":1,"net":2}`}, []string{}},
		{"one truth has it", `fields: [total, tip]`, []string{`{"total":1,"note":"x"}`, `{"tip":1}`}, []string{}},
		{"null is had", `fields: [total, tip]`, []string{`{"total":1,"note":"x","tip":null}`},
			[]string{`"tip" has no value in any of 1 truth: an extractor that returns nothing is always right there`}},
		{"absent", `fields: [total, {path: tip, absent: true}]`, []string{`{"total":1,"note":"x"}`}, []string{}},
		{"optional", `fields: [total, {path: tip, optional: true}]`, []string{`{"total":1,"note":"x"}`}, []string{}},
		{"unscored", `fields: [total, {path: tip, unscored: true}]`, []string{`{"total":1,"note":"x"}`},
			[]string{`no truth has "tip"; not named by the spec: "note"`}},
		{"nothing else that it could be", `fields: [total, tip]`, []string{`{"total":1}`},
			[]string{`no truth has "tip"; if that is right, say so with absent: true`}},
		{"not absent", `fields: [total, {path: tip, absent: true}]`, []string{`{"total":1,"tip":2}`},
			[]string{`"tip" is marked absent, and 1 of 1 truth has it`}},
		{"no items to look at", `fields: [{path: lines, match: list, by: [sku], fields: [sku, qty]}]`, []string{`{"lines":[],"note":"x"}`},
			[]string{`"lines" has no value in any of 1 truth: an extractor that returns nothing is always right there`}},
		{"keys of a map are no fields", `fields: [{path: rates, match: map, fields: [amount]}, {path: taxes, match: map, each: exact}]`, []string{`{"rates":{"EUR":{"amount":1}},"taxes":{"VAT":1}}`, `{"rates":{"USD":{"amount":1}},"taxes":{}}`}, []string{}},
		{"no keys to look at", `fields: [{path: rates, match: map, fields: [amount]}]`, []string{`{"rates":{},"note":"x"}`},
			[]string{`"rates" has no value in any of 1 truth: an extractor that returns nothing is always right there`}},
		{"an index", `fields: [lines.0.sku, "lines[1].sku"]`, []string{`{"lines":[{"sku":"a"},{"sku":"b"}]}`}, []string{}},
		{"ignored", `fields: [total, {path: tip, match: ignore}]`, []string{`{"total":1,"note":"x"}`}, []string{}},
		{"no fields", `strict: true`, []string{`{"total":1}`}, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, texts(check(t, tt.spec, tt.truths...).Findings()))
		})
	}
}

// The notations of others are not silently keys that no document has.
func TestPathInAnotherNotationIsAnErrorOfCompile(t *testing.T) {
	for path, want := range map[string]string{
		"$.total":           `eval: field "$.total": it is written as JSONPath; write total`,
		"$":                 `eval: field "$": it is written as JSONPath; write the keys with dots between them, such as vendor.name`,
		"/total":            `eval: field "/total": it is written as JSON Pointer; write total`,
		"/lines/0/a~1b.c":   `eval: field "/lines/0/a~1b.c": it is written as JSON Pointer; write lines.0["a/b.c"]`,
		"$.lines[0].amount": `eval: field "$.lines[0].amount": it is written as JSONPath; write lines[0].amount`,
	} {
		_, err := eval.Spec{Fields: []eval.Field{{Path: path}}}.Compile()
		assert.EqualError(t, err, want, path)
	}
	_, err := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{By: []string{"$.sku"}}}}}.Compile()
	assert.EqualError(t, err, `eval: field "lines": By names "$.sku": it is written as JSONPath; write sku`)

	for _, path := range []string{`["/total"]`, `["$"].total`, "$ref", "a./b"} {
		_, err := eval.Spec{Fields: []eval.Field{{Path: path}}}.Compile()
		assert.NoError(t, err, path)
	}
	// Truths may have such keys.
	e, err := eval.Spec{}.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(context.Background(), `{"/total":1,"$":{"a":2}}`, `{"/total":1,"$":{"a":2}}`)
	require.NoError(t, err)
	assert.Equal(t, []string{`["/total"]`, `["$"].a`}, r.Hits)
}

// A field that one part lacks may stand in another: it is a finding until all parts are there.
func TestPartialEvidenceIsNotAnError(t *testing.T) {
	s := eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "tip"}}}
	e, err := s.Compile()
	require.NoError(t, err)
	part := func(of int, truth string) preflight.Evidence {
		c, err := preflight.New(e, preflight.Options{})
		require.NoError(t, err)
		if of > 0 {
			c.Part(of)
		}
		v, err := document.Parse([]byte(truth))
		require.NoError(t, err)
		require.NoError(t, c.Add("", v))
		return c.Evidence()
	}
	with, without := part(2, `{"total":1,"tip":2}`), part(2, `{"total":1,"note":"x"}`)
	assert.Equal(t, []string{`no truth has "tip"; not named by the spec: "note" (1 truth seen)`}, texts(without.Findings()))
	assert.Equal(t, []string{`no truth has "tip"; not named by the spec: "note" (1 truth seen)`}, texts(part(0, `{"total":1,"note":"x"}`).Findings()))
	assert.Empty(t, with.Plus(without).Findings())
	assert.Empty(t, without.Plus(with).Findings())
	assert.True(t, without.Plus(with).Whole())
	assert.Equal(t, []string{`ERROR no truth has "tip"; not named by the spec: "note"`}, texts(without.Plus(without).Findings()))
	assert.False(t, without.Plus(part(0, `{}`)).Whole())
	assert.Equal(t, without, preflight.Evidence{}.Plus(without))
	assert.Equal(t, without, without.Plus(preflight.Evidence{}))

	text, err := json.Marshal(without)
	require.NoError(t, err)
	var read preflight.Evidence
	require.NoError(t, json.Unmarshal(text, &read))
	assert.Equal(t, without, read)
}

// A Go type may have fields that no document of a small data set has.
func TestFieldOfATypeIsAFinding(t *testing.T) {
	type invoice struct {
		Total float64 `json:"total"`
		Tip   float64 `json:"tip"`
		Gone  float64 `json:"gone" eval:"absent"`
	}
	s, err := eval.SpecOf[invoice]()
	require.NoError(t, err)
	assert.Equal(t, []string{`no truth has "tip"; not named by the spec: "note"`}, texts(evidence(t, s, preflight.Options{}, `{"total":1,"note":"x"}`).Findings()))
}

func TestTruthsThatCannotBeReadAreTold(t *testing.T) {
	e := check(t, `fields: [{path: date, match: date}]`, `{"date":"2024-01-05"}`, `{"date":"2O24-01-06"}`, `{"date":"30 Feb 2024"}`)
	require.Len(t, e.Findings(), 1)
	assert.Contains(t, e.Findings()[0].Text, `"date": date cannot read 2 of 3 truths, such as "2O24-01-06" (set.jsonl:2), "30 Feb 2024" (set.jsonl:3)`)
	assert.True(t, e.Findings()[0].Error)

	accuracy, score, ok := e.Ceiling()
	assert.True(t, ok)
	assert.EqualValues(t, 1, accuracy, "the same text is right, here as in an answer")
	assert.EqualValues(t, 1, score)
}

// 217 of 217 unambiguous dates say that the ambiguous ones are read the wrong way round.
func TestOrderThatTheDatesContradictIsTold(t *testing.T) {
	truths := []string{`{"date":"03/04/2024"}`, `{"date":"05/06/2024"}`, `{"date":"25/12/2024"}`, `{"date":"31/01/2024"}`, `{"date":"2024-05-06"}`}
	findings := check(t, `fields: [{path: date, match: date}]`, truths...).Findings()
	assert.Equal(t, []string{`"date": 2 truths are ambiguous and not read by order: dmy, as 2 of 2 unambiguous ones have to be; write order: dmy`}, texts(findings))
	assert.Equal(t, "order: dmy", findings[0].Option)

	assert.Empty(t, check(t, `fields: [{path: date, match: date, order: dmy}]`, truths...).Findings())
	assert.Empty(t, check(t, `fields: [{path: date, match: date}]`, truths[0], `{"date":"12/25/2024"}`).Findings())
	assert.Equal(t, []string{`"date": 1 truth is ambiguous and read by order: mdy, and the unambiguous ones do not agree: ` +
		`1 by order: dmy alone, such as "25/12/2024" (set.jsonl:2), 1 by order: mdy alone, such as "12/25/2024" (set.jsonl:3); ` +
		`state the order of the ambiguous ones, or give each kind a field of its own`},
		texts(check(t, `fields: [{path: date, match: date}]`, truths[0], truths[2], `{"date":"12/25/2024"}`).Findings()))
}

func TestCeilingIsOneWhereEverythingCanBeRead(t *testing.T) {
	for _, tt := range []struct{ name, spec, truth string }{
		{"moved", `fields: [{path: got.total, expected_path: total}, {path: "lines", expected_path: rows, match: list, by: [sku], fields: [sku, {path: price.value, expected_path: p}]}]`,
			`{"total":1,"rows":[{"sku":"a","p":2},{"sku":"b","p":3}],"more":1}`},
		{"one of", `fields: [{path: currency, match: one_of}, {path: tags, match: set, each: one_of}]`, `{"currency":["EUR","€"],"tags":[["a","b"],"c"]}`},
		{"list at the top", `fields: [{path: "", match: list, fields: [a]}]`, `[{"a":1},{"a":2}]`},
		{"by what is not compared", `fields: [{path: lines, match: list, by: [id], fields: [{path: n, expected_path: m}]}]`, `{"lines":[{"id":1,"m":5},{"id":2,"m":5}]}`},
		{"no fields", `{}`, `{"a":[{"b":1}],"c":["x"],"d":null}`},
		{"an index", `fields: [{path: "a[1].x", expected_path: y}]`, `{"y":7}`},
		{"macro F1", `{fields: [a, b], aggregation: macro_f1}`, `{"a":1}`},
	} {
		accuracy, score, ok := check(t, tt.spec, tt.truth).Ceiling()
		assert.True(t, ok && accuracy == 1 && score == 1, "%s: %v %v %v", tt.name, accuracy, score, ok)
	}
}

// Rows that no answer could be paired with are told, and not charged to the extractor.
func TestRowsWithoutKeyAreTold(t *testing.T) {
	findings := texts(check(t, `fields: [{path: lines, match: list, by: [sku], assign: by_key, fields: [sku, n]}]`, `{"lines":[{"sku":"a","n":1},{"n":2}]}`).Findings())
	require.Len(t, findings, 1)
	assert.Contains(t, findings[0], `"lines[].n": 1 truth is wrong as its own answer, such as 2 (set.jsonl:1)`)
}

func TestPreflightCallsNothingOfTheUsers(t *testing.T) {
	mine := compare.Func{Name: "mine", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
		t.Error("the function was called")
		return compare.Comparison{}, nil
	}}
	judge := compare.Semantic{Similarity: func(context.Context, string, string) (float64, error) {
		t.Error("the judge was called")
		return 0, nil
	}}
	s := eval.Spec{Fields: []eval.Field{
		{Path: "a", Match: mine}, {Path: "b", Match: judge}, {Path: "c", Match: compare.OneOf{Each: mine}}, {Path: "d", Set: &eval.Set{Match: judge}},
		{Path: "e", List: &eval.List{By: []string{"f"}, Fields: []eval.Field{{Path: "f", Match: &judge}}}},
	}}
	e := evidence(t, s, preflight.Options{}, `{"a":1,"b":"x","c":["y","z"],"d":["p","q"],"e":[{"f":"1"},{"f":"2"}]}`)
	assert.Empty(t, e.Findings())
	accuracy, _, _ := e.Ceiling()
	assert.EqualValues(t, 1, accuracy)
}

func TestRedactedEvidenceHasNoNamesAndNoValues(t *testing.T) {
	e := evidence(t, eval.Spec{Fields: []eval.Field{{Path: "totl"}, {Path: "date", Match: compare.Date{}}}}, preflight.Options{Redacted: true}, `{"SECRET":1,"date":"SECRET"}`)
	text, err := json.Marshal(e)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "SECRET")
	for _, f := range e.Findings() {
		assert.NotContains(t, f.Text, "SECRET")
	}
	assert.Equal(t, `ERROR no truth has "totl"; they have other keys that the spec does not name`, texts(e.Findings())[0])
}

// A map with a key for each document does not make the evidence grow.
func TestEvidenceIsBounded(t *testing.T) {
	truths := make([]string, 300)
	for i := range truths {
		truths[i] = fmt.Sprintf(`{"total":1,"by_id":{"k%d":"x"}}`, i)
	}
	e := check(t, `fields: [total]`, truths...)
	assert.Len(t, e.Unnamed, 100)
	assert.True(t, e.MoreUnnamed)
	assert.Len(t, e.Plus(e).Unnamed, 100)
}

// A key of digits is named in quotes, as a key alone, or without them, as an index, too.
func TestKeysOfDigitsAreNamed(t *testing.T) {
	for _, path := range []string{`rev["2009"]`, "rev.2009"} {
		e := evidence(t, eval.Spec{Fields: []eval.Field{{Path: path}}}, preflight.Options{}, `{"rev":{"2009":1}}`)
		assert.Empty(t, e.Unnamed, path)
	}
}

func TestTruthThatNoSpecCanCompareIsAnError(t *testing.T) {
	s, err := eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "a"}}}}}}.Compile()
	require.NoError(t, err)
	c, err := preflight.New(s, preflight.Options{})
	require.NoError(t, err)
	v, err := document.Parse([]byte(`{"lines":{"a":1}}`))
	require.NoError(t, err)
	assert.EqualError(t, c.Add("x", v), `eval: field "lines": the truth has an object at "lines", want an array`)
}

func TestNumbersAndBoxesThatCannotBeReadAreTold(t *testing.T) {
	const spec = `fields: [{path: total, match: numeric}, {path: box, match: box, format: xyxy}]`
	e := check(t, spec, `{"total":"12abc","box":[10,10,5,5]}`, `{"total":"1.234,50","box":[0,0,5,5]}`)
	found := texts(e.Findings())
	require.Len(t, found, 2)
	assert.Contains(t, found[0], `"total": numeric cannot read 1 of 2 truths, such as "12abc" (set.jsonl:1): `)
	assert.Contains(t, found[1], `"box": box cannot read 1 of 2 truths, such as [10,10,5,5] (set.jsonl:1): `)
}

func TestSeparatorsThatTheDataSettleAreTold(t *testing.T) {
	const spec = `fields: [{path: total, match: numeric}]`
	findings := check(t, spec, `{"total":"1.889"}`, `{"total":"1.234,50"}`, `{"total":"12,50"}`).Findings()
	require.Len(t, findings, 1)
	assert.Equal(t, "format: eu", findings[0].Option)
	assert.Equal(t, `"total": 1 truth is ambiguous and not read by format: eu, as 2 of 2 unambiguous ones have to be; write format: eu`, findings[0].Text)

	assert.Empty(t, check(t, spec, `{"total":"1.889"}`, `{"total":"1,234.50"}`).Findings())
	assert.Empty(t, check(t, `fields: [{path: total, match: numeric, format: eu}]`, `{"total":"1.889"}`, `{"total":"1.234,50"}`).Findings())
}

// Of a key that stands twice the last value is the truth, as in encoding/json: the author is told, who may have
// meant the first.
func TestKeysThatStandTwice(t *testing.T) {
	e, err := eval.Spec{}.Compile()
	require.NoError(t, err)
	c, err := preflight.New(e, preflight.Options{})
	require.NoError(t, err)
	many := `"k0":0`
	for i := range 40 {
		many += fmt.Sprintf(`,"k%d":%d`, i+1, i)
	}
	for i, tt := range []struct{ truth, key string }{
		{`{"total":1,"date":"2026-01-02","lines":[{"total":2},{"total":2}]}`, ""},
		{`{` + many + `}`, ""},
		{`{"total":1,"total":1}`, "total"},
		{`{"total":1,"vendor":{"name":"a","iban":"b","name":"c"}}`, "name"},
		{`{"lines":[{"sku":"a"},{"sku":"b","sku":""}]}`, "sku"},
		{`[{"a":1,"\u0061":2}]`, "a"},
		{`{` + many + `,"k3":3}`, "k3"},
		{`{` + many + `,"k39":3}`, "k39"},
	} {
		v, err := document.Parse([]byte(tt.truth))
		require.NoError(t, err)
		key, _ := v.RepeatedKey()
		assert.Equal(t, tt.key, key, tt.truth)
		assert.NoError(t, c.Add(fmt.Sprintf("set.jsonl:%d", 9-i), v), tt.truth)
	}
	assert.Equal(t, `6 truths have a key more than once in one object, of which the last value counts (first "k39" in set.jsonl:2)`, c.Evidence().Findings()[0].Text)
}

// A word that is a value for the field fills it.
func TestWordsThatAreValuesFillAField(t *testing.T) {
	for _, tt := range []struct {
		name, spec string
		filled     int
	}{
		{"a word for no value", `fields: [{path: v}]`, 0},
		{"no such words", `{absent_words: [], fields: [{path: v}]}`, 1},
		{"a class", `fields: [{path: v, match: class, classes: [yes, n/a]}]`, 1},
		{"another word", `fields: [{path: v, absent_words: [n/a]}]`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.filled, answered(t, tt.spec, [2]string{`{"v":"n/a"}`, `{"v":"yes"}`}).Fields[0].Filled)
		})
	}
	const finding = `"v" (1 of 1 truths): "n/a" stands for no value, as null does; absent_words: [] makes it one, and absent_words: ["n/a"] states that it is none`
	for spec, found := range map[string]bool{
		`fields: [{path: v}]`:                        true,
		`fields: [{path: v, absent_words: [none]}]`:  true,
		`fields: [{path: v, absent_words: [N/A]}]`:   false,
		`{absent_words: [n/a], fields: [{path: v}]}`: false,
	} {
		var texts []string
		for _, f := range answered(t, spec, [2]string{`{"v":"n/a"}`, `{"v":null}`}).Findings() {
			texts = append(texts, f.Text)
		}
		assert.Equal(t, found, slices.Contains(texts, finding), "%s: %q", spec, texts)
	}
	rows := answered(t, `fields: [{path: rows, match: list, absent_words: [], fields: [{path: v}]}]`, [2]string{`{"rows":[{"v":"N/A"}]}`, `{}`})
	assert.Equal(t, 1, rows.Fields[1].Filled)
}
