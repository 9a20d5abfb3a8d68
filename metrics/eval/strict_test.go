package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestStrict(t *testing.T) {
	spec := fields(eval.Field{Path: "a"}, eval.Field{Path: "v.name"})
	got := `{"a":1,"v":{"name":"n","iban":"x"},"extra":[1,2,null],"known":2,"e":null,"known":3}`
	want := `{"a":1,"v":{"name":"n"},"known":1}`
	loose := evaluate(t, spec, got, want)
	assert.Equal(t, metrics.Counts{Match: 2}, loose.Table.Total())
	assert.Equal(t, []string{`the truth has "known", which no field of the spec compares`}, loose.Warnings)

	spec.Strict = true
	r := evaluate(t, spec, got, want)
	assert.Equal(t, metrics.Counts{Match: 2, Invented: 3}, r.Table.Total())
	assert.Equal(t, []string{"v.iban (unexpected key)", "extra (unexpected key)"}, missTexts(r))
	assert.Equal(t, 0.5, r.Score, "an array is one field")
	counts, _ := r.Table.Counts(metrics.InventedAttribute)
	assert.Equal(t, metrics.Counts{Invented: 3}, counts)
}

// A key that some place of the truth has is not invented, wherever the spec looks for the list.
func TestStrictKnowsTheKeysOfTheTruthByTheirAttributes(t *testing.T) {
	spec := fields(eval.Field{Path: "pages[0].lines", List: &eval.List{Fields: []eval.Field{{Path: "sku"}}}})
	spec.Strict = true
	r := evaluate(t, spec,
		`{"pages":[{"lines":[{"sku":"A","note":"x","by":{"name":"y","mail":"z"}}]}]}`,
		`{"pages":[{"lines":[{"sku":"A","note":"x","by":{"name":"y"}}]}]}`)
	assert.Equal(t, []string{"pages[0].lines[0].by.mail (unexpected key)"}, missTexts(r))
}

func TestScalarWhereTheTruthHasAnObject(t *testing.T) {
	spec := fields(eval.Field{Path: "vendor.name"}, eval.Field{Path: "vendor.city"})
	r := evaluate(t, spec, `{"vendor":"Acme"}`, `{"vendor":{"name":"Acme","city":"Rome"}}`)
	assert.Equal(t, metrics.Counts{Missing: 2, Invented: 1}, r.Table.Total())
	assert.Equal(t, []string{"vendor.name (required, missing)", "vendor.city (required, missing)", "vendor (type mismatch)"}, missTexts(r))
	assert.Equal(t, metrics.Counts{CorrectAbsence: 2}, evaluate(t, spec, `{"vendor":"Acme"}`, `{"vendor":"Acme"}`).Table.Total())
}
