package preflight_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// datesOf returns truths with so many dates of each kind; pattern has a place for the date.
func datesOf(pattern string, dmy, mdy, ambiguous int) (truths []string) {
	add := func(n int, date func(i int) string) {
		for i := range n {
			truths = append(truths, fmt.Sprintf(pattern, date(i)))
		}
	}
	add(dmy, func(i int) string { return fmt.Sprintf("%02d/%02d/2018", 13+i%16, 1+i%12) })
	add(mdy, func(i int) string { return fmt.Sprintf("%02d/%02d/2018", 1+i%12, 13+i%16) })
	add(ambiguous, func(i int) string { return fmt.Sprintf("%02d/%02d/2018", 1+i%11, 2+i%11) })
	return truths
}

func decided(t *testing.T, spec eval.Spec, truths ...string) map[string]string {
	t.Helper()
	o := preflight.NewOrders(spec)
	for i, truth := range truths {
		v, err := document.Parse([]byte(truth))
		require.NoError(t, err)
		o.Add(fmt.Sprintf("set.jsonl:%d", i+1), v)
	}
	spec = o.Decide(spec)
	_, err := spec.Compile()
	require.NoError(t, err)
	return spec.DateOrders
}

// Ten unambiguous truths decide if they are twenty times as many as the truths of another order.
func TestDecide(t *testing.T) {
	dmy := map[string]string{"date": "dmy"}
	for _, tt := range []struct {
		name                string
		dmy, mdy, ambiguous int
		want                map[string]string
	}{
		{"one voice", 268, 0, 100, dmy},
		{"one stray", 268, 1, 100, dmy},
		{"two strays, as receipts have them", 337, 2, 213, dmy},
		{"ten", 10, 0, 5, dmy},
		{"nine", 9, 0, 5, nil},
		{"twenty to one", 20, 1, 5, dmy},
		{"nineteen to one", 19, 1, 5, nil},
		{"half and half", 50, 50, 50, nil},
		{"the default needs no decision", 0, 337, 213, nil},
		{"nothing that is unambiguous", 0, 0, 50, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			truths := datesOf(`{"date":%q}`, tt.dmy, tt.mdy, tt.ambiguous)
			assert.Equal(t, tt.want, decided(t, eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Date{}}}}, truths...))
			assert.Equal(t, tt.want, decided(t, eval.Spec{Fields: []eval.Field{{Path: "date"}}}, truths...), "auto")
			assert.Equal(t, tt.want, decided(t, eval.Spec{}, truths...), "no fields")
		})
	}
}

func TestDecideWhereDatesStand(t *testing.T) {
	date := compare.Date{}
	for _, tt := range []struct {
		name    string
		spec    eval.Spec
		pattern string
		want    map[string]string
	}{
		{"in a list", eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "date", Match: date}}}}}},
			`{"lines":[{"date":%q}]}`, map[string]string{"lines[].date": "dmy"}},
		{"in a list without fields", eval.Spec{Fields: []eval.Field{{Path: "lines", List: &eval.List{}}}},
			`{"lines":[{"date":%q}]}`, map[string]string{"lines[].date": "dmy"}},
		{"in a list that the truth makes one", eval.Spec{Fields: []eval.Field{{Path: "lines"}}},
			`{"lines":[{"date":%q}]}`, map[string]string{"lines[].date": "dmy"}},
		{"in a list of a list", eval.Spec{}, `{"pages":[{"lines":[{"date":%q}]}]}`, map[string]string{"pages[].lines[].date": "dmy"}},
		{"in a set", eval.Spec{Fields: []eval.Field{{Path: "dates", Set: &eval.Set{Match: date}}}},
			`{"dates":[%q,"2018-01-01"]}`, map[string]string{"dates[]": "dmy"}},
		{"in a set that the truth makes one", eval.Spec{}, `{"dates":[%q]}`, map[string]string{"dates[]": "dmy"}},
		{"elsewhere in the truth", eval.Spec{Fields: []eval.Field{{Path: "date", WantPath: "head.issued", Match: date}}},
			`{"head":{"issued":%q}}`, map[string]string{"date": "dmy"}},
		{"a key with a dot", eval.Spec{}, `{"a.b":%q}`, map[string]string{`["a.b"]`: "dmy"}},
		{"one of several", eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.OneOf{Each: date}}}},
			`{"date":%q}`, map[string]string{"date": "dmy"}},
		{"a stated order stands", eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Date{Order: "mdy"}}}}, `{"date":%q}`, nil},
		{"so does one of the spec", eval.Spec{DateOrders: map[string]string{"date": "mdy"}}, `{"date":%q}`, map[string]string{"date": "mdy"}},
		{"formats alone", eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Date{Formats: []string{"DD/MM/YYYY"}, OnlyFormats: true}}}}, `{"date":%q}`, nil},
		{"a text", eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Exact{}}}}, `{"date":%q}`, nil},
		{"ignored", eval.Spec{Fields: []eval.Field{{Path: "date", Match: compare.Ignore{}}}}, `{"date":%q}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, decided(t, tt.spec, datesOf(tt.pattern, 30, 1, 10)...))
		})
	}
}

// Dates with two digits of year that may be dmy and ymd speak for neither, and against mdy.
func TestShortYearsDecideNothingAlone(t *testing.T) {
	var truths []string
	for i := range 30 {
		truths = append(truths, fmt.Sprintf(`{"date":"%d/%02d/18"}`, 13+i%16, 1+i%12))
	}
	for i := range 12 {
		truths = append(truths, fmt.Sprintf(`{"date":"%02d/31/18"}`, []int{1, 3, 5, 7}[i%4]))
	}
	assert.Nil(t, decided(t, eval.Spec{}, truths...))
	assert.Nil(t, decided(t, eval.Spec{}, truths[:30]...))
}

func TestDotsDecideNothing(t *testing.T) {
	truths := datesOf(`{"date":%q}`, 0, 0, 5)
	for i := range 30 {
		truths = append(truths, fmt.Sprintf(`{"date":"%d.12.2018"}`, 1+i%28))
	}
	assert.Nil(t, decided(t, eval.Spec{}, truths...))
}

func TestFindingsOfOrders(t *testing.T) {
	const pattern = `{"date":%q}`
	for _, tt := range []struct {
		name, spec string
		truths     []string
		want       []string
	}{
		{"found", `{fields: [{path: date, match: date}], date_orders: {date: dmy}}`, datesOf(pattern, 337, 2, 213), []string{
			`"date": dates are read by order: dmy, as 337 of 339 unambiguous ones have to be; 2 have another one: "01/13/2018" (set.jsonl:338), "02/14/2018" (set.jsonl:339)`}},
		{"found, of no field of the spec", `{date_orders: {date: dmy}}`, datesOf(pattern, 20, 0, 0), []string{
			`"date": dates are read by order: dmy, as 20 of 20 unambiguous ones have to be`}},
		{"many strays", `{fields: [{path: date, match: date}], date_orders: {date: dmy}}`, datesOf(pattern, 100, 5, 1), []string{
			`"date": dates are read by order: dmy, as 100 of 105 unambiguous ones have to be; ` +
				`5 have another one: "01/13/2018" (set.jsonl:101), "02/14/2018" (set.jsonl:102), "03/15/2018" (set.jsonl:103) and 2 more`}},
		{"recorded, and the truths are others now", `{fields: [{path: date, match: date}], date_orders: {date: dmy}}`, datesOf(pattern, 0, 20, 3), []string{
			`"date": order: dmy is recorded, and 20 of 20 unambiguous ones have another one, such as "01/13/2018" (set.jsonl:1), "02/14/2018" (set.jsonl:2), "03/15/2018" (set.jsonl:3); write order: mdy`}},
		{"not decided before the first case", `fields: [{path: date, match: date}]`, datesOf(pattern, 337, 2, 213), []string{
			`"date": 213 truths are ambiguous and not read by order: dmy, as 337 of 339 unambiguous ones have to be; 2 have another one: "01/13/2018" (set.jsonl:338), "02/14/2018" (set.jsonl:339); write order: dmy`}},
		{"by auto", `{fields: [{path: date, match: auto}]}`, datesOf(pattern, 12, 0, 3), []string{
			`"date": 3 truths are ambiguous and not read by order: dmy, as 12 of 12 unambiguous ones have to be; write match: date, order: dmy`}},
		{"by auto, and one truth is no date", `{fields: [{path: date, match: auto}]}`, append(datesOf(pattern, 12, 0, 3), `{"date":"July"}`), []string{
			`"date": 3 truths are ambiguous and not read by order: dmy, as 12 of 12 unambiguous ones have to be; write date_orders: {"date": "dmy"}`}},
		{"nine", `fields: [{path: date, match: date}]`, datesOf(pattern, 9, 0, 4), []string{
			`"date": 4 truths are ambiguous and not read by order: dmy, as 9 of 9 unambiguous ones have to be; write order: dmy`}},
		{"half and half", `fields: [{path: date, match: date}]`, datesOf(pattern, 20, 20, 10), []string{
			`"date": 10 truths are ambiguous and read by order: mdy, and the unambiguous ones do not agree: 20 by order: dmy alone, such as "13/01/2018" (set.jsonl:1), ` +
				`20 by order: mdy alone, such as "01/13/2018" (set.jsonl:21); state the order of the ambiguous ones, or give each kind a field of its own`}},
		{"the default, and strays", `fields: [{path: date, match: date}]`, datesOf(pattern, 2, 337, 213), []string{}},
		{"stated and contradicted", `fields: [{path: date, match: date, order: mdy}]`, datesOf(pattern, 15, 0, 8), []string{
			`ERROR "date": order: mdy is stated, and 15 of 15 unambiguous ones have another one, such as "13/01/2018" (set.jsonl:1), "14/02/2018" (set.jsonl:2), "15/03/2018" (set.jsonl:3); write order: dmy`}},
		{"stated and contradicted but for a stray", `fields: [{path: date, match: date, order: mdy}]`, datesOf(pattern, 40, 1, 8), []string{
			`ERROR "date": order: mdy is stated, and 40 of 41 unambiguous ones have another one, such as "13/01/2018" (set.jsonl:1), "14/02/2018" (set.jsonl:2), "15/03/2018" (set.jsonl:3); 1 has it: "01/13/2018" (set.jsonl:41); write order: dmy`}},
		{"the other way round", `fields: [{path: date, match: date, order: dmy}]`, datesOf(pattern, 0, 15, 8), []string{
			`ERROR "date": order: dmy is stated, and 15 of 15 unambiguous ones have another one, such as "01/13/2018" (set.jsonl:1), "02/14/2018" (set.jsonl:2), "03/15/2018" (set.jsonl:3); write order: mdy`}},
		{"stated, and all of nine contradict it", `fields: [{path: date, match: date, order: mdy}]`, datesOf(pattern, 9, 0, 8), []string{
			`ERROR "date": order: mdy is stated, and 9 of 9 unambiguous ones have another one, such as "13/01/2018" (set.jsonl:1), "14/02/2018" (set.jsonl:2), "15/03/2018" (set.jsonl:3); write order: dmy`}},
		{"all of nine, the other way round", `fields: [{path: date, match: date, order: dmy}]`, datesOf(pattern, 0, 9, 8), []string{
			`ERROR "date": order: dmy is stated, and 9 of 9 unambiguous ones have another one, such as "01/13/2018" (set.jsonl:1), "02/14/2018" (set.jsonl:2), "03/15/2018" (set.jsonl:3); write order: mdy`}},
		{"all of nine, in a set", `fields: [{path: dates, match: set, each: {match: date, order: mdy}}]`, datesOf(`{"dates":[%q]}`, 9, 0, 8), []string{
			`ERROR "dates[]": order: mdy is stated, and 9 of 9 unambiguous ones have another one, such as "13/01/2018" (set.jsonl:1), "14/02/2018" (set.jsonl:2), "15/03/2018" (set.jsonl:3); write each: {match: date, order: dmy}`}},
		{"all of nine, of which nothing is scored", `fields: [{path: date, match: date, order: mdy, unscored: true}, {path: id}]`, datesOf(`{"date":%q,"id":"A"}`, 9, 0, 8), []string{
			`"date": order: mdy is stated, and 9 of 9 unambiguous ones have another one, such as "13/01/2018" (set.jsonl:1), "14/02/2018" (set.jsonl:2), "15/03/2018" (set.jsonl:3); write order: dmy`}},
		{"the only unambiguous one of ten", `fields: [{path: date, match: date, order: mdy}]`, datesOf(pattern, 1, 0, 9), []string{
			`"date": order: mdy is stated, and 1 of 1 unambiguous ones has another one, such as "13/01/2018" (set.jsonl:1); write order: dmy`}},
		{"the only one, the other way round", `fields: [{path: date, match: date, order: dmy}]`, datesOf(pattern, 0, 1, 9), []string{
			`"date": date cannot read 1 of 10 truths, such as "01/13/2018" (set.jsonl:1): "01/13/2018" is not a date: there is no month 13; order: mdy would read 1 of them`}},
		{"stated, and a stray", `fields: [{path: date, match: date, order: mdy}]`, datesOf(pattern, 1, 300, 8), []string{
			`"date": order: mdy is stated, and 1 of 301 unambiguous ones has another one, such as "13/01/2018" (set.jsonl:1)`}},
		{"stated and right", `fields: [{path: date, match: date, order: dmy}]`, datesOf(pattern, 300, 0, 8), []string{}},
		{"in a set", `fields: [{path: dates, match: set, each: {match: date, order: mdy}}]`, datesOf(`{"dates":[%q]}`, 12, 0, 0), []string{
			`ERROR "dates[]": order: mdy is stated, and 12 of 12 unambiguous ones have another one, such as "13/01/2018" (set.jsonl:1), "14/02/2018" (set.jsonl:2), "15/03/2018" (set.jsonl:3); write each: {match: date, order: dmy}`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, texts(check(t, tt.spec, tt.truths...).Findings()))
		})
	}
}

// Of a part of a data set a contradiction is a finding; the whole decides.
func TestOrdersOfPartsAddUp(t *testing.T) {
	const spec = `fields: [{path: date, match: date, order: mdy}]`
	s, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	e, err := s.Compile()
	require.NoError(t, err)
	part := func(n int, truths ...string) preflight.Evidence {
		c, err := preflight.New(e, preflight.Options{Redacted: n == 2})
		require.NoError(t, err)
		c.Part(2)
		for i, truth := range truths {
			v, err := document.Parse([]byte(truth))
			require.NoError(t, err)
			require.NoError(t, c.Add(fmt.Sprint("set.jsonl:", 100*n+i), v))
		}
		return c.Evidence()
	}
	truths := datesOf(`{"date":%q}`, 24, 0, 4)
	one, two := part(1, truths[:12]...), part(2, truths[12:]...)
	require.Len(t, one.Findings(), 1)
	assert.False(t, one.Findings()[0].Error)
	for _, sum := range []preflight.Evidence{one.Plus(two), two.Plus(one)} {
		text, err := json.Marshal(sum)
		require.NoError(t, err)
		var read preflight.Evidence
		require.NoError(t, json.Unmarshal(text, &read))
		assert.Equal(t, sum, read)
		assert.Equal(t, []string{`ERROR "date": order: mdy is stated, and 24 of 24 unambiguous ones have another one, such as ` +
			`"13/01/2018" (set.jsonl:100), "14/02/2018" (set.jsonl:101), "15/03/2018" (set.jsonl:102); write order: dmy`}, texts(sum.Findings()))
	}
	assert.NotContains(t, fmt.Sprint(two), "2018", "values that are redacted are not kept")
}

func TestRepairWritesTheOrder(t *testing.T) {
	for spec, want := range map[string]string{
		`{"fields":[{"path":"date","match":"date","order":"mdy"}]}`:                              `{"fields":[{"path":"date","match":"date","order":"dmy"}]}`,
		`{"fields":[{"path":"date","match":"auto"}]}`:                                            `{"fields":[{"path":"date","match":"date","order":"dmy"}]}`,
		`{"fields":[{"path":"lines","match":"list","fields":[{"path":"date","match":"date"}]}]}`: `{"fields":[{"path":"lines","match":"list","fields":[{"path":"date","match":"date","order":"dmy"}]}]}`,
		`{"fields":[{"path":"date","match":"set","each":{"match":"date"}}]}`:                     `{"fields":[{"path":"date","match":"set","each":{"match":"date","order":"dmy"}}]}`,
	} {
		pattern := `{"date":%q}`
		s, err := eval.ParseSpec([]byte(spec), nil)
		require.NoError(t, err)
		switch {
		case s.Fields[0].List != nil:
			pattern = `{"lines":[{"date":%q}]}`
		case s.Fields[0].Set != nil:
			pattern = `{"date":[%q]}`
		}
		e := check(t, spec, datesOf(pattern, 30, 0, 8)...)
		text, err := json.Marshal(preflight.Repair(s, e.Findings()))
		require.NoError(t, err)
		assert.JSONEq(t, want, string(text))
	}
}
