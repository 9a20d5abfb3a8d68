package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// maxStop bounds the text of a stop reason, in bytes.
const maxStop = 100

// shape returns the shape of a case whose leaves are recorded as kept.
func (o *CaseOptions) shape(seen *Observation, kept []eval.FieldResult) Shape {
	s := Shape{
		TextLength: utf8.RuneCountInString(seen.Text),
		InputSize:  max(seen.InputSize, 0),
		Pages:      len(seen.Pages),
		Script:     dataset.ScriptOf(seen.Text),
		Stop:       words.Cut(strings.TrimSpace(seen.Stop), maxStop),
	}
	if o.Redaction.Active() && !dataset.KnownStop(s.Stop) {
		s.Stop = ""
	}
	var numbers, dates []string
	compared := comparators(eval.Spec{Fields: o.Fields})
	for i := range kept {
		text := textWithDigits(kept[i].Want)
		if text == "" {
			continue
		}
		key, found := compared[kept[i].Attribute]
		if !found || key == auto || key == numeric {
			numbers = append(numbers, text)
		}
		if !found || key == auto || key == date || key == instant {
			dates = append(dates, text)
		}
	}
	s.Numbers, s.Dates = dataset.NumberLayout(numbers), dataset.DateLayout(dates)
	return s
}

// textWithDigits returns the text of a JSON string. It returns "" for other values, and for a text that cannot have a
// digit.
func textWithDigits(value json.RawMessage) string {
	digit := func(r rune) bool { return '0' <= r && r <= '9' || r >= utf8.RuneSelf || r == '\\' }
	if len(value) == 0 || value[0] != '"' || !bytes.ContainsFunc(value, digit) {
		return ""
	}
	v, err := document.Parse(value)
	if err != nil {
		return ""
	}
	return v.Text()
}

// The comparators, by their names in specs, under which a truth may be a number or a date.
const (
	auto    = "auto"
	numeric = "numeric"
	date    = "date"
	instant = "time"
)

// comparators returns the names of the comparators that a spec says, by attribute.
func comparators(spec eval.Spec) map[string]string {
	names := map[string]string{}
	for attribute, match := range spec.Leaves() {
		if match != nil {
			names[attribute] = compare.Name(match)
		}
	}
	return names
}
