package evaltest

import (
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/spelling"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// LineItems compares two arrays of line items: got and want are arrays, given as
// in [FieldAccuracy]. It fails t unless every field of every item is right, and
// returns the result: Alignments[0] has the pairs of items, Table has the counts
// of each field as "items[].amount", and the score is the macro F1 over the
// fields (see [eval.MacroF1]). It does not record.
//
// Without list.Fields, the eval tags of the items' type say how its fields are compared.
//
// A got that is not an array is a bad answer; a want that is not an array fails t at once.
func LineItems(t TB, got, want any, list eval.List) eval.Result {
	t.Helper()
	if len(list.Fields) == 0 {
		r, err := cases.RulesFor(got, want)
		if err == nil {
			err = errors.Join(cases.Hidden(got), cases.Hidden(want))
		}
		if err == nil && r != nil {
			list.Fields, err = r.Items(want)
		}
		if err != nil {
			t.Fatalf("evaltest: LineItems: %s", plain(err))
			return eval.Result{}
		}
	}
	result := single(t, "LineItems", got, want, eval.Spec{Fields: []eval.Field{{Path: "items", List: &list}}, Aggregation: eval.MacroF1})
	truth, _ := document.Of(want) // single has reported the error
	for _, wrong := range spelling.Mistyped([]eval.Field{{List: &list}}, spelling.SideOf(got, result.Answer.Member("items")), spelling.SideOf(want, truth), false) {
		missed(t, "evaltest: LineItems: "+terminal.Brief(wrong, terminal.TextRunes))
	}
	return result
}

// IoU compares two boxes or polygons in the format of box. The score is their intersection over union, in [0,1]. IoU
// fails t unless the score reaches box.Threshold, and returns the result; Fields[0].Details has iou, intersection and
// union. It does not record.
func IoU(t TB, got, want any, box compare.Box) eval.Result {
	t.Helper()
	return single(t, "IoU", got, want, eval.Spec{Fields: []eval.Field{{Path: "box", Match: box}}})
}

// Distance compares two points. It fails t unless their distance is at most
// point.Max, and returns the result; Fields[0].Details has distance, metric
// and threshold. It does not record.
func Distance(t TB, got, want any, point compare.Point) eval.Result {
	t.Helper()
	return single(t, "Distance", got, want, eval.Spec{Fields: []eval.Field{{Path: "point", Match: point}}})
}

// single compares two values that are not documents, as documents whose only field is the
// spec's. It belongs to no data set.
func single(t TB, name string, got, want any, spec eval.Spec) eval.Result {
	t.Helper()
	field := spec.Fields[0].Path
	e, err := spec.Compile()
	if err != nil {
		t.Fatalf("evaltest: %s: %s", name, plain(err))
		return eval.Result{}
	}
	truth, err := member(field, want)
	if err != nil {
		t.Fatalf("evaltest: %s: want: %s", name, plain(err))
		return eval.Result{}
	}
	answer, unreadable := member(field, got)
	if unreadable == nil {
		got = answer
	}
	result, err := e.Evaluate(contextOf(t), got, truth)
	if err != nil {
		t.Fatalf("evaltest: %s: %s", name, plain(err))
		return result
	}
	if result.Verdict != eval.Pass {
		record := report.NewCase(report.Observation{Result: &result}, report.CaseOptions{})
		if !gotest.Benchmarks(t) {
			gotest.Print(t, terminal.Misses(&record, &result, report.CaseOptions{}))
		}
		missed(t, fmt.Sprintf("evaltest: %s: %s", name, terminal.Visible(terminal.DescribeCase(&result, &record))))
	}
	return result
}

// member returns a document with a value as its only member, the missing Value
// when it cannot be read.
func member(name string, value any) (document.Value, error) {
	v, err := document.Of(value)
	if err != nil || !v.Exists() {
		return document.Value{}, err
	}
	return document.Parse([]byte(`{"` + name + `":` + v.RawText() + `}`))
}

// contextOf returns the context of a test, or the background context if it has none.
func contextOf(t TB) context.Context {
	if c, ok := t.(interface{ Context() context.Context }); ok {
		return c.Context()
	}
	return context.Background()
}
