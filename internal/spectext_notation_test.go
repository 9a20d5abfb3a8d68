package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	structs := map[string]*ast.StructType{} // of package compare, by name
	files, err := filepath.Glob("../metrics/compare/*.go")
	require.NoError(t, err)
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				structs[spec.Name.Name], _ = spec.Type.(*ast.StructType)
			}
			return true
		})
	}
	for _, name := range compare.Names() {
		s := structs[spectext.GoName(name)]
		if !assert.NotNil(t, s, "package compare has no type %s", spectext.GoName(name)) {
			continue
		}
		for _, f := range s.Fields.List {
			if f.Tag == nil {
				continue
			}
			tag, err := strconv.Unquote(f.Tag.Value)
			require.NoError(t, err)
			if key, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ","); key != "" && key != "-" {
				assert.Equal(t, f.Names[0].Name, spectext.GoName(key), name)
			}
		}
	}
}
