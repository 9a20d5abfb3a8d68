package main

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/report"
)

// coverage counts how often the intervals of four rows hold the true value.
type coverage struct {
	hits, approximate [4]int
	width             [4]float64
}

// add counts the interval of row k in one run.
func (c *coverage) add(k int, low, high report.Ratio, truth float64, approximate bool) {
	if low.Defined && low.Value <= truth && truth <= high.Value {
		c.hits[k]++
	}
	c.width[k] += high.Value - low.Value
	if approximate {
		c.approximate[k]++
	}
}

// row returns the cells of a row: in how many percent of so many runs the interval held, and its mean width.
func (c *coverage) row(runs int) string {
	var cells []string
	for k := range c.hits {
		cell := fmt.Sprintf("%.1f (%.1f)", 100*float64(c.hits[k])/float64(runs), 100*c.width[k]/float64(runs))
		if 2*c.approximate[k] > runs {
			cell = "≈ " + cell
		}
		cells = append(cells, cell)
	}
	return strings.Join(cells, " | ")
}
