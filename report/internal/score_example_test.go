package internal_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/score"
)

func Example_scoreJob() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := func(name, text string) *dataset.File {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			log.Fatal(err)
		}
		f, err := dataset.Open(name, path)
		if err != nil {
			log.Fatal(err)
		}
		return f
	}
	want := file("want.jsonl", `{"id": "a", "want": {"total": 1889.00}}
{"id": "b", "want": {"total": 12.5}}
`)
	defer want.Close()
	got := file("got.jsonl", `{"id": "a", "got": {"total": 1889}}
{"id": "c", "got": {"total": 7}}
`)
	defer got.Close()

	ds := report.Dataset{Name: "invoices"}
	evaluator, err := ds.SetSpec(eval.Spec{})
	if err != nil {
		log.Fatal(err)
	}
	job := score.Job{Dataset: ds, Evaluator: evaluator, Write: func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			var c report.Case
			if err := artifact.DecodeCase(line, &c); err != nil {
				return err
			}
			fmt.Println(c.ID, c.Status, c.Verdict)
		}
		return nil
	}}
	sum, problems, err := job.Run(context.Background(), want, got)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("micro F1", sum.Number("micro F1").Value)
	for _, p := range problems {
		fmt.Println(p, p.Examples)
	}
	// Output:
	// a ok pass
	// b error fail
	// micro F1 0.667
	// 1 truth has no answer: it counts as an error of the extractor [want.jsonl:2: "b"]
	// 1 answer has no truth [got.jsonl:2: "c"]
}
