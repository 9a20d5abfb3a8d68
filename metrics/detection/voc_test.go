package detection_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/detection"
)

// By hand. Of a true, a false, a true and a false detection, the precision is 1 up to recall 1/3 and 2/3 up to recall 2/3.
func TestAveragePrecision(t *testing.T) {
	ranked := []detection.Judged{{Score: .6, True: true}, {Score: .9, True: true}, {Score: .5}, {Score: .8}}
	tests := []struct {
		name       string
		detections []detection.Judged
		truths     int
		by         string
		value      float64
		ok         bool
	}{
		{"the area: a third of 1 and a third of 2/3", ranked, 3, "all", 5. / 9, true},
		{"11 points: 1 at .0 to .3, 2/3 at .4 to .6", ranked, 3, "11", (4*1 + 3*2./3) / 11, true},
		{"101 points: 1 at .00 to .33, 2/3 at .34 to .66", ranked, 3, "101", (34*1 + 33*2./3) / 101, true},
		{"101 points is the default", ranked, 3, "", (34*1 + 33*2./3) / 101, true},
		{"recall 3/10 reaches .3", []detection.Judged{{True: true}, {True: true}, {True: true}}, 10, "11", 4. / 11, true},
		{"all found", []detection.Judged{{Score: 1, True: true}}, 1, "all", 1, true},
		{"only false ones", []detection.Judged{{Score: 1}}, 1, "11", 0, true},
		{"no detections", nil, 2, "101", 0, true},
		{"no truths", []detection.Judged{{Score: 1}}, 0, "all", 0, false},
		{"ties in the order given", []detection.Judged{{Score: 1}, {Score: 1, True: true}}, 1, "all", .5, true},
		{"NaN last", []detection.Judged{{Score: math.NaN()}, {Score: -5, True: true}}, 1, "all", 1, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			value, ok, err := detection.AveragePrecision(tt.detections, tt.truths, tt.by)
			require.NoError(t, err)
			assert.Equal(t, tt.ok, ok)
			assert.InDelta(t, tt.value, value, 1e-12)
		})
	}

	_, _, err := detection.AveragePrecision(nil, 1, "12")
	assert.EqualError(t, err, `detection: unknown interpolation "12"; valid interpolations: "101", "11", "all"`)
	_, _, err = detection.AveragePrecision(ranked, 1, "all")
	assert.EqualError(t, err, "detection: 2 true detections of 1 truths: each truth can be found once")
}

// By hand, after the rules of VOCevaldet.m.
func TestVOC(t *testing.T) {
	pixels := func(x1, y1, x2, y2 float64) detection.Box {
		return detection.Box{X: x1, Y: y1, Width: x2 - x1, Height: y2 - y1}
	}
	square := pixels(0, 0, 9, 9)
	far := pixels(100, 100, 109, 109)
	tests := []struct {
		name  string
		voc   detection.VOC
		image detection.Image
		value float64
		ok    bool
	}{
		{"found", detection.VOC{}, detection.Image{
			Truths:     []detection.Truth{{Box: square}},
			Detections: []detection.Detection{{Box: square, Score: 1}},
		}, 1, true},
		{"a second detection is a false positive", detection.VOC{}, detection.Image{
			Truths:     []detection.Truth{{Box: square}, {Box: far}},
			Detections: []detection.Detection{{Box: square, Score: .9}, {Box: square, Score: .8}, {Box: far, Score: .7}},
		}, .5 + .5*2/3, true},
		{"difficult ones are left out, however often detected", detection.VOC{}, detection.Image{
			Truths:     []detection.Truth{{Box: square, Ignore: true}, {Box: far}},
			Detections: []detection.Detection{{Box: square, Score: .9}, {Box: square, Score: .8}, {Box: far, Score: .7}},
		}, 1, true},
		{"only difficult ones", detection.VOC{}, detection.Image{
			Truths:     []detection.Truth{{Box: square, Ignore: true}},
			Detections: []detection.Detection{{Box: square, Score: .9}},
		}, 0, false},
		{"half of the pixels, edges included: 50/100", detection.VOC{InclusivePixels: true}, detection.Image{
			Truths:     []detection.Truth{{Box: square}},
			Detections: []detection.Detection{{Box: pixels(0, 0, 9, 4), Score: .9}},
		}, 1, true},
		{"the same on continuous coordinates: 36/81", detection.VOC{}, detection.Image{
			Truths:     []detection.Truth{{Box: square}},
			Detections: []detection.Detection{{Box: pixels(0, 0, 9, 4), Score: .9}},
		}, 0, true},
		{"a higher threshold", detection.VOC{InclusivePixels: true, Threshold: .6}, detection.Image{
			Truths:     []detection.Truth{{Box: square}},
			Detections: []detection.Detection{{Box: pixels(0, 0, 9, 4), Score: .9}},
		}, 0, true},
		{"11 points", detection.VOC{Interpolation: "11"}, detection.Image{
			Truths:     []detection.Truth{{Box: square}, {Box: far}},
			Detections: []detection.Detection{{Box: square, Score: .9}},
		}, 6. / 11, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result, err := tt.voc.Evaluate([]detection.Image{{}, tt.image})
			require.NoError(t, err)
			value, ok := result.MeanAP()
			assert.Equal(t, tt.ok, ok)
			assert.InDelta(t, tt.value, value, 1e-12)
		})
	}
}

func TestVOCErrors(t *testing.T) {
	_, err := detection.VOC{Threshold: 1.5}.Evaluate(nil)
	assert.EqualError(t, err, "detection: VOC threshold is 1.5: must be in (0, 1], or 0 for 0.5")
	_, err = detection.VOC{Interpolation: "12"}.Evaluate(nil)
	assert.EqualError(t, err, `detection: unknown interpolation "12"; valid interpolations: "101", "11", "all"`)
}
