package detection_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/detection"
)

// cocoFile is a set of data sets in COCO's terms with the numbers that its source computed for them.
type cocoFile struct {
	Metrics []detection.Metric
	Sets    []struct {
		Name    string
		Images  []cocoImage
		Numbers []float64
	}
}

type cocoImage struct {
	GT []struct {
		Category int `json:"category_id"`
		BBox     [4]float64
		Area     float64
		IsCrowd  int
	}
	DT []struct {
		Category int `json:"category_id"`
		BBox     [4]float64
		Score    float64
	}
}

func readCOCO(t testing.TB, path string) cocoFile {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var file cocoFile
	require.NoError(t, json.Unmarshal(data, &file))
	return file
}

func images(sets []cocoImage) []detection.Image {
	box := func(b [4]float64) detection.Box { return detection.Box{X: b[0], Y: b[1], Width: b[2], Height: b[3]} }
	var out []detection.Image
	for _, in := range sets {
		var image detection.Image
		for _, g := range in.GT {
			truth := detection.Truth{Class: strconv.Itoa(g.Category), Box: box(g.BBox), Area: g.Area, Crowd: g.IsCrowd == 1}
			if g.Area == 1e11 {
				truth.Area, truth.Ignore = 0, true
			}
			image.Truths = append(image.Truths, truth)
		}
		for _, d := range in.DT {
			image.Detections = append(image.Detections, detection.Detection{Class: strconv.Itoa(d.Category), Box: box(d.BBox), Score: d.Score})
		}
		out = append(out, image)
	}
	return out
}

// testdata/coco.json names its source.
func TestCOCOKnownAnswers(t *testing.T) {
	file := readCOCO(t, "testdata/coco.json")
	require.NotEmpty(t, file.Sets)
	for _, set := range file.Sets {
		t.Run(set.Name, func(t *testing.T) {
			result, err := detection.COCO(images(set.Images))
			require.NoError(t, err)
			for i, m := range file.Metrics {
				value, ok := result.Numbers.Value(m)
				assert.Equal(t, set.Numbers[i] != -1, ok, "%s is defined", m)
				if ok {
					assert.InDelta(t, set.Numbers[i], value, 1e-12, m)
				}
			}
		})
	}
}

func TestCOCOErrors(t *testing.T) {
	tests := []struct {
		name  string
		truth detection.Truth
		want  string
	}{
		{"negative width", detection.Truth{Class: "total", Box: detection.Box{Width: -1, Height: 1}},
			`detection: image 1, truth 0 (class "total"): box {0 0 -1 1} needs finite numbers and sizes that are not negative`},
		{"NaN", detection.Truth{Class: "total", Box: detection.Box{X: math.NaN(), Width: 1, Height: 1}},
			`detection: image 1, truth 0 (class "total"): box {NaN 0 1 1} needs finite numbers and sizes that are not negative`},
		{"negative area", detection.Truth{Class: "total", Box: detection.Box{Width: 1, Height: 1}, Area: -1},
			`detection: image 1, truth 0 (class "total"): area is -1: must be finite and not negative, or 0 for the box's`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := []detection.Image{{}, {Truths: []detection.Truth{tt.truth}}}
			_, err := detection.COCO(data)
			assert.EqualError(t, err, tt.want)
			_, err = detection.VOC{}.Evaluate(data)
			assert.EqualError(t, err, tt.want)
		})
	}
}

// Whatever a detector reports is scored: an invalid detection is a false positive.
func TestInvalidDetections(t *testing.T) {
	square := detection.Box{Width: 50, Height: 50}
	data := []detection.Image{{
		Truths: []detection.Truth{{Class: "a", Box: square}},
		Detections: []detection.Detection{
			{Class: "a", Box: detection.Box{X: math.Inf(1), Width: 50, Height: 50}, Score: .9},
			{Class: "a", Box: detection.Box{X: 50, Y: 50, Width: -50, Height: -50}, Score: .8},
			{Class: "a", Box: square, Score: math.NaN()},
		},
	}}
	result, err := detection.COCO(data)
	require.NoError(t, err)
	assert.Equal(t, 3, result.InvalidDetections)
	ap, ok := result.Numbers.Value("AP")
	assert.True(t, ok)
	assert.Zero(t, ap, "the last is a false positive as well")

	voc, err := detection.VOC{InclusivePixels: true}.Evaluate(data)
	require.NoError(t, err)
	assert.Equal(t, 3, voc.InvalidDetections)
	ap, ok = voc.MeanAP()
	assert.True(t, ok)
	assert.Zero(t, ap)
}

func TestCOCONothingToScore(t *testing.T) {
	result, err := detection.COCO([]detection.Image{{Detections: []detection.Detection{{Class: "a", Box: detection.Box{Width: 1, Height: 1}, Score: 1}}}})
	require.NoError(t, err)
	for m := range result.Numbers.All() {
		t.Errorf("%s is defined", m)
	}
	data, err := json.Marshal(result)
	require.NoError(t, err)
	assert.JSONEq(t, `{"numbers": {}, "classes": [{"class": "a", "numbers": {}}]}`, string(data))
	_, ok := result.Numbers.Value("AP90")
	assert.False(t, ok)
}

func drawImages(t *rapid.T) []detection.Image {
	class := rapid.SampledFrom([]string{"a", "b"})
	coordinate, size := rapid.Float64Range(0, 100), rapid.Float64Range(1, 120)
	box := func(label string) detection.Box {
		return detection.Box{X: coordinate.Draw(t, label), Y: coordinate.Draw(t, label), Width: size.Draw(t, label), Height: size.Draw(t, label)}
	}
	score := 0.
	out := make([]detection.Image, rapid.IntRange(1, 4).Draw(t, "images"))
	for i := range out {
		for range rapid.IntRange(0, 5).Draw(t, "truths") {
			out[i].Truths = append(out[i].Truths, detection.Truth{Class: class.Draw(t, "class"), Box: box("truth")})
		}
		for range rapid.IntRange(0, 5).Draw(t, "detections") {
			score++ // no ties
			out[i].Detections = append(out[i].Detections, detection.Detection{Class: class.Draw(t, "class"), Box: box("detection"), Score: score})
		}
	}
	return out
}

func TestCOCOProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := drawImages(t)
		result, err := detection.COCO(data)
		require.NoError(t, err)
		for m, v := range result.Numbers.All() {
			require.True(t, v >= 0 && v <= 1, "%s is %v", m, v)
		}

		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		shuffled := make([]detection.Image, len(data))
		for i, j := range rng.Perm(len(data)) {
			for _, d := range data[j].Detections {
				d.Score = math.Exp(d.Score / 10) // another scale in the same order
				shuffled[i].Detections = append(shuffled[i].Detections, d)
			}
			shuffled[i].Truths = data[j].Truths
			rng.Shuffle(len(shuffled[i].Detections), func(a, b int) {
				d := shuffled[i].Detections
				d[a], d[b] = d[b], d[a]
			})
		}
		again, err := detection.COCO(shuffled)
		require.NoError(t, err)
		require.Equal(t, result, again, "order of images and detections, scale of scores")

		for i := range data {
			data[i].Detections = nil
			for j, truth := range data[i].Truths {
				data[i].Detections = append(data[i].Detections, detection.Detection{Class: truth.Class, Box: truth.Box, Score: float64(j)})
			}
		}
		perfect, err := detection.COCO(data)
		require.NoError(t, err)
		for _, m := range []detection.Metric{"AP", "AP50", "AP75", "AR@100"} {
			if v, ok := perfect.Numbers.Value(m); ok {
				require.InDelta(t, 1, v, 1e-12, m)
			}
		}
	})
}

func FuzzCOCO(f *testing.F) {
	f.Add(0., 0., 50., 50., 1., 0., 0., 50., 40., .5)
	f.Add(1e308, -1e308, 1e308, 5e-324, math.NaN(), math.Inf(1), 0., -1., 1e200, math.Inf(-1))
	f.Fuzz(func(t *testing.T, tx, ty, tw, th, area, dx, dy, dw, dh, score float64) {
		truth := detection.Truth{Box: detection.Box{X: tx, Y: ty, Width: tw, Height: th}, Area: area}
		crowd := truth
		crowd.Crowd = true
		data := []detection.Image{{
			Truths:     []detection.Truth{truth, crowd},
			Detections: []detection.Detection{{Box: detection.Box{X: dx, Y: dy, Width: dw, Height: dh}, Score: score}, {Box: truth.Box}},
		}}
		result, err := detection.COCO(data)
		if err != nil {
			return
		}
		for m, v := range result.Numbers.All() {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("%s is %v", m, v)
			}
		}
		voc, err := detection.VOC{InclusivePixels: true}.Evaluate(data)
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := voc.MeanAP(); !(v >= 0 && v <= 1) {
			t.Fatalf("VOC AP is %v", v)
		}
	})
}
