package evaltest

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ourassert "github.com/extracteval/extracteval/assert"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// exchange is an answer with maps whose keys are data.
type exchange struct {
	Rates  map[string]rateOfDay `json:"rates"`
	Folded map[string]rateOfDay `json:"folded,omitempty" eval:"map,fold"`
	Sizes  map[int]rateOfDay    `json:"sizes,omitempty"`
	Taxes  map[string]float64   `json:"taxes,omitempty" eval:"map,each=numeric,tolerance=0.5"`
}

type rateOfDay struct {
	Amount float64 `json:"amount" eval:"numeric,tolerance=0.01"`
	Note   string  `json:"note"`
}

// A map of structs is compared by key, whoever compares it, with truths in Go and in JSON.
func TestMapsByKey(t *testing.T) {
	eur, usd := rateOfDay{1, "a"}, rateOfDay{1.08, "b"}
	both := exchange{Rates: map[string]rateOfDay{"EUR": eur, "USD": usd}}
	const bothText = `{"rates":{"EUR":{"amount":1,"note":"a"},"USD":{"amount":1.08,"note":"b"}}}`
	items := func(c metrics.Counts) map[string]metrics.Counts { return map[string]metrics.Counts{"rates{}": c} }
	for _, tt := range []struct {
		reason    string
		got, want exchange
		text      string  // want in JSON
		score     float64 // of the map; the three other fields are correct absences, which earn 1 each
		misses    []string
		counts    map[string]metrics.Counts
	}{
		{"right, in another order", exchange{Rates: map[string]rateOfDay{"USD": usd, "EUR": eur}}, both, bothText,
			1, nil, items(metrics.Counts{Match: 2})},
		{"one wrong value of four", exchange{Rates: map[string]rateOfDay{"EUR": eur, "USD": {2, "b"}}}, both, bothText,
			.75, []string{"rates.USD.amount (outside tolerance)"}, items(metrics.Counts{Match: 2})},
		{"all values wrong", exchange{Rates: map[string]rateOfDay{"EUR": {9, "x1"}, "USD": {9, "x2"}}}, both, bothText,
			0, []string{"rates.EUR.amount (outside tolerance)", "rates.EUR.note", "rates.USD.amount (outside tolerance)", "rates.USD.note"}, items(metrics.Counts{Match: 2})},
		{"a missing key is one missing item", exchange{Rates: map[string]rateOfDay{"EUR": eur}}, both, bothText,
			.5, []string{"rates.USD (missing)"}, items(metrics.Counts{Match: 1, Missing: 1})},
		{"an extra key is one invented item: two of its three pairs of leaves are right",
			exchange{Rates: map[string]rateOfDay{"EUR": eur, "USD": usd, "UDS": usd}}, both, bothText,
			4. / 6, []string{"rates.UDS (unexpected item)"}, items(metrics.Counts{Match: 2, Invented: 1})},
		{"another case is another key", exchange{Rates: map[string]rateOfDay{"eur": eur, "USD": usd}}, both, bothText,
			2. / 6, []string{"rates.EUR (missing)", "rates.eur (unexpected item)"}, items(metrics.Counts{Match: 1, Missing: 1, Invented: 1})},
		{"an empty map is an absence", exchange{Rates: map[string]rateOfDay{}, Taxes: map[string]float64{"VAT": 19}}, exchange{Taxes: map[string]float64{"VAT": 19}}, `{"rates":{},"taxes":{"VAT":19}}`,
			1, nil, items(metrics.Counts{CorrectAbsence: 1})},
		{"an empty map where there are items", exchange{Rates: map[string]rateOfDay{}}, both, bothText,
			0, []string{"rates.EUR (missing)", "rates.USD (missing)"}, items(metrics.Counts{Missing: 2})},
		{"items where the truth is empty", both, exchange{}, `{"rates":null}`,
			0, []string{"rates.EUR (unexpected item)", "rates.USD (unexpected item)"}, items(metrics.Counts{Invented: 2})},
		{"fold", exchange{Folded: map[string]rateOfDay{"eur": eur}}, exchange{Folded: map[string]rateOfDay{"EUR": eur}}, `{"folded":{"EUR":{"amount":1,"note":"a"}}}`,
			1, nil, map[string]metrics.Counts{"folded{}": {Match: 1}}},
		{"keys that are numbers", exchange{Sizes: map[int]rateOfDay{38: eur, 40: usd}}, exchange{Sizes: map[int]rateOfDay{38: eur, 41: usd}}, `{"sizes":{"38":{"amount":1,"note":"a"},"41":{"amount":1.08,"note":"b"}}}`,
			2. / 6, []string{`sizes["41"] (missing)`, `sizes["40"] (unexpected item)`}, map[string]metrics.Counts{"sizes{}": {Match: 1, Missing: 1, Invented: 1}}},
		{"a map of scalars", exchange{Taxes: map[string]float64{"VAT": 19.4, "CITY": 2}}, exchange{Taxes: map[string]float64{"VAT": 19, "CITY": 3}}, `{"taxes":{"CITY":3,"VAT":19}}`,
			.5, []string{"taxes.CITY (outside tolerance)"}, map[string]metrics.Counts{"taxes{}": {Match: 1, Wrong: 1}}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			for _, want := range []any{tt.want, json.RawMessage(tt.text), tt.text} {
				withMain(t)
				f := &fake{name: "TestX"}
				told := f.run(func() {
					r := FieldAccuracy(f, tt.got, want, Config{})
					var misses []string
					for _, m := range r.Misses {
						misses = append(misses, m.String())
					}
					assert.InDelta(t, (tt.score+3)/4, r.Score, 1e-9)
					assert.Equal(t, tt.misses, misses)
					for _, row := range r.Table.Attributes {
						if expected, ok := tt.counts[row.Attribute]; ok {
							assert.Equal(t, expected, row.Counts, row.Attribute)
						}
					}
				})
				assert.Equal(t, len(tt.misses) == 0, told == "", told)

				spec := SpecOf[exchange](t)
				var failed failures
				assert.Equal(t, len(tt.misses) == 0, ourassert.Matches(&failed, tt.got, want, spec), failed)
				for _, miss := range tt.misses {
					path, _, _ := strings.Cut(miss, " ")
					assert.Contains(t, strings.Join(failed, "\n"), path)
				}
				failed = nil
				rates := spec.Fields[0] // the others are empty on both sides, or this one is
				whole := len(tt.misses) == 0 || tt.counts["rates{}"] == (metrics.Counts{})
				assert.Equal(t, whole, ourassert.Field(&failed, tt.got, want, rates), failed)

				dir := withMain(t)
				ok, printed := inner(t, "TestX", Suite[string, exchange]{
					Cases:   []Case[string]{{ID: "a", Want: want}},
					Extract: func(context.Context, string) (exchange, error) { return tt.got, nil },
				}.Run)
				assert.Equal(t, len(tt.misses) == 0, ok, printed)
				record := caseRecords(t, dir)[0]
				assert.InDelta(t, (tt.score+3)/4, record.Score.Value, 1e-9)
				assert.Equal(t, tt.misses, record.Misses)
				for _, row := range record.Counts {
					if expected, ok := tt.counts[row.Attribute]; ok {
						assert.Equal(t, expected, row.Counts, row.Attribute)
					}
				}
			}
		})
	}
}

// The values of a map have the rules of their types: points in time, zeros that omitempty leaves out, database values.
func TestRulesOfTheValuesOfMaps(t *testing.T) {
	type rate struct {
		At     time.Time      `json:"at"`
		Amount float64        `json:"amount,omitempty"`
		Note   sql.NullString `json:"note"`
	}
	type answer struct {
		Rates map[string]rate `json:"rates"`
	}
	const truth = `{"rates":{"EUR":{"at":"2026-03-01T09:00:00+01:00","amount":0,"note":{"String":"x","Valid":true}}}}`
	at := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		reason string
		got    rate
		misses []string
		shown  string
	}{
		{"right", rate{At: at, Note: sql.NullString{String: "x", Valid: true}}, nil, "5 truths of rates{}.amount are 0, and Amount has omitempty: a 0 and nothing look the same; *float64 tells them apart"},
		{"13 hours off", rate{At: at.Add(13 * time.Hour), Amount: 3}, []string{"rates.EUR.at", "rates.EUR.amount", "rates.EUR.note (null value)"}, `"rates{}.at": points in time are compared, as 5 of 5 truths have a time of day`},
	} {
		suite := Suite[string, answer]{Extract: func(context.Context, string) (answer, error) { return answer{map[string]rate{"EUR": tt.got}}, nil }}
		for i := range 5 {
			suite.Cases = append(suite.Cases, Case[string]{ID: fmt.Sprint(i), Want: truth})
		}
		dir := withMain(t)
		ok, printed := inner(t, "TestX", suite.Run)
		assert.Equal(t, tt.misses == nil, ok, printed)
		assert.Contains(t, printed, tt.shown)
		for _, record := range caseRecords(t, dir) {
			assert.Equal(t, tt.misses, record.Misses, tt.reason)
		}
	}
}

// A document that is a map, with the truths of a file.
func TestMapAtTheTop(t *testing.T) {
	write(t, map[string]string{"rates.jsonl": `{"id":"a","input":"a","want":{"EUR":{"amount":1,"note":"x"}}}` + "\n" + `{"id":"b","input":"b","want":{"USD":{"amount":2,"note":"y"}}}` + "\n"})
	dir := withMain(t)
	ok, printed := inner(t, "TestX", Suite[string, map[string]rateOfDay]{
		File: "rates.jsonl",
		Extract: func(_ context.Context, in string) (map[string]rateOfDay, error) {
			return map[string]map[string]rateOfDay{"a": {"EUR": {1, "x"}}, "b": {"USD": {2, "z z"}}}[in], nil
		},
	}.Run)
	assert.False(t, ok, printed)
	records := caseRecords(t, dir)
	require.Len(t, records, 2)
	assert.Equal(t, []any{1.0, 0.5}, []any{records[0].Score.Value, records[1].Score.Value})
	assert.Equal(t, []string{"USD.note"}, records[1].Misses)
}

// A misspelt path below the keys of a map is a mistake, in a suite and in an assertion.
func TestMistypedPathInAMap(t *testing.T) {
	spec := eval.Spec{Fields: []eval.Field{{Path: "rates", Map: &eval.Map{Fields: []eval.Field{{Path: "amonut", Match: compare.Numeric{}}, {Path: "note"}}}}}}
	const text = `{"rates":{"EUR":{"amount":1,"note":"a"}}}`
	withMain(t)
	f := &fake{name: "TestX"}
	assert.Contains(t, f.run(func() { FieldAccuracy(f, text, text, Config{Spec: spec}) }), `field "rates{}.amonut": no item of got or want has it; did you mean "amount"?`)
	typed := exchange{Rates: map[string]rateOfDay{"EUR": {1, "a"}}}
	f = &fake{name: "TestX"}
	assert.Contains(t, f.run(func() { FieldAccuracy(f, typed, text, Config{Spec: spec}) }), `field "rates{}.amonut": no item of got or want has it, and the type evaltest.exchange lacks it; did you mean "amount"?`)
	_, printed := inner(t, "TestY", Suite[string, exchange]{
		Spec:    spec,
		Cases:   []Case[string]{{ID: "a", Want: text}},
		Extract: func(context.Context, string) (exchange, error) { return typed, nil },
	}.Run)
	assert.Contains(t, printed, `no item of the truths has "rates{}.amonut"; did you mean "amount"? (case 1)`)
}

// A truth that does not fit the values of a map is a mistake, with its key.
func TestATruthThatDoesNotFitAMap(t *testing.T) {
	for want, cause := range map[string]string{
		`{"rates":{"EUR":{"amonut":1}}}`: `rates.EUR.amonut: unknown key; did you mean "amount" (field Amount of evaltest.rateOfDay)?`,
		`{"rates":{"EUR":5}}`:            `rates.EUR: got number 5, want an object`,
		`{"rates":[1]}`:                  `rates: got array, want an object`,
	} {
		withMain(t)
		f := &fake{name: "TestX"}
		assert.Contains(t, f.run(func() { FieldAccuracy(f, exchange{}, want, Config{}) }), cause)
	}
}

// Redaction hides the keys of a map with its values: a key is data.
func TestRedactionHidesTheKeysOfMaps(t *testing.T) {
	got := exchange{Rates: map[string]rateOfDay{"SECRET-K1": {1, "SECRET-V1"}, "SECRET-K2": {2, "SECRET-V2"}}, Folded: map[string]rateOfDay{"secret-k4": {4, "SECRET-V4"}}}
	const want = `{"rates":{"SECRET-K1":{"amount":1,"note":"SECRET-V3"},"SECRET-K3":{"amount":3,"note":"SECRET-V1"}},"folded":{"SECRET-K4":{"amount":4,"note":"SECRET-V5"}},"taxes":{"VAT":1}}`
	values := Redaction{Paths: map[string]redact.Mode{"rates{}.amount": redact.Omit, "rates{}.note": redact.Omit, "folded{}.amount": redact.Hash, "folded{}.note": redact.Hash}}
	for _, rules := range []Redaction{values, {Mode: redact.Omit}, {Mode: redact.Hash},
		{Paths: map[string]redact.Mode{"rates": redact.Omit, "folded": redact.Hash}},
		{Paths: map[string]redact.Mode{"rates{}": redact.Hash, "folded{}": redact.Omit}},
	} {
		t.Run(fmt.Sprint(rules.Mode, rules.Paths), func(t *testing.T) {
			dir := withMain(t)
			_, printed := inner(t, "TestX", Suite[string, exchange]{
				Cases:     []Case[string]{{ID: "a", Want: want}},
				Extract:   func(context.Context, string) (exchange, error) { return got, nil },
				Redaction: rules,
			}.Run)
			files, err := filepath.Glob(filepath.Join(dir, "*"))
			require.NoError(t, err)
			require.NotEmpty(t, files)
			all := printed
			for _, file := range files {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				all += string(text)
			}
			assert.NotContains(t, strings.ToUpper(all), "SECRET-V", all)
			if rules.Paths["rates{}.note"] == redact.None { // a rule of a value keeps its key
				assert.NotContains(t, strings.ToUpper(all), "SECRET-K", all)
			}
			assert.Contains(t, all, "rates{}.amount", "attributes have no keys")
		})
	}
}
