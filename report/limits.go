package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
)

// check returns why l cannot be a limit on n.
func (n Number) check(l Limit) error {
	switch {
	case !n.Count && l.Value > 1:
		return fmt.Errorf("report: gate: limit on %s: Value is %v, and a ratio is at most 1", l.where(), l.Value)
	case n.Count && l.Value < 0:
		return fmt.Errorf("report: gate: limit on %s: Value is %v, want a number from 0", l.where(), l.Value)
	case n.Count && l.Is == AtLeast && l.Value == 0:
		return fmt.Errorf("report: gate: limit on %s: every value is at least 0", l.where())
	case !n.Count && l.Is == AtLeast && l.Value <= -1:
		return fmt.Errorf("report: gate: limit on %s: every value is at least %v", l.where(), l.Value)
	case !n.Count && l.Is == AtMost && l.Value == 1:
		return fmt.Errorf("report: gate: limit on %s: every ratio is at most 1", l.where())
	case n.wrongSide(l) != "":
		return fmt.Errorf("report: gate: %s", n.wrongSide(l))
	case l.Slice != "" && n.OverTrials:
		return fmt.Errorf("report: gate: limit on %s: it is only known over all cases, not by Slice", l.where())
	case n.withoutInterval() && !n.Low.Defined && (l.Bound == BoundLow || l.Bound == BoundHigh):
		return fmt.Errorf("report: gate: limit on %s: it never has an interval, and Bound is %q: limit its value", l.where(), l.Bound)
	}
	return nil
}

// withoutInterval reports whether the number has no interval over however many cases.
func (n Number) withoutInterval() bool {
	switch n.Kind {
	case KindAverage:
		return !strings.HasPrefix(n.Name, "micro ") && n.Name != macroMetric
	case KindClass:
		return strings.HasPrefix(n.Name, "kappa of ")
	case KindMeasure:
		return n.OverTrials
	}
	return n.Kind == KindTruths || n.Kind == KindUsage || n.Kind == KindStability
}

// wrongSide says that l would pass what it is written against, such as an F1 of at most 0.9. It returns "" for other limits.
func (n Number) wrongSide(l Limit) string {
	switch {
	case n.Better == "less" && l.Is == AtLeast && (!n.Count || n.Kind == KindMeasure):
		return fmt.Sprintf("%s is better the less it is, but its limit is at least %v: write at_most", l.where(), l.Value)
	case n.Better == "more" && l.Is == AtMost:
		return fmt.Sprintf("%s is better the more it is, but its limit is at most %v: write at_least", l.where(), l.Value)
	}
	return ""
}

// CheckLimits returns one error for all wrong limits. A limit is wrong if the data set does not have its number, if it is outside of
// the range of its number, or if every value would keep it. It is also wrong on the wrong side: at most for a number of which more is
// better, or at least for a ratio or a measure of which less is better. s names the numbers of the data set; it need not have any
// value yet. open says that no case was compared yet. A limit may then also name a field that may still come: any field if the spec
// names none, else a field below one of the spec, a row of items, invented keys, or the pages of a packet.
func (g Gate) CheckLimits(s Summary, open bool) error {
	errs := g.needTruths(&s)
	for _, name := range slices.Sorted(maps.Keys(g.FieldF1)) {
		if _, ok := s.attribute(name); !ok && !s.unlabelled() && !(open && s.mayHave(fieldMetric(name))) {
			names := s.names()
			errs = append(errs, fmt.Errorf("report: gate: data set %q has no field %q%s (there %s)", s.Dataset, name, words.Hint(name, names), thereAre(names)))
		}
	}
	all := s.limited()
	for _, l := range g.Limits {
		n, ok := findNumber(all, l.Metric)
		if l.validate() == nil {
			errs = append(errs, s.unknownSlice(l, open))
		}
		switch {
		case l.validate() != nil: // Validate says so
		case s.unlabelled() && (n.ofTruths() || !ok && ofTruth(l.Metric)): // needTruths says so
		case ok:
			errs = append(errs, n.check(l))
		case !open || !s.mayHave(l.Metric) || s.undeclared(l.Metric) != nil:
			errs = append(errs, cmp.Or(s.tooFewTrials(l.Metric), s.unknownMetric(l.Metric, all)))
		case l.Value > 1 || l.Is == AtMost && l.Value == 1:
			errs = append(errs, Number{}.check(l))
		}
	}
	return errors.Join(errs...)
}

// needTruths returns an error for each limit that needs truths, when all cases lack one.
func (g Gate) needTruths(s *Summary) (errs []error) {
	if !s.unlabelled() {
		return nil
	}
	wrong := func(metric string) {
		errs = append(errs, fmt.Errorf("report: gate: limit on %s: no case of data set %q has a truth; limit an invariant: %q", metric, s.Dataset, rulePrefix+"NAME"))
	}
	for _, l := range g.usual() {
		wrong(l.Metric)
	}
	all := s.limited()
	for _, l := range g.Limits {
		if n, ok := findNumber(all, l.Metric); ok && n.ofTruths() || !ok && ofTruth(l.Metric) {
			wrong(l.where())
		}
	}
	return errs
}

// unlabelled reports whether there are cases and all lack a truth.
func (s *Summary) unlabelled() bool {
	c := s.Cases()
	return c.Scored() > 0 && c.Labelled() == 0
}

// tooFewTrials is the error of a metric over more trials than there are, nil for others.
func (s *Summary) tooFewTrials(metric string) error {
	if s.Stability == nil {
		if !overTrials(metric) {
			return nil
		}
		return fmt.Errorf("report: gate: data set %q has no metric %q: it compares trials of a case, which only a Suite knows", s.Dataset, metric)
	}
	trials := s.Stability.Trials
	for _, prefix := range []string{"pass@", "pass^"} {
		text, ok := strings.CutPrefix(metric, prefix)
		if k, err := strconv.Atoi(text); ok && err == nil && k > trials {
			return fmt.Errorf("report: gate: limit on %s: it takes %d trials of each case, and %s: set Suite.Trials or EVALTEST_TRIALS", metric, k, thereAreTrials(trials))
		}
	}
	return nil
}

// unknownMetric returns the error of a metric that s does not have. It lists the metrics, with at most 12 of fields, or
// says what a spec has to declare.
func (s *Summary) unknownMetric(name string, all []Number) error {
	if err := s.undeclared(name); err != nil {
		return err
	}
	var names, shown []string
	fields := 0
	for _, n := range all {
		names = append(names, n.Name)
		if n.Kind == KindField || n.Kind == KindClass || n.Kind == KindStability && strings.Contains(n.Name, " of ") {
			if fields++; fields > 12 {
				continue
			}
		}
		shown = append(shown, n.Name)
	}
	list := words.Quoted(shown, 40, "")
	if fields > 12 {
		list += fmt.Sprintf(" and %d more of fields", fields-12)
	}
	hint := hintOf(name, names)
	for _, prefix := range []string{measurePrefix, rulePrefix} {
		if i := slices.Index(names, prefix+name); i >= 0 {
			hint = fmt.Sprintf("; did you mean %q?", names[i])
		}
	}
	return fmt.Errorf("report: gate: data set %q has no metric %q%s (there are %s)", s.Dataset, name, hint, list)
}

// hintOf is [words.Hint] for names such as "F1 of total". If some begin as the name does, a field of these is meant, first one
// below the field of the name. Else another number of the same field is.
func hintOf(name string, names []string) string {
	metric, field, _ := strings.Cut(name, " of ")
	var fields, same []string
	for _, n := range names {
		other, own, ok := strings.Cut(n, " of ")
		switch {
		case ok && other == metric && paths.Covers(field, own):
			return fmt.Sprintf("; did you mean %q?", n)
		case ok && other == metric:
			fields = append(fields, own)
		case ok && own == field:
			same = append(same, n)
		}
	}
	if own, near := words.Nearest(field, fields); near {
		return fmt.Sprintf("; did you mean %q?", metric+" of "+own)
	}
	if len(fields) == 0 {
		same = names
	}
	return words.Hint(name, same)
}

func thereAreTrials(n int) string {
	if n == 1 {
		return "there is one"
	}
	return fmt.Sprintf("there are %d", n)
}

// undeclared is the error of a limit on a class, or on a number of all classes, whose field has no declared classes, or on the
// top-k accuracy of a field without scores; nil for other metrics.
func (s *Summary) undeclared(metric string) error {
	classesOf := func(field string) (Classes, bool) {
		return first(s.Classes, func(c Classes) bool { return c.Attribute == field })
	}
	if k, field, ok := strings.Cut(metric, " accuracy of "); ok && strings.HasPrefix(k, "top-") {
		if _, found := classesOf(field); found && s.Number(TopMetric(1, field)).Name == "" {
			return fmt.Errorf("report: gate: limit on %s: the spec of %q has no scores, which say where an answer has a score of each class; add %s to the field", metric, field, s.notation().WriteAlone("class", "scores: KEY"))
		}
	}
	measure, name, _ := strings.Cut(cmp.Or(unquoted(metric), metric), " of ")
	field, class, ok := strings.Cut(name, "=")
	c, exists := classesOf(field)
	_, compared := s.attribute(field)
	ofClasses := measure == "accuracy" || measure == "macro F1" || measure == "kappa" || strings.HasPrefix(measure, "top-")
	switch {
	case !exists && compared && (ok || ofClasses):
		return fmt.Errorf("report: gate: limit on %s: no classes of %q are known; declare them in the spec, %s, and do not redact the field", metric, field,
			s.notation().WriteAlone("class", fmt.Sprintf("classes: [%q, …]", cmp.Or(class, "NAME"))))
	case !ok || c.Declared || !exists:
		return nil
	}
	names := arithmetic.Each(c.Classes, func(row Attribute) string { return row.Attribute })
	hint := ""
	if !slices.Contains(names, class) {
		hint = words.Hint(class, names)
	}
	return fmt.Errorf("report: gate: limit on %s: the classes of %q are recognised in the truths alone; declare them in the spec, %s%s", metric, field,
		s.notation().WriteAlone("class", "classes: ["+words.Quoted(names, len(names), "")+"]"), hint)
}

// notation returns the notation of the spec, YAML if unknown.
func (s *Summary) notation() spectext.Notation {
	if s.Preflight == nil {
		return spectext.YAML
	}
	return s.Preflight.Notation
}
