package suites

import (
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest/detection"
)

func TestPages(t *testing.T) {
	d := detection.Collect(t, detection.Config{Pages: 2, Gate: map[detection.Metric]float64{"AP": 0.4}})
	box := detection.Box{Width: 10, Height: 10}
	t.Run("page", func(t *testing.T) {
		t.Run("good", func(t *testing.T) {
			d.Page(t, "good", []detection.Detection{{Class: "total", Box: box, Score: 1}}, []detection.Truth{{Class: "total", Box: box}})
		})
		t.Run("bad", func(t *testing.T) { d.Page(t, "bad", nil, []detection.Truth{{Class: "total", Box: box}}) })
	})
	if os.Getenv("FORGET") == "" {
		t.Run("gate", d.Gate)
	}
	if os.Getenv("LATE") != "" {
		late := d.Page
		t.Run("late", func(t *testing.T) {
			late(t, "late", nil, nil)
		})
	}
}
