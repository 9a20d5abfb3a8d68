package report

import (
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/document"
)

// keep puts truth and answer into a record.
func (o CaseOptions) keep(c *Case, seen *Observation) {
	if o.MaxAnswerBytes < 0 || o.Redaction.Active() {
		return
	}
	if !seen.Unlabelled {
		kept, ok := seen.Result.KeptTruth()
		if !ok || len(kept) > o.MaxAnswerBytes {
			return
		}
		c.Truth = kept
	}
	if c.Status == Error {
		return
	}
	answer, text, ok := seen.Result.Kept()
	if !ok || len(answer)+len(text) > o.MaxAnswerBytes || !utf8.ValidString(text) || document.CheckUTF8(answer) != nil {
		c.Truth = nil
		return
	}
	c.Answer, c.AnswerText = answer, text
}

// Kept returns the answer as [eval.Evaluator.Evaluate] takes it, ok false where the record
// does not keep one.
func (c *Case) Kept() (answer any, ok bool) {
	if c.AnswerText != "" {
		return c.AnswerText, true
	}
	v, err := document.Parse(c.Answer)
	return v, err == nil
}

// Ignored returns the attributes that the spec ignores, which Truth and Answer of its cases
// lack.
func (d Dataset) Ignored() []string { return ignoredIn(gjson.GetBytes(d.Spec, "fields"), "") }

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
