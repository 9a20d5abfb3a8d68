package internal_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/testdata/effort"
)

// Where runs are equally good, none is marked as best in more than one comparison of
// twenty: whether all are alike, or two of them are ahead of the rest.
func TestFalseMarks(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	fields := []string{"number", "date", "total", "vendor"}[:effort.Size(2, 4)]
	comparisons := effort.Draws(t, effort.Size(6, 20))
	for _, tt := range effort.Some(2, []struct {
		name  string
		wrong []float64 // the chance of a mistake, by run
	}{
		{"two equal runs", []float64{0.2, 0.2}},
		{"two ahead of one", []float64{0.1, 0.1, 0.5}},
		{"five equal runs", []float64{0.2, 0.2, 0.2, 0.2, 0.2}},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			marked := 0
			for n := range comparisons {
				if best, _ := drawn(t, uint64(n), fields, 60, tt.wrong); best >= 0 {
					marked++
				}
			}
			assert.LessOrEqual(t, marked, comparisons/20)
		})
	}
	// And where one is better it is found, so that the test above can fail.
	t.Run("one is better", func(t *testing.T) {
		t.Parallel()
		found, others := 0, 0
		for n := range comparisons / 2 {
			best, wrong := drawn(t, uint64(n), fields, 150, []float64{0.3, 0.3, 0.1})
			others += wrong
			if best == 2 {
				found++
			}
		}
		assert.GreaterOrEqual(t, found, comparisons*45/100)
		assert.Zero(t, others)
	})
}

// drawn compares runs that were drawn by their chances of mistakes, of which documents have
// more and fewer. It returns the run that is marked as best in any row, -1 for none, and how many rows mark another
// than the last run.
func drawn(t *testing.T, seed uint64, fields []string, documents int, wrong []float64) (best, others int) {
	var runs []made
	for i, chance := range wrong {
		runs = append(runs, made{name: fmt.Sprint(i), to: documents, fields: fields, wrong: func(n, _ int, field string) bool {
			hard := 2 * rand.New(rand.NewPCG(seed, uint64(n))).Float64()
			r := rand.New(rand.NewPCG(seed<<8|uint64(i), uint64(n)<<8|uint64(slices.Index(fields, field))))
			return r.Float64() < chance*hard
		}})
	}
	r := readCompared(t, compare.Options{MaxCases: -1}, runs...)
	best = -1
	for _, row := range r.Sets[0].Rows {
		if row.Best {
			best = row.Top
			if row.Top != len(wrong)-1 {
				others++
			}
		}
	}
	return best, others
}

// In whatever order each run has its cases, runs have one table, also when the columns are values of labels, and also where
// one run is not whole, or has other cases.
func TestRunsInAnyOrder(t *testing.T) {
	n := effort.Size(80, 200)
	fields := []string{"number", "total"}
	for name, last := range map[string]made{
		"whole":       {from: 0, to: n},
		"other cases": {from: 20, to: n + 20},
		"broke off":   {from: 0, to: n - 50, broken: true},
		"trials":      {from: 0, to: n, trials: 3},
	} {
		last.name, last.fields, last.wrong = "c", fields, below(60)
		runs := []made{
			{name: "a", to: n, fields: fields, wrong: below(40), edit: costs(0.01, time.Second)},
			{name: "b", to: n, fields: fields, wrong: func(n, _ int, _ string) bool { return n%9 == 0 }}, last,
		}
		var inputs, others []compare.Input
		for i, m := range runs {
			m.labels = map[string]string{"run": m.name}
			others = append(others, compare.Input{Name: m.name, Sources: []artifact.Source{m.source(t)}})
			m.shuffle = uint64(i)
			inputs = append(inputs, compare.Input{Name: m.name, Sources: []artifact.Source{m.source(t)}})
		}
		shuffled, err := compare.Read(inputs, compare.Options{})
		require.NoError(t, err)
		stored, err := compare.Read(others, compare.Options{By: []string{"run"}})
		require.NoError(t, err)
		assert.Equal(t, stored.Sets, shuffled.Sets, name)
	}
}

// counted is a file that says when it is closed.
type counted struct {
	io.ReadCloser
	open *atomic.Int32
}

func (c counted) Close() error {
	c.open.Add(-1)
	return c.ReadCloser.Close()
}

// However many runs there are, few of their files are open at a time.
func TestManyRunsAreNotOpenTogether(t *testing.T) {
	var open, most atomic.Int32
	var inputs []compare.Input
	for i := range 100 {
		m := made{name: fmt.Sprint("run", i), to: 3, fields: []string{"total"}}
		source := m.source(t)
		read := source.Open
		source.Open = func() (io.ReadCloser, error) {
			n := open.Add(1)
			for before := most.Load(); n > before && !most.CompareAndSwap(before, n); before = most.Load() {
			}
			f, err := read()
			return counted{f, &open}, err
		}
		inputs = append(inputs, compare.Input{Name: m.name, Sources: []artifact.Source{source}})
	}
	r, err := compare.Read(inputs, compare.Options{})
	require.NoError(t, err)
	assert.Equal(t, 3, r.Sets[0].Cases)
	assert.Len(t, r.Sets[0].Compared, 100)
	assert.Zero(t, open.Load())
	assert.Equal(t, int32(1), most.Load())
}

// A row for each of many classes takes time in proportion to their number. Of 4,000 documents of two classes each, the
// second class is taken for the first in one run: F1 of each first class is 2/3, and of each second class undefined.
func TestManyClasses(t *testing.T) {
	n := effort.Size(500, 4000)
	list := report.ClassList{Attribute: "type", Declared: true}
	for i := range 2 * n {
		list.Names = append(list.Names, fmt.Sprintf("class %05d", i))
	}
	pairs := func(swapped bool) func(*report.Case) {
		return func(c *report.Case) {
			var i int
			_, err := fmt.Sscanf(c.ID, "doc-%d", &i)
			require.NoError(t, err)
			second := list.Names[2*i+1]
			if swapped {
				second = list.Names[2*i]
			}
			c.Classes = []report.ClassPair{
				{Attribute: "type", Want: list.Names[2*i], Got: list.Names[2*i], Values: 1},
				{Attribute: "type", Want: list.Names[2*i+1], Got: second, Values: 1},
			}
		}
	}
	classes := []report.ClassList{list}
	r := readCompared(t, compare.Options{MaxCases: -1},
		made{name: "a", to: n, fields: []string{"type"}, classes: classes, edit: pairs(false)}, made{name: "b", to: n, fields: []string{"type"}, classes: classes, edit: pairs(true)})
	values := map[string]int{}
	for _, row := range r.Sets[0].Rows {
		if row.Kind == report.KindClass {
			values[row.Values[0].Value.String()+" "+row.Values[1].Value.String()]++
		}
	}
	assert.Equal(t, map[string]int{"1.000 0.667": n, "1.000 -": n}, values)
}
