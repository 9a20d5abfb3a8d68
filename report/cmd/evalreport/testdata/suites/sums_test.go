package suites

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
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

func named(_ context.Context, answer document.Value) (eval.InvariantState, string, error) {
	if answer.Get("number").Empty() {
		return eval.Broken, "there is no number", nil
	}
	return eval.Holds, "", nil
}

// Of 30 answers the last has no total, and of those before it BAD have a wrong one.
func TestSums(t *testing.T) {
	bad, _ := strconv.Atoi(os.Getenv("BAD"))
	var all []evaltest.Case[int]
	for i := 1; i <= 30; i++ {
		c := evaltest.Case[int]{ID: fmt.Sprintf("s-%d", i), Input: i}
		if i <= 10 {
			c.Want = fmt.Sprintf(`{"number":"%d","net":%d,"tax":18,"total":%d}`, i, i, i+18)
		}
		all = append(all, c)
	}
	evaltest.Suite[int, string]{
		Name:           "sums",
		Cases:          all,
		PartlyLabelled: true,
		Extract: func(_ context.Context, i int) (string, error) {
			total := i + 18
			switch {
			case i == 30:
				return fmt.Sprintf(`{"number":"%d","net":%d,"tax":18}`, i, i), nil
			case i > 29-bad:
				total++
			}
			return fmt.Sprintf(`{"number":"%d","net":%d,"tax":18,"total":%d}`, i, i, total), nil
		},
		Spec: eval.Spec{
			Fields:     []eval.Field{{Path: "number"}, {Path: "net"}, {Path: "tax"}, {Path: "total"}},
			Invariants: []eval.Invariant{{Name: "adds_up", Func: addsUp}, {Name: "named", Func: named}},
		},
		Gate: evaltest.Gate{MicroF1: 0.9, Limits: []evaltest.Limit{{Metric: "rule adds_up", Is: report.AtLeast, Value: 0.9}}},
	}.Run(t)
}
