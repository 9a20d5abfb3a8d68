package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"runtime/debug"
	"strings"

	sdk "github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // beamx imports the local file system and gs
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/beam"
	"github.com/extracteval/extracteval/report/redact"
)

// Beam defines its flags in the program's flag set, so ours are defined there,
// too.
var (
	spec      = flag.String("spec", "", "the spec, a YAML or JSON `FILE`; without it every value is compared by its type")
	want      = flag.String("want", "", "the truths, a `PATTERN` of files of JSON Lines, plain or gzip")
	got       = flag.String("got", "", "the answers, a `PATTERN` likewise")
	out       = flag.String("out", "", "write to this `FOLDER`")
	dataset   = flag.String("dataset", "", "`NAME` of the data set; default that of -want up to the first dot or *")
	tags      = flag.String("by", "", "summarise by these `TAGS`, too: vendor,language")
	shards    = flag.Int("shards", 1, "write `N` artifacts in parallel; evalreport merge joins them")
	compress  = flag.Bool("gzip", false, "compress artifacts")
	resamples = flag.Int("resamples", 0, "`N` resamples for intervals; default 1000, none when negative")
	mode      = flag.String("redact", "", "keep no values in the output: `hash` or omit")
	rules     = flag.String("redact-path", "", "rules for attributes beside -redact, `PATH=MODE`: vendor.iban=omit,total=keep")
)

// run parses the flags, runs the pipeline and prints where the lines went.
func run(ctx context.Context, w, wErr io.Writer, args []string) error {
	if err := flag.CommandLine.Parse(args); err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50) // prism mostly keeps a few large elements, which are cheap to collect
	}
	sdk.Init() // in a worker of Beam this call does not return
	if rest := flag.Args(); len(rest) > 0 {
		return fmt.Errorf("evalbeam: unknown argument %q", rest[0])
	}
	redaction := redact.Redaction{Mode: redact.Mode(*mode)}
	if *rules != "" {
		for rule := range strings.SplitSeq(*rules, ",") {
			if err := redaction.AddRule(rule); err != nil {
				return fmt.Errorf("evalbeam: -redact-path: %w", err)
			}
		}
	}
	o := beam.Options{
		Want: *want, Got: *got, Out: *out, Dataset: *dataset, Shards: *shards, Compress: *compress, Resamples: *resamples,
		Cases: report.CaseOptions{Redaction: redaction},
	}
	if *tags != "" {
		o.Tags = strings.Split(*tags, ",")
	}
	o.Dataset = cmp.Or(o.Dataset, datasetName(*want))
	var err error
	if o.Spec, err = readSpec(*spec); err != nil {
		return err
	}
	err = again(wErr, func() error {
		p := sdk.NewPipeline()
		if err := beam.Score(p, o); err != nil {
			return err
		}
		return beamx.Run(ctx, p)
	})
	if err != nil {
		return err
	}
	return tell(ctx, w, *out)
}

// again runs a pipeline once more if prism has stalled, with a message. A failed run leaves
// whole files only, and the next run replaces them.
func again(wErr io.Writer, run func() error) error {
	err := run()
	if !beam.Stalled(err) {
		return err
	}
	fmt.Fprintln(wErr, "evalbeam: prism, the runner in this process, has failed by itself, as it does on a busy machine; running the pipeline once more")
	if err = run(); beam.Stalled(err) {
		return fmt.Errorf("evalbeam: prism has failed by itself twice; run the command again when the machine is less busy, or name another -runner: %w", err)
	}
	return err
}

// datasetName is the name of a file, without folder, ending and wildcards.
func datasetName(pattern string) string {
	name, _, _ := strings.Cut(path.Base(pattern), ".")
	name, _, _ = strings.Cut(name, "*")
	return strings.TrimRight(name, "-_")
}

func readSpec(file string) (eval.Spec, error) {
	if file == "" {
		return eval.Spec{}, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return eval.Spec{}, fmt.Errorf("evalbeam: %w", err)
	}
	s, _, err := eval.ParseSpecFile(file, data, nil)
	if err != nil {
		return eval.Spec{}, fmt.Errorf("evalbeam: %s:\n%w", file, err)
	}
	return s, nil
}

// tell prints the table of all cases and the counts of lines, from the files that
// the workers have written.
func tell(ctx context.Context, w io.Writer, out string) error {
	dir := strings.TrimSuffix(out, "/") + "/"
	text, err := readFile(ctx, dir+"summaries.jsonl")
	if err != nil {
		return err
	}
	if line, _, _ := strings.Cut(string(text), "\n"); line != "" {
		var whole struct{ Summary report.Summary }
		if err := json.Unmarshal([]byte(line), &whole); err != nil {
			return err
		}
		if err := terminal.WriteText(w, whole.Summary, terminal.Options{}); err != nil {
			return err
		}
	}
	var counts beam.Counts
	if text, err = readFile(ctx, dir+"counts.json"); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &counts); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%v\n", counts)
	if n := counts.Dead(); n > 0 {
		fmt.Fprintf(w, "%s in %s\n", words.Plural(n, "line"), dir+"dead-letters.jsonl")
	}
	return nil
}

// readFile reads a file on any file system of Beam.
func readFile(ctx context.Context, path string) ([]byte, error) {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	return filesystem.Read(ctx, fs, path)
}
