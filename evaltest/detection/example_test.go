package detection_test

import (
	"testing"

	"github.com/extracteval/extracteval/evaltest/detection"
)

// Pages with labelled boxes, judged by average precision.
func ExampleCollect() {
	type page struct {
		id    string
		truth []detection.Truth
	}
	pages := []page{{"p1", []detection.Truth{{Class: "total", Box: detection.Box{Width: 10, Height: 10}}}}}
	detect := func(page) []detection.Detection { return nil }

	_ = func(t *testing.T) { // func TestPages(t *testing.T)
		d := detection.Collect(t, detection.Config{
			Pages: len(pages), Gate: map[detection.Metric]float64{"AP50": 0.9},
		})
		t.Run("page", func(t *testing.T) {
			for _, p := range pages {
				t.Run(p.id, func(t *testing.T) { d.Page(t, p.id, detect(p), p.truth) })
			}
		})
		t.Run("gate", d.Gate)
	}
}
