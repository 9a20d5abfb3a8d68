package internal_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// On a narrow page every line is broken, and no value is cut.
func TestCasesFitTheWidth(t *testing.T) {
	value := strings.Repeat("an address of many words ", 20) + strings.Repeat("x", 200)
	record := report.Case{
		ID: "inv-7", Status: report.OK, Score: report.RatioOf(0.5, true), Verdict: eval.Partial, Reasoning: strings.Repeat("reason ", 40),
		Fields: []report.Field{
			{Path: "contract.parties.seller.address.street", Outcome: metrics.Wrong, Weight: 1, Got: json.RawMessage(`"` + value + `"`), Want: json.RawMessage(`"日本語"`), Note: "far off"},
		},
	}
	for _, width := range []int{20, 40, 80} {
		var b strings.Builder
		require.NoError(t, render.WriteCase(&b, &record, strings.Repeat("rows of lines=40 · ", 20), view.Screen{Width: width}))
		for line := range strings.Lines(b.String()) {
			assert.LessOrEqual(t, words.Width(strings.TrimSuffix(line, "\n")), width, "%q", line)
		}
		assert.Contains(t, regexp.MustCompile(`\s+(↳ )?`).ReplaceAllString(b.String(), ""), strings.ReplaceAll(value, " ", ""), "in full")
	}
}

func Example_renderWriteCase() {
	record := report.Case{
		ID: "inv-7", Trial: 2, Status: report.OK, Score: report.RatioOf(0.5, true), Verdict: eval.Partial, NullScore: report.RatioOf(0, true),
		Reasoning: "1/2 fields matched", Duration: 1500 * time.Millisecond, Tags: map[string]string{"vendor": "acme"}, Misses: []string{"total (sign)"},
		Fields: []report.Field{
			{Path: "number", Outcome: metrics.Match, Score: 1, Similarity: 1, Weight: 1, Got: json.RawMessage(`"A-7"`), Want: json.RawMessage(`"A-7"`)},
			{Path: "total", Outcome: metrics.Wrong, Weight: 2, Got: json.RawMessage(`-5`), Want: json.RawMessage(`5`), Tag: "sign"},
		},
	}
	if err := render.WriteCase(os.Stdout, &record, "rows of lines=40 · script of text=Latin", view.Screen{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	//   case       inv-7
	//   trial      2
	//   status     ok
	//   score      0.500  partial  (empty answer 0.000)
	//   reasoning  1/2 fields matched
	//   duration   1.5s
	//   tag        vendor=acme
	//   traits     rows of lines=40 · script of text=Latin
	//   miss       total (sign)
	//
	//   field   outcome  score  similarity  weight
	//   number  match    1.000  1.000       1.000
	//     got        "A-7"
	//     want       "A-7"
	//   total   wrong    0.000  0.000       2.000
	//     got        -5
	//     want       5
	//     tag        sign
}
