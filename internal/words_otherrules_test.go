package internal_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/extracteval/extracteval/internal/words"
)

func TestOtherRules(t *testing.T) {
	for _, tt := range []struct {
		spec, other string
		want        []string
	}{
		{`{"fields":[{"path":"total","match":"numeric"}]}`, `{"fields":[{"match":"numeric","path":"total"}]}`, nil},
		{`{"fields":[{"path":"total","match":"numeric","tolerance":1000000000}]}`, `{"fields":[{"path":"total","match":"numeric","tolerance":0.5}]}`,
			[]string{"total: tolerance 0.5 → 1e+09"}},
		{`{"fields":[{"path":"total","match":"exact"}],"threshold":0.5}`, `{"fields":[{"path":"total","match":"numeric","tolerance":1}]}`,
			[]string{"threshold unset → 0.5", "total: match numeric → exact", "total: tolerance 1 → unset"}},
		{`{"fields":[{"path":"lines","match":"list","fields":[{"path":"tax","optional":true},{"path":"qty"}]}]}`, `{"fields":[{"path":"lines","match":"list","fields":[{"path":"tax"},{"path":"net"}]}]}`,
			[]string{"lines[].net: left out", "lines[].qty: new", "lines[].tax: optional unset → true"}},
		{`{"fields":[{"path":"of","match":"map","fields":[{"path":"a","weight":2}]}]}`, `{"fields":[{"path":"of","match":"map","fields":[{"path":"a"}]}]}`,
			[]string{"of{}.a: weight unset → 2"}},
		{`{"fields":[{"path":"stops","match":"set","each":{"match":"numeric","tolerance":2}}]}`, `{"fields":[{"path":"stops","match":"set"}]}`,
			[]string{`stops: each unset → {"match":"numeric","tolerance":2}`}},
		{`{"fields":[{"path":"","match":"list"}]}`, `{"fields":[{"path":"","match":"set"}]}`, []string{"(all): match set → list"}},
		{`{"invariants":[{"name":"total","rule":"a >= b"}]}`, `{"invariants":[{"name":"total","rule":"a == b"}]}`, []string{"rule total: rule a == b → a >= b"}},
		{`{"fields":[{"path":"packet","match":"sections","classes":{"a b":{"fields":[{"path":"n","weight":2}]},"c":{"fields":[{"path":"n"}]}}}]}`,
			`{"fields":[{"path":"packet","match":"sections","classes":{"a b":{"fields":[{"path":"n"}]}}}]}`,
			[]string{"packet: classes a b → a b, c", "packet[].a b.n: weight unset → 2", "packet[].c.n: new"}},
		{`{"date_orders":{"date":"dmy"}}`, `{}`, []string{`date_orders unset → {"date":"dmy"}`}},
		{`{"cluster":"vendor","null_truths":true,"fields":[{"path":"a","absent":true,"decides":["b"]}]}`, `{"fields":[{"path":"a"}]}`, nil},
		{``, `{"fields":[{"path":"a"}]}`, nil},
		{`null`, `{"fields":[{"path":"a"}]}`, nil},
		{`no JSON`, `{}`, nil},
		{`{"fields":7,"invariants":[null],"threshold":[]}`, `{"fields":[[]]}`,
			[]string{"fields [[]] → 7", "threshold unset → []", "(all): new"}},
	} {
		if got := words.OtherRules(json.RawMessage(tt.spec), json.RawMessage(tt.other)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s against %s: got %q, want %q", tt.spec, tt.other, got, tt.want)
		}
	}
}

// Some options change the score of a case, and no outcome.
func TestChangedRules(t *testing.T) {
	for _, tt := range []struct {
		spec, other string
		want        []string
	}{
		{`{"fields":[{"path":"a","weight":2,"optional":true,"unscored":true}],"threshold":0.5,"aggregation":"macro_f1"}`, `{"fields":[{"path":"a"}]}`, nil},
		{`{"fields":[{"path":"a"}]}`, `{"fields":[{"path":"b"}]}`, nil},
		{`{"fields":[{"path":"a","match":"fuzzy","threshold":0.5}]}`, `{"fields":[{"path":"a","match":"fuzzy"}]}`, []string{"a"}},
		{`{"fields":[{"path":"l","match":"list","fields":[{"path":"x","unscored":true},{"path":"y","weight":3}]}]}`,
			`{"fields":[{"path":"l","match":"list","fields":[{"path":"x"},{"path":"y"}]}]}`, []string{"l"}},
		{`{"fields":[{"path":"l","match":"list","by":["k"],"fields":[{"path":"k"},{"path":"x","unscored":true},{"path":"m","match":"list","fields":[{"path":"n","match":"exact"}]}]}]}`,
			`{"fields":[{"path":"l","match":"list","by":["k"],"fields":[{"path":"k"},{"path":"x"},{"path":"y"},{"path":"m","match":"list","fields":[{"path":"n"}]}]}]}`, []string{"l[].m", "l[].x"}},
		{`{"fields":[{"path":"l","match":"list","by":["k"],"fields":[{"path":"k","match":"exact"}]}]}`, `{"fields":[{"path":"l","match":"list","by":["k"],"fields":[{"path":"k"}]}]}`, []string{"l"}},
		{`{"fields":[{"path":"l","match":"list","fields":[{"path":"x"},{"path":"y"}]}]}`, `{"fields":[{"path":"l","match":"list","fields":[{"path":"x"}]}]}`, []string{"l"}},
		{`{"fields":[{"path":"l","match":"list","fields":[{"path":"x"},{"path":"y","match":"ignore"}]}]}`, `{"fields":[{"path":"l","match":"list","fields":[{"path":"x"},{"path":"y"}]}]}`, []string{"l"}},
		{`{"fields":[{"path":"p","match":"sections","classes":{"c":{"fields":[{"path":"n","weight":2},{"path":"m","match":"exact"}]}}}]}`,
			`{"fields":[{"path":"p","match":"sections","classes":{"c":{"fields":[{"path":"n"},{"path":"m"}]}}}]}`, []string{"p[].c.m"}},
		{`{"date_orders":{"a":"dmy","b":"mdy"}}`, `{"date_orders":{"b":"mdy"}}`, []string{"a"}},
		{`{"absent_words":["x"]}`, `{}`, []string{""}},
		{`{"fields":[{"path":"a"}]}`, ``, nil},
		{`null`, `{"fields":[{"path":"a"}]}`, nil},
		{`{"fields":[{"path":"a","match":"ignore"}]}`, `{"fields":[{"path":"a"}]}`, nil},
		{`{"fields":[{"path":"a"}]}`, `{"fields":[{"path":"a","match":"ignore"}]}`, []string{"a"}},
	} {
		if got := words.ChangedRules(json.RawMessage(tt.spec), json.RawMessage(tt.other)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s against %s: got %q, want %q", tt.spec, tt.other, got, tt.want)
		}
	}
}
