package eval_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestSpecOfRefuses(t *testing.T) {
	type base struct{ A int }
	type wrong struct {
		Amount    float64  `eval:"numeric,tolerance=x"`
		Threshold string   `eval:"fuzzy,threshold=0"`
		Both      string   `eval:"fuzzy,threshold=2,algorithm=soundex"`
		Name      string   `eval:"fuzy"`
		Key       string   `eval:"fuzzy,treshold=0.9"`
		Path      string   `eval:"path=x"`
		Bare      string   `eval:"fuzzy,threshold"`
		Twice     string   `eval:"fuzzy,threshold=0.9,threshold=0.8"`
		Alias     string   `eval:"zeroempty,zero_is_empty"`
		Comma     string   `eval:"exact,,nfc"`
		Quote     string   `eval:"date,formats='Jan 2, 2006"`
		Want      string   `eval:"want=a..b"`
		Weight    string   `eval:"weight=0"`
		List      []string `eval:"list"`
		NoList    int      `eval:"list"`
		Set       []party  `eval:"set"`
		NoSet     string   `eval:"set"`
		Each      []string `eval:"set,each=fuzzy,tolerance=1"`
		Struct    party    `eval:",weight=2"`
		Space     float64  `eval:"numeric tolerance=0.01"`
		Semicolon string   `eval:"fuzzy;threshold=0.9"`
		Percent   float64  `eval:"numeric,tolerance=1%"`
		Channel   chan int
		base      `eval:"exact"`
		Inner     struct {
			Lines []struct {
				Amount int `eval:"numerc"`
			}
		}
	}
	names := strings.Join(compare.Names(), ", ") + ", list, set, map, sections; Spec.With sets a comparator of your own"
	_, err := eval.SpecOf[wrong]()
	assert.EqualError(t, err, strings.Join([]string{
		`eval: wrong.base: an embedded struct cannot have a rule, since its fields are promoted; tag the fields, or give the struct a json key`,
		`eval: wrong.Amount: tolerance: got string "x", want a number`,
		`eval: wrong.Threshold: threshold: a threshold of 0 lets everything match; leave it out for the default`,
		`eval: wrong.Both: algorithm: unknown value "soundex"; valid are levenshtein, osa, damerau, jaro, jaro_winkler, dice, jaccard, cosine, lcs, token_sort, token_set, hamming, qgram`,
		`eval: wrong.Both: threshold: got 2, want a number above 0 and at most 1`,
		`eval: wrong.Name: Invalid match type: fuzy; valid are ` + names + `; did you mean "fuzzy"?`,
		`eval: wrong.Key: unknown key "treshold"; did you mean "threshold"?`,
		`eval: wrong.Path: unknown key "path"; valid are expected_path, weight, required, optional, unscored, zero_is_empty, absent, absent_words, decides, fold_case, trim_space, nfc, fold, loose`,
		`eval: wrong.Bare: threshold: it has no value; write threshold=value`,
		`eval: wrong.Twice: threshold: it appears twice`,
		`eval: wrong.Alias: zero_is_empty: it appears twice`,
		`eval: wrong.Comma: the tag has an option without a name; write name=value, with commas between`,
		`eval: wrong.Quote: the tag has a quote that is not closed; write '' for a quote inside quotes`,
		`eval: wrong.Want: invalid path at offset 2: a name is missing before the dot; write a.b, or [""] for an empty key`,
		`eval: wrong.Weight: weight: a weight of 0 stands for 1; write unscored: true for a field that is counted and enters no score`,
		`eval: wrong.List: list is for slices of structs, not for []string; use set`,
		`eval: wrong.NoList: list is for slices of structs, not for int; name a comparator for the whole`,
		`eval: wrong.Set: set is for slices of scalars, not for []eval_test.party; use list`,
		`eval: wrong.NoSet: set is for slices of scalars, not for string; name a comparator for the whole`,
		`eval: wrong.Each: unknown key "tolerance"; valid are expected_path, weight, required, optional, unscored, zero_is_empty, absent, absent_words, decides, assign, each`,
		`eval: wrong.Struct: weight: a struct that is compared by its fields has no options; tag its fields, or name a comparator for the whole`,
		`eval: wrong.Space: "numeric tolerance=0.01": options are separated by commas, as in numeric,tolerance=0.01`,
		`eval: wrong.Semicolon: "fuzzy;threshold=0.9": options are separated by commas, as in fuzzy,threshold=0.9`,
		`eval: wrong.Percent: tolerance: got string "1%", want a number; 1% of the truth is 0.01 with relative`,
		`eval: wrong.Channel: encoding/json cannot write a chan; leave it out with json:"-"`,
		`eval: wrong.Inner.Lines.Amount: Invalid match type: numerc; valid are ` + names + `; did you mean "numeric"?`,
	}, "\n"))

	const hidden = `the struct has no field that encoding/json writes, so that all its values are {}: give it a MarshalJSON or MarshalText method, or leave it out with json:"-"`
	for _, tt := range []struct {
		reason string
		of     func() (eval.Spec, error)
		err    string
	}{
		{"a type that contains itself", eval.SpecOf[category], `eval: category.Parent: the type contains itself: category -> category; compare the field as a whole, by eval:"auto", or leave it out with eval:"-"`},
		{"a cycle of types", eval.SpecOf[order], `eval: order.Items.Part.Source: the type contains itself: order -> item -> part -> order; compare the field as a whole, by eval:"auto", or leave it out with eval:"-"`},
		{"a struct without fields", eval.SpecOf[struct{ a int }], "eval: struct: " + hidden},
		{"such a struct inside", eval.SpecOf[struct {
			Zone  time.Location
			Zones map[string][]*time.Location
			Left  time.Location `eval:"-"`
			Empty struct{}
		}], "eval: struct.Zone: " + hidden + "\neval: struct.Zones: " + hidden},
		{"no field at all", eval.SpecOf[struct{}], `eval: struct: the struct has no field that encoding/json writes`},
		{"a function", eval.SpecOf[func()], `eval: func: encoding/json cannot write a func`},
		{"a pointer to itself", eval.SpecOf[pointer], `eval: pointer: encoding/json cannot write a ptr`},
		{"very many fields", eval.SpecOf[deepA], ``},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			_, err := tt.of()
			if tt.err != "" {
				assert.EqualError(t, err, tt.err)
				return
			}
			assert.ErrorContains(t, err, "the type has more than 10000 fields")
		})
	}
}

func TestSpecOfTypesThatContainThemselvesWithARule(t *testing.T) {
	assert.Equal(t, []eval.Field{
		{Path: "Name"},
		{Path: "Parent", Match: compare.Ignore{}},
		{Path: "Children", Match: compare.Exact{}},
		{Path: "Root", Match: compare.Auto{}},
	}, fieldsOf[tree](t))
}
