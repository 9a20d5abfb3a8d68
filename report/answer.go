package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
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
	switch fits := len(answer)+len(text) <= o.MaxAnswerBytes && utf8.ValidString(text) && document.CheckUTF8(answer) == nil; {
	case ok && fits:
		c.Answer, c.AnswerText = answer, text
	case c.unreadable() == "":
		c.Truth = nil
	}
}

// Kept returns the answer as [eval.Evaluator.Evaluate] takes it, ok false where the record
// does not keep one. Of an answer that could not be read, and that is too long or may have
// what the spec ignores, it is the reason, [eval.Unreadable]: a spec with another Lenient may
// read it.
func (c *Case) Kept() (answer any, ok bool) {
	if c.AnswerText != "" {
		return c.AnswerText, true
	}
	if len(c.Answer) == 0 && (c.Unlabelled || len(c.Truth) > 0) {
		why := c.unreadable()
		return eval.Unreadable(why), why != ""
	}
	v, err := document.Parse(c.Answer)
	return v, err == nil
}

// unreadable returns why the answer could not be read, "" for another.
func (c *Case) unreadable() string {
	for _, w := range c.Warnings {
		if why, ok := strings.CutPrefix(w, eval.UnreadableWarning); ok {
			return why
		}
	}
	return ""
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

// Confidences returns what was recorded of the leaves, by their paths in the answer.
func (c *Case) Confidences() map[string]float64 {
	said := map[string]float64{}
	for _, f := range c.Fields {
		leaf := eval.FieldResult{Path: f.Path, Attribute: f.Attribute, GotIndex: f.GotIndex, WantIndex: f.WantIndex}
		if path, ok := leaf.GotPath(); ok && f.Confidence.Defined {
			said[path.String()] = f.Confidence.Value
		}
	}
	return said
}

// Hash returns 16 hex digits that identify a text, as InputHash and TextHash of a case are
// where nothing is redacted.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
