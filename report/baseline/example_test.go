package baseline_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/baseline"
	"github.com/extracteval/extracteval/report/summarize"
)

// describeInvoices returns a data set, and what judges its answers.
func describeInvoices() (report.Dataset, *eval.Evaluator) {
	ds := report.Dataset{Name: "invoices"}
	e, err := ds.SetSpec(eval.Spec{Fields: []eval.Field{{Path: "number"}, {Path: "total", Match: compare.Numeric{}}}})
	if err != nil {
		panic(err)
	}
	return ds, e
}

// addInvoices adds 200 answers to a run, the first of which have a wrong total, and returns their summary.
func addInvoices(run *baseline.Run, wrong int) report.Summary {
	ds, e := describeInvoices()
	sums := summarize.New(summarize.OptionsOf(&ds))
	for i := range 200 {
		want := fmt.Sprintf(`{"number": "R-%d", "total": %d}`, i, i)
		got := want
		if i < wrong {
			got = fmt.Sprintf(`{"number": "R-%d", "total": 1000}`, i)
		}
		result, err := e.Evaluate(context.Background(), got, want)
		if err != nil {
			panic(err)
		}
		c := report.NewCase(report.Observation{ID: fmt.Sprintf("inv-%03d", i), Trial: 1, Result: &result, Want: []byte(want)}, report.CaseOptions{})
		if err := run.Add(&c); err != nil {
			panic(err)
		}
		if err := sums.Add(&c); err != nil {
			panic(err)
		}
	}
	return sums.Summary()
}

// A program without go test keeps how a run ended, and compares the next runs with it. New makes a run, to which each case is added. One
// wrong total in 200 comes and goes by chance, and twenty do not.
func ExampleRun() {
	folder, err := os.MkdirTemp("", "baseline")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "invoices.jsonl")

	ds, _ := describeInvoices()
	run := baseline.New(artifact.NewRun("example.com/service"), ds)
	if _, err := run.Write(path, addInvoices(run, 0)); err != nil {
		panic(err)
	}
	for _, wrong := range []int{1, 20} {
		run := baseline.New(artifact.NewRun("example.com/service"), ds)
		addInvoices(run, wrong)
		b := run.Judge(path)
		fmt.Println("passed:", b.Passed())
		for _, fall := range b.Worse[:min(1, len(b.Worse))] {
			fmt.Println(fall.Change())
		}
	}
	// Output:
	// passed: true
	// passed: false
	// total 1.000 → 0.900 (-0.100)
}

// A check of a pull request that writes the file again: are its numbers lower?
func ExampleLowered() {
	folder, err := os.MkdirTemp("", "baseline")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	former, present := filepath.Join(folder, "main.jsonl"), filepath.Join(folder, "branch.jsonl")
	ds, _ := describeInvoices()
	for path, wrong := range map[string]int{former: 2, present: 4} {
		run := baseline.New(artifact.NewRun("example.com/service"), ds)
		if _, err := run.Write(path, addInvoices(run, wrong)); err != nil {
			panic(err)
		}
	}
	lines, err := baseline.Lowered(former, present)
	fmt.Println(lines[0], err)
	// Output: total 0.990 → 0.980 (-0.010) <nil>
}

// A file for each model, by its label. A slash does not become a folder.
func ExamplePath() {
	path, err := baseline.Path("testdata/{model}.jsonl", map[string]string{"model": "acme/small"})
	fmt.Println(path, err)
	_, err = baseline.Path("testdata/{model}.jsonl", nil)
	fmt.Println(err)
	// Output:
	// testdata/acme%2Fsmall.jsonl <nil>
	// NoWorseThan is "testdata/{model}.jsonl", and the run has no label "model"
}
