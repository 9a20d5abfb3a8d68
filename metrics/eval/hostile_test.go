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
