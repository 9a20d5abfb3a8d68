package eval_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

// brief writes a table as "a 1T 2N 3W 4M 5H 6I" lines: matches, correct
// absences, wrong, missing, hallucinated and invented leaves.
func brief(t metrics.Table) []string {
	var rows []string
	for _, r := range t.Attributes {
		row := r.Attribute
		c := r.Counts
		for i, n := range []int{c.Match, c.CorrectAbsence, c.Wrong, c.Missing, c.Hallucinated, c.Invented} {
			if n > 0 {
				row += fmt.Sprintf(" %d%c", n, "TNWMHI"[i])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func TestWithoutFields(t *testing.T) {
	skip := eval.Spec{Unlabelled: eval.UnlabelledSkip}
	for _, tt := range []struct {
		name      string
		spec      eval.Spec
		got, want string
		rows      []string
		score     float64
	}{
		{"objects descend, in the order of the truth", eval.Spec{}, `{"c":1,"b":{"y":"ACME","x":2}}`, `{"b":{"x":2,"y":"acme"},"c":3}`, []string{"b.x 1T", "b.y 1T", "c 1W"}, 2.0 / 3},
		{"a key with dots", eval.Spec{}, `{"a.b":{"":1}}`, `{"a.b":{"":1}}`, []string{`["a.b"][""] 1T`}, 1},
		{"a key that only got has", eval.Spec{}, `{"a":1,"x":{"y":2,"z":null}}`, `{"a":1}`, []string{"a 1T", "(invented) 1I"}, 0.5},
		{"a key without a value in the truth", eval.Spec{}, `{"a":1,"b":2}`, `{"a":null,"b":""}`, []string{"a 1H", "b 1H"}, 0},
		{"a key without a value in got", eval.Spec{}, `{"b":null}`, `{"a":null}`, []string{"a 1N"}, 1},
		{"keys that are named like what is not a key", eval.Spec{}, `{"(invented)":1,"(document)":2,"l[].a":3,"x":4}`, `{"(invented)":1,"(document)":3,"l[].a":3}`,
			[]string{`["(invented)"] 1T`, `["(document)"] 1W`, `["l[].a"] 1T`, "(invented) 1I"}, 0.5},
		{"partly labelled", skip, `{"a":1,"x":2}`, `{"a":1}`, []string{"a 1T"}, 1},
		{"scalars are a set", eval.Spec{}, `{"t":["b","a"]}`, `{"t":["a","c"]}`, []string{"t[] 1T 1M 1I"}, 1.0 / 3},
		{"objects are a list by description", eval.Spec{}, `{"l":[{"description":"Toner","q":1},{"description":"paper","q":2}]}`, `{"l":[{"description":"Paper","q":2},{"description":"toner","q":3}]}`,
			[]string{"l[] 2T", "l[].description 2T", "l[].q 1T 1W"}, 0.75},
		{"objects are a list by everything", eval.Spec{}, `{"l":[{"b":2,"a":1},{"a":3,"b":4}]}`, `{"l":[{"a":3,"b":4},{"a":1,"b":2}]}`, []string{"l[] 2T", "l[].a 2T", "l[].b 2T"}, 1},
		{"items have what any of them has", eval.Spec{}, `{"l":[{"description":"a","b":1}]}`, `{"l":[{"description":"a"},{"description":"b","c":{"d":1}}]}`,
			[]string{"l[] 1T 1M", "l[].c.d 1N 1M", "l[].description 1T 1M", "(invented) 1I"}, 1.0 / 4},
		{"lists in lists", eval.Spec{}, `{"l":[{"description":"a","m":[{"description":"x","v":1}]}]}`, `{"l":[{"description":"a","m":[{"description":"x","v":1},{"description":"y","v":2}]}]}`,
			[]string{"l[] 1T", "l[].description 1T", "l[].m[] 1T 1M", "l[].m[].description 1T 1M", "l[].m[].v 1T 1M"}, 3.0 / 5},
		{"a mixed array is one value", eval.Spec{}, `{"a":[1,{"b":2}]}`, `{"a":[1,{"b":2.0}]}`, []string{"a 1T"}, 1},
		{"an array where the truth has none", eval.Spec{}, `{"a":[{"b":1},{"b":2}],"t":["x","y"]}`, `{"a":[],"t":null}`, []string{"a[] 2I", "t[] 2I", "(invented) 2I"}, 0},
		{"numbers where the truth has none", eval.Spec{}, `{"t":[1,2]}`, `{"t":null}`, []string{"t 1H"}, 0},
		{"coordinates are compared in order", eval.Spec{}, `{"bbox":[10,0,20,5]}`, `{"bbox":[0,5,10,20]}`, []string{"bbox 1W"}, 0},
		{"nested numbers are one value", eval.Spec{}, `{"p":[[0,0],[1,0.0]]}`, `{"p":[[0,0],[1,0]]}`, []string{"p 1T"}, 1},
		{"no items on either side", eval.Spec{}, `{"a":null,"b":[],"c":[]}`, `{"a":[],"b":null,"c":[]}`, []string{"a 1N", "b 1N", "c 1N"}, 1},
		{"no items but blank ones", eval.Spec{}, `{"a":[""],"b":[null," "],"c":[]}`, `{"a":[],"b":null,"c":[null]}`, []string{"a 1N", "b 1N", "c 1N"}, 1},
		{"a scalar where the truth has an object", eval.Spec{}, `{"v":"x"}`, `{"v":{"a":1,"b":null,"c":"y"}}`, []string{"v.a 1M", "v.b 1N", "v.c 1M", "(invented) 1I"}, 0.25},
		{"an object where the truth has a scalar", eval.Spec{}, `{"v":{"a":1}}`, `{"v":"x"}`, []string{"v 1W"}, 0},
		{"an array at the top", eval.Spec{}, `[{"a":2},{"a":1}]`, `[{"a":1},{"a":3}]`, []string{"[] 1T 1M 1I", "[].a 1T 1M 1I"}, 1.0 / 3},
		{"a scalar at the top", eval.Spec{}, `1`, `1.0`, []string{"(document) 1T"}, 1},
		{"an empty truth", eval.Spec{}, `{"a":1}`, `null`, []string{"(invented) 1I"}, 0},
		{"an empty truth of an array", eval.Spec{}, `[{"a":1}]`, `null`, []string{"[] 1I", "(invented) 1I"}, 0},
		{"nothing from nothing", eval.Spec{}, `{}`, `{"a":{}}`, []string{"(document) 1N"}, 1},
		{"an empty answer", eval.Spec{}, ``, `{"a":1,"b":null}`, []string{"a 1M", "b 1N"}, 0.5},
		{"a list that has no fields", fields(eval.Field{Path: "x"}, eval.Field{Path: "l", List: &eval.List{By: []string{"k"}}}), `{"x":1,"l":[{"k":1,"v":2,"w":3}]}`, `{"x":1,"l":[{"k":1,"v":3}]}`,
			[]string{"x 1T", "l[] 1T", "l[].k 1T", "l[].v 1W", "(invented) 1I"}, (1 + 1.0/3) / 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, tt.spec, tt.got, tt.want)
			assert.Equal(t, tt.rows, brief(r.Table), strings.Join(missTexts(r), "\n"))
			assert.InDelta(t, tt.score, r.Score, 1e-12)
		})
	}
}

// Texts that an extractor gives as objects are one warning, whatever their number.
func TestDifferentStructureIsNamedOnce(t *testing.T) {
	texts, objects := `{"v":["a"`, `{"v":[{"text":"a"}`
	for range 500 {
		texts, objects = texts+`,"b"`, objects+`,{"text":"b"}`
	}
	texts, objects = texts+`],"w":"x","l":[{"n":"p"},{"n":"q"}]}`, objects+`],"w":{"text":"x"},"l":[{"n":{"text":"p"}},{"n":{"text":"q"}}]}`
	r := evaluate(t, eval.Spec{Unlabelled: eval.UnlabelledSkip}, objects, texts)
	assert.Equal(t, []string{
		`field "v": the truth has texts or numbers where got has objects, so no items can match`,
		`field "w": the truth has a string where got has an object`,
	}, r.Warnings)
	r = evaluate(t, eval.Spec{Fields: []eval.Field{{Path: "v"}}}, texts, objects)
	assert.Contains(t, r.Warnings, `field "v": the truth has objects where got has texts or numbers, so no items can match`)
	r = evaluate(t, eval.Spec{Fields: []eval.Field{{Path: "l", List: &eval.List{Assign: eval.InOrder}}}}, objects, texts)
	assert.Contains(t, r.Warnings, `field "l[].n": the truth has a string where got has an object`)
	assert.Empty(t, evaluate(t, eval.Spec{}, texts, texts).Warnings)
}

// JSON shows nothing of such a value, so that any two were equal.
func TestATruthOfWhichJSONShowsNothingIsAnError(t *testing.T) {
	type trip struct {
		Name string
		Zone *time.Location
	}
	want := trip{"a", time.UTC}
	for _, tt := range []struct {
		spec eval.Spec
		want any
		told string
	}{
		{eval.Spec{}, want, `eval: reading the truth: encoding/json writes {} for each time.Location that eval_test.trip holds, since its fields are not exported: give it a MarshalJSON or MarshalText method, or leave it out with json:"-"`},
		{eval.Spec{}, `{"Name":"a"}`, ""},
		{fields(eval.Field{Path: "Name"}), want, ""},
	} {
		e, err := tt.spec.Compile()
		require.NoError(t, err)
		if _, err = e.Evaluate(t.Context(), trip{"a", time.FixedZone("CET", 3600)}, tt.want); tt.told != "" {
			assert.EqualError(t, err, tt.told)
		} else {
			assert.NoError(t, err)
		}
	}
}
