package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/shape"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Shape says of what form the document of a case is, and its answer, for the slices that [Limit].Slice computes. It has no value
// of the document: the layouts are those of values that the record keeps, and where anything is redacted, Stop is left out
// unless it is a known reason. A zero means unknown.
type Shape struct {
	// TextLength is the number of characters (code points) in the text of the document.
	TextLength int `json:"text_length,omitzero"`
	// InputSize is the number of bytes of the input: of its file or of its JSON. A file that the input names is not counted.
	InputSize int `json:"input_size,omitzero"`
	// Pages is the number of pages, also beyond those in Case.Pages.
	Pages int `json:"pages,omitzero"`
	// Script is the script that most letters of the text have: "Latin", "Cyrillic"; see [shape.Script].
	Script string `json:"script,omitzero"`
	// Numbers is how the texts of the truth print numbers, in fields that are compared as numbers or by what they are:
	// "1.889,00", or "mixed"; see [shape.Numbers]. A truth that has numbers of JSON, or texts in that form, shows no other.
	Numbers string `json:"numbers,omitzero"`
	// Dates is how they print dates, in fields that are compared as dates or by what they are: "dmy"; see [shape.Dates].
	Dates string `json:"dates,omitzero"`
	// Stop is the reason why the model stopped, as the extractor says it: "end_turn", "max_tokens".
	Stop string `json:"stop,omitzero"`
}

// maxStop bounds the text of a stop reason, in bytes.
const maxStop = 100

// shape returns the shape of a case whose leaves are recorded as kept.
func (o *CaseOptions) shape(seen *Observation, kept []eval.FieldResult) Shape {
	s := Shape{
		TextLength: utf8.RuneCountInString(seen.Text),
		InputSize:  max(seen.InputSize, 0),
		Pages:      len(seen.Pages),
		Script:     shape.Script(seen.Text),
		Stop:       words.Cut(strings.TrimSpace(seen.Stop), maxStop),
	}
	if o.Redaction.Active() && !shape.KnownStop(s.Stop) {
		s.Stop = ""
	}
	var numbers, dates []string
	compared := comparators(o.Fields)
	for i := range kept {
		text := textWithDigits(kept[i].Want)
		if text == "" {
			continue
		}
		by, known := compared[kept[i].Attribute]
		if !known || by == auto || by == numeric {
			numbers = append(numbers, text)
		}
		if !known || by == auto || by == date {
			dates = append(dates, text)
		}
	}
	s.Numbers, s.Dates = shape.Numbers(numbers), shape.Dates(dates)
	return s
}

// textWithDigits returns the text in JSON, "" for another value, and for a text that cannot have an ASCII digit.
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
)

// comparators returns the names of the comparators that a spec says, by attribute.
func comparators(fields []eval.Field) map[string]string {
	names := map[string]string{}
	var add func(fields []eval.Field, prefix string)
	add = func(fields []eval.Field, prefix string) {
		for _, f := range fields {
			attribute, match := paths.Join(prefix, f.Path), f.Match
			switch {
			case f.List != nil:
				add(f.List.Fields, attribute+"[]")
				continue
			case f.Set != nil:
				attribute, match = attribute+"[]", f.Set.Match
			}
			if match != nil {
				names[attribute] = compare.Name(match)
			}
		}
	}
	add(fields, "")
	return names
}
