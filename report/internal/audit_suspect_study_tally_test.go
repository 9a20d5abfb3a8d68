package internal_test

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// tally holds the counts over all rounds.
type tally struct {
	planted  map[string]*found // by the kind of wrong label
	suspects map[string]*right // by the evidence
	nowhere  map[string]*right // by the kind of value
	origins  map[[2]source.Origin]int
	standing int // values to be made up that may be printed by chance
}

type found struct{ planted, byRules, inSource, byEither int }

// right counts items, and the items for which a condition holds.
type right struct{ all, so int }

func (r *right) add(so bool) {
	r.all++
	r.so += one(so)
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// of returns the count of a name, which it creates if needed.
func of[T any](counts *map[string]*T, name string) *T {
	if *counts == nil {
		*counts = map[string]*T{}
	}
	if (*counts)[name] == nil {
		(*counts)[name] = new(T)
	}
	return (*counts)[name]
}

// labels counts which wrong labels are among the suspects, and which suspects are wrong.
func (t *tally) labels(f *finder, labels []wrongLabel, suspects []audit.SuspectLabel) {
	for _, e := range labels {
		var byRule, inSource bool
		for _, s := range suspects {
			byRule = byRule || f.saysBroken(s, e)
			inSource = inSource || saysNowhere(s, e)
		}
		for _, name := range []string{e.kind, "all"} {
			n := of(&t.planted, name)
			n.planted++
			n.byRules += one(byRule)
			n.inSource += one(inSource)
			n.byEither += one(byRule || inSource)
		}
	}
	for _, s := range suspects {
		wrong := slices.ContainsFunc(labels, func(e wrongLabel) bool { return f.says(s, e) })
		of(&t.suspects, evidenceOf(s)).add(wrong)
		of(&t.suspects, "all").add(wrong)
		if s.Path != "tax" {
			of(&t.suspects, allButTax).add(wrong)
		}
	}
}

// The evidence against a label.
const (
	both    = "both"
	nowhere = "stands nowhere"
	breaks  = "breaks a rule"
	// allButTax leaves out the tax, which truths sum up over rates and documents do not print.
	allButTax = "all, but the tax"
)

func evidenceOf(s audit.SuspectLabel) string {
	switch {
	case !has(s, audit.Invariant):
		return nowhere
	case has(s, audit.Nowhere):
		return both
	}
	return breaks
}

// answers counts the origins found for wrong values, with and without the
// truth.
func (t *tally) answers(f *finder, answers []planted) {
	if t.origins == nil {
		t.origins = map[[2]source.Origin]int{}
	}
	for _, a := range answers {
		of(&t.nowhere, string(a.origin)).add(f.nowhere(a.doc, a.attribute, a.got))
		t.origins[[2]source.Origin{a.origin, f.origin(a)}]++
	}
}

// right counts the right values that the text seems not to contain.
func (t *tally) right(f *finder, docs []studied) {
	for i := range docs {
		for _, v := range leaves(docs[i].truth) {
			of(&t.nowhere, "right").add(f.nowhere(&docs[i], v.attribute, v.value))
		}
	}
}

func (t *tally) print(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...any) {
		for _, cell := range cells {
			fmt.Fprintf(table, "%v\t", cell)
		}
		fmt.Fprintln(table)
	}

	row("wrong label", "planted", "by rules", "in the text", "by either", "recall")
	for _, kind := range []string{mistyped, elsewhere, otherDocument, leftOut, "all"} {
		n := of(&t.planted, kind)
		row(kind, n.planted, n.byRules, n.inSource, n.byEither, share(n.byEither, n.planted))
	}
	table.Flush()

	fmt.Fprintln(w)
	row("evidence", "suspect labels", "wrong", "precision")
	for _, evidence := range []string{both, nowhere, breaks, "all", allButTax} {
		n := of(&t.suspects, evidence)
		row(evidence, n.all, n.so, share(n.so, n.all))
	}
	table.Flush()

	fmt.Fprintln(w)
	row("value", "values", "stand nowhere", "share")
	for _, what := range []string{string(source.MadeUp), string(source.Misread), string(source.Picked), "right"} {
		n := of(&t.nowhere, what)
		row(what, n.all, n.so, share(n.so, n.all))
	}
	table.Flush()

	fmt.Fprintln(w)
	row("planted", "said misread", "picked", "made_up", "recall", "precision")
	for _, origin := range origins {
		said := func(o source.Origin) int { return t.origins[[2]source.Origin{origin, o}] }
		all, saidSo := 0, 0
		for pair, n := range t.origins {
			if pair[0] == origin {
				all += n
			}
			if pair[1] == origin {
				saidSo += n
			}
		}
		row(string(origin), said(source.Misread), said(source.Picked), said(source.MadeUp), share(said(origin), all), share(said(origin), saidSo))
	}
	table.Flush()
	fmt.Fprintf(w, "\n%d values more were to be made up, and may be printed by chance\n", t.standing)
}

// origins are the origins of wrong values.
var origins = []source.Origin{source.Misread, source.Picked, source.MadeUp}

// share prints a share, "-" if of is 0.
func share(part, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(part)/float64(of))
}
