package detection_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/extracteval/extracteval/metrics/detection"
)

// dataset draws 10 truths and 20 detections for each image, most of them near a truth.
func dataset(images, classes int) []detection.Image {
	rng := rand.New(rand.NewPCG(7, 0))
	sizes := []float64{12, 25, 40, 80, 120, 200}
	box := func() detection.Box {
		s := sizes[rng.IntN(len(sizes))]
		return detection.Box{X: rng.Float64() * 500, Y: rng.Float64() * 500, Width: s * (.5 + rng.Float64()), Height: s * (.5 + rng.Float64())}
	}
	class := func() string { return strconv.Itoa(rng.IntN(classes)) }
	out := make([]detection.Image, images)
	for i := range out {
		for range 10 {
			out[i].Truths = append(out[i].Truths, detection.Truth{Class: class(), Box: box(), Crowd: rng.IntN(100) == 0})
		}
		for range 20 {
			d := detection.Detection{Class: class(), Box: box(), Score: rng.Float64()}
			if t := out[i].Truths[rng.IntN(10)]; rng.IntN(10) < 7 {
				k := rng.Float64() * .2
				d.Class, d.Box = t.Class, t.Box
				d.Box.X += rng.NormFloat64() * k * t.Box.Width
				d.Box.Y += rng.NormFloat64() * k * t.Box.Height
			}
			out[i].Detections = append(out[i].Detections, d)
		}
	}
	return out
}

func BenchmarkCOCO5000x20(b *testing.B) {
	for _, classes := range []int{10, 80} {
		b.Run(fmt.Sprintf("classes=%d", classes), func(b *testing.B) {
			data := dataset(5000, classes)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := detection.COCO(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkVOCPage is one page of 10,000 words, each found.
func BenchmarkVOCPage(b *testing.B) {
	var page detection.Image
	for line := range 100 {
		for word := range 100 {
			box := detection.Box{X: float64(10 * word), Y: float64(20 * line), Width: 9, Height: 12}
			page.Truths = append(page.Truths, detection.Truth{Box: box})
			page.Detections = append(page.Detections, detection.Detection{Box: box, Score: 1 / float64(1+line*word)})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (detection.VOC{}).Evaluate([]detection.Image{page}); err != nil {
			b.Fatal(err)
		}
	}
}
