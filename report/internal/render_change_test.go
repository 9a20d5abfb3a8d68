package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report/internal/render"
)

func TestPoints(t *testing.T) {
	for change, want := range map[float64]string{-0.041: "−4.1", 0.124: "+12.4", 0: "±0.0", 0.0004: "±0.0", -0.0006: "−0.1", 1: "+100.0"} {
		assert.Equal(t, want, render.Points(change))
	}
}
