package geometry_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/geometry"
)

func TestRotatedBoxCorners(t *testing.T) {
	r := geometry.RotatedBox{X: 10, Y: 20, Width: 4, Height: 2}
	assert.Equal(t, []geometry.Point{{X: 8, Y: 19}, {X: 12, Y: 19}, {X: 12, Y: 21}, {X: 8, Y: 21}}, r.Polygon().Rings[0])
	r.Degrees = 90 // from x to y: the left upper corner comes to the right
	assert.Equal(t, []geometry.Point{{X: 11, Y: 18}, {X: 11, Y: 22}, {X: 9, Y: 22}, {X: 9, Y: 18}}, r.Polygon().Rings[0])
	r.Degrees = -270
	assert.Equal(t, geometry.Box{X1: 9, Y1: 18, X2: 11, Y2: 22}, r.BoundingBox())
}

func TestRotatedBoxIoU(t *testing.T) {
	bar := geometry.RotatedBox{X: 5, Y: 5, Width: 10, Height: 2}
	turned := func(degrees float64) geometry.RotatedBox {
		r := bar
		r.Degrees = degrees
		return r
	}
	page2 := bar
	page2.Page = 2
	tests := []struct {
		name      string
		got, want geometry.RotatedBox
		iou       float64
	}{
		{"itself", turned(30), turned(30), 1},
		{"half a turn", turned(10), turned(190), 1},
		{"a quarter turn: a cross of 4 in 36", bar, turned(90), 4. / 36},
		{"30 degrees: a rhombus of height 2 and side 2/sin 30°", bar, turned(30), 8. / (40 - 8)},
		{"another page", bar, page2, 0},
		{"without height", geometry.RotatedBox{Width: 10}, geometry.RotatedBox{Width: 10}, 0},
		{"negative width", geometry.RotatedBox{Width: -10, Height: 2}, geometry.RotatedBox{Width: 10, Height: 2}, 0},
		{"NaN", geometry.RotatedBox{Width: math.NaN(), Height: 2}, geometry.RotatedBox{Width: 10, Height: 2}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.InDelta(t, tt.iou, overlapRatio(tt.got, tt.want), 1e-12)
			assert.InDelta(t, tt.iou, overlapRatio(tt.want, tt.got), 1e-12)
		})
	}
	overlap, err := geometry.Measure(turned(90), xyxy(t, 0, 4, 10, 6))
	require.NoError(t, err)
	assert.InDelta(t, 4, overlap.Intersection, 1e-12, "a rotated box against a box")
}

func TestRotatedBoxErrors(t *testing.T) {
	assert.EqualError(t, geometry.RotatedBox{Width: -1}.Valid(), "Invalid bounding box format: negative size in centre, size, angle [0 0 -1 0 0]")
	assert.EqualError(t, geometry.RotatedBox{Degrees: math.Inf(1)}.Valid(), "Invalid bounding box format: +Inf is not finite in centre, size, angle [0 0 0 0 +Inf]")
	assert.EqualError(t, geometry.RotatedBox{X: 1.7e308, Width: 1e308}.Valid(), "Invalid bounding box format: a corner is not finite for centre, size, angle [1.7e+308 0 1e+308 0 0]")
}
