package suites

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestVendors(t *testing.T) {
	cluster, set := os.LookupEnv("CLUSTER")
	if !set {
		cluster = "vendor"
	}
	var cases []evaltest.Case[string]
	for k := range 5 {
		for i := range 12 {
			input := fmt.Sprintf("%d.pdf", 12*k+i)
			if os.Getenv("COPIES") != "" {
				input = fmt.Sprintf("%d.pdf", i)
			}
			cases = append(cases, evaltest.Case[string]{
				ID: fmt.Sprintf("doc-%02d-%d", i, k), Input: input, Want: fmt.Sprintf(`{"total":%d,"party":"p%d"}`, i, i%3),
				Tags: map[string]string{"vendor": fmt.Sprint(i)},
			})
		}
	}
	var spec eval.Spec
	if file := os.Getenv("SPEC"); file != "" {
		spec = evaltest.SpecFile(t, file)
	}
	evaltest.Suite[string, string]{
		Spec: spec, Cases: cases, Cluster: cluster, Gate: evaltest.Gate{MicroF1: 0.5},
		Extract: func(_ context.Context, in string) (string, error) {
			var i int
			fmt.Sscanf(in, "%d.pdf", &i)
			return fmt.Sprintf(`{"total":%d,"party":"p%d"}`, i%12, i%3), nil
		},
	}.Run(t)
}
