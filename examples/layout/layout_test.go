package layout

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	grounded "github.com/extracteval/extracteval/evaltest/grounding"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/metrics/grounding"
)

// TestLayout runs the service over testdata and gates on values, places and words.
//
// To see the gate fail, raise "total.place" to 0.9, or make jitter stronger.
func TestLayout(t *testing.T) {
	evaltest.Suite[Document, Layout]{
		Name:    "layout",
		File:    dataset,
		Extract: Extract,
		// The right value at the right place, of all values that the truths locate.
		Measures: []evaltest.Measure[Document]{grounded.Measure[Document](claims)},
		Gate: evaltest.Gate{
			MicroF1: 0.90,
			FieldF1: map[string]float64{"total.value": 0.80, "total.place": 0.55, "words[].place": 0.93},
			Limits:  []evaltest.Limit{{Metric: "measure groundedPageRate", Is: "at_least", Value: 0.70}},
		},
	}.Run(t)
}

var claims = grounding.Spec{Claims: []grounding.Claim{
	{Path: "number", Box: "place"}, {Path: "date", Box: "place"}, {Path: "total", Box: "place"},
}}

func TestMain(m *testing.M) { evaltest.Main(m) }

const dataset = "testdata/layout.jsonl"

type page struct {
	ID    string          `json:"id"`
	Input Document        `json:"input"`
	Want  json.RawMessage `json:"want"`
}

func pages(t testing.TB) []page {
	t.Helper()
	data, err := os.ReadFile(dataset)
	require.NoError(t, err)
	var all []page
	for line := range bytes.Lines(data) {
		var p page
		require.NoError(t, json.Unmarshal(line, &p))
		all = append(all, p)
	}
	return all
}

// TestGrounding looks at single pages for the right value at the right place. Pages 3, 9 and 11
// repeat the total on a payment slip, where the rules find it; pages 5 and 8 end in
// "Total items", which they take for the total. The truth of page 6 does not say
// where the date is.
func TestGrounding(t *testing.T) {
	grader, err := claims.Compile()
	require.NoError(t, err)
	var all grounding.Counts
	totals := make(map[string]string)
	for _, p := range pages(t) {
		got, err := Extract(t.Context(), p.Input)
		require.NoError(t, err)
		r, err := grader.Grade(t.Context(), got, p.Want)
		require.NoError(t, err)
		all = all.Plus(r.Counts)
		totals[p.ID] = r.Findings[2].Grade
	}
	assert.Equal(t, 3*12-1, all.Gradeable)
	assert.Equal(t, 1, all.NotLocated)
	for id, grade := range map[string]string{
		"page-03": "value_right", "page-09": "value_right", "page-11": "value_right",
		"page-05": "value_wrong", "page-08": "value_wrong",
		"page-01": "box_right",
	} {
		assert.Equal(t, grade, totals[id], id)
	}
}

// TestWordBoxes pairs the word boxes by place alone.
func TestWordBoxes(t *testing.T) {
	for _, p := range pages(t) {
		want := printed(p.Input)
		var got []geometry.Box
		for _, w := range Detect(p.Input) {
			got = append(got, boxOf(w.Place.BBox, w.Place.Page))
		}
		m, err := geometry.Match(got, want, assign.Optimal, 0.5)
		require.NoError(t, err)
		recall, _ := m.Counts(0.5).Confusion("").Recall()
		mean, _ := m.MeanIoU()
		assert.Greater(t, recall, 0.8, p.ID)
		assert.Greater(t, mean, 0.6, p.ID)
	}
}

func printed(d Document) []geometry.Box {
	var boxes []geometry.Box
	for i, p := range d.Pages {
		for _, w := range p.Words {
			boxes = append(boxes, boxOf(w.BBox, i+1))
		}
	}
	return boxes
}

func boxOf(b [4]float64, page int) geometry.Box {
	return geometry.Box{X1: b[0], Y1: b[1], X2: b[2], Y2: b[3], Page: page}
}

func BenchmarkIoU(b *testing.B) {
	p := pages(b)[0]
	want := printed(p.Input)
	var got []geometry.Box
	for _, w := range Detect(p.Input) {
		got = append(got, boxOf(w.Place.BBox, w.Place.Page))
	}
	b.Run("pair", func(b *testing.B) {
		i := 0
		for b.Loop() {
			got[i%len(got)].IoU(want[i%len(want)])
			i++
		}
	})
	b.Run("document", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			geometry.IoUMatrix(got, want)
		}
		b.ReportMetric(float64(len(got)*len(want)), "pairs/op")
	})
}
