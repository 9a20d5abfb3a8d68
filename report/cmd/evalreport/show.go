package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/summarize"
)

func (c *cli) show(fs *flag.FlagSet) shell.Task {
	cases := fs.Int("cases", 5, "print up to `N` of the worst cases")
	fields := fs.Int("fields", 5, "print up to `N` of the fields with the lowest F1")
	width := fs.Int("width", 32, "cut names of fields to `N` cells")
	reason := fs.Bool("why", false, "print where the mistakes are, too: what they have in common, the worst slices, the kinds of mistakes, the worth of confidences")
	slice := fs.Int("min-slice", 10, "with -why, list slices of at least `N` cases in the table")
	c.gateFlag(fs)
	id := fs.String("case", "", "print the case with this `ID` in full, in every data set and trial that has it")
	return func(args []string) error {
		if *cases < 0 || *fields < 0 || *width < 1 || *slice < 1 {
			return shell.Errorf("-cases and -fields are 0 or more, -width and -min-slice 1 or more")
		}
		inputs, limits, err := c.read(args, *id != "")
		if err != nil {
			return err
		}
		if *id != "" {
			return c.showCase(*id, inputs)
		}
		sets, err := c.sets(inputs, limits)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(sets, func(s *summarize.Set) bool { return s.Several }) {
			c.exit = exitFound
			return nil
		}
		o := terminal.Options{WorstCases: orNone(*cases), WorstFields: orNone(*fields), NameWidth: *width, Legend: true}
		var found map[artifact.Key]*render.Set
		if *reason {
			if found, err = findings(inputs, *slice); err != nil {
				return err
			}
		}
		return c.print(c.stdout, sets, o, found)
	}
}

// findings reads artifacts once more, for results that are not in their
// summaries.
func findings(inputs []artifact.Source, minSlice int) (map[artifact.Key]*render.Set, error) {
	r, err := render.Load(inputs, render.Options{MaxCases: -1, MinSlice: minSlice})
	if err != nil {
		return nil, err
	}
	all := map[artifact.Key]*render.Set{}
	for _, s := range r.Sets {
		all[s.Key] = s
	}
	return all, nil
}

// orNone converts a flag's 0 to the value for none in options, where 0 means the
// default.
func orNone(n int) int {
	return cmp.Or(n, -1)
}

// print prints the table of each data set, its findings, if any were computed, and its verdict.
func (c *cli) print(w io.Writer, sets []*summarize.Set, o terminal.Options, findings map[artifact.Key]*render.Set) error {
	page := shell.PageOf(w)
	o.Width, o.Colour = page.Width, page.Colour
	var closing []terminal.Closing
	for i, s := range sets {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if owner := heading(s.Run); owner != "" && (len(sets) > 1 || s.Repetition > 1) && s.Sections > 0 {
			fmt.Fprintln(w, owner)
		}
		sum := s.Summarizer.Summary()
		judged := s.Set.Judge(sum)
		if s.Records > 0 || s.State() != artifact.Broken { // a broken data set without records has no table
			o.Gate, o.Result, o.Labels = s.Set.Dataset.Gate, judged.Gate, terminal.SystemAndData(s.Run, s.Dataset)
			if err := terminal.WriteText(w, sum, o); err != nil {
				return err
			}
			if found := findings[s.Key]; found != nil {
				if err := render.WriteWhy(w, found, o.Screen()); err != nil {
					return err
				}
			}
			fmt.Fprintln(w)
		}
		ending := view.Page{Blocks: terminal.Verdict(judged, &sum)}
		if err := ending.Write(w, o.Screen()); err != nil {
			return err
		}
		name, pkg := s.Dataset.Name, ""
		if slices.ContainsFunc(sets, func(o *summarize.Set) bool { return o.Dataset.Name == name && o.Run.Package != s.Run.Package }) {
			pkg = s.Run.Package
		}
		closing = append(closing, terminal.NewClosing(render.NameIn(name, pkg, s.Repetition), judged.Verdict, &sum))
	}
	if len(closing) > 1 {
		fmt.Fprintln(w)
	}
	return terminal.WriteClosing(w, closing, o)
}

// showCase prints the records of one case.
func (c *cli) showCase(id string, inputs []artifact.Source) error {
	found := 0
	var others []string
	for _, source := range inputs {
		err := shell.Find(source, id, &others, func(r *shell.Record) error {
			if found > 0 {
				fmt.Fprintln(c.stdout)
			}
			found++
			o := shell.PageOf(c.stdout)
			for _, line := range []string{fmt.Sprintf("%s:%d", terminal.LineStart(source.Name), r.Line), strings.TrimPrefix(heading(r.Run)+", data set "+terminal.Visible(r.Dataset), ", ")} {
				fmt.Fprintln(c.stdout, o.Break(line))
			}
			return render.WriteCase(c.stdout, &r.Case, traits.Of(&r.Case).Text(), o)
		})
		if err != nil {
			return err
		}
	}
	if found == 0 {
		c.say("no case has the id %q%s", id, shell.Meant(id, others))
		c.exit = exitFound
	}
	return nil
}
