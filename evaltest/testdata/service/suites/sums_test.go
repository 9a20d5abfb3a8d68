package suites

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

// addsUp says that net and tax make the total.
func addsUp(_ context.Context, answer document.Value) (eval.InvariantState, string, error) {
	var n [3]int
	for i, key := range []string{"net", "tax", "total"} {
		v := answer.Get(key)
		if v.Empty() {
			return eval.NotApplicable, "", nil
		}
		var err error
		if n[i], err = strconv.Atoi(v.Text()); err != nil {
			return "", "", err
		}
	}
	if n[0]+n[1] != n[2] {
		return eval.Broken, fmt.Sprintf("total %d, net + tax %d", n[2], n[0]+n[1]), nil
	}
	return eval.Holds, "", nil
}

func number(name string, otherwise float64) float64 {
	if v, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil {
		return v
	}
	return otherwise
}

func TestSums(t *testing.T) {
	s := evaltest.Suite[json.RawMessage, json.RawMessage]{
		Name:           "sums",
		File:           "testdata/sums.jsonl",
		PartlyLabelled: os.Getenv("WHOLE") == "",
		Extract:        func(_ context.Context, text json.RawMessage) (json.RawMessage, error) { return text, nil },
		Spec: eval.Spec{
			Fields:     []eval.Field{{Path: "net"}, {Path: "tax"}, {Path: "total"}},
			Invariants: []eval.Invariant{{Name: "adds_up", Func: addsUp}},
		},
	}
	s.Redaction.Mode = redact.Mode(os.Getenv("REDACT"))
	rate := number("RATE", 0.6)
	if rate >= 0 {
		s.Gate.MicroF1, s.Gate.MaxErrors = number("F1", 0.8), int(number("ERRORS", 0))
	}
	if rate > 0 {
		name := os.Getenv("RULE")
		if name == "" {
			name = "adds_up"
		}
		s.Gate.Limits = []evaltest.Limit{{Metric: "rule " + name, Is: report.AtLeast, Value: rate}}
	}
	s.Run(t)
}
