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
		{"one pair", []string{"p", "p", "p"}, `type other 3 "p" for "w" c0`},
		{"several", []string{"p", "q", "q", "r"}, `type other 4 3 pairs, most often "q" for "w": 2 c1`},
		{"each once", []string{"p", "q"}, `type other 2 2 pairs, such as "q" for "w" c0`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var m breakdown.Mistakes
			for i, got := range tt.pairs {
				c := &report.Case{ID: fmt.Sprint("c", len(tt.pairs)-1-i), Trial: 1, Fields: []report.Field{breakdownWrong("type", `"`+got+`"`, `"w"`)}}
				m.Add(c, breakdown.Classes(c))
			}
			var b strings.Builder
			require.NoError(t, writeWhy(breakdown.Findings{Mistakes: m.Mistakes()}, &b, view.Screen{}))
			_, rows, _ := strings.Cut(b.String(), " in case\n")
			assert.Equal(t, tt.want, strings.Join(strings.Fields(rows), " "))
		})
	}
	var m breakdown.Mistakes
	for i := range 3000 {
		c := &report.Case{ID: fmt.Sprintf("c%04d", i), Trial: 1, Fields: []report.Field{breakdownWrong("type", fmt.Sprintf(`"x y%d"`, i%1500), `"w"`)}}
		m.Add(c, breakdown.Classes(c))
	}
	var b strings.Builder
	require.NoError(t, writeWhy(breakdown.Findings{Mistakes: m.Mistakes()}, &b, view.Screen{}))
	assert.Contains(t, b.String(), ` 3000  over 1000 pairs, such as "x y0" for "w"  c0000`)
}
