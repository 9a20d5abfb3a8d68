package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/redact"
)

// scoring is one call of score with its flags.
type scoring struct {
	*cli
	specFile, name, dir string
	part                string // of -split
	file                string // the artifact, "" for none
	wantID              string
	format              score.Lines
	forms               [2]dataset.Form // of truths and answers
	workers             int
	redaction           redact.Redaction
	labels              map[string]string
	strategies          string // the file of -quality
	limits              report.Gate

	source    eval.SpecSource
	frozen    *shell.ScoredRun // nil without a baseline
	ds        report.Dataset
	replaced  time.Time // the start of the run whose artifact this one replaces, zero for none
	replacing string    // a message that it is replaced, "" for none
}

func (c *cli) score(fs *flag.FlagSet) shell.Task {
	s := &scoring{cli: c, labels: map[string]string{}}
	fs.StringVar(&s.specFile, "spec", "", "the spec, a YAML or JSON `FILE`; without it every value is compared by its type")
	c.gateFlag(fs)
	limitFlags(fs, &s.limits)
	fs.StringVar(&s.name, "dataset", "", "`NAME` of the data set; default the name of the file of truths, or of the answers alone")
	fs.StringVar(&s.part, "split", "", "score this `PART` of the truths alone, by the file of parts beside them; see data split")
	fs.StringVar(&s.dir, "dir", shell.DefaultDir, "write the artifact into this `DIR`; '' writes none")
	fs.Func("label", "the system that gave the answers, `NAME=VALUE`, beside EVALTEST_LABELS; repeatable", s.addLabel)
	id := fs.String("id", "", "the `KEY` that joins lines, or its path (default id)")
	fs.StringVar(&s.wantID, "want-id", "", "the `KEY` of the id in the truths alone (default that of -id)")
	fs.StringVar(&s.format.GotKey, "got-id", "", "the `KEY` of the id in the answers alone (default that of -id)")
	fs.StringVar(&s.format.Want, "want", "", "the `KEY` of the truths in their lines, or its path (default want, or none)")
	fs.StringVar(&s.format.Got, "got", "", "the `KEY` of the answers in their lines, or its path (default got, or none)")
	fs.Func("cells", "answers have an object in place of each value: the `KEY[,KEY]` of the value and of its confidence in it, such as value,confidence", s.format.Cells.Set)
	fs.StringVar(&s.strategies, "quality", "", "measure document quality (rqs) by the strategies of this `FILE`, {\"name\": \"FUZZY\"}")
	fs.BoolVar(&s.format.ByLine, "by-line", false, "join the lines by their order, where both files have as many")
	fs.IntVar(&s.workers, "workers", runtime.GOMAXPROCS(0), "evaluate `N` cases at a time")
	mode := fs.String("redact", "", "keep no values in the artifact, by this `MODE`: hash or omit")
	fs.Func("redact-path", "a rule for one attribute beside -redact, `PATH=MODE`: hash, omit or keep; repeatable", s.redaction.AddRule)
	return func(args []string) error {
		s.format.Key = cmp.Or(s.wantID, *id)
		if s.format.GotKey = cmp.Or(s.format.GotKey, *id); s.wantID != "" && s.format.GotKey == "" {
			s.format.GotKey = "id"
		}
		keys := []string{cmp.Or(s.format.Want, "want"), cmp.Or(s.format.Got, "got"), "error"}
		if err := cmp.Or(
			shell.If(len(args) != 1 && len(args) != 2, "score takes two files, truths and answers, or the answers alone, not %d", len(args)),
			shell.If(len(args) == 2 && args[0] == "-" && args[1] == "-", "the standard input (-) is given twice"),
			shell.If(s.workers < 1, "-workers is %d, want 1 or more", s.workers),
			shell.If(s.format.ByLine && s.format.Key+s.format.GotKey != "", "-id and -by-line are both given: lines are joined by their id, or by their order"),
			shell.If(s.part != "" && (len(args) < 2 || args[0] == "-" || s.format.ByLine), "-split needs a file of truths, whose cases have ids: their parts stand in a file beside it"),
			shell.If(slices.Contains(keys, s.format.Key) || slices.Contains(keys, s.format.GotKey), "-id is %q, want the key of the id", cmp.Or(*id, s.format.Key, s.format.GotKey)),
			shell.If(s.format.Want == "error" || s.format.Got == "error", "error is the key of answers that failed: neither -want nor -got can be it"),
			shell.If(c.gate != "" && !s.limits.IsZero(), "-gate is given, and so is a limit: write all limits into %s, or leave it out", c.gate),
			shell.If(s.limits.MaxErrors < 0, "-max-errors is %d, want 0 or more", s.limits.MaxErrors),
			shell.If(s.limits.NoWorseThan == "" && (s.limits.MaxFall != 0 || s.limits.KeepAnswers), "-max-fall and -keep-answers are for a baseline: name its file with -baseline"),
			shell.If(!(s.limits.MaxFall <= 1), "-max-fall is %v, want at most 1: 0.02 is two points of F1", s.limits.MaxFall),
			shell.If(s.limits.Validate() != nil, "-max-errors limits nothing by itself: set -macro-f1, -micro-f1, -field or -baseline beside it"),
		); err != nil {
			return err
		}
		if len(args) == 1 && s.format.Want != "" && s.format.Got != "" {
			args = append(args, args[0]) // each line has both
		}
		var err error
		if s.format, s.forms, err = s.format.Forms(len(args) == 2 && args[0] == args[1]); err != nil {
			return shell.Errorf("%v", err)
		}
		s.redaction.Mode, s.redaction.Key = redact.Mode(*mode), []byte(os.Getenv("EVALTEST_REDACT_KEY"))
		if _, err := (redact.Redaction{Mode: s.redaction.Mode}).Compile(nil); err != nil {
			return shell.Errorf("-redact: %v", err)
		}
		return s.run(args)
	}
}

// run scores files.
func (s *scoring) run(args []string) error {
	w, err := s.artifact(args)
	if err != nil {
		return err
	}
	job, want, got, err := s.prepare(args)
	if err != nil {
		return errors.Join(err, w.End(true)) // which removes the file: it has no data set
	}
	if s.replacing != "" {
		s.say("%s", s.replacing)
	}
	if w.Write(s.ds) != nil {
		return w.End(true)
	}
	if w != nil {
		job.Write = w.WriteCases
	}
	if s.frozen != nil {
		job.Case = s.frozen.Run.Add
	}
	sum, problems, err := job.Run(s.ctx, want, got)
	if err != nil {
		return errors.Join(err, w.End(true))
	}
	spoils := slices.IndexFunc(problems, func(p score.Problem) bool { return p.Spoils })
	reason := sum.Nonsense()
	if reason == "" && spoils >= 0 {
		reason = problems[spoils].String()
	}
	j, written := s.frozen.Judge(sum, func(b *report.Baseline) verdict.Judgement { return verdict.Judge(&s.ds, nil, reason, sum, b) })
	if result, ok := j.Result(); ok && s.ds.Gate != nil {
		w.Write(result) // End returns the same error
	}
	w.Write(sum)
	if err := w.End(spoils >= 0); err != nil {
		return err
	}
	page := shell.PageOf(s.stdout)
	o := terminal.Options{Gate: s.ds.Gate, Result: j.Gate, Labels: terminal.SystemAndData(report.Run{Labels: s.labels}, s.ds), Width: page.Width, Colour: page.Colour, Legend: true}
	if err := terminal.WriteText(s.stdout, sum, o); err != nil {
		return err
	}
	ending := view.Page{Blocks: view.Apart(terminal.Verdict(j, &sum)...)}
	for _, line := range written {
		ending.Add(view.Sentence{Text: view.Quote(line)})
	}
	if err := ending.Write(s.stdout, page); err != nil { // a full disk loses the verdict
		return err
	}
	if w != nil {
		replaced := ""
		if !s.replaced.IsZero() && spoils < 0 {
			replaced = s.replaced.Local().Format(" (it replaces the run of 2006-01-02 15:04)")
		}
		fmt.Fprintf(s.stdout, "artifact: %s%s\n", terminal.Visible(w.Name()), replaced)
	}
	s.Account(problems...)
	s.sayNonsense(sum, s.ds.Source, s.source)
	if !j.EndsWell() {
		s.exit = exitFound
	}
	if err := terminal.CheckRedaction(&sum, s.redaction); err != nil {
		return shell.Errorf("-redact-path: %v", err)
	}
	return nil
}

// prepare opens the files, and returns the job, once its limits are checked; want is nil for answers alone.
func (s *scoring) prepare(args []string) (job *score.Job, want, got *dataset.File, err error) {
	spec, source, err := s.Spec(s.specFile, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	s.source = source
	if len(args) == 2 {
		if want, err = s.FileForm(args[0], s.forms[0]); err != nil {
			return nil, nil, nil, err
		}
	} else if len(spec.Invariants) == 0 {
		if want, err = s.FileForm(args[0], s.forms[1]); err != nil {
			return nil, nil, nil, err
		}
		note, err := s.format.FindSides(want, spec)
		if err != nil {
			return nil, nil, nil, shell.Errorf("%v", err)
		}
		s.say("%s", note)
	}
	if want != nil && args[0] != "-" {
		if s.ds.Version, err = sidecar.Version(args[0]); err == nil {
			s.ds.Agreement, err = sidecar.Agreement(args[0])
		}
		if err != nil {
			return nil, nil, nil, err
		}
	}
	quality, err := s.quality(want)
	if err != nil {
		return nil, nil, nil, err
	}
	evaluator, err := s.ds.SetSpec(spec)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", s.specFile, err)
	}
	if err := s.readSettings(evaluator); err != nil {
		return nil, nil, nil, err
	}
	if got, err = s.FileForm(args[len(args)-1], s.forms[1]); err != nil {
		return nil, nil, nil, err
	}
	format, notes, err := score.Prepare(s.format, spec, want, got)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, text := range notes {
		s.say("%s", text)
	}
	if want != nil {
		if spec, err = score.Decide(spec, []*dataset.File{want}, format); err == nil {
			evaluator, err = s.ds.SetSpec(spec)
		}
		if err != nil {
			return nil, nil, nil, err
		}
	}
	if s.part != "" { // after all parts have decided the spec, so that it is the same for each part
		call := labels.Call{Inputs: &s.Inputs}
		if err := call.Part(s.part, args[0], format, want, got); err != nil {
			return nil, nil, nil, err
		}
		if text := shell.Uncounted(args[0], s.part); text != "" {
			s.say("%s: %s", terminal.Visible(s.ds.Name), terminal.Visible(text))
		}
	}
	if s.frozen, err = shell.NewScoredRun(s.artifactRun(), s.ds, s.redaction); err != nil {
		return nil, nil, nil, err
	}
	if s.frozen != nil {
		s.frozen.Run.Folder, s.frozen.Run.Renewal = s.file, "EVALTEST_UPDATE=baseline evalreport score "+words.Command(s.args...)
	}
	job = &score.Job{
		Dataset: s.ds, Evaluator: evaluator, Options: report.CaseOptions{Redaction: s.redaction, System: s.labels, Cluster: s.ds.Cluster, Classes: s.ds.Classes, Fields: evaluator.Spec().Plain()}, Format: format, Workers: s.workers, Quality: quality,
	}
	if err := job.CheckLimits(s.ctx, want); err != nil {
		problems := words.GateProblems(err)
		if s.gate != "" {
			problems = s.gate + ": " + problems
		}
		return nil, nil, nil, errors.New(problems)
	}
	return job, want, got, nil
}

// quality reads the strategies of -quality, nil for none, and declares the measures.
func (s *scoring) quality(want *dataset.File) (*score.DocumentQuality, error) {
	if s.strategies == "" {
		return nil, nil
	} else if want == nil {
		return nil, shell.Errorf("-quality compares answers with truths, and there is no file of truths")
	}
	text, err := shell.Text(s.strategies)
	if err != nil {
		return nil, err
	}
	q, err := score.NewDocumentQuality(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.strategies, err)
	}
	s.ds.Measures = q.Numbers()
	return q, nil
}

// readSettings reads the redaction and the gate.
func (s *scoring) readSettings(evaluator *eval.Evaluator) (err error) {
	if s.redaction, err = s.redaction.Compile(evaluator); err != nil {
		return shell.Errorf("-redact-path: %v", err)
	}
	s.ds.Gate, err = s.readGate()
	return err
}

// addLabel adds a label of -label.
func (s *scoring) addLabel(text string) error {
	labels, err := words.ParseLabels(text)
	for name, value := range labels {
		if _, twice := s.labels[name]; twice {
			return fmt.Errorf("label %q appears twice", name)
		}
		s.labels[name] = value
	}
	return err
}

// readGate returns the limits of -gate for the data set, or of the flags, nil for none.
func (s *scoring) readGate() (*report.Gate, error) {
	limits, err := s.cli.limits()
	switch {
	case err != nil:
		return nil, err
	case limits == nil && s.limits.IsZero():
		return nil, nil
	case limits == nil:
		return &s.limits, nil
	}
	if gate := limits.Gate("", s.ds.Name); gate != nil {
		return gate, nil
	}
	names := arithmetic.Each(limits.Unused(), func(other verdict.UnusedGate) string { return other.Name })
	return nil, shell.Errorf("%s has no limits for the data set %q, only for %s: name the data set with -dataset%s", s.gate, s.ds.Name, strings.Join(names, ", "), words.Hint(s.ds.Name, names))
}

// sayNonsense prints why a summary of a file of truths is not evaluable, with the line of the field in the spec.
func (c *cli) sayNonsense(sum report.Summary, truths string, source eval.SpecSource) {
	reason := sum.Nonsense()
	wrong := preflight.Errors(sum.Findings())
	switch {
	case reason != "" && len(wrong) > 0:
		c.say("not evaluable: %s%s", wrong[0].At(source), reason)
		c.sayAnswers(wrong[0], truths)
	case reason != "":
		c.say("not evaluable: %s", reason)
	case sum.Cases().Scored() == 0:
		c.say("not evaluable: no case was scored")
	}
}

// sayAnswers prints that a file of truths has answers, if the finding is about a field under the key got.
func (c *cli) sayAnswers(f preflight.Finding, file string) {
	if strings.HasPrefix(f.Path, "got.") {
		c.say("%s", score.AnswersFirst(file))
	}
}

// lose prints the problems of lines that were not used. If there are any, the exit code is 1.
func (c *cli) lose(p score.Problem) {
	if p.N > 0 {
		c.exit = exitFound
	}
	c.Account(p)
}
