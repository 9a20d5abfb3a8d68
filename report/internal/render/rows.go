package render

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
)

// Bounds on the rows of a data set, whatever the number of its fields.
const (
	maxRows           = 1000 // of fields, limits and metrics, each
	maxConfidenceRows = 60
)

// RowsOf returns which of n rows a table has: all, or where they are too many the
// first of those that matter and then of the others.
func RowsOf(n int, matters func(i int) bool) []int {
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

// MoreRows says how many of n rows RowsOf left out, "" for nothing.
func MoreRows(n int, noun, first string) string {
	if n <= maxRows {
		return ""
	}
	return fmt.Sprintf("%s not shown; those %s come first.", words.Plural(n-maxRows, "more "+noun), first)
}
