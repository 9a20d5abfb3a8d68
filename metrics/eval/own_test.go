package eval_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// grader is a comparator of a user's that asks a model.
type grader struct{ told *[][][2]string }

func (g grader) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Comparison{Match: true, Score: 0.9, Similarity: 0.9}, nil
}

func (g grader) Question(got, want document.Value) (model string, texts [2]string, ok bool) {
	return "grades", [2]string{got.Text(), want.Text()}, got.Text() != want.Text()
}

func (g grader) AskAhead(_ context.Context, pairs [][2]string) { *g.told = append(*g.told, pairs) }

// either is a user's comparator that judges by another one. Its truths list the right values, or
// name the comparator's own date.
type either struct{ by compare.Comparator }

func (e either) Compare(ctx context.Context, got, want document.Value) (best compare.Comparison, err error) {
	for _, accepted := range e.Accepted(want) {
		if accepted.Empty() {
			continue
		}
		if best, err = e.by.Compare(ctx, got, accepted); best.Match || err != nil {
			return best, err
		}
	}
	return best, nil
}

func (e either) Accepted(want document.Value) (all []document.Value) {
	for _, item := range want.Items() {
		all = append(all, item)
	}
	return all
}

func (e either) Unwrap() compare.Comparator                       { return e.by }
func (e either) Wrap(other compare.Comparator) compare.Comparator { return either{other} }
func (e either) Pairing() compare.Pairing                         { return max(compare.PairByMatch, compare.PairingOf(e.by)) }

// area is a comparator of a user's whose page stands beside it.
type area struct{ compare.Comparator }

func (area) Page() (path, key string) { return "page", "area" }

func TestComparatorOfYourOwnIsToldAhead(t *testing.T) {
	var told [][][2]string
	c := grader{&told}
	e, err := eval.Spec{Fields: []eval.Field{{Path: "a", Match: c}, {Path: "b", Match: either{compare.Exact{}}}, {Path: "c", Match: c}, {Path: "same", Match: c}}}.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), `{"a":"car","b":"x","c":"boat","same":"s"}`, `{"a":"auto","b":["x"],"c":"ship","same":"s"}`)
	require.NoError(t, err)
	assert.Equal(t, [][][2]string{{{"car", "auto"}, {"boat", "ship"}}}, told)
	assert.Equal(t, []string{"a", "b", "c", "same"}, r.Hits)
}

func TestAlternativesOfYourOwn(t *testing.T) {
	spec := eval.Spec{
		Fields:     []eval.Field{{Path: "a", Match: either{compare.Exact{}}}, {Path: "day", Match: either{compare.Date{}}}},
		DateOrders: map[string]string{"day": "dmy"},
		Invariants: []eval.Invariant{{Name: "found", InSource: true}},
	}
	e, err := spec.Compile()
	require.NoError(t, err)
	r, err := e.EvaluateDocument(t.Context(), eval.Document{
		Got: `{"day":"2024-04-03"}`, Want: `{"a":["one",null],"day":["03/04/2024"]}`, Text: "03.04.2024",
	})
	require.NoError(t, err)
	assert.Equal(t, metrics.CorrectAbsence, r.Fields[0].Outcome, "null is among the values")
	assert.Equal(t, metrics.Match, r.Fields[1].Outcome, "the order of the data set reaches the date inside")
	order, stated := compare.DateOrder(compare.InOrder(either{compare.Date{}}, "dmy"))
	assert.Equal(t, "dmy", order)
	assert.False(t, stated)

	check, err := preflight.New(e, preflight.Options{})
	require.NoError(t, err)
	truth := parse(t, `{"a":["one",null],"day":["03/04/2024"]}`)
	require.NoError(t, check.Add("1", truth), "the first accepted value is a right answer")
	assert.Empty(t, check.Broken(truth))
}

func TestPageOfYourOwn(t *testing.T) {
	same := compare.Func{Name: "same", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
		return compare.Comparison{Match: got.RawText() == want.RawText(), Note: got.RawText()}, nil
	}}
	e, err := eval.Spec{Strict: true, Fields: []eval.Field{{Path: "place", Match: area{same}}}}.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), `{"place":[1,2],"page":3}`, `{"place":[1,2],"page":3}`)
	require.NoError(t, err)
	require.Len(t, r.Fields, 1, "the page is not invented")
	assert.Equal(t, `{"area":[1,2],"page":3}`, r.Fields[0].Note)
	assert.Empty(t, r.Warnings)
}
