package evaltest

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/metrics/eval"
)

// nearly has a name that has to be exact but for one letter in a hundred, and a page that
// says nothing. Without its tags the name would do, and the page would not.
type nearly struct {
	Name string `json:"name" eval:"fuzzy,threshold=0.99"`
	Page int    `json:"page" eval:"-"`
}

type otherTags struct {
	Name string `json:"name" eval:"fuzzy,threshold=0.5"`
}

type lostTags struct {
	Name string `json:"name" evaltest:"fuzzy,threshold=0.5"`
}

type noTags struct {
	Name string `json:"name"`
}

const (
	mullerName  = "Muller & Sons Limited Co"
	muellerName = "Mueller & Sons Limited Co" // 0.96 of the other
)

func TestEvalTagsAreReadByEveryAssertion(t *testing.T) {
	unreadTag := reflect.Zero(reflect.StructOf([]reflect.StructField{{Name: "Name", Type: reflect.TypeFor[string](), Tag: `json:"name" eval: "fuzzy,threshold=0.5"`}})).Interface()
	for _, tt := range []struct {
		name      string
		got, want any
		told      string // "" for a pass
	}{
		{"the tags decide", nearly{muellerName, 1}, nearly{mullerName, 2}, `ERROR evaltest: data set "TestX", case "TestX": 0/1 fields matched, score 0.000 (fail): name`},
		{"and let pass", nearly{mullerName, 1}, nearly{mullerName, 2}, ``},
		{"pointers", &nearly{muellerName, 1}, &nearly{mullerName, 2}, `ERROR evaltest: data set "TestX", case "TestX": 0/1 fields matched, score 0.000 (fail): name`},
		{"a pointer and a struct", &nearly{mullerName, 1}, nearly{mullerName, 2}, ``},
		{"slices", []nearly{{mullerName, 1}}, []*nearly{{mullerName, 2}}, ``},
		{"slices that differ", []nearly{{muellerName, 1}}, []nearly{{mullerName, 2}}, `ERROR evaltest: data set "TestX", case "TestX": 0/1 fields matched, score 0.000 (fail): [0].name`},
		{"a truth of JSON", nearly{mullerName, 1}, `{"name":"Muller & Sons Limited Co","page":2}`, ``},
		{"an answer of JSON", `{"name":"Mueller & Sons Limited Co","page":1}`, nearly{mullerName, 2}, `ERROR evaltest: data set "TestX", case "TestX": 0/1 fields matched, score 0.000 (fail): name`},
		{"a slip in the truth", nearly{}, `{"nam":"x"}`, `FATAL evaltest: TestX: want does not fit evaltest.nearly: nam: unknown key; did you mean "name" (field Name of evaltest.nearly)? Correct the truth, or the json tag`},
		{"two types that differ", nearly{}, otherTags{}, `FATAL evaltest: TestX: got is of type evaltest.nearly and want of evaltest.otherTags, and their eval tags differ: say in Spec which count, by evaltest.SpecOf`},
		{"where no tag is read", [][]nearly{{{}}}, [][]nearly{{{}}}, `FATAL evaltest: TestX: nearly: [][]evaltest.nearly has eval tags, which nothing reads there; compare it as a whole, by eval:"auto", or make it a struct without a MarshalJSON or MarshalText method`},
		{"tags with a misspelt key alone", lostTags{mullerName}, lostTags{mullerName}, `FATAL evaltest: TestX: lostTags.Name: unknown key evaltest in the struct tag; did you mean eval?`},
		{"a tag that cannot be read", unreadTag, unreadTag, `FATAL evaltest: TestX: struct.Name: the struct tag cannot be read from eval: "fuzzy,threshold=0.5" on; write key:"value" pairs separated by spaces, without a space after a colon`},
		{"no tags", noTags{muellerName}, noTags{mullerName}, ``},
		{"no type", `{"name":"a"}`, `{"name":"a"}`, ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMain(t)
			f := &fake{name: "TestX"}
			told := f.run(func() { FieldAccuracy(f, tt.got, tt.want, Config{}) })
			assert.Equal(t, tt.told, told)

			// A collector does the same.
			withMain(t)
			f = &fake{name: "TestX"}
			told = f.run(func() {
				c := Collect(f, Config{Dataset: "TestX"})
				c.FieldAccuracy(f, tt.got, tt.want)
			})
			assert.Equal(t, tt.told, told)
		})
	}
	t.Run("a Spec decides", func(t *testing.T) {
		withMain(t)
		f := &fake{name: "TestX"}
		assert.Empty(t, f.run(func() {
			FieldAccuracy(f, nearly{muellerName, 1}, nearly{mullerName, 1}, Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "page"}}}})
		}))
	})
}

func TestASecondTypeHasADataSetOfItsOwn(t *testing.T) {
	withMain(t)
	f := &fake{name: "TestX/row"}
	told := f.run(func() {
		for range 2 {
			FieldAccuracy(f, nearly{Name: "a"}, nearly{Name: "a"}, Config{})
			FieldAccuracy(f, otherTags{"a"}, otherTags{"a"}, Config{})
			FieldAccuracy(f, []*otherTags{{"a"}}, []*otherTags{{"a"}}, Config{})
			FieldAccuracy(f, noTags{"a"}, `{"name":"a"}`, Config{})
		}
		FieldAccuracy(f, &nearly{Name: "a"}, nearly{Name: "a"}, Config{})
	})
	assert.Empty(t, told)
	var got []string
	for _, d := range process.takeSets() {
		summary, err := d.finish()
		require.NoError(t, err)
		got = append(got, fmt.Sprint(d.name, " ", summary.Cases().Total()))
	}
	assert.Equal(t, []string{"TestX 3", "TestX (otherTags) 2", "TestX ([]otherTags) 2", "TestX (noTags) 2"}, got)

	f = &fake{name: "TestX"}
	told = f.run(func() {
		FieldAccuracy(f, nearly{}, nearly{}, Config{Dataset: "set"})
		FieldAccuracy(f, otherTags{}, otherTags{}, Config{Dataset: "set"})
	})
	assert.Equal(t, `FATAL evaltest: TestX: data set "set" has another Spec already; one data set has one: give this one another Dataset name`, told)
}

// The first row gives the data set its spec. A row whose tags would be ignored is an error.
func TestRowsOfOneTable(t *testing.T) {
	const refused = `FATAL evaltest: TestX: data set "set": nothing would read the eval tags of evaltest.%s: give it a Spec, by evaltest.SpecOf, or the values of each type a data set of their own`
	for _, tt := range []struct {
		name  string
		spec  eval.Spec
		first any
		then  any
		want  string
	}{
		{"the same", eval.Spec{}, nearly{Name: "a"}, &nearly{Name: "a"}, ""},
		{"JSON after it", eval.Spec{}, nearly{Name: "a"}, `{"name":"a"}`, ""},
		{"another", eval.Spec{}, nearly{Name: "a"}, otherTags{"a"}, fmt.Sprintf(refused, "otherTags")},
		{"tags after none", eval.Spec{}, noTags{"a"}, nearly{Name: "a"}, fmt.Sprintf(refused, "nearly")},
		{"none after none", eval.Spec{}, noTags{"a"}, `{"name":"a"}`, ""},
		{"a Spec", eval.Spec{Fields: []eval.Field{{Path: "name"}}}, nearly{Name: "a"}, otherTags{"a"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := withMain(t)
			f := &fake{name: "TestX"}
			told := f.run(func() {
				c := Collect(f, Config{Dataset: "set", Spec: tt.spec})
				c.FieldAccuracy(f, tt.first, tt.first)
				c.FieldAccuracy(f, tt.then, tt.then)
			})
			assert.Equal(t, tt.want, told)
			n := 2
			if tt.want != "" {
				n = 1
			}
			assert.Len(t, caseRecords(t, dir), n)
		})
	}
}

func TestEvalTagsAreReadBySuites(t *testing.T) {
	const one, list = `{"name":"Mueller & Sons Limited Co","page":1}`, `[{"name":"Mueller & Sons Limited Co","page":1}]`
	pointers := Suite[string, *nearly]{Extract: func(context.Context, string) (*nearly, error) { return &nearly{muellerName, 1}, nil }}
	slices := Suite[string, []nearly]{Extract: func(context.Context, string) ([]nearly, error) { return []nearly{{muellerName, 1}}, nil }}
	texts := Suite[string, string]{Extract: echo}
	anything := Suite[string, any]{Extract: func(context.Context, string) (any, error) { return nearly{muellerName, 1}, nil }}
	for _, tt := range []struct {
		name string
		run  func(want any) func(*testing.T)
		want any
		told string
	}{
		{"a pointer", func(want any) func(*testing.T) {
			pointers.Cases = []Case[string]{{ID: "a", Want: want}}
			return pointers.Run
		}, nearly{mullerName, 2}, "0/1 fields matched, score 0.000 (fail): name"},
		{"a slice", func(want any) func(*testing.T) {
			slices.Cases = []Case[string]{{ID: "a", Want: want}}
			return slices.Run
		}, []nearly{{mullerName, 2}}, "0/1 fields matched, score 0.000 (fail): [0].name"},
		{"a truth alone", func(want any) func(*testing.T) {
			texts.Cases = []Case[string]{{ID: "a", Input: one, Want: want}}
			return texts.Run
		}, nearly{mullerName, 2}, "0/1 fields matched, score 0.000 (fail): name"},
		{"another truth", func(want any) func(*testing.T) {
			slices.Cases = []Case[string]{{ID: "a", Want: want}}
			return slices.Run
		}, []otherTags{{mullerName}}, `case 1: id "a": want: nothing would read the eval tags of []evaltest.otherTags: give the suite a Spec, by evaltest.SpecOf`},
		{"a slip in a truth", func(want any) func(*testing.T) {
			slices.Cases = []Case[string]{{ID: "a", Want: want}}
			return slices.Run
		}, `[{"nam":"x"}]`, `case 1: id "a": want: [0].nam: unknown key; did you mean "name" (field Name of evaltest.nearly)? Correct the truth, or the json tag`},
		{"an answer of any type", func(want any) func(*testing.T) {
			anything.Cases = []Case[string]{{ID: "a", Want: want}}
			return anything.Run
		}, one, `nothing would read the eval tags of evaltest.nearly: give it a Spec, by evaltest.SpecOf`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMain(t)
			ok, printed := inner(t, "TestX", tt.run(tt.want))
			assert.False(t, ok)
			assert.Contains(t, printed, tt.told)
		})
	}
	withMain(t)
	slices.Cases = []Case[string]{{ID: "a", Want: []nearly{{muellerName, 2}}}, {ID: "b", Want: list}}
	ok, printed := inner(t, "TestX", slices.Run)
	assert.True(t, ok, printed)
}

func TestEvalTagsAreReadByLineItems(t *testing.T) {
	f := &fake{name: "TestX"}
	told := f.run(func() { LineItems(f, []nearly{{muellerName, 1}}, []nearly{{mullerName, 2}}, eval.List{}) })
	assert.Equal(t, "ERROR evaltest: LineItems: 0/1 fields matched, score 0.000 (fail): items[0].name", told)
	f = &fake{name: "TestX"}
	assert.Empty(t, f.run(func() { LineItems(f, []nearly{{mullerName, 1}}, []nearly{{mullerName, 2}}, eval.List{}) }))
	f = &fake{name: "TestX"}
	told = f.run(func() { LineItems(f, []nearly{{}}, `[{"nam":"x"}]`, eval.List{}) })
	assert.Equal(t, `FATAL evaltest: LineItems: [0].nam: unknown key; did you mean "name" (field Name of evaltest.nearly)? Correct the truth, or the json tag`, told)
	f = &fake{name: "TestX"}
	told = f.run(func() { LineItems(f, nearly{}, nearly{}, eval.List{}) })
	assert.Equal(t, `FATAL evaltest: LineItems: evaltest.nearly is not a list of structs: nothing would read its eval tags`, told)
}

// A type that only the value shows has tags that no spec of the field's type has read.
func TestTagsBehindAnInterfaceAreIgnored(t *testing.T) {
	type envelope struct {
		Kind string `json:"kind"`
		Body any    `json:"body"`
	}
	type own struct {
		Body any `json:"body" eval:"fuzzy,threshold=0.5"`
	}
	type tagged struct {
		Kind string `json:"kind" eval:"exact"`
		Body any    `json:"body"`
	}
	type hidden struct {
		Body any `json:"-"`
	}
	type cycle struct {
		Next *cycle
		Body any
	}
	endless := &cycle{}
	endless.Next = endless
	n := nearly{mullerName, 1}
	for _, tt := range []struct {
		name   string
		got    any
		where  string // "" when it is read, or nobody has to
		config Config
	}{
		{"a field", envelope{Body: n}, "evaltest.envelope.Body", Config{}},
		{"a pointer in a field", &envelope{Body: &n}, "*evaltest.envelope.Body", Config{}},
		{"an item of a list", envelope{Body: []any{1, n}}, "evaltest.envelope.Body[1]", Config{}},
		{"a slice of it", envelope{Body: []nearly{n}}, "evaltest.envelope.Body", Config{}},
		{"a map", map[string]any{"secret": n}, "map[string]interface {}[…]", Config{}},
		{"beside tags", tagged{Body: n}, "evaltest.tagged.Body", Config{}},
		{"beside tags that a Spec has", tagged{Body: n}, "evaltest.tagged.Body", Config{Spec: SpecOf[tagged](t)}},
		{"without tags", envelope{Body: struct{ A int }{1}}, "", Config{}},
		{"JSON", envelope{Body: map[string]any{"a": []any{1.5, "x", nil}}}, "", Config{}},
		{"a Spec", envelope{Body: n}, "", Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "kind"}}}}},
		{"a tag of the field", own{Body: n}, "", Config{}},
		{"no field of JSON", hidden{Body: n}, "", Config{}},
		{"itself", n, "", Config{}},
	} {
		f := &fake{name: "TestX"}
		told := f.run(func() { Collect(f, tt.config).FieldAccuracy(f, tt.got, tt.got) })
		if tt.where == "" {
			assert.NotContains(t, told, "nothing would read", tt.name)
			continue
		}
		assert.Regexp(t, `^FATAL evaltest: TestX: data set "TestX": nothing would read the eval tags of [*\[\]]*evaltest\.nearly, which `+regexp.QuoteMeta(tt.where)+
			` holds and which its type does not name: give it that type, or say in an eval tag there, or in a Spec, how it is compared`, told, tt.name)
	}
	assert.NoError(t, cases.Hidden(endless), "an end without an end")
	f := &fake{name: "TestX"}
	told := f.run(func() { LineItems(f, []any{n}, []any{n}, eval.List{}) })
	assert.Contains(t, told, "nothing would read the eval tags of evaltest.nearly")

	withMain(t)
	ok, printed := inner(t, "TestX", Suite[string, envelope]{
		Extract: func(context.Context, string) (envelope, error) { return envelope{Body: n}, nil },
		Cases:   []Case[string]{{ID: "a", Want: `{"kind":"","body":null}`}},
	}.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, "nothing would read the eval tags of evaltest.nearly, which evaltest.envelope.Body holds")
}
