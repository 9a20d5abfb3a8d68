package suites

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// talkative repeats what it is asked about, and what it has been told.
func talkative(about string) compare.Func {
	return compare.Func{Name: "talkative", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
		text := got.Text() + " for " + want.Text() + about
		details, err := json.Marshal(map[string]string{"seen": text})
		if got.Text() == want.Text() {
			return compare.Comparison{Match: true, Score: 1, Similarity: 1, Note: "it is " + text, Details: details}, err
		}
		return compare.Comparison{Note: "note " + text, Tag: "tag " + text, Details: details}, err
	}}
}

var failing = compare.Func{Name: "failing", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
	if got.Text() == want.Text() {
		return compare.Binary(true), nil
	}
	return compare.Comparison{}, errors.New("no verdict on " + got.Text() + " for " + want.Text())
}}

var spec = eval.Spec{Strict: true, Fields: []eval.Field{
	{Path: "total"}, {Path: "number"}, {Path: "reference"}, {Path: "memo", Match: talkative(", but the IBAN is qx02zebra")},
	{Path: "vendor.name", Match: talkative("")}, {Path: "vendor.iban"}, {Path: "vendor.phone", Match: failing},
	{Path: "address"},
	{Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "description"}, {Path: "sku", Match: talkative("")}, {Path: "amount"}}}},
	{Path: "tags", Set: &eval.Set{}},
}}

const long = `{"total":4711.5,"number":"KEPTWANT1","reference":"KEPTREF","memo":"m","vendor":{"name":"Qx14 Zebra","iban":"Qx13 Zebra","phone":"Qx15 Zebra"},
			"address":{"street":"Qx16 Zebra","city":"Qx17 Zebra"},"tags":["Qx19 Zebra"],
			"lines":[{"description":"KEPTDESC","sku":"Qx18 Zebra","amount":2},{"description":"KEPTMISSING","sku":"Qx20 Zebra","amount":3}]`

func cases(yield func(evaltest.Case[string], error) bool) {
	const truth = `{"total":1,"number":"N-1","vendor":{"name":"Qx24 Zebra"},"lines":[{"description":"KEPTDESC","sku":"Qx25 Zebra"}]}`
	for _, c := range []evaltest.Case[string]{
		{ID: "wrong", Input: `{"total":4711.25,"number":"KEPTGOT1","reference":"see QX 13\nzebra.","memo":"Qx01",
			"vendor":{"name":"Qx01 Zebra","iban":"Qx02 Zebra","phone":"Qx03 Zebra"},"address":{"street":"Qx04 Zebra","city":"Qx05 Zebra"},
			"lines":[{"description":"KEPTDESC","sku":"Qx06 Zebra","amount":1,"Qx28 Zebra":1},{"description":"KEPTSURPLUS","sku":"Qx07 Zebra"}],
			"tags":["Qx08 Zebra"],"Qx09 Zebra":"Qx10 Zebra","extra":{"Qx11 Zebra":["Qx12 Zebra"]}}`,
			Want: long + `,"beside":"Qx21 Zebra"}`},
		{ID: "missing", Input: `{"memo":"at qx33 zebra","number":"from qx34zebra","vendor":{"fax":"Qx34 Zebra"}}`, Want: `{"total":2,"reference":"KEPTREF","vendor":{"name":"Qx22 Zebra","bank":["Qx33 Zebra"]},"address":"Qx23 Zebra"}`},
		{ID: "moved truth", Input: `{"vendor":{"name":"x"},"reference":"y"}`, Want: `{"vendor":{"name":"Qx\u0032\u0034 Zebra"},"reference":"from QX24  ZEBRA, again"}`},
		{ID: "escaped", Input: `{"vendor":{"name":"\u0051x26 Zebra"},"reference":"\u0051x26 \u005aebra"}`, Want: `{"reference":"z"}`},
		{ID: "scalars", Input: `{"vendor":"Qx26 Zebra","lines":"Qx27 Zebra","tags":"Qx27 Zebra"}`, Want: truth},
		{ID: "error", Input: "error", Want: truth},
		{ID: "panic", Input: "panic", Want: truth},
		{ID: "no JSON", Input: `Qx29 Zebra {"vendor":{"iban":"Qx29 Zebra"}} Qx29 Zebra`, Want: truth},
		{ID: "broken", Input: `{"vendor":{"iban":"Qx29 Zebra"`, Want: truth},
	} {
		if !yield(c, nil) {
			return
		}
	}
}

func extract(_ context.Context, in string) (string, error) {
	switch {
	case in == "error":
		return "", errors.New("cannot read Qx31 Zebra")
	case in == "panic":
		panic("Qx32 Zebra")
	case os.Getenv("BETTER") != "" && len(in) > 300:
		return long + "}", nil
	}
	return in, nil
}

var rules = map[string]redact.Mode{"vendor": redact.Omit, "address.street": redact.Hash, "lines[].sku": redact.Omit, "tags": redact.Omit}

var exceptions = map[string]redact.Mode{"total": redact.None, "number": redact.None, "lines": redact.None, "lines[].sku": redact.Omit}

func suite() evaltest.Suite[string, string] {
	return evaltest.Suite[string, string]{
		Source: iter.Seq2[evaltest.Case[string], error](cases), Extract: extract, Spec: spec,
		Gate: evaltest.Gate{MicroF1: 0.9, MaxErrors: 5},
		Measures: []evaltest.Measure[string]{{Name: "talkative", Answer: func(_ context.Context, _ evaltest.Case[string], answer document.Value) (float64, float64, error) {
			return 0, 0, errors.New("cannot measure " + answer.RawText())
		}}},
	}
}

func TestRedactRules(t *testing.T) {
	s := suite()
	s.Redaction.Paths = rules
	s.Run(t)
}

func TestRedactExceptions(t *testing.T) {
	s := suite()
	s.Redaction = evaltest.Redaction{Mode: redact.Hash, Paths: exceptions}
	s.Gate = evaltest.Gate{}
	s.Spec.Lenient = true
	s.Run(t)
}

func TestRedactSource(t *testing.T) {
	s := suite()
	s.Redaction.Paths = rules
	s.Source = func(yield func(evaltest.Case[string], error) bool) {
		_ = yield(evaltest.Case[string]{}, errors.New("line 1 has Qx30 Zebra")) && yield(evaltest.Case[string]{Want: "{Qx30 Zebra"}, nil)
	}
	s.Run(t)
}

func TestRedactAlone(t *testing.T) {
	for c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			evaltest.FieldAccuracy(t, c.Input, c.Want, evaltest.Config{Spec: spec, Redaction: evaltest.Redaction{Paths: rules}})
		})
	}
}
