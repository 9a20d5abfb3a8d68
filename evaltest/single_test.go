package evaltest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// listener is a TB that only remembers its messages.
type listener struct{ log []string }

func (r *listener) Helper()                    {}
func (r *listener) Name() string               { return "TestX" }
func (r *listener) Logf(f string, args ...any) { r.log = append(r.log, fmt.Sprintf(f, args...)) }
func (r *listener) Errorf(f string, args ...any) {
	r.log = append(r.log, "ERROR "+fmt.Sprintf(f, args...))
}
func (r *listener) Fatalf(f string, args ...any) {
	r.log = append(r.log, "FATAL "+fmt.Sprintf(f, args...))
}
func (r *listener) String() string { return strings.Join(r.log, "\n") }

func TestIoU(t *testing.T) {
	for _, tt := range []struct {
		name, got, want string
		box             compare.Box
		score           float64
		log             string
	}{
		{"a box with itself", "[10,10,50,50]", "[10,10,50,50]", compare.Box{}, 1, ""},
		{"a quarter overlap", "[10,10,30,30]", "[20,20,40,40]", compare.Box{Threshold: 0.1}, 100.0 / 700, ""},
		{"xywh", "[10,10,20,20]", "[15,15,20,20]", compare.Box{Format: "xywh", Threshold: 0.3}, 225.0 / 575, ""},
		{"below the threshold", "[0,0,10,10]", "[0,0,10,13]", compare.Box{Threshold: 0.8}, 100.0 / 130,
			"box: wrong: got [0,0,10,10], want [0,0,10,13] (IoU 0.769231, want at least 0.8)\n\nERROR evaltest: IoU: 0/1 fields matched, score 0.769 (fail): box"},
		{"inverted", "[50,50,10,10]", "[10,10,50,50]", compare.Box{}, 0,
			"Invalid bounding box format"},
		{"unreadable", "[50,50", "[10,10,50,50]", compare.Box{}, 0, "ERROR evaltest: IoU: the answer cannot be read: document: invalid JSON"},
		{"no threshold of 2", "[0,0,1,1]", "[0,0,1,1]", compare.Box{Threshold: 2}, 0, "FATAL evaltest: IoU: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var r listener
			result := evaltest.IoU(&r, tt.got, tt.want, tt.box)
			assert.InDelta(t, tt.score, result.Score, 1e-12)
			if tt.log == "" {
				assert.Empty(t, r.String())
			} else {
				assert.Contains(t, r.String(), tt.log)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		name, got, want string
		point           compare.Point
		details, log    string
	}{
		{"euclidean", "[10,20]", "[13,24]", compare.Point{Max: 5}, `{"distance":5,"metric":"euclidean","threshold":5}`, ""},
		{"manhattan", "[10,20]", "[13,24]", compare.Point{Metric: "manhattan", Max: 7}, `{"distance":7,"metric":"manhattan","threshold":7}`, ""},
		{"cosine of parallel vectors", "[3,4]", "[6,8]", compare.Point{Metric: "cosine"}, `{"distance":0,"metric":"cosine","threshold":0}`, ""},
		{"too far", "[10,20]", "[13,24]", compare.Point{Max: 4}, `{"distance":5,"metric":"euclidean","threshold":4}`, "ERROR evaltest: Distance: 0/1 fields matched, score 0.000 (fail): point (outside tolerance)"},
		{"other dimensions", "[1,2]", "[1,2,3]", compare.Point{Max: 9}, "", "dimension"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var r listener
			result := evaltest.Distance(&r, tt.got, tt.want, tt.point)
			if tt.details != "" {
				assert.JSONEq(t, tt.details, string(result.Fields[0].Details))
			}
			if tt.log == "" {
				assert.Empty(t, r.String())
			} else {
				assert.Contains(t, r.String(), tt.log)
			}
		})
	}
}

func TestLineItems(t *testing.T) {
	want := `[{"description":"Paper","amount":10},{"description":"Toner","amount":20},{"description":"Stapler","amount":5}]`
	var r listener
	result := evaltest.LineItems(&r, `[{"description":"Stapler","amount":5},{"description":"Paper","amount":10},{"description":"Toner","amount":20}]`, want, eval.List{})
	assert.Empty(t, r.String(), "the order of rows does not matter")
	assert.Equal(t, 1.0, result.Score)

	result = evaltest.LineItems(&r, `[{"description":"Toner","amount":21},{"description":"Paper","amount":10}]`, want, eval.List{})
	assert.Equal(t, []eval.Pair{{Got: 1, Want: 0, Similarity: 1}, {Got: 0, Want: 1, Similarity: 1}}, result.Alignments[0].Pairs)
	assert.Equal(t, []int{2}, result.Alignments[0].UnmatchedWant)
	amount, _ := result.Table.Counts("items[].amount")
	assert.Equal(t, 1, amount.Match)
	assert.Equal(t, 1, amount.Wrong)
	assert.Equal(t, 1, amount.Missing)
	// description: 2 of 3 found, F1 4/5; amount: 1 right, 1 wrong, 1 missing, F1 2/5.
	assert.InDelta(t, (0.8+0.4)/2, result.Score, 1e-12)
	assert.Contains(t, r.String(), "ERROR evaltest: LineItems: 0/1 fields matched, score 0.600 (partial): items[1].amount, items[2] (missing)")

	var bad listener
	evaltest.LineItems(&bad, `[]`, `{"a":1}`, eval.List{})
	assert.Contains(t, bad.String(), "FATAL evaltest: LineItems: ")
}
