package summarize_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

func typed(names ...string) summarize.Options {
	return summarize.Options{Classes: []report.ClassList{{Attribute: "type", Names: names, Declared: true}}}
}

// classed is a case whose field type has a truth and an answer.
func classed(id string, trial int, want, got string) *report.Case {
	counts := metrics.Counts{Match: 1}
	if want != got {
		counts = metrics.Counts{Wrong: 1}
	}
	c := reporttest.Counted(id, trial, 1, reporttest.Row("type", counts))
	c.Classes = []report.ClassPair{{Attribute: "type", Want: want, Got: got, Values: 1}}
	return c
}

// The numbers are those of scikit-learn, by testdata/classes.py.
func TestClassesAgreeWithScikitLearn(t *testing.T) {
	var known struct {
		Source string
		Sets   []struct {
			Name    string
			Classes []string
			Values  [][2]string
			Report  map[string]struct {
				Precision, Recall, Support float64
				F1                         float64 `json:"f1-score"`
			}
			MacroF1         float64 `json:"macro_f1"`
			Confusion       [][]float64
			Accuracy, Kappa float64
		}
	}
	text, err := os.ReadFile("testdata/classes.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &known))
	require.Len(t, known.Sets, 4)
	for _, set := range known.Sets {
		t.Run(set.Name, func(t *testing.T) {
			s := summarize.New(typed(set.Classes...))
			for i, v := range set.Values {
				require.NoError(t, s.Add(classed(fmt.Sprint(i), 1, v[0], v[1])))
			}
			sum := s.Summary()
			reporttest.Line(t, sum)
			require.Len(t, sum.Classes, 1)
			got := sum.Classes[0]
			for i, name := range set.Classes {
				row, want := got.Classes[i], set.Report[name]
				assert.Equal(t, name, row.Attribute)
				assert.InDelta(t, want.Support, row.Support, 0, name)
				of := report.ClassName("type", name)
				f1 := sum.Number("F1 of " + of)
				require.NotEmpty(t, f1.Name)
				assert.InDelta(t, want.Precision, sum.Number("precision of "+of).Value.Value, 1e-12, name) // which is 0 where it is undefined
				assert.InDelta(t, want.Recall, sum.Number("recall of "+of).Value.Value, 1e-12, name)
				assert.InDelta(t, want.F1, f1.Value.Value, 1e-12, name)
				if f1.Value.Defined {
					assert.True(t, f1.Low.Value <= f1.Value.Value && f1.Value.Value <= f1.High.Value && f1.Low.Value < f1.High.Value, name)
				}
			}
			assert.InDelta(t, set.MacroF1, sum.Number("macro F1 of type").Value.Value, 1e-12)
			assert.InDelta(t, set.Accuracy, sum.Number("accuracy of type").Value.Value, 1e-12)
			assert.InDelta(t, set.Kappa, sum.Number("kappa of type").Value.Value, 1e-12)
			cells := map[[2]string]float64{}
			for _, p := range got.Pairs {
				cells[[2]string{p.Want, p.Got}] = p.Values
			}
			labels := append(set.Classes, report.ClassOther, report.ClassEmpty)
			for i, row := range set.Confusion {
				for j, n := range row {
					assert.InDelta(t, n, cells[[2]string{labels[i], labels[j]}], 0, "%s, %s", labels[i], labels[j])
				}
			}
		})
	}
}

// The recall of a class is a share of documents: copies of one document count once.
func TestClassesCountDocuments(t *testing.T) {
	sums := func(copies int) report.Number {
		s := summarize.New(typed("invoice", "receipt"))
		for i := range 40 {
			for k := range copies {
				got := "invoice"
				if i%4 == 0 {
					got = "receipt"
				}
				c := classed(fmt.Sprintf("%d-%d", i, k), 1, "invoice", got)
				c.InputHash = fmt.Sprintf("%016x", i)
				require.NoError(t, s.Add(c))
			}
		}
		return s.Summary().Number("recall of type=invoice")
	}
	once, often := sums(1), sums(10)
	assert.InDelta(t, 0.75, once.Value.Value, 0)
	assert.InDelta(t, 0.75, often.Value.Value, 0)
	assert.InDelta(t, 400, often.Support, 0)
	assert.InDelta(t, once.Low.Value, often.Low.Value, 0.02)
	assert.InDelta(t, once.High.Value, often.High.Value, 0.02)
}

// Trials are never pooled: each number is the mean over trials.
func TestClassesOverTrials(t *testing.T) {
	s := reporttest.Summarize(t, typed("a", "b"),
		classed("1", 1, "a", "a"), classed("2", 1, "a", "a"), classed("3", 1, "b", "b"),
		classed("1", 2, "a", "b"), classed("2", 2, "a", "a"), classed("3", 2, "b", "b"),
	)
	c := s.Classes[0]
	assert.InDelta(t, 0.75, s.Number("recall of type=a").Value.Value, 1e-12)
	assert.Equal(t, [2]float64{0.5, 1}, [2]float64{s.Number("recall of type=a").Min.Value, s.Number("recall of type=a").Max.Value})
	assert.InDelta(t, 2, c.Classes[0].Support, 0)
	// In the second trial po = 2/3 and pe = (2·1 + 1·2)/9 = 4/9: kappa 0.4; in the first 1.
	assert.InDelta(t, 0.7, s.Number("kappa of type").Value.Value, 1e-12)
	assert.Equal(t, []report.ClassPair{{Want: "a", Got: "a", Values: 1.5}, {Want: "b", Got: "b", Values: 1}, {Want: "a", Got: "b", Values: 0.5}}, c.Pairs)
}

// Whatever the order and grouping, the summary is the same, also through facts.
func TestClassesOfShards(t *testing.T) {
	o := typed("a", "b", "c")
	o.Slices = []string{"vendor=x"}
	whole, parts := summarize.New(o), []*summarize.Summarizer{summarize.New(o), summarize.New(o), summarize.New(o)}
	names := []string{"a", "b", "c", report.ClassEmpty, report.ClassOther, "of another list"}
	for i := range 90 {
		c := classed(fmt.Sprint(i), 1+i%2, names[i%3], names[i*i%6])
		c.Tags = map[string]string{"vendor": []string{"x", "y"}[i%2]}
		require.NoError(t, whole.Add(c))
		require.NoError(t, parts[i%3].Add(c))
	}
	facts, err := json.Marshal(parts[2])
	require.NoError(t, err)
	merged := summarize.New(o)
	require.NoError(t, json.Unmarshal(facts, merged))
	require.NoError(t, merged.Merge(parts[0]))
	require.NoError(t, merged.Merge(parts[1]))
	assert.Equal(t, reporttest.Line(t, whole.Summary()), reporttest.Line(t, merged.Summary()))
	one, err := json.Marshal(whole)
	require.NoError(t, err)
	other, err := json.Marshal(merged)
	require.NoError(t, err)
	assert.Equal(t, string(one), string(other))
	part, ok := whole.Summary().Slice("vendor=x")
	require.True(t, ok)
	assert.InDelta(t, 15, part.Classes[0].Classes[0].Support, 0)

	assert.EqualError(t, summarize.New(o).Merge(summarize.New(typed("a"))), `report: data set "": summaries of different conventions cannot be merged`)
	for _, bad := range []string{`{"attribute":"typ","cells":[[0,0,1]]}`, `{"attribute":"type","cells":[[0,5,1]]}`, `{"attribute":"type","cells":[[0,0,-1]]}`} {
		text := strings.Replace(string(facts), `"classes":[{"attribute":"type","cells"`, `"classes":[`+bad+`,{"attribute":"type","cells"`, 1)
		require.NotEqual(t, string(facts), text)
		assert.ErrorContains(t, json.Unmarshal([]byte(text), summarize.New(o)), "classes of", bad)
	}
}

// A table has 20 columns: other classes are joined. Their numbers are all there.
func TestClassesAreBounded(t *testing.T) {
	var names []string
	for i := range 200 {
		names = append(names, fmt.Sprintf("class %03d", i))
	}
	s := summarize.New(typed(names...))
	for i := range 600 {
		require.NoError(t, s.Add(classed(fmt.Sprint(i), 1, names[i%200], names[(i*7)%200])))
	}
	for i := range 1000 { // hostile: each another answer
		require.NoError(t, s.Add(classed(fmt.Sprint("x", i), 1, names[199], fmt.Sprint("answer ", i))))
	}
	sum := s.Summary()
	c := sum.Classes[0]
	assert.Len(t, c.Classes, 200)
	columns := map[string]bool{}
	for _, p := range c.Pairs {
		columns[p.Want], columns[p.Got] = true, true
	}
	assert.Len(t, columns, 21)
	assert.Equal(t, report.ClassPair{Want: "class 199", Got: report.ClassOther, Values: 1003}, c.Pairs[0])
	assert.True(t, sum.Number("F1 of "+sum.Attributes[0].Attribute).Low.Defined)
}
