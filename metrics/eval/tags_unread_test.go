package eval_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/eval"
)

type taggedLine struct {
	SKU string `json:"sku" eval:"exact"`
}

// taggedText has tags and writes itself as something else.
type taggedText struct {
	Cents int `eval:"numeric"`
}

func (taggedText) MarshalText() ([]byte, error) { return []byte("1.00"), nil }

// Tags where nothing reads them are an error: the fields would be compared by another
// rule than the one that stands there.
func TestTagsThatNothingReads(t *testing.T) {
	const remedy = " has eval tags, which nothing reads there; compare it as a whole, by eval:\"auto\", or make it a struct without a MarshalJSON or MarshalText method"
	type matrix struct {
		Rows [][]taggedLine `json:"rows"`
	}
	type listOfMaps struct {
		Pages []map[string]taggedLine `json:"pages"`
	}
	type text struct {
		Total *taggedText `json:"total"`
	}
	type texts struct {
		Totals []taggedText `json:"totals"`
	}
	type named struct {
		Lines map[string]taggedLine `json:"lines" eval:"exact"`
		Total taggedText            `json:"total" eval:"numeric"`
		Skip  map[string]taggedLine `json:"skip"  eval:"-"`
		None  map[string]taggedLine `json:"-"`
	}
	for _, tt := range []struct {
		of   any
		want string // "" for no error
	}{
		{taggedText{}, "eval: taggedText: eval_test.taggedText" + remedy},
		{matrix{}, "eval: matrix.Rows: [][]eval_test.taggedLine" + remedy},
		{listOfMaps{}, "eval: listOfMaps.Pages: []map[string]eval_test.taggedLine" + remedy},
		{text{}, "eval: text.Total: eval_test.taggedText" + remedy},
		{texts{}, "eval: texts.Totals: eval_test.taggedText" + remedy},
		{named{}, ""},
		{[]*taggedLine{}, ""},
		{map[string]taggedLine{}, ""},
		{map[string]int{}, ""},
	} {
		_, err := eval.SpecOfType(reflect.TypeOf(tt.of))
		if tt.want == "" {
			assert.NoError(t, err, "%T", tt.of)
			continue
		}
		assert.EqualError(t, err, tt.want, "%T", tt.of)
	}
}

func TestTagged(t *testing.T) {
	type recursive struct {
		Name string
		Of   []*recursive
	}
	for _, tt := range []struct {
		of   any
		want bool
	}{
		{taggedLine{}, true}, {&taggedLine{}, true}, {[]*taggedLine{}, true}, {[2][]taggedLine{}, true},
		{map[string]taggedLine{}, true}, {struct{ Lines []taggedLine }{}, true}, {struct{ taggedLine }{}, true},
		{struct {
			Lines []taggedLine `json:"-"`
		}{}, false},
		{recursive{}, false}, {"", false}, {[]any{}, false}, {struct{ Name string }{}, false},
	} {
		assert.Equal(t, tt.want, spectext.Tagged(reflect.TypeOf(tt.of)), "%T", tt.of)
	}
}
