package main

import (
	"flag"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

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
	return verdict.ParseGates(data, c.gate)
}
