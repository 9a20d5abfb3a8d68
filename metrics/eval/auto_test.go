package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Where nobody names a comparator, the type of a field, its entry in a file, a Field and
// the truth alone lead to the same counts.
func TestTheDefaultIsTheSameEverywhere(t *testing.T) {
	type line struct {
		Name string    `json:"name"`
		At   []float64 `json:"at"`
	}
	type doc struct {
		Name   string      `json:"name"`
		Total  float64     `json:"total"`
		Tags   []string    `json:"tags"`
		Pair   [2]string   `json:"pair"`
		BBox   []float64   `json:"bbox"`
		Flags  []bool      `json:"flags"`
		Shape  [][]float64 `json:"shape"`
		Any    any         `json:"any"`
		Lines  []line      `json:"lines"`
		Vacant []string    `json:"vacant"`
	}
	tagged, err := eval.SpecOf[doc]()
	require.NoError(t, err)
	const paths = `["name","total","tags","pair","bbox","flags","shape","any","lines","vacant"]`
	file, err := eval.ParseSpec([]byte(`{"fields":`+paths+`}`), nil)
	require.NoError(t, err)
	auto, err := eval.ParseSpec([]byte(`
fields:
- {path: name, match: auto}
- {path: total, match: auto}
- {path: tags, match: auto}
- {path: pair, match: auto}
- {path: bbox, match: auto}
- {path: flags, match: auto}
- {path: shape, match: auto}
- {path: any, match: auto}
- {path: lines, match: list, fields: [{path: at}, {path: name}]}
- {path: vacant, match: auto}
`), nil)
	require.NoError(t, err)
	const want = `{"name":"Acme Corp Ltd","total":5,"tags":["a","b"],"pair":["x","y"],"bbox":[0,5,10,20],"flags":[true,false],
		"shape":[[0,0],[1,1]],"any":["p","q"],"lines":[{"name":"Bolt M4","at":[1,2]},{"name":"Nut M6","at":[3,4]}],"vacant":[]}`
	const got = `{"name":"ACME corp. Ltd","total":5.0,"tags":["b","a"],"pair":["y","x"],"bbox":[10,0,20,5],"flags":[false,true],
		"shape":[[1,1],[0,0]],"any":["q","p"],"lines":[{"name":"nut m6","at":[4,3]},{"name":"bolt m4","at":[1,2.0]}],"vacant":null}`
	counts := []string{"name 1T", "total 1T", "tags[] 2T", "pair[] 2T", "bbox 1W", "flags 1W", "shape 1W", "any[] 2T",
		"lines[] 2T", "lines[].at 1T 1W", "lines[].name 2T", "vacant 1N"}
	for name, spec := range map[string]eval.Spec{"tags": tagged, "file": file, "auto": auto, "none": {}} {
		r := evaluate(t, spec, got, want)
		if name == "tags" { // a slice of texts is a set, with items or without
			assert.ElementsMatch(t, append(counts[:len(counts)-1:len(counts)-1], "vacant[] 1N"), brief(r.Table), name)
		} else {
			assert.ElementsMatch(t, counts, brief(r.Table), name)
		}
	}
}

func TestCoordinatesKeepTheirOrder(t *testing.T) {
	type word struct {
		BBox []float64 `json:"bbox"`
	}
	spec, err := eval.SpecOf[word]()
	require.NoError(t, err)
	r := evaluate(t, spec, word{[]float64{10, 0, 20, 5}}, word{[]float64{0, 5, 10, 20}})
	assert.Equal(t, eval.Fail, r.Verdict)
	assert.Equal(t, []string{"bbox"}, missTexts(r))
	assert.Equal(t, eval.Pass, evaluate(t, spec, word{[]float64{0, 5, 10, 20}}, word{[]float64{0, 5, 10, 20}}).Verdict)
}

// The options of a field stay when its array makes it a list or a set.
func TestOpenFieldsKeepTheirOptions(t *testing.T) {
	spec := fields(eval.Field{Path: "tags", Weight: 3, WantPath: "labels"}, eval.Field{Path: "n"}, eval.Field{Path: "rows", Unscored: true}, eval.Field{Path: "more", Optional: true})
	r := evaluate(t, spec, `{"tags":["b"],"n":1,"rows":[{"x":1}]}`, `{"labels":["b","a"],"n":1,"rows":[{"x":2}],"more":["z"]}`)
	assert.InDelta(t, (3*0.5+1)/4, r.Score, 1e-12)
	assert.Equal(t, []string{"tags[1] (missing)"}, missTexts(r))
	assert.Equal(t, compare.Comparator(nil), spec.Fields[0].Match, "the spec is left as it is")

	inner := fields(eval.Field{Path: "rows", List: &eval.List{By: []string{"id"}, Fields: []eval.Field{{Path: "id"}, {Path: "tags"}}}})
	r = evaluate(t, inner, `{"rows":[{"id":2,"tags":["y","x"]},{"id":1}]}`, `{"rows":[{"id":1,"tags":null},{"id":2,"tags":["x","y"]}]}`)
	assert.Equal(t, eval.Pass, r.Verdict)
	assert.ElementsMatch(t, []string{"rows[] 2T", "rows[].id 2T", "rows[].tags[] 2T 1N"}, brief(r.Table))
}

// A text that is not a character is not another one.
func TestLoneSurrogatesDiffer(t *testing.T) {
	for _, spec := range []eval.Spec{{}, fields(eval.Field{Path: "v", Match: compare.Exact{}}), fields(eval.Field{Path: "v", Match: compare.Fuzzy{Threshold: 1}})} {
		for _, pair := range [][2]string{{`\ud800`, `\udc00`}, {`\ud800`, `\ufffd`}, {`\ud800`, "\uFFFD"}, {`\ud83d\ude00`, `\ud83d`}} {
			r := evaluate(t, spec, `{"v":"a `+pair[0]+`"}`, `{"v":"a `+pair[1]+`"}`)
			if assert.NotEqual(t, eval.Pass, r.Verdict, "%q", pair) {
				continue
			}
		}
		assert.Equal(t, eval.Pass, evaluate(t, spec, `{"v":"a \ud800"}`, `{"v":"a \uD800"}`).Verdict)
		assert.Equal(t, eval.Pass, evaluate(t, spec, `{"v":"a \ud83d\ude00"}`, `{"v":"a 😀"}`).Verdict)
	}
}
