package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/summarize"
)

const maxFindings = 10 // findings of preflight printed for one data set

func (c *cli) check(fs *flag.FlagSet) shell.Task {
	c.gateFlag(fs)
	var frozen frozenFlags
	frozen.define(fs)
	var h heldOut
	fs.StringVar(&h.part, "holdout", "", "count the looks at this held-out `PART`, and judge a run of it if one is left; needs -looks")
	fs.IntVar(&h.most, "looks", 0, "how many runs of -holdout may be judged, `N`")
	fs.StringVar(&h.data, "data", "", "count looks beside this data set, a `FILE` or a folder; default the data set of the run, where it is found")
	return func(args []string) error {
		if err := cmp.Or(
			shell.If((h.part == "") != (h.most == 0) || h.most < 0 || h.part == "" && h.data != "", "-holdout PART and -looks N, 1 or more, are given together; -data says where looks are counted"),
			frozen.check(),
		); err != nil {
			return err
		}
		c.Counted = h.part
		inputs, limits, err := c.read(args, false)
		if err != nil {
			return err
		}
		sets, err := c.sets(inputs, limits)
		if err != nil {
			return err
		}
		if h.part != "" && !slices.ContainsFunc(sets, func(s *summarize.Set) bool { return s.Dataset.Part == h.part }) {
			return shell.Errorf("no data set is of the part %q: run it by EVALTEST_SPLIT, Suite.Split or score -split", h.part)
		}
		frozen.Limits = limits
		if err := frozen.Compare(sets, inputs); err != nil {
			return err
		}
		judged := 0
		several := len(sets) > 1 && sets[1].Sections > 0
		for i, s := range sets {
			sum := s.Summarizer.Summary()
			j := s.Set.Judge(sum)
			look, refused := "", ""
			counted := h.part != "" && s.Dataset.Part == h.part
			// Without a look nobody may see findings, which say how many values are wrong.
			withheld := counted && j.Verdict == verdict.NotEvaluable
			if counted && !withheld {
				if refused = drafted(j, &sum); refused == "" {
					look, refused, err = h.look(c.ctx, s.Set, sum.DataHash)
				}
				if err != nil {
					return err
				}
			}
			if refused != "" {
				c.exit = exitFound
				judged++
				fmt.Fprintln(c.stdout, terminal.LineStart(fmt.Sprintf("%s: not evaluable: %s", terminal.Visible(s.Dataset.Name), refused)))
				continue
			}
			var notes []string
			if owner := heading(s.Run); owner != "" && (several || s.Repetition > 1) && s.Sections > 0 {
				notes = append(notes, "["+owner+"]")
			}
			if v := s.Dataset.Version; v != "" {
				notes = append(notes, "["+terminal.DataVersion(v)+"]")
			}
			if moved := sum.Moved.Short(); moved != "" {
				notes = append(notes, "["+moved+"]")
			}
			page := view.Page{Blocks: terminal.Verdict(j, &sum, notes...)}
			if withheld {
				page.Blocks = page.Blocks[:1]
			}
			for _, text := range []string{look, sum.Usage.Earlier()} {
				if text != "" && !withheld {
					page.Line("  %s", text)
				}
			}
			if findings := terminal.PrintedFindings(sum.Findings(), maxFindings); len(findings) > 0 && !withheld {
				page.Add(findings...)
				if i < len(sets)-1 {
					page.Line("")
				}
			}
			if err := page.Write(c.stdout, shell.PageOf(c.stdout)); err != nil { // a full disk loses the verdict
				return err
			}
			switch j.Verdict {
			case verdict.NoGate:
				continue
			case verdict.Failed, verdict.NotEvaluable:
				c.exit = exitFound
			}
			judged++
		}
		c.checkLowered(&frozen, sets)
		if judged == 0 {
			return shell.Errorf("no data set has a gate of its own: name a file of limits with -gate")
		}
		return nil
	}
}

// drafted says that truths of a held-out part are drafts, at which nobody has looked. It returns "" where a limit bounds
// their number.
func drafted(j verdict.Judgement, sum *report.Summary) string {
	cases := sum.Cases()
	result, _ := j.Result()
	if cases.Drafts == 0 || slices.ContainsFunc(result.Checks, func(c report.Check) bool { return c.AtMost && c.Metric == dataset.DraftsMetric && c.Slice == "" }) {
		return ""
	}
	return fmt.Sprintf("%s: let people look at them (evalreport review), or bound them by a limit, {metric: drafts, is: at_most, value: %d}",
		dataset.DraftCount{Truths: cases.Labelled(), Drafts: cases.Drafts, Own: cases.OwnDrafts}.String(), cases.Drafts)
}

// heldOut is a held-out part, the data set whose journal counts its looks, and the number of looks allowed.
type heldOut struct {
	part, data string
	most       int
}

// look takes a look at the held-out part; see [shell.TakeLooks].
func (h heldOut) look(ctx context.Context, s *artifact.Set, truths string) (taken, refused string, err error) {
	if h.data, err = shell.DataSet(&artifact.Section{Key: s.Key, Run: s.Run, Dataset: s.Dataset, Source: s.Files[0]}, h.data); err != nil {
		return "", "", err
	}
	look := shell.Look{
		Date: time.Now().UTC().Format(time.DateOnly), Part: h.part, Truths: truths, Version: s.Dataset.Version, Labels: s.Run.Labels, Commit: s.Run.VCS.Revision,
	}
	if look.Run, err = shell.LooksHash(s.Files); err != nil {
		return "", "", err
	}
	return shell.TakeLooks(ctx, h.data, look, h.most)
}

// frozenFlags are the flags of check about baselines.
type frozenFlags struct {
	shell.Baselines
	ref   string
	allow bool
}

func (f *frozenFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.File, "baseline", "", "compare runs that were not compared with this `FILE`, and fail if they are worse")
	fs.StringVar(&f.ref, "baseline-of", "", "fail if a baseline is lower than in this commit, `REF`, such as origin/main")
	fs.BoolVar(&f.allow, "allow-lowered-baseline", false, "let pass what -baseline-of finds")
}

func (f *frozenFlags) check() error {
	return cmp.Or(
		shell.If(strings.HasPrefix(f.ref, "-"), "-baseline-of is %q, want a branch or a commit, such as origin/main", f.ref),
		shell.If(f.allow && f.ref == "", "-allow-lowered-baseline is for -baseline-of"),
	)
}

// checkLowered prints which baselines are lower than in the commit of -baseline-of.
func (c *cli) checkLowered(f *frozenFlags, sets []*summarize.Set) {
	if f.ref == "" {
		return
	}
	all, err := f.Lowered(c.ctx, sets, f.ref)
	if err != nil {
		c.exit = exitFound
		fmt.Fprintln(c.stdout, terminal.LineStart(terminal.Visible(fmt.Sprintf("baselines: not evaluable: they cannot be compared with %s: %v", f.ref, err))))
	}
	for _, l := range all {
		switch {
		case l.Lower && f.allow:
			l.Text += " (allowed by -allow-lowered-baseline)"
		case l.Lower:
			c.exit = exitFound
			l.Text += "; if it is meant, -allow-lowered-baseline lets it pass"
		}
		fmt.Fprintln(c.stdout, terminal.LineStart(terminal.Visible(l.Text)))
	}
}

// gateFlag defines -gate.
func (c *cli) gateFlag(fs *flag.FlagSet) {
	fs.StringVar(&c.gate, "gate", "", "judge the data sets that a YAML or JSON `FILE` names by its limits, in place of the limits of the tests; see check")
}

// severalLimits matches the limit of a field before that of another: total=.9,date
var severalLimits = regexp.MustCompile(`=[\d.]+[,; ]`)

// limitFlags defines flags for the usual limits.
func limitFlags(fs *flag.FlagSet, g *report.Gate) {
	limit := func(target *float64, text string) error {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v > 0 && v <= 1) {
			return fmt.Errorf("want a limit above 0 and at most 1")
		}
		*target = v
		return nil
	}
	fs.Func("macro-f1", "the `LEAST` macro F1, in (0,1]", func(text string) error { return limit(&g.MacroF1, text) })
	fs.Func("micro-f1", "the `LEAST` micro F1, in (0,1]", func(text string) error { return limit(&g.MicroF1, text) })
	fs.Func("field", "the least F1 of a field, `PATH=LEAST`, such as total=0.99 or lines[].amount=0.9; repeatable", func(text string) error {
		i := strings.LastIndex(text, "=")
		if i <= 0 {
			return fmt.Errorf("want PATH=LEAST, such as total=0.99")
		}
		if severalLimits.MatchString(text[:i]) {
			return fmt.Errorf("want the limit of one field, PATH=LEAST: repeat -field for each")
		}
		var least float64
		if err := limit(&least, text[i+1:]); err != nil {
			return err
		}
		if earlier, found := g.FieldF1[text[:i]]; found {
			return fmt.Errorf("%q has the limit %v already", text[:i], earlier)
		}
		arithmetic.Map(&g.FieldF1)[text[:i]] = least
		return nil
	})
	fs.StringVar(&g.NoWorseThan, "baseline", "", "fail if the run is worse than in this `FILE`, which EVALTEST_UPDATE=baseline writes")
	fs.Float64Var(&g.MaxFall, "max-fall", 0, "how far an average may lie below -baseline, `F1`; default 0.02, -1 for no limit")
	fs.BoolVar(&g.KeepAnswers, "keep-answers", false, "keep truths and answers in -baseline, if they may be committed")
	fs.IntVar(&g.MaxErrors, "max-errors", 0, "how many errors the limits allow, `N`: answers that are missing or failed")
}

// read returns the artifacts that arguments name and the limits of -gate. With aloud it also prints which truths have
// changed since the runs, for commands whose output may not be read at once.
func (c *cli) read(args []string, aloud bool) ([]artifact.Source, *verdict.GateFile, error) {
	limits, err := c.limits()
	if err != nil {
		return nil, nil, err
	}
	sources, err := c.Artifacts(args...)
	c.WatchMoved(sources, aloud)
	return sources, limits, err
}

// limits reads the file of -gate. It returns nil without that flag.
func (c *cli) limits() (*verdict.GateFile, error) {
	if c.gate == "" {
		return nil, nil
	}
	data, err := shell.Text(c.gate)
	if err != nil {
		return nil, err
	}
	return shell.ParseGates(data, c.gate)
}
