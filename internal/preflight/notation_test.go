package preflight_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestOptionOfAField(t *testing.T) {
	for _, tt := range []struct{ match, kind, option, yaml, tags, golang, reason string }{
		{"date", "leaf", "order: dmy", `order: dmy`, `eval:"date,order=dmy"`, `compare.Date{Order: "dmy"}`, ""},
		{"auto", "leaf", "order: dmy", `match: date, order: dmy`, `eval:"date,order=dmy"`, `compare.Date{Order: "dmy"}`, "auto has no order"},
		{"auto", "leaf", `date_orders: {"date": "dmy"}`, `date_orders: {"date": "dmy"}`, `DateOrders: map[string]string{"date": "dmy"}`, `DateOrders: map[string]string{"date": "dmy"}`, "an option of the spec"},
		{"auto", "leaf", "format: eu", `match: numeric, format: eu`, `eval:"numeric,format=eu"`, `compare.Numeric{Format: "eu"}`, "nor a format"},
		{"exact", "leaf", "match: numeric", `match: numeric`, `eval:"numeric"`, `compare.Numeric{}`, ""},
		{"date", "set", "order: dmy", `each: {match: date, order: dmy}`, `eval:"set,each=date,order=dmy"`, `eval.Set{Match: compare.Date{Order: "dmy"}}`, "the option is one of the elements"},
		{"exact", "set", "match: date", `each: date`, `eval:"set,each=date"`, `eval.Set{Match: compare.Date{}}`, ""},
		{"date", "map", "order: dmy", `each: {match: date, order: dmy}`, `eval:"map,each=date,order=dmy"`, `eval.Map{Match: compare.Date{Order: "dmy"}}`, "the option is one of the values"},
		{"exact", "map", "match: date", `each: date`, `eval:"map,each=date"`, `eval.Map{Match: compare.Date{}}`, ""},
		{"one_of", "leaf", "order: dmy", `each: {match: date, order: dmy}`, `eval:"one_of,each=date,order=dmy"`, `compare.OneOf{Each: compare.Date{Order: "dmy"}}`, "one_of has no order"},
		{"bank.IBAN", "leaf", "country: de", `country: de`, `eval:"country=de"`, `Country: "de"`, "a comparator of the user's"},
	} {
		var all []string
		for _, n := range []spectext.Notation{spectext.YAML, spectext.Tags, spectext.Go} {
			// The one value that is not ambiguous asks for the option.
			one := map[string]int{tt.option: 1}
			f := preflight.Field{Match: tt.match, Kind: tt.kind, Places: 1, Had: 1, Filled: 1, Ambiguous: 1, Clear: 1, Other: one, Fits: one, Default: map[string]int{"": 1}}
			findings := preflight.Evidence{Notation: n, Truths: 1, Fields: []preflight.Field{f}}.Findings()
			require.NotEmpty(t, findings, tt.reason)
			_, option, _ := strings.Cut(findings[0].Text, "; write ")
			all = append(all, option)
		}
		assert.Equal(t, []string{tt.yaml, tt.tags, tt.golang}, all, tt.reason)
	}
}

func TestNotationOfASpec(t *testing.T) {
	type invoice struct{}
	for _, tt := range []struct {
		name    string
		ofType  bool
		answers reflect.Type
		file    string
		want    spectext.Notation
	}{
		{"a file", false, reflect.TypeFor[invoice](), "spec.yaml", spectext.YAML},
		{"tags", true, nil, "", spectext.Tags},
		{"tags of what a pointer leads to", true, reflect.TypeFor[*[]invoice](), "", spectext.Tags},
		{"a schema: JSON has no tags", true, reflect.TypeFor[json.RawMessage](), "", spectext.Go},
		{"Go", false, reflect.TypeFor[invoice](), "", spectext.Go},
	} {
		assert.Equal(t, tt.want, preflight.NotationOf(eval.Spec{OfType: tt.ofType}, tt.answers, eval.SpecSource{Name: tt.file}), tt.name)
	}
}
