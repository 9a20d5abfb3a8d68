package report_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Classes are declared in tags, YAML and Go, with a name of the comparator or without.
func TestClassesAreDeclared(t *testing.T) {
	type letter struct {
		Type  string `json:"type" eval:"classes=invoice;credit note,weight=2"`
		Paid  bool   `json:"paid" eval:"class"`
		Lines []struct {
			Kind  string             `json:"kind" eval:"class,classes=item;discount,scores=kinds"`
			Kinds map[string]float64 `json:"kinds"`
		} `json:"lines" eval:"list"`
	}
	tags, err := eval.SpecOf[letter]()
	require.NoError(t, err)
	yaml, err := eval.ParseSpec([]byte(`
fields:
- {path: type, classes: [invoice, credit note], weight: 2}
- {path: paid, match: class}
- {path: lines, match: list, fields: [{path: kind, match: class, classes: [item, discount], scores: kinds}]}
`), nil)
	require.NoError(t, err)
	code := eval.Spec{Fields: []eval.Field{
		{Path: "type", Match: compare.Class{Classes: []string{"invoice", "credit note"}}, Weight: 2},
		{Path: "paid", Match: compare.Class{}},
		{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "kind", Match: &compare.Class{Classes: []string{"item", "discount"}, Scores: "kinds"}}}}},
	}}
	for _, spec := range []eval.Spec{tags, yaml, code} {
		text, err := json.Marshal(spec)
		require.NoError(t, err)
		again, err := eval.ParseSpec(text, nil)
		require.NoError(t, err)
		again.TruthClasses = map[string][]string{"paid": {"false", "true"}, "vendor": {"acme", "globex"}}
		var ds report.Dataset
		e, err := ds.SetSpec(again)
		require.NoError(t, err)
		assert.Equal(t, []report.ClassList{
			{Attribute: "type", Names: []string{"invoice", "credit note"}, Declared: true},
			{Attribute: "paid", Names: []string{"false", "true"}, Declared: true},
			{Attribute: "lines[].kind", Names: []string{"item", "discount"}, Declared: true, Scores: "kinds"},
			{Attribute: "vendor", Names: []string{"acme", "globex"}},
		}, ds.Classes)
		r, err := e.Evaluate(t.Context(), `{"type":"Invoice","paid":true,"lines":[{"kind":"gift"}]}`, `{"type":"invoice","paid":false,"lines":[{"kind":"item"}]}`)
		require.NoError(t, err)
		assert.Equal(t, []string{"type"}, r.Hits)
		assert.Equal(t, "paid", r.Misses[0].String())
	}
	_, err = eval.ParseSpec([]byte("fields: [{path: type, classes: [a, A]}]"), nil)
	assert.EqualError(t, err, `eval: 1:32: field "type": classes: "a" and "A" are the same class`)
}

const classSpec = `
fields:
- {path: type, classes: [invoice, credit note, "7"], aliases: {invoice: [rechnung], "7": [seven]}}
- {path: iban, match: code}
- {path: lines, match: list, by: [id], assign: by_key, fields: [id, {path: kind, classes: [item, gift]}]}
`

// classified returns the record of an answer, and the data set.
func classified(t *testing.T, redaction redact.Redaction, got, want string) (report.Case, report.Dataset) {
	spec, err := eval.ParseSpec([]byte(classSpec), nil)
	require.NoError(t, err)
	ds := report.Dataset{Name: "letters", Redact: redaction.Mode, RedactPaths: redaction.Paths}
	e, err := ds.SetSpec(spec)
	require.NoError(t, err)
	redaction, err = redaction.Compile(e)
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), got, want)
	require.NoError(t, err)
	c := report.NewCase(report.Observation{ID: "a", Result: &r, Want: []byte(want)}, report.CaseOptions{Classes: ds.Classes, Redaction: redaction})
	reporttest.Line(t, c)
	reporttest.Line(t, ds)
	return c, ds
}

func TestNewCaseHasClasses(t *testing.T) {
	for _, tt := range []struct{ name, got, want, pairs string }{
		{"right", `{"type":"INVOICE"}`, `{"type":"invoice"}`, "type invoice invoice 1"},
		{"confused", `{"type":"credit note"}`, `{"type":"invoice"}`, "type invoice credit note 1"},
		{"an alias", `{"type":"Rechnung"}`, `{"type":"invoice"}`, "type invoice invoice 1"},
		{"an alias of the truth, confused", `{"type":"seven"}`, `{"type":"rechnung"}`, "type invoice 7 1"},
		{"not a class", `{"type":"x"}`, `{"type":7}`, "type 7 (other) 1"},
		{"missing", `{}`, `{"type":"invoice"}`, "type invoice (empty) 1"},
		{"without a truth", `{"type":"invoice"}`, `{"type":null}`, "type (empty) invoice 1"},
		{"correct absence", `{}`, `{"type":""}`, "type (empty) (empty) 1"},
		{"a truth of no class", `{"type":"invoice"}`, `{"type":"memo"}`, "type (other) invoice 1"},
		{"an answer that cannot be read", `no JSON`, `{"type":"invoice"}`, "type invoice (empty) 1"},
		{"rows", `{"lines":[{"id":1,"kind":"item"},{"id":2,"kind":"item"},{"id":3,"kind":"gift"},{"id":9,"kind":"gift"}]}`,
			`{"lines":[{"id":1,"kind":"item"},{"id":2,"kind":"item"},{"id":3,"kind":"item"},{"id":4,"kind":"gift"}]}`,
			"type (empty) (empty) 1; lines[].kind item item 2; lines[].kind item gift 1; lines[].kind gift (empty) 1; lines[].kind (empty) gift 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := classified(t, redact.Redaction{}, tt.got, tt.want)
			var pairs []string
			for _, p := range c.Classes {
				pairs = append(pairs, fmt.Sprintf("%s %s %s %v", p.Attribute, p.Want, p.Got, p.Values))
			}
			assert.Equal(t, tt.pairs, strings.Join(pairs, "; "))
			assert.Equal(t, tt.name == "not a class", c.Fields[0].ErrorClass == "not_a_class")
		})
	}
}

// A redacted field has no table: its classes would tell the values. Others keep theirs.
func TestRedactedClasses(t *testing.T) {
	const answer, truth = `{"type":"invoice","iban":"DE1","lines":[{"id":1,"kind":"item"}]}`, `{"type":"credit note","iban":"DE1","lines":[{"id":1,"kind":"item"}]}`
	for _, tt := range []struct {
		name      string
		redaction redact.Redaction
		fields    []string
	}{
		{"everything", redact.Redaction{Mode: redact.Hash}, nil},
		{"the field", redact.Redaction{Paths: map[string]redact.Mode{"type": redact.Omit}}, []string{"lines[].kind"}},
		{"another field", redact.Redaction{Paths: map[string]redact.Mode{"iban": redact.Omit}}, []string{"type", "lines[].kind"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, ds := classified(t, tt.redaction, answer, truth)
			var fields, listed []string
			for _, p := range c.Classes {
				fields = append(fields, p.Attribute)
			}
			for _, l := range ds.Classes {
				listed = append(listed, l.Attribute)
			}
			assert.Equal(t, tt.fields, fields)
			assert.Equal(t, tt.fields, listed)
		})
	}
	// The text of a redacted value in a kept field is redacted, too.
	c, _ := classified(t, redact.Redaction{Paths: map[string]redact.Mode{"iban": redact.Omit}}, `{"type":"invoice","iban":"credit note"}`, `{"type":"credit note","iban":"credit note"}`)
	assert.Empty(t, c.Classes)
}

// letters has 8 invoices, of which 6 are right and 2 are taken for credit notes, and 2 credit notes that are right.
func letters(t *testing.T) report.Summary {
	var cases []*report.Case
	for i := range 10 {
		got, want := "invoice", "invoice"
		if i >= 6 {
			got = "credit note"
		}
		if i >= 8 {
			want = got
		}
		c, _ := classified(t, redact.Redaction{}, fmt.Sprintf(`{"type":%q}`, got), fmt.Sprintf(`{"type":%q}`, want))
		c.ID = fmt.Sprint(i)
		cases = append(cases, &c)
	}
	_, ds := classified(t, redact.Redaction{}, "{}", "{}")
	return reporttest.Summarize(t, summarize.OptionsOf(&ds), cases...)
}

func TestLimitsOnClasses(t *testing.T) {
	limit := func(metric string, least float64) report.Gate {
		return report.Gate{Limits: []report.Limit{{Metric: metric, Is: report.AtLeast, Value: least}}}
	}
	for _, tt := range []struct {
		name string
		gate report.Gate
		want string
	}{
		{"recall", limit("recall of type=invoice", 0.8), "letters: recall of type=invoice 0.750 is below 0.800, over 10 cases; look first at type (F1 0.800)"},
		{"precision, quoted", limit(`precision of type="credit note"`, 0.6), `letters: precision of type="credit note" 0.500 (with 2 values in the truths) is below 0.600, over 10 cases; look first at type (F1 0.800)`},
		{"quotes may lack", limit("F1 of type=credit note", 0.7), "letters: F1 of type=credit note 0.667 (with 2 values in the truths) is below 0.700, over 10 cases; look first at type (F1 0.800)"},
		{"quotes may be there", limit(`F1 of type="invoice"`, 0.9), `letters: F1 of type="invoice" 0.857 is below 0.900, over 10 cases; look first at type (F1 0.800)`},
		{"a class without a value", limit("F1 of type=7", 0.1), "letters: F1 of type=7 is undefined (no truth or no answer is of the class), want at least 0.100, over 10 cases; look first at type (F1 0.800)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.gate.Check(letters(t))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got.String())
			reporttest.Line(t, got)
		})
	}
	_, err := limit("recall of type=invoce", 0.8).Check(letters(t))
	assert.ErrorContains(t, err, `report: gate: data set "letters" has no metric "recall of type=invoce"; did you mean "recall of type=invoice"? (there are `)
	assert.ErrorContains(t, limit("recall of type=invoce", 0.8).CheckLimits(letters(t), true), `did you mean "recall of type=invoice"?`, "before the first case, too")

}

// Limits on recognised classes would break with other truths: the classes have to be declared.
func TestLimitsOnUndeclaredClasses(t *testing.T) {
	limit := func(metric string) report.Gate {
		return report.Gate{Limits: []report.Limit{{Metric: metric, Is: report.AtLeast, Value: 0.5}}}
	}
	recognised := letters(t)
	recognised.Classes[0].Declared = false
	for i := range recognised.Numbers {
		recognised.Numbers[i].Recognised = recognised.Numbers[i].Kind == report.KindClass
	}
	const declare = `: the classes of "type" are recognised in the truths alone; declare them in the spec, classes: ["invoice", "credit note", "7"]`
	for metric, want := range map[string]string{
		"recall of type=invoice":      declare,
		`F1 of type="credit note"`:    declare,
		"recall of type=invoce":       declare + `; did you mean "invoice"?`,
		"precision of iban=high":      `: no classes of "iban" are known; declare them in the spec, classes: ["high", …], and do not redact the field`,
		"top-1 accuracy of type":      `: the spec of "type" has no scores, which say where an answer has a score of each class; add scores: KEY to the field`,
		"top-1 accuracy of lines[].x": "",
		"recall of nothing=x":         "",
	} {
		problem := "report: gate: limit on " + metric + want
		if want == "" {
			problem = fmt.Sprintf(`report: gate: data set "letters" has no metric %q`, metric)
		}
		_, err := limit(metric).Check(recognised)
		assert.ErrorContains(t, err, problem)
		assert.ErrorContains(t, limit(metric).CheckLimits(recognised, true), problem, "before the first case, too")
	}
	assert.ErrorContains(t, limit("top-1 accuracy of type").CheckLimits(letters(t), false), "has no scores", "of declared classes, too")

	for notation, remedy := range map[spectext.Notation]string{
		spectext.Tags: `eval:"class,classes=invoice;credit note;7"`,
		spectext.Go:   `compare.Class{Classes: []string{"invoice", "credit note", "7"}}`,
	} {
		recognised.Preflight = &preflight.Evidence{Notation: notation}
		err := limit("recall of type=invoice").CheckLimits(recognised, true)
		assert.ErrorContains(t, err, `: the classes of "type" are recognised in the truths alone; declare them in the spec, `+remedy)
	}
}
