package internal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// The count of a row is of the values that it shows, or it says how many pairs of values it is of.
func TestMistakesCountTheirPairs(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pairs []string // got, in cases by their ids from the last
		want  string
	}{
		{"one pair", []string{"p", "p", "p"}, `type      other  "p" for "w"  c0       3`},
		{"several", []string{"p", "q", "q", "r"}, `type      other  3 pairs, most often "q" for "w": 2  c1       4`},
		{"each once", []string{"p", "q"}, `type      other  2 pairs, such as "q" for "w"  c0       2`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var m breakdown.Mistakes
			for i, got := range tt.pairs {
				c := &report.Case{ID: fmt.Sprint("c", len(tt.pairs)-1-i), Trial: 1, Fields: []report.Field{breakdownWrong("type", `"`+got+`"`, `"w"`)}}
				m.Add(c, breakdown.Classes(c))
			}
			var b strings.Builder
			require.NoError(t, breakdown.Findings{Mistakes: m.Mistakes()}.WriteText(&b, view.Screen{}))
			_, rows, _ := strings.Cut(strings.TrimSpace(b.String()), "\n")
			assert.Equal(t, strings.Join(strings.Fields(tt.want), " "), strings.Join(strings.Fields(rows), " "))
		})
	}
	var m breakdown.Mistakes
	for i := range 3000 {
		c := &report.Case{ID: fmt.Sprintf("c%04d", i), Trial: 1, Fields: []report.Field{breakdownWrong("type", fmt.Sprintf(`"x y%d"`, i%1500), `"w"`)}}
		m.Add(c, breakdown.Classes(c))
	}
	var b strings.Builder
	require.NoError(t, breakdown.Findings{Mistakes: m.Mistakes()}.WriteText(&b, view.Screen{}))
	assert.Contains(t, b.String(), `over 1000 pairs, such as "x y0" for "w"  c0000     3000`)
}
