package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/redact"
)

var scoreCommand = command{
	name:  "score",
	args:  "[flags] [want.jsonl] got.jsonl",
	short: "evaluate answers of any program against truths, joined by id",
	run:   (*cli).score,
}

func (c *cli) score(fs *flag.FlagSet) task {
	specFile := fs.String("spec", "", "the spec, a YAML or JSON `FILE`; without it every value is compared by its type")
	name := fs.String("dataset", "", "`NAME` of the data set; default the name of the file of truths, or of the answers alone")
	dir := fs.String("dir", shell.DefaultDir, "write the artifact into this `DIR`; '' writes none")
	key := fs.String("id", "id", "the `KEY` that joins lines")
	workers := fs.Int("workers", runtime.GOMAXPROCS(0), "evaluate `N` cases at a time")
	mode := fs.String("redact", "", "keep no values in the artifact, by this `MODE`: hash or omit")
	var redaction redact.Redaction
	fs.Func("redact-path", "a rule for one attribute beside -redact, `PATH=MODE`: hash, omit or keep; repeatable", redaction.AddRule)
	return func(args []string) error {
		switch {
		case len(args) != 1 && len(args) != 2:
			return shell.Errorf("score takes two files, truths and answers, or the answers alone, not %d", len(args))
		case len(args) == 2 && args[0] == "-" && args[1] == "-":
			return shell.Errorf("the standard input (-) is given twice")
		case *workers < 1:
			return shell.Errorf("-workers is %d, want 1 or more", *workers)
		case slices.Contains([]string{"", "want", "got", "error"}, *key):
			return shell.Errorf("-id is %q, want the key of the id", *key)
		}
		redaction.Mode = redact.Mode(*mode)
		if _, err := (redact.Redaction{Mode: redaction.Mode}).Compile(nil); err != nil {
			return shell.Errorf("-redact: %v", err)
		}
		spec, source, err := c.readSpec(*specFile, nil)
		if err != nil {
			return err
		}
		format := score.Lines{Key: *key}
		var want *score.File // nil for answers alone
		if len(args) == 2 {
			if want, err = c.File(args[0]); err != nil {
				return err
			}
			if spec, err = score.DecideOrders(spec, want, format); err != nil {
				return err
			}
		}
		answers := args[len(args)-1]
		ds := report.Dataset{
			Name: cmp.Or(*name, datasetName(args[0])), Source: filepath.ToSlash(args[0]), Answers: filepath.ToSlash(answers),
			Redact: redaction.Mode, RedactPaths: redaction.Paths,
		}
		evaluator, err := ds.SetSpec(spec)
		if err != nil {
			return fmt.Errorf("%s: %w", *specFile, err)
		}
		if want == nil && len(spec.Invariants) == 0 {
			return shell.Errorf("there is no file of truths, and the spec has no invariants: nothing would be asked of the answers")
		}
		of, err := words.ParseLabels(os.Getenv("EVALTEST_LABELS"))
		if err != nil {
			return shell.Errorf("EVALTEST_LABELS: %v", err)
		}
		redaction.Key = []byte(os.Getenv("EVALTEST_REDACT_KEY"))
		if redaction, err = redaction.Compile(evaluator); err != nil {
			return shell.Errorf("-redact-path: %v", err)
		}
		got, err := c.File(answers)
		if err != nil {
			return err
		}
		j := &score.Job{Dataset: ds, Evaluator: evaluator, Options: report.CaseOptions{Redaction: redaction, Cluster: ds.Cluster}, Format: format, Workers: *workers}
		w, err := c.scoreArtifact(*dir, of, ds, want == nil)
		if err != nil {
			return err
		}
		if w != nil {
			j.Write = w.WriteCases
		}
		sum, problems, err := j.Run(c.ctx, want, got)
		if err != nil {
			return errors.Join(err, w.End(true))
		}
		w.Write(sum) // End returns the same error
		if err := w.End(false); err != nil {
			return err
		}
		page := shell.PageOf(c.stdout)
		page.Labels = words.Labels(of)
		if err := terminal.WriteText(c.stdout, sum, page); err != nil {
			return err
		}
		if w != nil {
			fmt.Fprintf(c.stdout, "\nartifact: %s\n", terminal.Visible(w.Name()))
		}
		c.account(problems...)
		c.sayNonsense(sum, source)
		if err := terminal.CheckRedaction(&sum, redaction); err != nil {
			return shell.Errorf("-redact-path: %v", err)
		}
		return nil
	}
}

// scoreArtifact creates the artifact of a data set in a directory, nil for "", which discards its records. of are the
// labels of the system under evaluation; alone: there are no truths.
func (c *cli) scoreArtifact(dir string, of map[string]string, ds report.Dataset, alone bool) (*artifact.Writer, error) {
	if dir == "" {
		return nil, nil
	}
	run := artifact.NewRun("")
	run.Labels = of
	answers := datasetName(ds.Answers)
	if alone && answers == ds.Name {
		answers = "" // the data set has this name already
	}
	to := &artifact.Dir{Path: dir, Run: run, Variant: variant(answers, of)}
	if err := c.replaces(to.File(ds), run, ds); err != nil {
		return nil, err
	}
	return to.Create(ds)
}

// sayNonsense prints why a summary is not evaluable, with the line of the field in the spec.
func (c *cli) sayNonsense(sum report.Summary, source eval.SpecSource) {
	why := sum.Nonsense()
	wrong := preflight.Errors(sum.Findings())
	switch {
	case why != "" && len(wrong) > 0:
		c.say("not evaluable: %s%s", wrong[0].At(source), why)
		c.sayAnswers(wrong[0])
	case why != "":
		c.say("not evaluable: %s", why)
	case sum.Cases().Scored() == 0:
		c.say("not evaluable: no case was scored")
	default:
		return
	}
	c.exit = exitFound
}

// sayAnswers prints that the truths look like answers, if a field that every truth lacks is
// under their key got.
func (c *cli) sayAnswers(f preflight.Finding) {
	if strings.HasPrefix(f.Path, "got.") {
		c.say("these truths have the key got, as answers have it: the file of truths comes first, and has the key want, or documents themselves")
	}
}

// account prints the unused lines.
func (c *cli) account(problems ...score.Problem) {
	for _, p := range problems {
		if p.N == 0 {
			continue
		}
		c.exit = exitFound
		c.say("%s", p)
		for _, example := range p.Examples {
			c.say("  %s", example)
		}
		if more := p.N - len(p.Examples); more > 0 {
			c.say("  … and %d more", more)
		}
	}
}

// readSpec reads the file of a spec with the comparators in custom, if it is nil with go-edlib's,
// and warns of ignored parts.
func (c *cli) readSpec(path string, custom map[string]func(json.RawMessage) (compare.Comparator, error)) (eval.Spec, eval.SpecSource, error) {
	if path == "" {
		return eval.Spec{}, eval.SpecSource{}, nil
	}
	data, err := shell.Text(path)
	if err != nil {
		return eval.Spec{}, eval.SpecSource{}, err
	}
	if custom == nil {
		custom = edlib.Custom()
	}
	spec, source, err := eval.ParseSpecFile(path, data, custom)
	if err != nil {
		return eval.Spec{}, eval.SpecSource{}, fmt.Errorf("%s:\n%w", path, err)
	}
	if warning := source.Warning(); warning != "" {
		c.say("warning: %s", warning)
	}
	return spec, source, nil
}

// datasetName returns the name of a file without folder and endings.
func datasetName(path string) string {
	if path == "-" {
		return "stdin"
	}
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// variant returns the part of an artifact's name that differs between several answers to the same
// truths: the name of the answers and the labels, "got_model-x". If two variants are equal,
// replaces returns an error.
func variant(answers string, of map[string]string) string {
	text := answers
	for _, name := range slices.Sorted(maps.Keys(of)) {
		text += "_" + name + "-" + of[name]
	}
	return strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, strings.TrimPrefix(text, "_"))
}

// replaces returns an error if the file to be written exists with other truths, answers or
// labels. Answers from the standard input cannot be identified: replaces then prints that the
// file is replaced.
func (c *cli) replaces(path string, run report.Run, ds report.Dataset) error {
	f, err := artifact.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	var was report.Run
	var of report.Dataset
	for r := artifact.NewReader(f, path); of.Name == "" && r.Scan(); {
		switch rec := r.Record().(type) {
		case *report.Run:
			was = *rec
		case *report.Dataset:
			of = *rec
		}
	}
	same := func(a, b string) bool { return filepath.Clean(a) == filepath.Clean(b) }
	switch {
	case !same(of.Answers, ds.Answers):
		return shell.Errorf("%s is of the answers %q, and the answers %q would overwrite it: name another -dir, say by EVALTEST_LABELS which system they are of, or remove it", path, of.Answers, ds.Answers)
	case !same(of.Source, ds.Source):
		return shell.Errorf("%s is of the truths %q, and the truths %q would overwrite it: name another -dir or -dataset, or remove it", path, of.Source, ds.Source)
	case words.Labels(was.Labels) != words.Labels(run.Labels):
		return shell.Errorf("%s is of a run with labels %q, and would be overwritten by one with %q: name another -dir, or remove it", path, words.Labels(was.Labels), words.Labels(run.Labels))
	case ds.Answers == "-":
		c.say("%s is replaced: it is of answers that came through the standard input, too; EVALTEST_LABELS tells systems apart", path)
	}
	return nil
}
