package main

import (
	"flag"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/baselines"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/summarize"
)

// frozenFlags are the flags of check about baselines.
type frozenFlags struct {
	baselines.Files
	ref   string
	allow bool
}

func (f *frozenFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.File, "baseline", "", "compare runs that were not compared with this `FILE`, and fail if they are worse")
	fs.StringVar(&f.ref, "baseline-of", "", "fail if a baseline is lower than in this commit, `REF`, such as origin/main")
	fs.BoolVar(&f.allow, "allow-lowered-baseline", false, "let pass what -baseline-of finds")
}

func (f *frozenFlags) check() error {
	switch {
	case strings.HasPrefix(f.ref, "-"):
		return shell.Errorf("-baseline-of is %q, want a branch or a commit, such as origin/main", f.ref)
	case f.allow && f.ref == "":
		return shell.Errorf("-allow-lowered-baseline is for -baseline-of")
	}
	return nil
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
