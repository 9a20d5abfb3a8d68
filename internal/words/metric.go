package words

import (
	"slices"
	"strings"
)

// overFields are the names of metrics over all fields; those over trials, and the pass rate that runs are compared by, are about
// cases, which fields make right or wrong.
var overFields = []string{"micro F1", "micro precision", "micro recall", "macro F1", "weighted F1", "accuracy", "mean score",
	"driftRate", "flakyRate", "agreement", "flipRate", "pass rate"}

// Errors is the name of the check of how many cases and comparisons failed.
const Errors = "errors"

// PeopleOn begins the name of how far people agree on a field: "people on total".
const PeopleOn = "people on "

// MetricField returns the field of a metric: "total" for "F1 of total", "type=invoice" for "recall of type=invoice", ""
// for an average over fields. ok is false for a metric that mistakes in fields do not explain: errors, invariants,
// measures, usage.
func MetricField(metric string) (field string, ok bool) {
	if slices.Contains(overFields, metric) || strings.HasPrefix(metric, "pass@") || strings.HasPrefix(metric, "pass^") {
		return "", true
	}
	if strings.HasPrefix(metric, "measure ") || strings.HasPrefix(metric, "rule ") {
		return "", false
	}
	_, field, ok = strings.Cut(metric, " of ")
	return field, ok
}

// MetricNames reports whether a metric is on an attribute, on a class of its values, or on the items that have it.
func MetricNames(metric, attribute string) bool {
	field, ok := MetricField(metric)
	if !ok || field == "" {
		return false
	}
	return field == attribute || strings.HasPrefix(field, attribute+"=") || (strings.HasSuffix(field, "[]") || strings.HasSuffix(field, "{}")) && strings.HasPrefix(attribute, field+".")
}
