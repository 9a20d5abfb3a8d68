package terminal_test

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/terminal"
)

func ExampleWriteCase() {
	record := report.Case{
		ID: "inv-7", Trial: 2, Status: report.OK, Score: report.RatioOf(0.5, true), Verdict: eval.Partial, NullScore: report.RatioOf(0, true),
		Reasoning: "1/2 fields matched", Duration: 1500 * time.Millisecond, Tags: map[string]string{"vendor": "acme"}, Misses: []string{"total (sign)"},
		Fields: []report.Field{
			{Path: "number", Outcome: metrics.Match, Score: 1, Similarity: 1, Weight: 1, Got: json.RawMessage(`"A-7"`), Want: json.RawMessage(`"A-7"`)},
			{Path: "total", Outcome: metrics.Wrong, Weight: 2, Got: json.RawMessage(`-5`), Want: json.RawMessage(`5`), Tag: "sign"},
		},
	}
	if err := terminal.WriteCase(os.Stdout, &record); err != nil {
		fmt.Println(err)
	}
	// Output:
	//   case       inv-7
	//   trial      2
	//   status     ok
	//   score      0.500  partial  (null floor 0.000)
	//   reasoning  1/2 fields matched
	//   duration   1.5s
	//   tag        vendor=acme
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
