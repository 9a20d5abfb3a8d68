package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
)

// Baseline is the comparison of a run with the file that [Gate].NoWorseThan names. Both are judged by today's truths and
// rules, over the cases of the file.
//
// A run is worse if a field, an average, a class, an invariant or a measure has fallen beyond chance: by the paired test of package diff,
// at a Level that holds for a life of many merges. It is also worse if an average or a field lies more than MaxFall below the file, and
// by more than noise. So a series of falls that are each too small to see comes to an end. A field, an invariant or a measure of the
// file that has no value in the run is gone, which is also worse. Noise is how far the trials of one run differ.
// If both runs have one trial, noise is how much got better since the file: values that come and go by chance get better as often as
// worse. In an average of fewer than 100 values, one or two that are no longer right are also noise. In a field of fewer than 100 values,
// noise is as many values as a rate of one in 200 changes at most, by chance, over many merges: some four of 40. Values of copies of a
// document count as one there. The interval of such a fall may contain 0, as it is of the change over other documents, and noise is over
// these. A run that passes still names the fields, averages, invariants and measures that fell by more than MaxFall.
//
// Cases whose truth or document has changed are left out. Unless the file has the answers, attributes whose own rule has changed are also
// left out, and so is the pass rate if any rule has changed. If over a tenth of the cases or over half of the attributes are left out, or
// if a case of the file is missing, the comparison is not evaluable. New cases are not compared.
type Baseline struct {
	// File is the path as it was given, with labels in the place of their names.
	File string `json:"file"`
	// Start is when the run in the file began.
	Start time.Time `json:"start,omitzero"`
	// Level is 1 minus the chance that an unchanged extractor is worse in one run. MaxFall is negative if it sets no limit.
	Level   float64 `json:"level,omitzero"`
	MaxFall float64 `json:"max_fall,omitzero"`
	// Cases is how many cases were compared.
	Cases int `json:"cases"`
	// NotEvaluable says why nothing can be concluded, "" if something can.
	NotEvaluable string `json:"not_evaluable,omitzero"`
	// Worse are the numbers that fell, fields first. Better are those that rose as far.
	Worse  []Fall `json:"worse,omitzero"`
	Better []Fall `json:"better,omitzero"`
	// Within are fields, averages, invariants and measures that are ratios, if they fell by more than MaxFall (0.02 if it sets
	// no limit), though not beyond chance, the furthest first. It is empty unless the run passes.
	Within []Fall `json:"within_chance,omitzero"`
	// Hidden are numbers that fell beyond chance under the rules of the file alone: the run passes only by changed rules.
	Hidden []string `json:"hidden,omitzero"`
	// Broken are the first cases that passed before, with what broke: "inv-007 (total, date)". MoreBroken is how many more
	// there are. Both are empty unless something is worse.
	Broken     []string `json:"broken,omitzero"`
	MoreBroken int      `json:"more_broken,omitzero"`
	// Notes say what was left out, and which cases are new.
	Notes []string `json:"notes,omitzero"`
	// Next is the command that shows more, or that mends it, "" if there is nothing to see.
	Next string `json:"next,omitzero"`
}

// Fall is how far a number of a run lies below a [Baseline], or above it.
type Fall struct {
	// Name is the name in tables: "total", "macro F1", "rule adds_up".
	Name string `json:"name"`
	// Old and New are the values over the compared cases, Low and High the interval of the change at 95 %. An F1 that is
	// undefined as nothing is right is 0.
	Old  Ratio `json:"old,omitzero"`
	New  Ratio `json:"new,omitzero"`
	Low  Ratio `json:"low,omitzero"`
	High Ratio `json:"high,omitzero"`
	// P is the p-value, adjusted for all numbers of the data set; undefined for a measure.
	P Ratio `json:"p,omitzero"`
	// Beyond says that the change is beyond chance: else it is beyond MaxFall.
	Beyond bool `json:"beyond_chance,omitzero"`
	// Broken and Fixed are how many cases got worse and better on the number.
	Broken int `json:"broken,omitzero"`
	Fixed  int `json:"fixed,omitzero"`
}

// Passed reports whether the run is no worse.
func (b *Baseline) Passed() bool {
	return b.NotEvaluable == "" && len(b.Worse)+len(b.Hidden) == 0
}

// Lines returns the comparison for people: a sentence, and if the run is worse a line for each number, one for the broken
// cases, and the next command. If it passes, a line names the falls within chance. Text from documents is made visible.
func (b *Baseline) Lines() (lines []string) {
	name := words.Visible(b.File)
	if !b.Start.IsZero() {
		name += " of " + b.Start.UTC().Format(time.DateOnly)
	}
	switch {
	case b.NotEvaluable != "":
		lines = append(lines, "baseline not evaluable: "+words.Visible(b.NotEvaluable))
	case !b.Passed():
		text := fmt.Sprintf("worse than the baseline %s over %s", name, words.Plural(b.Cases, "case"))
		if b.nothingRight() {
			text += ": nothing is right any more"
		}
		lines = append(lines, text)
	case len(b.Within) > 0:
		lines = append(lines, fmt.Sprintf("no worse than the baseline %s over %s beyond chance", name, words.Plural(b.Cases, "case")), "fell within chance: "+b.within())
	default:
		lines = append(lines, fmt.Sprintf("no worse than the baseline %s over %s", name, words.Plural(b.Cases, "case")))
	}
	lines = append(lines, listFalls(b.Worse, func(fall Fall) string { return fall.text(b.MaxFall) })...)
	if len(b.Hidden) > 0 {
		lead := "it passes by the changed rules alone"
		if len(b.Worse) > 0 {
			lead = "hidden by the changed rules"
		}
		lines = append(lines, lead+": under the old rules "+words.Visible(strings.Join(b.Hidden, ", ")))
	}
	switch {
	case b.nothingRight() && len(b.Broken)+b.MoreBroken == b.Cases:
		lines = append(lines, fmt.Sprintf("broken: all %s", words.Plural(b.Cases, "case")))
	case len(b.Broken) > 0:
		text := "broken: " + words.Visible(strings.Join(b.Broken, ", "))
		if b.MoreBroken > 0 {
			text += fmt.Sprintf(" and %d more", b.MoreBroken)
		}
		lines = append(lines, text)
	}
	if b.Passed() && len(b.Better) > 0 {
		better := arithmetic.Each(shown(b.Better), Fall.Change)
		lines = append(lines, "better: "+strings.Join(better, ", "))
	}
	for _, note := range b.Notes {
		lines = append(lines, words.Visible(note))
	}
	if b.Next != "" {
		lines = append(lines, "next: "+words.Visible(b.Next))
	}
	return lines
}

// within lists the falls within chance: "date 0.925 → 0.525 (19 broken, 3 fixed), macro F1 0.946 → 0.881 (-0.065)".
func (b *Baseline) within() string {
	return strings.Join(listFalls(b.Within, func(fall Fall) string {
		if fall.Broken+fall.Fixed == 0 {
			return fall.Change()
		}
		return fmt.Sprintf("%s %s → %s (%d broken, %d fixed)", words.Visible(fall.Name), fall.Old, fall.New, fall.Broken, fall.Fixed)
	}), ", ")
}

// listFalls returns the texts of the first falls, and the number of the others.
func listFalls(all []Fall, text func(Fall) string) (texts []string) {
	for _, fall := range shown(all) {
		texts = append(texts, text(fall))
	}
	if more := len(all) - mostFalls; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return texts
}

// String returns the comparison in one line.
func (b *Baseline) String() string { return strings.Join(b.Lines(), "; ") }

// nothingRight reports whether all that was right is not.
func (b *Baseline) nothingRight() bool {
	return slices.ContainsFunc(b.Worse, func(f Fall) bool { return f.isAverage() && f.New.Defined && f.New.Value == 0 })
}

const mostFalls = 5 // that are shown

// shown returns the falls that are shown: all, or the averages and the first of the others.
func shown(all []Fall) []Fall {
	if len(all) <= mostFalls {
		return all
	}
	averages, others := []Fall{}, []Fall{}
	for _, f := range all {
		if f.isAverage() {
			averages = append(averages, f)
		} else {
			others = append(others, f)
		}
	}
	return append(averages, others...)[:mostFalls]
}

func (f Fall) isAverage() bool { return f.Name == microMetric || f.Name == macroMetric }

// Change returns "total 0.990 → 0.905 (-0.085)".
func (f Fall) Change() string {
	text := fmt.Sprintf("%s %s → %s", words.Visible(f.Name), f.Old, f.New)
	if f.Old.Defined && f.New.Defined {
		text += " (" + words.Signed(f.New.Value-f.Old.Value) + ")"
	}
	return text
}

// text returns the change with its interval, and why it counts.
func (f Fall) text(maxFall float64) string {
	if !f.New.Defined && !f.P.Defined {
		return words.Visible(f.Name) + " is gone: this run has no value of it"
	}
	text := f.Change()
	if f.Low.Defined && f.High.Defined {
		text += fmt.Sprintf(", interval %s to %s", words.Signed(f.Low.Value), words.Signed(f.High.Value))
	}
	switch {
	case f.Beyond && f.P.Defined:
		text += ", p " + words.PValue(f.P.Value)
	case f.Beyond:
		text += ", beyond chance"
	default:
		text += fmt.Sprintf(", a fall of more than %s and of more than noise", strconv.FormatFloat(maxFall, 'f', -1, 64))
	}
	if f.Broken+f.Fixed > 0 {
		text += fmt.Sprintf(": %d broken, %d fixed", f.Broken, f.Fixed)
	}
	return text
}

// Add adds the comparison with a baseline to the result.
func (r *GateResult) Add(b *Baseline) {
	if b == nil {
		return
	}
	r.Baseline = b
	r.NotEvaluable = cmp.Or(r.NotEvaluable, b.notEvaluable())
	r.Passed = r.Passed && b.Passed()
}

func (b *Baseline) notEvaluable() string {
	if b.NotEvaluable == "" {
		return ""
	}
	return strings.TrimPrefix(b.String(), "baseline not evaluable: ")
}
