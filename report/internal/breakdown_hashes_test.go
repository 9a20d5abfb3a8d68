package internal_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/extracteval/extracteval/report/internal/diff"
)

// The hashes of documents say which cases are one, and nothing else: redaction makes them with another key in each run. So slices,
// confidences and comparisons are the same by other hashes.
func TestHashesChangeNoNumber(t *testing.T) {
	marks := func(key string) map[string]func(c *report.Case, document int) {
		hash := func(i int) string { return report.Hash(fmt.Append([]byte(key), i)) }
		return map[string]func(c *report.Case, document int){
			"inputs": func(c *report.Case, i int) { c.InputHash = hash(i) },
			"texts":  func(c *report.Case, i int) { c.TextHash = hash(i) },
			"truths": func(c *report.Case, i int) {
				c.TruthHash = hash(i)
				for _, name := range []string{"number", "vendor", "due"} { // three that differ: equal ones are no chance
					c.Fields = append(c.Fields, report.Field{Path: name, Attribute: name, Outcome: metrics.Match, Want: fmt.Appendf(nil, "%d", i)})
				}
			},
			"a key of the truths": func(c *report.Case, i int) { c.ClusterHash = hash(i % 6) },
		}
	}
	for name := range marks("") {
		numbers := func(key string) (all []any) {
			mark := marks(key)[name]
			ds := report.Dataset{Name: "invoices"}
			if name == "a key of the truths" {
				ds.Cluster = "vendor"
			}
			old, changed := stored(3, 4, mark), stored(3, 8, mark)
			slicer, calibrator := breakdown.Slicer{Cluster: ds.Cluster}, breakdown.Calibrator{Cluster: ds.Cluster}
			for i := range old {
				c := &old[i]
				c.Tags = map[string]string{"source": fmt.Sprint(i % 2)}
				for k := range c.Fields {
					c.Fields[k].Confidence = report.RatioOf(float64((i+k)%5)/5, true)
				}
				slicer.Add(c, nil)
				calibrator.Add(c)
			}
			compared := compareRuns(t, artifactOf(t, ds, old...), artifactOf(t, ds, changed...), diff.Options{Resamples: 200})
			return []any{slicer.Slices(), calibrator.Calibrations(), compared}
		}
		assert.Equal(t, numbers("one"), numbers("two"), name)
	}
}

// The truths of all documents decide whether equal ones are copies, also where a tag joins most of the cases: the others
// alone would look like copies.
func TestAllTruthsDecideWhatIsACopy(t *testing.T) {
	slicesOf := func(equal bool) breakdown.Slices {
		slicer := breakdown.Slicer{Cluster: "vendor", MinCases: 2}
		for i := range 60 {
			leaves := []diffLeaf{diffRight("total"), diffRight("date")}
			if i%10 < 2 {
				leaves[0] = wrong("total")
			}
			c := case1(fmt.Sprintf("d%02d", i), leaves...)
			c.Tags = map[string]string{"source": fmt.Sprint(i % 2)}
			value, truth := i, i
			switch {
			case i < 40:
				c.Tags["vendor"], value = fmt.Sprint(i), 0 // truths that are much alike
			case equal:
				value, truth = i/2*2, i/2*2
			}
			c.TruthHash = report.Hash(fmt.Append(nil, truth))
			for _, name := range []string{"number", "vendor", "due"} {
				c.Fields = append(c.Fields, report.Field{Path: name, Attribute: name, Outcome: metrics.Match, Want: fmt.Appendf(nil, "%d", value)})
			}
			slicer.Add(&c, nil)
		}
		return slicer.Slices()
	}
	assert.NotEmpty(t, slicesOf(true).Slices)
	assert.Equal(t, slicesOf(false), slicesOf(true))
}
