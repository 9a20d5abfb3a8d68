package eval_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

// counting counts how often it is asked, and ends a context at a given time.
type counting struct {
	asked, most int
	end         context.CancelFunc
}

func (c *counting) comparator() compare.Comparator {
	return compare.Func{Name: "counting", Judge: func(context.Context, document.Value, document.Value) (compare.Comparison, error) {
		if c.asked++; c.asked == c.most {
			c.end()
		}
		return compare.Comparison{}, nil
	}}
}

// Lists that would take for ever end with their context: soon after it, nothing more is asked.
func TestHostileListsEndWithTheirContext(t *testing.T) {
	const n = 1000
	var gots, wants []string
	for i := range n {
		gots, wants = append(gots, fmt.Sprintf(`{"v":"got %d"}`, i)), append(wants, fmt.Sprintf(`{"v":"want %d"}`, i))
	}
	list := func(items []string) string { return `{"rows":[` + strings.Join(items, ",") + `]}` }
	for _, tt := range []struct {
		name  string
		field func(compare.Comparator) eval.Field
		edit  *strings.Replacer
	}{
		{"a list", func(c compare.Comparator) eval.Field {
			return eval.Field{List: &eval.List{By: []string{"v"}, Fields: []eval.Field{{Path: "v", Match: c}}}}
		}, strings.NewReplacer()},
		{"a set", func(c compare.Comparator) eval.Field { return eval.Field{Set: &eval.Set{Match: c}} }, strings.NewReplacer(`{"v":`, "", "}", "")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, end := context.WithCancel(t.Context())
			defer end()
			c := &counting{most: 5000, end: end}
			f := tt.field(c.comparator())
			e, err := fields(f).Compile()
			require.NoError(t, err)
			got, want := tt.edit.Replace("["+strings.Join(gots, ",")+"]"), tt.edit.Replace("["+strings.Join(wants, ",")+"]")
			r, err := e.Evaluate(ctx, got, want)
			require.NoError(t, err)
			assert.Less(t, c.asked, 6000, "of a million pairs")
			assert.Contains(t, strings.Join(r.Warnings, "\n"), "the context ended while items were paired: context canceled")
			total := r.Table.Total()
			assert.Equal(t, n, total.Missing, "what was not compared is not lost")
			assert.Equal(t, n, total.Invented)
		})
	}
	t.Run("one_of", func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		c := &counting{most: 5000, end: end}
		e, err := fields(eval.Field{Path: "rows", Match: compare.OneOf{Each: c.comparator()}}).Compile()
		require.NoError(t, err)
		r, err := e.Evaluate(ctx, `{"rows":"x"}`, list(append(append(append(wants, wants...), append(wants, wants...)...), append(append(wants, wants...), wants...)...)))
		require.NoError(t, err)
		assert.Less(t, c.asked, 6000, "of 7,000 values")
		assert.Equal(t, 1, r.Table.Total().Errored)
	})
}

// endless is a context that ends when it has been asked a number of times.
type endless struct {
	context.Context
	asked, most int
}

func (c *endless) Err() error {
	if c.asked++; c.asked > c.most {
		return context.Canceled
	}
	return nil
}

// Wherever the context ends while items are paired, each of them is counted once, and a warning says so. With texts that
// are alike by their lengths only, the search for the best pairs takes longest.
func TestPairingEndsWhereverItsContextDoes(t *testing.T) {
	effort.OneGoroutine(t)
	n := effort.Size(45, 60)
	rows := func(longer int) string {
		var items []string
		for i := range n {
			items = append(items, fmt.Sprintf(`{"v":%q,"w":%d}`, strings.Repeat("a", i+1+longer), i%3))
		}
		return `[` + strings.Join(items, ",") + `]`
	}
	for _, assign := range []eval.Assign{eval.Greedy, eval.Optimal} {
		e, err := fields(eval.Field{List: &eval.List{By: []string{"v"}, Threshold: 0.01, Assign: assign, Fields: []eval.Field{
			{Path: "v"}, {Path: "w", Match: compare.Numeric{}},
		}}}).Compile()
		require.NoError(t, err)
		evaluate := func(most int) (eval.Result, *endless) {
			ctx := &endless{Context: t.Context(), most: most}
			r, err := e.Evaluate(ctx, rows(0), rows(n))
			require.NoError(t, err)
			return r, ctx
		}
		whole, ctx := evaluate(1 << 30)
		require.Empty(t, whole.Warnings)
		require.Greater(t, ctx.asked, 10)
		ended, searches := 0, 0
		for most := range ctx.asked {
			r, _ := evaluate(most)
			warnings := strings.Join(r.Warnings, "\n")
			if warnings == "" { // it ended later
				require.Equal(t, whole.Alignments[0].Pairs, r.Alignments[0].Pairs)
				continue
			}
			require.Contains(t, warnings, "the context ended while items were paired: context canceled", "after %d of %d", most, ctx.asked)
			ended++
			if strings.Contains(warnings, fmt.Sprintf("the search for the best pairs of %d items of got and %[1]d of the truth was ended", n)) {
				searches++
			}
			a := r.Alignments[0]
			require.Len(t, a.UnmatchedGot, n-len(a.Pairs))
			require.Len(t, a.UnmatchedWant, n-len(a.Pairs))
		}
		assert.Greater(t, ended, 10)
		assert.Equal(t, assign == eval.Optimal, searches > 0)
	}
}

// Of accepted values that take long to compare, the context is looked at for each.
func TestLongAcceptedValuesEndWithTheirContext(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	defer end()
	c := &counting{most: 1, end: end}
	e, err := fields(eval.Field{Path: "v", Match: compare.OneOf{Each: c.comparator()}}).Compile()
	require.NoError(t, err)
	text := strings.Repeat("x", 100_000)
	r, err := e.Evaluate(ctx, `{"v":"`+text+`"}`, `{"v":["`+text+strings.Repeat(`","y`+text, 9)+`"]}`)
	require.NoError(t, err)
	assert.Equal(t, 1, c.asked, "of ten values")
	assert.Equal(t, 1, r.Table.Total().Errored)
}
