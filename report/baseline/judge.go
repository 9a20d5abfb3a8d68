package baseline

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Judge compares the run with the file of a baseline, see [report.Baseline].
func (r *Run) Judge(path string) *report.Baseline {
	b := &report.Baseline{File: path, Level: diff.FrozenLevel, MaxFall: cmp.Or(r.gate.MaxFall, defaultMaxFall)}
	err := check(path)
	if err == nil {
		var run report.Run
		run, err = r.readOwn(path)
		b.Start = run.Start
	}
	var set *diff.Set
	if err == nil {
		set, err = r.compare(path, diff.Frozen{MaxFall: b.MaxFall}, mostBroken)
	}
	if err == nil && set.NotEvaluable == "" && len(worse(set)) > 0 {
		set, err = r.compare(path, diff.Frozen{MaxFall: b.MaxFall, Intervals: true}, mostBroken)
	}
	switch {
	case errors.Is(err, errNone):
		b.NotEvaluable = fmt.Sprintf("%v: %s writes %s; look at it, and commit it", err, r.renewal(), path)
	case err != nil:
		b.NotEvaluable = fmt.Sprintf("%s: %v", path, err)
	default:
		r.fill(b, set)
	}
	return b
}

const mostBroken = 5 // cases that are named

// compare returns the comparison of the run with a file that passed check.
func (r *Run) compare(path string, f diff.Frozen, cases int) (*diff.Set, error) {
	return compareSources(sourceOf(path), r.source("this run"), f, cases)
}

func sourceOf(path string) artifact.Source {
	return artifact.Source{Name: path, Open: func() (io.ReadCloser, error) { return artifact.Open(path) }}
}

func compareSources(old, new artifact.Source, f diff.Frozen, cases int) (*diff.Set, error) {
	compared, err := diff.CompareFrozen([]artifact.Source{old}, []artifact.Source{new}, diff.Options{MaxCases: cases}, f)
	if err == nil && len(compared.Sets) != 1 {
		err = fmt.Errorf("it has %s, want 1", words.Plural(len(compared.Sets), "data set"))
	}
	if err != nil {
		return nil, err
	}
	return &compared.Sets[0], nil
}

// fill writes a comparison into b.
func (r *Run) fill(b *report.Baseline, set *diff.Set) {
	b.Cases = set.Cases
	for _, w := range set.Warnings {
		if w.Kind == diff.DataChanged {
			b.Notes = append(b.Notes, w.Message)
		}
	}
	if f := set.Frozen; f != nil && f.Documents > 0 {
		b.Notes = append(b.Notes, fmt.Sprintf("left out, as the document has changed: %s", f.LeftOut))
	}
	if f := set.Frozen; f != nil && set.Rules != nil && set.Rules.Apart != "" {
		left := append(slices.Clone(f.Fields), set.PassRate.Name)
		b.Notes = append(b.Notes, fmt.Sprintf("left out, as the rule has changed: %s (%s)", strings.Join(left, ", "), strings.Join(set.Rules.Changed, ", ")))
	}
	if n := set.Appeared.Total(); n > 0 && set.Disappeared.Total() == 0 { // else the reason names them
		b.Notes = append(b.Notes, fmt.Sprintf("new, and not compared: %s (%s)", words.Plural(n, "case"), set.Appeared))
	}
	fields, others := compared(set)
	switch b.NotEvaluable = strings.ReplaceAll(set.NotEvaluable, "; "+runs.Remedy, ""); {
	case b.NotEvaluable == "" && set.Cases == 0:
		b.NotEvaluable = "no case could be compared"
	case b.NotEvaluable == "" && fields+others == 0:
		b.NotEvaluable = "nothing could be compared"
	case b.NotEvaluable == "" && set.Frozen.Attributes > fields:
		b.NotEvaluable = fmt.Sprintf("the rules of %d of %d fields have changed", set.Frozen.Attributes, set.Frozen.Attributes+fields)
	}
	if b.NotEvaluable != "" {
		b.Next = r.renewal() + " makes it anew"
		return
	}
	if r.Folder != "" {
		b.Next = r.Prefix + words.Command("evalreport", "diff", b.File, r.Folder)
	}
	b.Worse = worse(set)
	for _, row := range numbers(set) {
		if row.Verdict == diff.Improved || row.Above {
			b.Better = append(b.Better, fallOf(row))
		}
	}
	if set.Rules != nil {
		b.Hidden = set.Rules.Hidden
	}
	if b.Passed() {
		switch b.Within = within(set, b.MaxFall); {
		case len(b.Within) > 0: // the next command compares the runs
		case len(b.Better) > 0:
			b.Next = r.renewal() + " raises it"
		default:
			b.Next = ""
		}
		return
	}
	if !slices.ContainsFunc(numbers(set), func(row *diff.Row) bool { return isWorse(row) && row.Verdict != diff.Disappeared }) && len(b.Hidden) == 0 {
		b.Next = r.renewal() + " leaves it out, if that is meant"
	}
	if row := lowest(set); row != nil {
		b.Notes = append(b.Notes, fmt.Sprintf("the furthest fall of a field: %s: %d broken, %d fixed", fallOf(row).Change(), row.Broken, row.Fixed))
	}
	for _, changes := range []diff.Changes{set.Broken, set.Regressed} {
		for _, c := range changes.Cases {
			if len(b.Broken) < mostBroken {
				b.Broken = append(b.Broken, brokenText(c))
			} else {
				b.MoreBroken++
			}
		}
		b.MoreBroken += changes.More
	}
}

// lowest returns the field that fell most, nil if some field is worse by itself or none fell.
func lowest(set *diff.Set) (lowest *diff.Row) {
	for i := range set.Fields {
		row := &set.Fields[i]
		if isWorse(row) {
			return nil
		}
		if row.Kind == report.KindField && !row.Items && row.Delta.Value < 0 && (lowest == nil || row.Delta.Value < lowest.Delta.Value) {
			lowest = row
		}
	}
	return lowest
}

func isWorse(row *diff.Row) bool {
	return row.Verdict == diff.Regressed || row.Verdict == diff.Disappeared || row.Below
}

// worse returns the numbers that fell.
func worse(set *diff.Set) (falls []report.Fall) {
	for _, row := range numbers(set) {
		if isWorse(row) {
			falls = append(falls, fallOf(row))
		}
	}
	return falls
}

// within returns the fields, averages, invariants and ratios that fell by more than maxFall, the furthest first.
func within(set *diff.Set, maxFall float64) (falls []report.Fall) {
	if maxFall < 0 {
		maxFall = defaultMaxFall
	}
	rows := slices.DeleteFunc(numbers(set), func(row *diff.Row) bool {
		repeated := row.Kind == report.KindClass || row.Kind == runs.KindRate // its field says it
		return repeated || row.Count || depthOf(row) <= maxFall+compare.Slack
	})
	slices.SortStableFunc(rows, func(a, b *diff.Row) int { return cmp.Compare(depthOf(b), depthOf(a)) })
	for _, row := range rows {
		falls = append(falls, fallOf(row))
	}
	return falls
}

// depthOf returns how far a number fell, or rose if less is better. It is negative if the number got better.
func depthOf(row *diff.Row) float64 {
	if row.Less {
		return row.Delta.Value
	}
	return -row.Delta.Value
}

func fallOf(row *diff.Row) report.Fall {
	old, new := row.Counted()
	if !row.Delta.Defined { // one run has no value of the field: the other has only wrong ones
		old.Defined, new.Defined = old.Defined || row.Fixed > 0, new.Defined || row.Broken > 0
	}
	fall := report.Fall{
		Name: row.Name, Old: old, New: new, Low: row.Low, High: row.High, Beyond: row.Verdict != diff.Same,
		Broken: row.Broken, Fixed: row.Fixed,
	}
	if p, ok := row.P(); ok && row.Hypothesis() {
		fall.P = report.RatioOf(p, true)
	}
	return fall
}

// compared returns how many fields were compared, and how many invariants, classes and measures.
func compared(set *diff.Set) (fields, others int) {
	for _, rows := range [][]diff.Row{set.Fields, set.Measures} {
		for i := range rows {
			switch row := &rows[i]; {
			case row.Verdict == diff.Disappeared || row.Verdict == diff.Appeared:
			case row.Kind == report.KindField:
				fields++
			default:
				others++
			}
		}
	}
	return fields, others
}

// numbers returns the rows of a data set, fields first, then averages. Whole items of lists are in their fields. If the
// averages are those of the only field, the field stands for them.
func numbers(set *diff.Set) (all []*diff.Row) {
	fields := 0
	for i := range set.Fields {
		row := &set.Fields[i]
		if row.Items {
			continue
		}
		all = append(all, row)
		if row.Kind == report.KindField {
			fields++
		}
	}
	if fields > 1 {
		all = append(all, &set.Micro, &set.Macro)
	}
	all = append(all, &set.PassRate)
	for i := range set.Measures {
		all = append(all, &set.Measures[i])
	}
	return all
}

// brokenText returns a case with the fields that broke: "inv-007 (total, date)".
func brokenText(c diff.CaseChange) string {
	const most = 3
	var fields []string
	for _, f := range c.Fields {
		if f.Worse {
			fields = append(fields, f.Field)
		}
	}
	if more := len(fields) - most; more > 0 {
		fields = append(fields[:most], fmt.Sprintf("%d more", more))
	}
	if len(fields) == 0 {
		return c.ID
	}
	return fmt.Sprintf("%s (%s)", c.ID, strings.Join(fields, ", "))
}

// changes returns the numbers of the run that differ from those of a file, a line for each, over the cases of both.
func (r *Run) changes(path string) (lines []string) {
	set, err := r.compare(path, diff.Frozen{MaxFall: -1}, 0)
	if err != nil {
		return []string{"the file that was there could not be compared: " + err.Error()}
	}
	lines = uncompared(set)
	for _, row := range numbers(set) {
		switch {
		case row.Kind == runs.KindRate:
		case row.Verdict == diff.Disappeared:
			lines = append(lines, row.Name+" is gone")
		case row.Verdict == diff.Appeared:
			lines = append(lines, row.Name+" is new")
		case row.Changed():
			lines = append(lines, fallOf(row).Change())
		}
	}
	return lines
}

// Lowered compares the files of two baselines of one data set. It returns a line for each number that is lower in the present
// one, over the cases of both and by chance or not, and for cases that are gone. Truths and rules are those of the present one.
// There is also a line if the truth or the document of more than a tenth of the cases has changed, or the rule of a field whose
// answers were not kept. An error is of a file that is no baseline.
func Lowered(former, present string) (lines []string, err error) {
	for _, path := range []string{former, present} {
		if err := check(path); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	set, err := compareSources(sourceOf(former), sourceOf(present), diff.Frozen{MaxFall: -1}, 0)
	if err != nil {
		return nil, err
	}
	lines = uncompared(set)
	if set.Rules != nil && len(set.Rules.Hidden) > 0 {
		lines = append(lines, "under the old rules "+strings.Join(set.Rules.Hidden, ", "))
	}
	for _, row := range numbers(set) {
		switch {
		case row.Verdict == diff.Disappeared:
			lines = append(lines, row.Name+" is gone")
		case depthOf(row) > compare.Slack, !row.Delta.Defined && row.Broken > row.Fixed: // values where no truth has one
			lines = append(lines, fallOf(row).Change())
		}
	}
	return lines, nil
}

// uncompared says which cases and fields of two baselines cannot be compared, a line each.
func uncompared(set *diff.Set) (lines []string) {
	if set.NotEvaluable != "" {
		lines = append(lines, set.NotEvaluable)
	}
	if f := set.Frozen; f != nil && len(f.Fields) > 0 {
		lines = append(lines, "not compared, as the rule has changed: "+strings.Join(f.Fields, ", "))
	}
	return lines
}

// renewal returns the command that writes the file. It sets the key that a redacted run lacks.
func (r *Run) renewal() string {
	key := ""
	if r.Keyless {
		key = "EVALTEST_REDACT_KEY=KEY "
	}
	if r.Renewal != "" {
		return key + r.Renewal
	}
	parts := strings.Split(r.dataset.Test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return key + fmt.Sprintf("EVALTEST_UPDATE=baseline go test -v -run '%s' %s", strings.Join(parts, "/"), cmp.Or(r.run.Package, "./..."))
}
