package main

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare/errorclass"
	"github.com/extracteval/extracteval/metrics/similarity/nearest"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/accept"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/screen"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/usage"
)

// acceptFlags say what is accepted, and where.
type acceptFlags struct {
	data, set, key         string
	cases, fields, classes []string
	reviews                []string
	trial                  int
	write, interactive     bool
}

func (c *cli) acceptFlags(args []string) (o acceptFlags, rest []string, err error) {
	fs := c.flags()
	fs.StringVar(&o.data, "data", "", "the data set, a `FILE` or a folder of pairs; default that of the run, where it is found")
	fs.StringVar(&o.set, "dataset", "", "the `NAME` of the data set, where the artifact has several")
	fs.StringVar(&o.key, "id", "id", "the `KEY` of the id")
	fs.IntVar(&o.trial, "trial", 0, "the `N` of the trial whose answers are accepted, where there are several")
	usage.ListVar(fs, &o.cases, "case", "accept answers of the case with this `ID`; repeatable")
	usage.ListVar(fs, &o.fields, "field", "accept answers at or below this `PATH` or attribute; repeatable")
	usage.ListVar(fs, &o.classes, "class", "accept answers of this `CLASS`: an outcome or a kind of mistake; repeatable")
	usage.ListVar(fs, &o.reviews, "review", "accept what the decisions in this `FILE` say; repeatable")
	fs.BoolVar(&o.write, "write", false, "change the data set; without it the changes are printed alone")
	rest, err = c.parse(fs, args)
	chosen := len(o.cases)+len(o.fields)+len(o.classes) > 0
	switch {
	case err != nil:
		return o, nil, err
	case len(o.reviews) > 0 && (chosen || usage.IsSet(fs, "trial")):
		return o, nil, usage.Errorf("-review says which answers are accepted; -case, -field, -class and -trial are for without")
	case o.trial < 0:
		return o, nil, usage.Errorf("-trial is %d, want 1 or more", o.trial)
	case slices.Contains([]string{"", "want"}, o.key):
		return o, nil, usage.Errorf("-id is %q, want the key of the id", o.key)
	case o.write && inCI() && (len(o.reviews) > 0 || chosen):
		return o, nil, usage.Errorf("in CI (the variable CI is set) no data set is changed: leave out -write to see the changes, and make them where they are reviewed")
	case len(o.reviews) > 0 || chosen:
		return o, rest, checkClasses(o.classes)
	case o.write:
		return o, nil, usage.Errorf("-write is for what -case, -field, -class or -review choose")
	case inCI():
		return o, nil, usage.Errorf("in CI (the variable CI is set) nobody is asked; choose with -case, -field, -class or -review")
	case !screen.IsTerminal(c.Stdin):
		return o, nil, usage.Errorf("there is no terminal to ask in; choose with -case, -field, -class or -review")
	}
	o.interactive = true
	return o, rest, nil
}

// inCI reports whether the environment is that of a CI server.
func inCI() bool { return !slices.Contains([]string{"", "0", "false"}, os.Getenv("CI")) }

// checkClasses refuses names of no class.
func checkClasses(classes []string) error {
	valid := []string{metrics.Wrong.String(), metrics.Missing.String(), metrics.Hallucinated.String(), metrics.Invented.String(), metrics.Errored.String()}
	for _, class := range errorclass.Classes() {
		if !slices.Contains(valid, string(class)) {
			valid = append(valid, string(class))
		}
	}
	for _, class := range classes {
		if !slices.Contains(valid, class) {
			return usage.Errorf("-class is %q, want one of %s%s", class, strings.Join(valid, ", "), nearest.Hint(class, valid))
		}
	}
	return nil
}

// wants reports whether a change of a case that was chosen is, too.
func (a *acceptance) wants(c *accept.Change) bool {
	named := slices.Contains(a.classes, c.Outcome.String()) || slices.Contains(a.classes, c.Class)
	if len(a.classes) > 0 && !named || len(a.fields) > 0 && !a.inFields(c) {
		return false
	}
	return named || a.interactive || c.Outcome != metrics.Missing && c.Outcome != metrics.Errored
}

func (a *acceptance) inFields(c *accept.Change) bool { return slices.ContainsFunc(a.fields, c.In) }

// know notes the fields that a record has.
func (a *acceptance) know(record *report.Case) {
	if len(a.fields) == 0 {
		return
	}
	for i := range record.Fields {
		f := &record.Fields[i]
		name := f.Attribute
		if name == metrics.InventedAttribute {
			name = items.ReplaceAllString(f.Path, "[]")
		}
		a.names[name] = true
	}
}

var items = regexp.MustCompile(`\[[0-9]+\]`)

// knows is an error where neither the spec nor a record has a field, whatever its items.
func (a *acceptance) knows(field string) error {
	names := slices.Sorted(maps.Keys(a.names))
	general := items.ReplaceAllString(field, "[]")
	if slices.ContainsFunc(names, func(name string) bool { return (&accept.Change{Path: name}).In(general) }) {
		return nil
	}
	return usage.Errorf("-field is %q, and neither the spec nor a record has it%s", field, nearest.Hint(general, names))
}
