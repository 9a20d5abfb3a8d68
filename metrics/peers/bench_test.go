package peers

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/detection"
	"github.com/extracteval/extracteval/metrics/geometry"
	"github.com/extracteval/extracteval/metrics/similarity"
	"github.com/extracteval/extracteval/metrics/stats"
)

// task is one thing that is timed. peers.py has one of the same name.
type task struct {
	name  string
	units int            // pairs, boxes or whatever is done in one call
	do    func() float64 // all of it; both sides must agree on the number
}

func tasks(in inputs) []task {
	var all []task
	for _, kind := range []string{"uniform", "clear", "simties", "int100"} {
		for _, n := range sizes {
			name := fmt.Sprintf("%s-%d", kind, n)
			all = append(all, task{"assignment/" + name, 1, assignment(in.Matrices[name], n)})
		}
	}
	jaro, _ := similarity.Named("jaro")
	for _, kind := range []string{"ascii", "uni"} {
		for _, n := range lengths {
			name := fmt.Sprintf("%s-%d", kind, n)
			p := in.Pairs[name]
			all = append(all,
				similarities("levenshtein/"+name, p, func(a, b string) float64 { return float64(similarity.LevenshteinDistance(a, b)) }),
				similarities("osa/"+name, p, func(a, b string) float64 { return float64(similarity.OSADistance(a, b)) }),
				similarities("lcs/"+name, p, func(a, b string) float64 { return float64(similarity.LCSLength(a, b)) }),
				similarities("jaro/"+name, p, jaro))
		}
	}
	return append(all,
		polygons("iou/quads", in.Polygons["quads"]), polygons("iou/stars", in.Polygons["stars"]),
		task{"iou/matrix-1000", len(in.Boxes[0]) * len(in.Boxes[1]), func() (sum float64) {
			for _, v := range geometry.IoUMatrix(in.Boxes[0], in.Boxes[1]) {
				sum += v
			}
			return sum
		}},
		task{"coco/images-1000", len(in.Images), func() float64 {
			r, err := detection.COCO(in.Images)
			if err != nil {
				panic(err)
			}
			return defined(r.Numbers.Value("AP"))
		}},
		task{"auroc/100000", len(in.Predictions), func() float64 { return defined(stats.AUROC(in.Predictions)) }},
		task{"brier/100000", len(in.Predictions), func() float64 { return defined(stats.Brier(in.Predictions)) }},
		task{"bootstrap/10000x1000", len(in.Documents), bootstrap(in.Documents)},
	)
}

func defined(v float64, ok bool) float64 {
	if !ok {
		panic("undefined")
	}
	return v
}

func assignment(m []float64, n int) func() float64 {
	return func() (sum float64) {
		r, err := assign.Optimal(assign.Problem{Got: n, Want: n, Matrix: m})
		if err != nil {
			panic(err)
		}
		for _, p := range r.Pairs {
			sum += p.Similarity
		}
		return sum
	}
}

func similarities(name string, pairs [][2]string, f func(a, b string) float64) task {
	return task{name, len(pairs), func() (sum float64) {
		for i := range pairs {
			sum += f(pairs[i][0], pairs[i][1])
		}
		return sum
	}}
}

func polygons(name string, coordinates [][]float64) task {
	all := make([]geometry.Polygon, len(coordinates))
	for i, c := range coordinates {
		p, err := geometry.NewPolygon(c)
		if err != nil {
			panic(err)
		}
		all[i] = p
	}
	return task{name, len(all) - 1, func() (sum float64) {
		for i := range all[1:] {
			v, err := geometry.Measure(all[i], all[i+1])
			if err != nil {
				panic(err)
			}
			sum += v.IoU
		}
		return sum
	}}
}

// bootstrap is an interval of F1. Its end depends on which documents are drawn, so that
// peers agree roughly.
func bootstrap(documents [][]int) func() float64 {
	return func() float64 {
		acc, err := stats.Bootstrap{Resamples: 1000}.Accumulator(3)
		if err != nil {
			panic(err)
		}
		for i, counts := range documents {
			if err := acc.Add(uint64(i)*0x9e3779b97f4a7c15, counts); err != nil {
				panic(err)
			}
		}
		interval, ok := acc.Interval(func(s []int64) (float64, bool) {
			return 2 * float64(s[0]) / float64(2*s[0]+s[1]+s[2]), true
		})
		if !ok {
			panic("undefined")
		}
		return interval.Low
	}
}

var sink float64

// BenchmarkPeers is our side: nanoseconds for each task as a whole, and for a unit of it.
func BenchmarkPeers(b *testing.B) {
	for _, t := range tasks(draw()) {
		b.Run(t.name, func(b *testing.B) {
			b.ReportAllocs()
			least := time.Duration(math.MaxInt64) // of one call, as peers.py takes it of the peers: others may use the machine
			for b.Loop() {
				start := time.Now()
				sink = t.do()
				least = min(least, time.Since(start))
			}
			b.ReportMetric(float64(least), "least-ns")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*t.units), "ns/unit")
		})
	}
}

// TestTasks writes the inputs, and the number that each task gives, to the folder that PEERS_DIR
// names; peers.py reads them.
func TestTasks(t *testing.T) {
	dir := os.Getenv("PEERS_DIR")
	if dir == "" {
		t.Skip("PEERS_DIR names no folder; see the package comment")
	}
	in := draw()
	type answer struct {
		Name  string  `json:"name"`
		Units int     `json:"units"`
		Value float64 `json:"value"`
	}
	var answers []answer
	for _, one := range tasks(in) {
		answers = append(answers, answer{one.name, one.units, one.do()})
	}
	for name, v := range map[string]any{"inputs.json": in, "answers.json": answers} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInputs holds that inputs depend on nothing but their seeds, so that a table of another
// day is of the same ones.
func TestInputs(t *testing.T) {
	one, two := draw(), draw()
	if !reflect.DeepEqual(one, two) {
		t.Error("the inputs differ when they are drawn again")
	}
	for name, m := range one.Matrices {
		if least, most := slices.Min(m), slices.Max(m); least < 0 || most > 1 {
			t.Errorf("the similarities of %s are from %v to %v, want from 0 to 1", name, least, most)
		}
	}
	for name, pairs := range one.Pairs {
		for _, p := range pairs {
			if p[0] == p[1] && !strings.HasSuffix(name, "-8") {
				t.Errorf("%s has a pair of equal texts, %q", name, p[0])
			}
		}
	}
}
