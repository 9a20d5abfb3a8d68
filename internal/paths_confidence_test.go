package internal_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/effort"
)

func TestConfidenceBeside(t *testing.T) {
	tests := []struct {
		name, answer, path string
		want               report.Ratio
	}{
		{"beside the value", `{"total":{"value":12.5,"confidence":0.93}}`, "total.value", sure(0.93)},
		{"of an item", `{"lines":[{"n":1,"confidence":0.8},{"n":2,"confidence":0.7}]}`, "lines[1].n", sure(0.7)},
		{"of all that is in the object", `{"vendor":{"name":{"first":"A"},"confidence":0.4}}`, "vendor.name.first", sure(0.4)},
		{"of the document", `{"total":1,"lines":[{"n":1}],"confidence":0.6}`, "lines[0].n", sure(0.6)},
		{"the innermost", `{"confidence":0.1,"vendor":{"confidence":0.2,"name":{"value":"A","confidence":0.3}}}`, "vendor.name.value", sure(0.3)},
		{"in the same place", `{"total":1,"lines":[{"n":1}],"confidence":{"total":0.9,"lines":[{"n":0.5}]}}`, "lines[0].n", sure(0.5)},
		{"of a list as a whole", `{"lines":[{"n":1}],"confidence":{"lines":0.5}}`, "lines[0].n", sure(0.5)},
		{"further out where the inner one says nothing of it", `{"confidence":0.1,"vendor":{"confidence":{"city":0.9},"name":"A"}}`, "vendor.name", sure(0.1)},
		{"of a value that is not there", `{"total":{"value":null,"confidence":0.2}}`, "total.value", sure(0.2)},
		{"of a key that is not there", `{"confidence":0.2}`, "a.b[3].c", sure(0.2)},
		{"the last of equal keys", `{"a":1,"confidence":0.1,"confidence":0.2}`, "a", sure(0.2)},
		{"as it is, though it is not a probability", `{"a":1,"confidence":93}`, "a", sure(93)},
		{"an element of an array", `{"tags":["r","g"],"confidence":{"tags":[0.1,0.2]}}`, "tags[1]", sure(0.2)},
		{"a document that is an array", `[{"a":1,"confidence":0.5}]`, "[0].a", sure(0.5)},

		{"none", `{"total":1}`, "total", report.Ratio{}},
		{"of another value", `{"total":1,"vendor":{"name":"A","confidence":0.5}}`, "total", report.Ratio{}},
		{"a text", `{"a":1,"confidence":"0.9"}`, "a", report.Ratio{}},
		{"a word", `{"a":1,"confidence":"high"}`, "a", report.Ratio{}},
		{"null", `{"a":1,"confidence":null}`, "a", report.Ratio{}},
		{"a number that is too big", `{"a":1,"confidence":1e999}`, "a", report.Ratio{}},
		{"no path", `{"a":1,"confidence":0.5}`, "a..b", report.Ratio{}},
		{"no object", `7`, "a", report.Ratio{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer, err := document.Parse([]byte(tt.answer))
			require.NoError(t, err)
			got, ok := paths.ConfidenceBeside(answer)(tt.path)
			assert.Equal(t, tt.want, report.Ratio{Value: got, Defined: ok})
		})
	}
	t.Run("no answer", func(t *testing.T) {
		_, ok := paths.ConfidenceBeside(document.Value{})("a")
		assert.False(t, ok)
	})
}

// Large arrays and objects have a way of their own, which finds the same.
func TestConfidenceBesideInLargeAnswers(t *testing.T) {
	n := effort.Size(20_000, 100_000)
	var b strings.Builder
	b.WriteString(`{"lines":[`)
	for i := range n {
		fmt.Fprintf(&b, `{"n":%d,"confidence":0.%05d},`, i, i)
	}
	b.WriteString(`{"n":0}]`)
	for i := range n {
		fmt.Fprintf(&b, `,"k%d":1`, i)
	}
	b.WriteString(`,"confidence":{"k7":0.25,"k7":0.5}}`)
	answer, err := document.Parse([]byte(b.String()))
	require.NoError(t, err)
	of := paths.ConfidenceBeside(answer)
	for i := range n {
		got, ok := of(fmt.Sprintf("lines[%d].n", i))
		if want := float64(i) / 100_000; !ok || math.Abs(got-want) > 1e-9 {
			t.Fatalf("lines[%d].n: got %v, %t, want %v", i, got, ok, want)
		}
		if _, ok = of(fmt.Sprintf("k%d", i)); ok != (i == 7) {
			t.Fatalf("k%d: got %t", i, ok)
		}
	}
	for path, want := range map[string]report.Ratio{
		"k7": sure(0.5), fmt.Sprintf("lines[%d].n", n): {}, fmt.Sprintf("lines[%d].n", n+1): {}, "lines.n": {}, "[7]": {},
	} {
		got, ok := of(path)
		assert.Equal(t, want, report.Ratio{Value: got, Defined: ok}, path)
	}
}

func sure(confidence float64) report.Ratio { return report.RatioOf(confidence, true) }
