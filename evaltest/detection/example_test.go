package detection_test

import (
	"testing"

	"github.com/extracteval/extracteval/evaltest/detection"
	"github.com/extracteval/extracteval/testdata/innertest"
)

// Pages with labelled boxes, judged by average precision: the Collector gets each page, and its gate judges all of them. Of two totals
// one is found, so that 51 of the recalls 0.00, 0.01, … 1.00 are reached.
func ExampleCollect() {
	total := detection.Box{X: 400, Y: 700, Width: 80, Height: 20}
	pages := []struct {
		id    string
		found []detection.Detection
		truth []detection.Truth
	}{
		{"p1", []detection.Detection{{Class: "total", Box: total, Score: 0.9}}, []detection.Truth{{Class: "total", Box: total}}},
		{"p2", nil, []detection.Truth{{Class: "total", Box: total}}},
	}
	innertest.Show("TestPages", func(t *testing.T) { // func TestPages(t *testing.T)
		d := detection.Collect(t, detection.Config{
			Pages: len(pages), Gate: map[detection.Metric]float64{"AP50": 0.9},
		})
		t.Run("page", func(t *testing.T) {
			for _, p := range pages {
				t.Run(p.id, func(t *testing.T) { d.Page(t, p.id, p.found, p.truth) })
			}
		})
		t.Run("gate", d.Gate)
	})
	// Output:
	// data set TestPages: AP50 0.505 is below 0.900, over 2 pages
	// --- FAIL: TestPages
	//     --- PASS: TestPages/page
	//         --- PASS: TestPages/page/p1
	//         --- PASS: TestPages/page/p2
	//     --- FAIL: TestPages/gate
}
