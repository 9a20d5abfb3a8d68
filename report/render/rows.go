package render

import (
	"fmt"

	"github.com/extracteval/extracteval/report/internal/words"
)

// Bounds of what the page shows of a data set, whatever the number of its fields.
const (
	maxRows           = 1000 // of fields, limits and metrics, each
	maxOptions        = 1000 // of a filter
	maxConfidenceRows = 60
	maxSetReasons     = 50
)

// rowsOf returns which of n rows a table has: all, or where they are too many the
// first of those that matter and then of the others.
func rowsOf(n int, matters func(i int) bool) []int {
	var rows, others []int
	for i := range n {
		if n <= maxRows || matters(i) {
			rows = append(rows, i)
		} else {
			others = append(others, i)
		}
	}
	rows = append(rows, others...)
	return rows[:min(n, maxRows)]
}

// moreRows says what rowsOf left out of n rows, "" for nothing.
func moreRows(n int, noun, first string) string {
	if n <= maxRows {
		return ""
	}
	return fmt.Sprintf("%s not shown; those %s come first.", words.Plural(n-maxRows, "more "+noun), first)
}
