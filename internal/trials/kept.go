package trials

import (
	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// KeptAnswer returns the answer as [eval.Evaluator.Evaluate] takes it, ok false where the record
// does not keep one. Of an answer that could not be read, and that is too long or may have
// what the spec ignores, it is the reason, [words.Unreadable]: a spec with another Lenient may
// read it.
func KeptAnswer(c *report.Case) (answer any, ok bool) {
	if c.AnswerText != "" {
		return c.AnswerText, true
	}
	if len(c.Answer) == 0 && (c.Unlabelled || len(c.Truth) > 0) {
		why := words.UnreadableReason(c.Warnings)
		return words.Unreadable(why), why != ""
	}
	v, err := document.Parse(c.Answer)
	return v, err == nil
}

// IgnoredFields returns the attributes that the spec ignores, which Truth and KeptAnswer of its cases
// lack.
func IgnoredFields(d report.Dataset) []string { return ignoredIn(gjson.GetBytes(d.Spec, "fields"), "") }

func ignoredIn(fields gjson.Result, prefix string) (all []string) {
	fields.ForEach(func(_, f gjson.Result) bool {
		at := prefix + f.Get("path").Str
		if f.Get("match").Str == "ignore" || f.Get("match.match").Str == "ignore" {
			all = append(all, at)
		}
		all = append(all, ignoredIn(f.Get("fields"), at+"[].")...)
		return true
	})
	return all
}

// KeptConfidences returns the recorded confidences of the leaves, by their paths in the answer.
func KeptConfidences(c *report.Case) map[string]float64 {
	said := map[string]float64{}
	for _, f := range c.Fields {
		leaf := eval.FieldResult{Path: f.Path, Attribute: f.Attribute, GotIndex: f.GotIndex, WantIndex: f.WantIndex}
		if path, ok := leaf.GotPath(); ok && f.Confidence.Defined {
			said[path.String()] = f.Confidence.Value
		}
	}
	return said
}
