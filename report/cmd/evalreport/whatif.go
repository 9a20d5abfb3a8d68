package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/similarity/nearest"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/usage"
	"github.com/extracteval/extracteval/report/internal/words"
	"github.com/extracteval/extracteval/report/rescore"
	"github.com/extracteval/extracteval/report/terminal"
)

var whatifCommand = command{
	name:  "whatif",
	args:  "[flags] [artifact ...]",
	short: "find rules of a spec that are too strict or too lax, by kept answers",
	long: `Whatif tries, for each field, the rules next to the one that the spec has, on the
answers that a run has kept: case folded or not, another tolerance, format or order of
dates, a threshold .05 below and above, another field to pair items by. It lists those
that would change F1, the largest change first, with examples of what would then match or
no longer match. Nobody is asked: neither the extractor nor a judge.

A rule that changes nothing is safe; one that changes much deserves a look. The examples
show whether what would then match is right; F1 does not. What a rule does to all numbers
is told by rescore.

Rules that call a function of Go have no neighbours. Answers that are not in the records
(redacted, longer than 64 KiB, EVALTEST_ANSWERS=off) are left out and counted.

examples:
  evalreport whatif
  evalreport whatif -field total -examples 10 run.jsonl
  evalreport whatif -json | jq '.[].neighbours[].rule'

exit codes: 0; 2 misuse or an input that cannot be read.`,
	run: (*cli).whatif,
}

func (c *cli) whatif(args []string) (int, error) {
	fs := c.flags()
	field := fs.String("field", "", "list the rules of the field of this `NAME` alone")
	least := fs.Float64("least", 0, "leave out changes of F1 below `D`")
	var w rescore.WhatIf
	fs.IntVar(&w.MaxExamples, "examples", 3, "show up to `N` examples of each rule")
	fs.IntVar(&w.MaxAnswers, "answers", 10_000, "look at the first `N` answers of each artifact")
	asJSON := fs.Bool("json", false, "print a list of data sets as JSON")
	args, err := c.parse(fs, args)
	switch {
	case err != nil:
		return 0, err
	case !(*least >= 0 && *least <= 1):
		return 0, usage.Errorf("-least is %v, want a number from 0 to 1", *least)
	case w.MaxExamples < 1 || w.MaxAnswers < 1:
		return 0, usage.Errorf("-examples is %d and -answers is %d, want 1 or more", w.MaxExamples, w.MaxAnswers)
	}
	inputs, err := c.Artifacts(args...)
	if err != nil {
		return 0, err
	}
	all := []rescore.Neighbourhood{}
	for _, in := range inputs {
		found, err := w.Try(c.ctx, in)
		if err != nil {
			return 0, err
		}
		all = append(all, found...)
	}
	if err := haveField(all, *field); err != nil {
		return 0, err
	}
	changes := make([]int, len(all)) // before some are left out
	for i := range all {
		changes[i] = len(all[i].Neighbours)
		kept := []rescore.Neighbour{}
		for _, n := range all[i].Neighbours {
			if change := n.Change(); (*field == "" || n.Attribute == *field) && max(change, -change) >= *least {
				kept = append(kept, n)
			}
		}
		all[i].Neighbours = kept
	}
	if *asJSON {
		return exitOK, writeJSON(c.stdout, all)
	}
	for i, n := range all {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		if _, err := fmt.Fprint(c.stdout, whatifText(&n, changes[i])); err != nil {
			return 0, err
		}
	}
	return exitOK, nil
}

// haveField is an error where rules were tried, and none of them is of the field, "" for any.
func haveField(all []rescore.Neighbourhood, field string) error {
	var names []string
	tried := false
	for _, n := range all {
		tried = tried || n.Why == ""
		for _, name := range n.Fields {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if field == "" || !tried || slices.Contains(names, field) {
		return nil
	}
	return usage.Errorf("-field is %q, and no rule of such a field was tried%s (there are %s)", field, nearest.Hint(field, names), strings.Join(names, ", "))
}

// whatifText returns the neighbours of the rules of a data set, of which some may have been
// left out, as text for a terminal. So many change F1.
func whatifText(n *rescore.Neighbourhood, changes int) string {
	var b strings.Builder
	name := terminal.LineStart(n.Dataset)
	if n.Why != "" {
		fmt.Fprintf(&b, "%s: nothing was tried: %s\n", name, terminal.Visible(n.Why))
		return b.String()
	}
	fmt.Fprintf(&b, "%s: %s, %s tried; ", name, words.Plural(n.Answers, "answer"), words.Plural(n.Tried, "neighbouring rule"))
	switch changes {
	case 0:
		b.WriteString("none changes F1\n")
	case 1:
		b.WriteString("1 changes F1\n")
	default:
		fmt.Fprintf(&b, "%d change F1\n", changes)
	}
	if n.Left > 0 {
		fmt.Fprintf(&b, "%s left out: not in the record, or beyond -answers\n", words.Plural(n.Left, "answer"))
	}
	for _, u := range n.Untried {
		fmt.Fprintf(&b, "not tried: %s\n", terminal.Visible(u))
	}
	for _, v := range n.Neighbours {
		fmt.Fprintf(&b, "\n%s  %s\n", terminal.LineStart(v.Attribute), terminal.Visible(v.Rule))
		fmt.Fprintf(&b, "  F1 %s → %s (%+.3f), %s better, %d worse\n", v.Before, v.After, v.Change(), words.Plural(v.Better, "answer"), v.Worse)
		for _, e := range v.Examples {
			fmt.Fprintf(&b, "    %s → %s  %s %s  got %s  want %s\n", e.Before, e.After, terminal.Visible(e.Case), terminal.Visible(e.Path), valueText(e.Got), valueText(e.Want))
		}
	}
	return b.String()
}

// valueText returns a value as JSON, "-" for none.
func valueText(value []byte) string {
	if len(value) == 0 {
		return "-"
	}
	return terminal.Visible(string(value))
}
