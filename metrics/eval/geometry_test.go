package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// A box earns its IoU, whether or not that reaches the threshold; a point all or
// nothing.
func TestBoxesAndPoints(t *testing.T) {
	box := eval.Field{Path: "bbox", Match: compare.Box{Threshold: 0.7}}
	for _, tt := range []struct {
		name      string
		spec      eval.Spec
		got, want string
		score     float64
		verdict   eval.Verdict
		misses    []string
		outcome   metrics.Outcome
		note      string
		details   string
	}{{
		name: "IoU .75 at .7", spec: fields(box),
		got: `{"bbox":[0,0,100,75]}`, want: `{"bbox":[0,0,100,100]}`,
		score: 0.75, verdict: eval.Pass, outcome: metrics.Match, details: `{"iou":0.75,"intersection":7500,"union":10000,"format":"xyxy"}`,
	}, {
		name: "IoU .65 at .7", spec: fields(box),
		got: `{"bbox":[0,0,100,65]}`, want: `{"bbox":[0,0,100,100]}`,
		score: 0.65, verdict: eval.Fail, misses: []string{"bbox"}, outcome: metrics.Wrong,
		note: "IoU 0.65, want at least 0.7", details: `{"iou":0.65,"intersection":6500,"union":10000,"format":"xyxy"}`,
	}, {
		name: "a grade beside a plain field", spec: fields(box, eval.Field{Path: "total"}),
		got: `{"bbox":[0,0,100,65],"total":1}`, want: `{"bbox":[0,0,100,100],"total":1}`,
		score: 0.825, verdict: eval.Partial, misses: []string{"bbox"}, outcome: metrics.Wrong,
		note: "IoU 0.65, want at least 0.7", details: `{"iou":0.65,"intersection":6500,"union":10000,"format":"xyxy"}`,
	}, {
		name: "the threshold of the case", spec: eval.Spec{Fields: []eval.Field{box}, Threshold: 0.6},
		got: `{"bbox":[0,0,100,65]}`, want: `{"bbox":[0,0,100,100]}`,
		score: 0.65, verdict: eval.Pass, misses: []string{"bbox"}, outcome: metrics.Wrong,
		note: "IoU 0.65, want at least 0.7", details: `{"iou":0.65,"intersection":6500,"union":10000,"format":"xyxy"}`,
	}, {
		name: "inverted", spec: fields(box),
		got: `{"bbox":[50,50,10,10]}`, want: `{"bbox":[10,10,50,50]}`,
		score: 0, verdict: eval.Fail, misses: []string{"bbox (Invalid bounding box format)"}, outcome: metrics.Wrong,
		note: "got: right edge 10 is left of left edge 50 in xyxy [50 50 10 10]",
	}, {
		name: "missing", spec: fields(box),
		got: `{}`, want: `{"bbox":[10,10,50,50]}`,
		score: 0, verdict: eval.Fail, misses: []string{"bbox (required, missing)"}, outcome: metrics.Missing, note: "got has no such value",
	}, {
		name: "a point within", spec: fields(eval.Field{Path: "at", Match: compare.Point{Max: 5}}),
		got: `{"at":[10,20]}`, want: `{"at":[13,24]}`,
		score: 1, verdict: eval.Pass, outcome: metrics.Match, details: `{"distance":5,"metric":"euclidean","threshold":5}`,
	}, {
		name: "2-D against 3-D", spec: fields(eval.Field{Path: "at", Match: compare.Point{Max: 5}}),
		got: `{"at":[10,20]}`, want: `{"at":[10,20,30]}`,
		score: 0, verdict: eval.Fail, misses: []string{"at (dimension mismatch)"}, outcome: metrics.Wrong,
		note: "points of different dimensions: got 2 coordinates, want 3",
	}} {
		t.Run(tt.name, func(t *testing.T) {
			r := evaluate(t, tt.spec, tt.got, tt.want)
			assert.InDelta(t, tt.score, r.Score, 1e-12)
			assert.Equal(t, tt.verdict, r.Verdict)
			assert.Equal(t, tt.misses, missTexts(r))
			assert.Equal(t, tt.outcome, r.Fields[0].Outcome)
			assert.Equal(t, tt.note, r.Fields[0].Note)
			assert.Equal(t, tt.details, string(r.Fields[0].Details))
		})
	}
}

func TestParseSpecOfBoxesAndPoints(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want eval.Field
	}{
		"match box":          {`fields: [{path: total.bbox, match: box, format: xywh, threshold: 0.7}]`, eval.Field{Path: "total.bbox", Match: compare.Box{Format: "xywh", Threshold: 0.7}}},
		"polygons by bounds": {`fields: [{path: bbox, match: box, polygon: bounds}]`, eval.Field{Path: "bbox", Match: compare.Box{Polygon: "bounds"}}},
		"match point":        {`fields: [{path: seal, match: point, metric: manhattan, max: 10}]`, eval.Field{Path: "seal", Match: compare.Point{Metric: "manhattan", Max: 10}}},
		"iou_score": {`evaluators: [{name: place, type: iou_score, bbox_path: total.bbox, expected_bbox_path: truth.box, format: xywh, threshold: 0.7}]`,
			eval.Field{Path: "total.bbox", WantPath: "truth.box", Match: compare.Box{Format: "xywh", Threshold: 0.7}}},
		"iou_score by default": {`evaluators: [{type: iou_score, bbox_path: bbox}]`, eval.Field{Path: "bbox", Match: compare.Box{}}},
		"coordinate_distance": {`evaluators: [{type: coordinate_distance, point_path: seal, expected_point_path: truth.seal, metric: chebyshev, threshold: 12.5}]`,
			eval.Field{Path: "seal", WantPath: "truth.seal", Match: compare.Point{Metric: "chebyshev", Max: 12.5}}},
	} {
		t.Run(name, func(t *testing.T) {
			spec, err := eval.ParseSpec([]byte(tt.text), nil)
			require.NoError(t, err)
			assert.Equal(t, []eval.Field{tt.want}, spec.Fields)
			text, err := spec.MarshalJSON()
			require.NoError(t, err)
			back, err := eval.ParseSpec(text, nil)
			require.NoError(t, err)
			assert.Equal(t, spec, back)
		})
	}
	for name, tt := range map[string]struct{ text, problem string }{
		"format":    {`evaluators: [{type: iou_score, bbox_path: b, format: yolo}]`, `eval: 1:54: field "b": format: unknown value "yolo"; valid are xyxy, xywh, polygon`},
		"metric":    {`evaluators: [{type: coordinate_distance, point_path: p, metric: hamming}]`, `eval: 1:65: field "p": metric: unknown value "hamming"; valid are euclidean, manhattan, cosine, chebyshev`},
		"threshold": {`evaluators: [{type: iou_score, bbox_path: b, threshold: 0}]`, `eval: 1:57: field "b": threshold: a threshold of 0 lets everything match; leave it out for the default`},
		"distance":  {`evaluators: [{type: coordinate_distance, point_path: p, threshold: -1}]`, `eval: 1:68: field "p": threshold: got -1, want a distance that is finite and not negative`},
	} {
		t.Run("invalid "+name, func(t *testing.T) {
			_, err := eval.ParseSpec([]byte(tt.text), nil)
			assert.EqualError(t, err, tt.problem)
		})
	}
}

func TestSpecOfBoxesAndPoints(t *testing.T) {
	type page struct {
		Bbox []float64  `json:"bbox" eval:"box,format=xywh,polygon=bounds,threshold=0.7"`
		Seal [2]float64 `json:"seal" eval:"point,metric=manhattan,max=10"`
	}
	spec, err := eval.SpecOf[page]()
	require.NoError(t, err)
	assert.Equal(t, []eval.Field{
		{Path: "bbox", Match: compare.Box{Format: "xywh", Polygon: "bounds", Threshold: 0.7}},
		{Path: "seal", Match: compare.Point{Metric: "manhattan", Max: 10}},
	}, spec.Fields)
}

// Boxes in a list are matched by the text beside them.
func TestBoxesInLists(t *testing.T) {
	spec := fields(eval.Field{Path: "words", List: &eval.List{By: []string{"text"}, Fields: []eval.Field{
		{Path: "text"}, {Path: "bbox", Match: compare.Box{}},
	}}})
	r := evaluate(t, spec,
		`{"words":[{"text":"Total","bbox":[0,0,10,6]},{"text":"12.00","bbox":[20,0,30,4]}]}`,
		`{"words":[{"text":"12.00","bbox":[20,0,30,10]},{"text":"Total","bbox":[0,0,10,10]}]}`)
	counts, _ := r.Table.Counts("words[].bbox")
	assert.Equal(t, metrics.Counts{Match: 1, Wrong: 1}, counts)
	assert.InDelta(t, (1+1+0.6+0.4)/4, r.Score, 1e-12)
}
