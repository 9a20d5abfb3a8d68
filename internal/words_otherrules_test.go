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
