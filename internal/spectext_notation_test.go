package internal_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
)

func TestOneOptionInThreeNotations(t *testing.T) {
	for _, tt := range []struct{ yaml, tags, golang string }{
		{`match: date`, `eval:"date"`, `compare.Date{}`},
		{`match: date, order: dmy`, `eval:"date,order=dmy"`, `compare.Date{Order: "dmy"}`},
		{`match: one_of, each: numeric`, `eval:"one_of,each=numeric"`, `compare.OneOf{Each: compare.Numeric{}}`},
		{`match: set, each: {match: date, order: dmy}`, `eval:"set,each=date,order=dmy"`, `eval.Set{Match: compare.Date{Order: "dmy"}}`},
		{`match: list, by: [description]`, `eval:"list,by=description"`, `eval.List{By: []string{"description"}}`},
		{`match: list, by: [sku, lot]`, `eval:"list,by=sku;lot"`, `eval.List{By: []string{"sku", "lot"}}`},
		{`match: numeric, tolerance: 0.01, any_currency: true`, `eval:"numeric,tolerance=0.01,any_currency"`, `compare.Numeric{Tolerance: 0.01, AnyCurrency: true}`},
		{`match: numeric, tolerance: 0.01, weight: 3`, `eval:"numeric,tolerance=0.01,weight=3"`, `compare.Numeric{Tolerance: 0.01}, Weight: 3`},
		{`weight: 0`, `eval:"weight=0"`, `Weight: 0`},
		{`optional: true`, `eval:"optional"`, `Optional: true`},
		{`absent: true`, `eval:"absent"`, `Absent: true`},
		{`zero_is_empty: true`, `eval:"zero_is_empty"`, `ZeroIsEmpty: true`},
		{`expected_path: sum.total`, `eval:"expected_path=sum.total"`, `WantPath: "sum.total"`},
		{`match: regex, pattern: '^[A-Z]{2,3}$'`, `eval:"regex,pattern='^[A-Z]{2,3}$'"`, `compare.Regex{Pattern: "^[A-Z]{2,3}$"}`},
		{`pattern: "'a'"`, `eval:"pattern='''a'''"`, `Pattern: "'a'"`},
		{`match: exact, nfc: true`, `eval:"exact,nfc"`, `compare.Exact{NFC: true}`},
		{`match: class, classes: [a, b c]`, `eval:"class,classes=a;b c"`, `compare.Class{Classes: []string{"a", "b c"}}`},
		{`: no option {`, `: no option {`, `: no option {`},
	} {
		assert.Equal(t, tt.yaml, spectext.YAML.Write(tt.yaml))
		assert.Equal(t, tt.tags, spectext.Tags.Write(tt.yaml), tt.yaml)
		assert.Equal(t, tt.golang, spectext.Go.Write(tt.yaml), tt.yaml)
	}
}

func TestNameOfAnOption(t *testing.T) {
	for _, tt := range []struct{ yaml, tags, golang string }{
		{`order: dmy`, `order=dmy`, `Order: "dmy"`},
		{`by: [sku, lot]`, `by=sku;lot`, `By: []string{"sku", "lot"}`},
		{`absent: true`, `absent`, `Absent: true`},
	} {
		assert.Equal(t, []string{tt.yaml, tt.tags, tt.golang}, []string{spectext.YAML.Name(tt.yaml), spectext.Tags.Name(tt.yaml), spectext.Go.Name(tt.yaml)})
	}
}

func TestOptionOfAComparatorAlone(t *testing.T) {
	for _, tt := range []struct{ match, yaml, tags, golang, reason string }{
		{"date", `order: dmy`, `eval:"date,order=dmy"`, `compare.Date{Order: "dmy"}`, ""},
		{"list", `by: [sku]`, `eval:"list,by=sku"`, `eval.List{By: []string{"sku"}}`, ""},
		{"bank.IBAN", `order: dmy`, `eval:"order=dmy"`, `Order: "dmy"`, "a comparator of the user's is in none of our packages"},
	} {
		all := []string{spectext.YAML.WriteAlone(tt.match, tt.yaml), spectext.Tags.WriteAlone(tt.match, tt.yaml), spectext.Go.WriteAlone(tt.match, tt.yaml)}
		assert.Equal(t, []string{tt.yaml, tt.tags, tt.golang}, all, tt.reason)
	}
}

// The Go names are those of the structs: else the advice would not compile.
func TestGoNamesOfAllOptions(t *testing.T) {
	values := []any{compare.Exact{}, compare.Fuzzy{}, compare.Numeric{}, compare.Date{}, compare.Time{}, compare.Code{}, compare.Class{}, compare.Regex{}, compare.Box{},
		compare.Point{}, compare.OneOf{}, compare.Semantic{}, compare.Ignore{}, compare.Auto{}}
	var names []string
	for _, v := range values {
		typ := reflect.TypeOf(v)
		name := compare.Name(v.(compare.Comparator))
		names = append(names, name)
		assert.Equal(t, typ.Name(), spectext.GoName(name))
		for _, f := range reflect.VisibleFields(typ) {
			if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
				assert.Equal(t, f.Name, spectext.GoName(key), name)
			}
		}
	}
	assert.Equal(t, compare.Names(), names, "all of the catalog")
}
