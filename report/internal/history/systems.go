package history

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// ReadSystems reads the history of each of several systems. A system is a combination of values of the labels in by,
// and a run may hold artifacts of several systems. ReadSystems returns a [Report] for each system, in the order of
// their names. The histories share the chance of a false fall equally.
//
// The error comes from [Read], or says that an artifact lacks a label in by, that a system has fewer than two runs, or
// that one file holds several systems.
func ReadSystems(inputs []runs.Input, labels []string, o Options) ([]Report, error) {
	systems, named := map[string][]runs.Input{}, map[string]map[string]string{}
	for _, input := range inputs {
		begun := map[string]bool{} // the systems of this run so far
		for _, part := range runs.ByLabels(input.Sources) {
			values := map[string]string{}
			for _, name := range labels {
				if part.Labels[name] == "" {
					return nil, fmt.Errorf("history: %s has no label %s: each run needs one for a history by it", part.Sources[0].Name, name)
				}
				values[name] = part.Labels[name]
			}
			system := words.Labels(values)
			named[system] = values
			if !begun[system] {
				begun[system] = true
				systems[system] = append(systems[system], runs.Input{Name: input.Name})
			}
			last := &systems[system][len(systems[system])-1]
			last.Sources = append(last.Sources, part.Sources...)
		}
	}
	defaults, err := o.Diff.WithDefaults()
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	o.Diff.Level = 1 - (1-defaults.Level)/float64(len(systems))
	var reports []Report
	for _, system := range slices.Sorted(maps.Keys(systems)) {
		if len(systems[system]) < 2 {
			return nil, fmt.Errorf("history: %s has 1 run, %s: want 2 or more of each; leave it out for now", system, systems[system][0].Name)
		}
		o.system = named[system]
		r, err := Read(systems[system], o)
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// CheckSystem returns an error if a label has several values in the runs of one data set. The runs are then of several
// systems, whose differences would look like changes in one history.
func CheckSystem(inputs []runs.Input) error {
	type place struct{ dataset, label string }
	seen := map[place]map[string]int{} // the number of runs with each value
	for _, input := range inputs {
		runValues := map[place]map[string]bool{}
		for _, part := range runs.ByLabels(input.Sources) {
			for _, dataset := range part.Datasets {
				for label, value := range part.Labels {
					p := place{dataset, label}
					if runValues[p] == nil {
						runValues[p] = map[string]bool{}
					}
					runValues[p][value] = true
				}
			}
		}
		for p, values := range runValues {
			if seen[p] == nil {
				seen[p] = map[string]int{}
			}
			for value := range values {
				seen[p][value]++
			}
		}
	}
	places := slices.SortedFunc(maps.Keys(seen), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.dataset, b.dataset), cmp.Compare(a.label, b.label))
	})
	var labels []string
	text := ""
	for _, p := range places {
		values := slices.Sorted(maps.Keys(seen[p]))
		if len(values) < 2 || slices.Contains(labels, p.label) {
			continue
		}
		labels = append(labels, p.label)
		if text == "" {
			var counts []string
			for _, v := range values {
				counts = append(counts, fmt.Sprintf("%q in %s", v, words.Plural(seen[p][v], "run")))
			}
			text = fmt.Sprintf("%s of data set %q is %s", p.label, p.dataset, words.List(counts, 5, "%d more"))
		}
	}
	if text == "" {
		return nil
	}
	return fmt.Errorf("history: the runs are of several systems: %s: -by %s makes a history of each, -by '' one of all", text, strings.Join(labels, ","))
}

// matchSystem reports whether the labels have the values of the system whose history is read.
func (o *Options) matchSystem(labels map[string]string) bool {
	for name, value := range o.system {
		if labels[name] != value {
			return false
		}
	}
	return true
}

// Summary names the systems that fell or, if no system fell, the systems that cannot be judged: "3 systems: model=small
// fell or got worse".
func Summary(all []Report) string {
	var bad, unknown []string
	for _, r := range all {
		switch {
		case r.Declined():
			bad = append(bad, r.System)
		case r.Recent.NotEvaluable():
			unknown = append(unknown, r.System)
		}
	}
	text := words.Plural(len(all), "system") + ": "
	switch {
	case len(bad) > 0:
		text += strings.Join(bad, "; ") + " fell or got worse"
	case len(unknown) > 0:
		text += strings.Join(unknown, "; ") + " cannot be judged"
	default:
		text += "none fell"
	}
	return text
}
