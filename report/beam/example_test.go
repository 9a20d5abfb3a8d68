package beam_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	sdk "github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/beam"
	"github.com/extracteval/extracteval/report/summarize"
)

// Of three truths one is read rightly and one wrongly, and one has no answer. An answer has no truth.
const (
	truths = `{"id": "a", "want": {"total": 12}, "tags": {"vendor": "acme"}}
{"id": "b", "want": {"total": 80}, "tags": {"vendor": "bolt"}}
{"id": "c", "want": {"total": 7}, "tags": {"vendor": "bolt"}}
`
	answers = `{"id": "b", "got": {"total": 8}}
{"id": "a", "got": {"total": 12}}
{"id": "d", "got": {"total": 1}}
`
)

// writeFiles writes truths and answers to a new folder.
func writeFiles() (dir string) {
	dir, err := os.MkdirTemp("", "beam")
	if err != nil {
		panic(err)
	}
	for name, text := range map[string]string{"want.jsonl": truths, "got.jsonl": answers} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			panic(err)
		}
	}
	return dir
}

// run builds a pipeline and runs it on prism in this process, as ExampleScore does.
func run(build func(*sdk.Pipeline) error) {
	var err error
	for range 5 {
		p := sdk.NewPipeline()
		if err = build(p); err != nil {
			break
		}
		if err = beamx.Run(context.Background(), p); !beam.Stalled(err) {
			break
		}
	}
	if err != nil {
		panic(err)
	}
}

// The whole pipeline, by its Options, on prism in this process: where prism has Stalled on a busy machine, it runs the pipeline again.
// The Counts account for every line of the files.
func ExampleScore() {
	dir := writeFiles()
	defer os.RemoveAll(dir)
	options := beam.Options{
		Want: filepath.Join(dir, "want*.jsonl"), Got: filepath.Join(dir, "got*.jsonl"), Out: filepath.Join(dir, "out"),
		Dataset: "invoices", Spec: eval.Spec{Fields: []eval.Field{{Path: "total", Match: compare.Numeric{}}}},
	}
	var err error
	for range 5 {
		p := sdk.NewPipeline()
		if err = beam.Score(p, options); err != nil {
			break
		}
		if err = beamx.Run(context.Background(), p); !beam.Stalled(err) {
			break
		}
	}
	if err != nil {
		panic(err)
	}

	text, err := os.ReadFile(filepath.Join(dir, "out", "counts.json"))
	if err != nil {
		panic(err)
	}
	var counts beam.Counts
	if err := json.Unmarshal(text, &counts); err != nil {
		panic(err)
	}
	fmt.Println(counts.WantLines, "truths,", counts.GotLines, "answers,", counts.Scored, "scored")
	fmt.Println(counts.MissingAnswer, "without answer,", counts.MissingTruth, "without truth")
	fmt.Println(counts.Check())
	// Output:
	// 3 truths, 3 answers, 3 scored
	// 1 without answer, 1 without truth
	// <nil>
}

// formatFacts returns a line for the cases with one value of a tag, and for all cases.
func formatFacts(key string, f beam.Facts) string {
	return fmt.Sprint(key, " micro recall ", f.Summarizer.Summary().Number("micro recall").Value)
}

// formatLetter returns a line for a dead letter.
func formatLetter(d beam.DeadLetter) string { return fmt.Sprint(d.Kind, " ", d.ID) }

func init() {
	register.Function2x1(formatFacts)
	register.Function1x1(formatLetter)
}

// A pipeline of one's own, out of the parts of Score: ReadLines returns each Line, Join a Pair for each truth, Evaluate its Record, and
// Summarize the Facts of all cases and of each vendor. A line that cannot be used is a DeadLetter.
func ExampleSummarize() {
	dir := writeFiles()
	defer os.RemoveAll(dir)
	run(func(p *sdk.Pipeline) error {
		s := p.Root()
		want, deadWant := beam.ReadLines(s, filepath.Join(dir, "want*.jsonl"))
		got, deadGot := beam.ReadLines(s, filepath.Join(dir, "got*.jsonl"))
		pairs, deadPairs := beam.Join(s, want, got)
		records, unusable, err := beam.Evaluate(s, eval.Spec{}, report.CaseOptions{}, pairs)
		if err != nil {
			return err
		}
		summaries := beam.Summarize(s, summarize.Options{Dataset: "invoices"}, []string{"vendor"}, records)
		letters := sdk.Flatten(s, deadWant, deadGot, deadPairs, unusable)
		textio.Write(s, filepath.Join(dir, "numbers.txt"), sdk.ParDo(s, formatFacts, summaries))
		textio.Write(s, filepath.Join(dir, "letters.txt"), sdk.ParDo(s, formatLetter, letters))
		return nil
	})

	for _, name := range []string{"numbers.txt", "letters.txt"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			panic(err)
		}
		lines := slices.Sorted(strings.Lines(string(text))) // their order is the runner's
		fmt.Print(strings.Join(lines, ""))
	}
	// Output:
	// micro recall 0.333
	// ["vendor","acme"] micro recall 1.000
	// ["vendor","bolt"] micro recall 0.000
	// missing_answer c
	// missing_truth d
}
