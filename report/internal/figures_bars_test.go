package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/view"
)

func viewRatio(v float64) view.Ratio { return view.Ratio{Value: v, Defined: true} }

func interval(low, value, high float64) view.Interval {
	return view.Interval{Value: viewRatio(value), Low: viewRatio(low), High: viewRatio(high)}
}

func TestZoom(t *testing.T) {
	limited := interval(0.75, 0.8, 0.84)
	limited.Limit = viewRatio(0.5)
	for _, test := range []struct {
		reason    string
		intervals []view.Interval
		low, high string
	}{
		{"a tenth below the lowest interval, and 1 above 0.95", []view.Interval{interval(0.75, 0.9, 0.96), interval(0.85, 0.92, 1)}, "0.7", "1"},
		{"at least 0.05 below", []view.Interval{interval(0.74, 0.9, 0.96)}, "0.6", "1"},
		{"both ends", []view.Interval{interval(0.16, 0.3, 0.44)}, "0.1", "0.5"},
		{"a limit is on the axis", []view.Interval{limited}, "0.4", "0.9"},
		{"a field without a value says nothing", []view.Interval{{}, interval(0.85, 0.92, 1)}, "0.8", "1"},
		{"one vague interval in three is cut off", []view.Interval{interval(0.1, 0.8, 0.9), interval(0.85, 0.92, 1), interval(0.85, 0.92, 1)}, "0.7", "1"},
		{"most are vague", []view.Interval{interval(0.1, 0.8, 0.9), interval(0.1, 0.8, 0.9), interval(0.85, 0.92, 1)}, "0", "1"},
		{"values everywhere", []view.Interval{interval(0.1, 0.2, 0.3), interval(0.85, 0.92, 1)}, "0", "1"},
		{"no value", []view.Interval{{}}, "0", "1"},
	} {
		want := test.low + " – " + test.high
		if test.low != "0" {
			want += ", zoomed"
		}
		assert.Contains(t, barsOf(t, test.intervals...), `class="nosort axis" data-title="`+want+`"`, test.reason)
	}
}

// barsOf draws intervals as a column of a table.
func barsOf(t *testing.T, intervals ...view.Interval) string {
	table := view.Table{Columns: []view.Column{{Name: "field"}, {Name: "interval"}}}
	for _, i := range intervals {
		table.Rows = append(table.Rows, view.Row{Cells: []view.Cell{view.Name("total"), {Interval: &i}}})
	}
	return markup(t, table)
}

func TestBar(t *testing.T) {
	limited := interval(0.3, 0.85, 0.95)
	limited.Limit = viewRatio(0.9)
	bars := barsOf(t, interval(0.85, 0.9, 0.95), limited)
	assert.Contains(t, bars, `data-title="0.8 – 1, zoomed"`)
	assert.Contains(t, bars, `<rect class="interval" x="25%" y="3" width="50%" height="8" rx="2"/><circle class="value" cx="50%" cy="7" r="3.5"/></svg>`)
	assert.Contains(t, bars, `<rect class="interval" x="0%" y="3" width="75%" height="8" rx="2"/><circle class="value" cx="25%" cy="7" r="3.5"/><line class="limit" x1="50%" x2="50%" y1="0" y2="14"/></svg>`, "an interval ends with the axis")
	assert.NotContains(t, bars, `class="fill`, "the length of a bar says nothing")

	i := interval(0.25, 0.5, 0.75)
	card := view.Table{Cards: true, Rows: []view.Row{{Cells: []view.Cell{view.Name("F1"), {Interval: &i}}}}}
	assert.Contains(t, markup(t, card), `<rect class="fill" y="5" width="50%" height="4"/><rect class="interval" x="25%" y="3" width="50%" height="8" rx="2"/>`, "from 0 to 1")
	card.Rows[0].Cells[1].Interval = nil
	assert.NotContains(t, markup(t, card), "<svg")
}
