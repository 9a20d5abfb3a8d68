package evaltest

import (
	"context"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// itemsPath is where LineItems puts its arrays, and so the name of the list in
// its result: "items[].amount".
const itemsPath = "items"

// LineItems compares two arrays of line items: got and want are arrays, given as
// in [FieldAccuracy]. It fails t unless every field of every item is right, and
// returns what was found: Alignments[0] says which items were paired, Table has
// the counts of each field as "items[].amount", and the score is the macro F1
// over the fields (see [eval.MacroF1]). It records nothing.
//
// A got that is no array is a bad answer; a want that is none ends t.
func LineItems(t TB, got, want any, list eval.List) eval.Result {
	t.Helper()
	truth, err := wrap(want)
	if err != nil {
		t.Fatalf("evaltest: LineItems: want: %v", err)
		return eval.Result{}
	}
	answer, err := wrap(got)
	if err != nil {
		answer = document.Value{} // unreadable: nothing was found
	}
	return check(t, "LineItems", answer, truth, eval.Spec{
		Fields:      []eval.Field{{Path: itemsPath, List: &list}},
		Aggregation: eval.MacroF1,
	})
}

// wrap makes an array the value of a member, since a list has a path.
func wrap(array any) (document.Value, error) {
	v, err := document.Of(array)
	if err != nil {
		return document.Value{}, err
	}
	return document.Parse([]byte(`{"` + itemsPath + `":` + v.RawText() + `}`))
}

// check evaluates one assertion that belongs to no data set.
func check(t TB, name string, got, want any, spec eval.Spec) eval.Result {
	t.Helper()
	e, err := spec.Compile()
	if err != nil {
		t.Fatalf("evaltest: %s: %v", name, err)
		return eval.Result{}
	}
	ctx := context.Background()
	if c, ok := t.(interface{ Context() context.Context }); ok {
		ctx = c.Context()
	}
	result, err := e.Evaluate(ctx, got, want)
	if err != nil {
		t.Fatalf("evaltest: %s: %v", name, err)
		return result
	}
	if result.Verdict != eval.Pass {
		output(t, missTable(result, Config{}))
		most := Config{}.maxExamples()
		misses := result.Misses[:min(most, len(result.Misses))]
		t.Errorf("evaltest: %s: %s", name, report.Visible(describe(result, misses, len(result.Misses)-len(misses))))
	}
	return result
}
