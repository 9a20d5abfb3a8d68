package report

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report/internal/words"
)

// Metric is a number over a data set beside those of its fields: the share of
// records that a schema accepts, say.
type Metric struct {
	Name string `json:"name"`
	// Value is the mean over trials, from 0; undefined when it is so in any trial.
	Value Ratio `json:"value,omitzero"`
	// Min and Max are the lowest and highest value of the trials, when there are
	// several and each has a value of its own.
	Min Ratio `json:"min,omitzero"`
	Max Ratio `json:"max,omitzero"`
	// LessIsBetter: a gate's limit is a maximum.
	LessIsBetter bool `json:"less_is_better,omitzero"`
	// Count: a number of things, not a ratio in [0,1].
	Count bool `json:"count,omitzero"`
}

// metrics returns what a gate can limit by name beside averages and fields.
func (s Summary) metrics() []Metric {
	all := slices.Clone(s.Metrics)
	if s.Stability != nil {
		all = append(all, s.Stability.Metrics()...)
	}
	return all
}

func findMetric(all []Metric, name string) Metric {
	i := slices.IndexFunc(all, func(m Metric) bool { return m.Name == name })
	if i < 0 {
		return Metric{}
	}
	return all[i]
}

// CheckMetrics returns, all at once, the limits of g.Metrics on metrics that are
// not among all, and those that no value or every value would keep: a limit on a
// ratio above 1, or a minimum of 0.
func (g Gate) CheckMetrics(dataset string, all []Metric) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(g.Metrics)) {
		limit := g.Metrics[name]
		m := findMetric(all, name)
		switch {
		case m.Name == "":
			errs = append(errs, fmt.Errorf("report: gate: data set %q has no metric %q, only %s", dataset, name, metricNames(all)))
		case !m.Count && limit > 1:
			errs = append(errs, fmt.Errorf("report: gate: %s: limit %v on a ratio is above 1", name, limit))
		case !m.LessIsBetter && limit == 0:
			errs = append(errs, fmt.Errorf("report: gate: %s: limit 0 would always be kept", name))
		}
	}
	return errors.Join(errs...)
}

func metricNames(all []Metric) string {
	const shown = 40
	var names []string
	for _, m := range all {
		names = append(names, m.Name)
	}
	return words.Quoted(names, shown, "none")
}

func (r *GateResult) addMetric(m Metric, limit float64) {
	r.Checks = append(r.Checks, Check{Metric: m.Name, Value: m.Value, Limit: limit, AtMost: m.LessIsBetter, Passed: m.Keeps(limit)})
}

// Keeps reports whether m keeps the limit of a gate: it is defined and at least the
// limit, or at most where less is better, give or take [compare.Slack].
func (m Metric) Keeps(limit float64) bool {
	if m.LessIsBetter {
		return m.Value.Defined && m.Value.Value <= limit+compare.Slack
	}
	return m.Value.Reaches(limit)
}
