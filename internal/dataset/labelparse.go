package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// LabelKey is the key of the label beside the truth.
const LabelKey = "label"

// LabelsFile is the file of a folder of pairs that has their labels by name: {"inv-1": {"state": "draft"}}.
const LabelsFile = "labels.json"

// LabelExample is a label as errors show it.
const LabelExample = `{"state": "draft", "from": {"labels": {"model": "x"}, "artifact": "run.jsonl"}}`

const (
	most       = 200  // characters of a name
	mostFields = 1000 // fields that differ
)

// ParseLabel reads a label. The error lists every mistake in one line, with its key.
func ParseLabel(v document.Value) (*Label, error) {
	var p parser
	var l Label
	fields := func(v document.Value) {
		if !p.object("fields", v) {
			return
		}
		if v.Len() > mostFields {
			p.failf("fields has %d entries, want at most %d", v.Len(), mostFields)
			return
		}
		l.Fields = map[string]LabelPart{}
		for name, m := range v.Members() {
			part := parser{prefix: fmt.Sprintf("fields: %q: ", words.Cut(name, most))}
			l.Fields[name] = part.parsePart(m, nil)
			p.errs = append(p.errs, part.errs...)
		}
	}
	l.LabelPart = p.parsePart(v, fields)
	if len(p.errs) > 0 {
		return nil, errors.New("label: " + strings.Join(p.errs, "; "))
	}
	return &l, nil
}

type parser struct {
	prefix string // before each error
	errs   []string
}

func (p *parser) failf(format string, args ...any) {
	p.errs = append(p.errs, p.prefix+fmt.Sprintf(format, args...))
}

// object reports whether a value is an object without duplicate keys. If not, it notes the error.
func (p *parser) object(name string, v document.Value) bool {
	if v.Kind() != document.Object {
		p.failf("%s is %s, want an object such as %s", name, words.Article(v), LabelExample)
		return false
	}
	seen := map[string]bool{}
	for key := range v.Members() {
		if seen[key] {
			p.failf("key %q appears twice", words.Cut(key, most))
			return false
		}
		seen[key] = true
	}
	return true
}

// parsePart reads a label or, if fields is nil, the entry of a field, which has no key "fields".
func (p *parser) parsePart(v document.Value, fields func(document.Value)) (part LabelPart) {
	if !p.object("it", v) {
		return part
	}
	keys := []string{"state", "by", "at", "from", "fields"}
	if fields == nil {
		keys = keys[:4]
	}
	for name, m := range v.Members() {
		switch {
		case name == "state":
			part.State = p.state(m)
		case name == "by":
			part.By = p.parseText("by", m)
		case name == "at":
			part.At = p.parseDay(m)
		case name == "from":
			part.From = p.parseFrom(m)
		case name == "fields" && fields != nil:
			fields(m)
		default:
			p.unknown(name, keys)
		}
	}
	if !v.Member("state").Exists() {
		p.failf("it has no state, want draft, reviewed or adjudicated")
	}
	return part
}

func (p *parser) unknown(name string, keys []string) {
	p.failf("unknown key %q%s (valid: %s)", words.Cut(name, most), words.Hint(name, keys), strings.Join(keys, ", "))
}

var states = []string{string(Draft), string(Reviewed), string(Adjudicated)}

// IsLabelState reports whether a text is a state, or nearly one.
func IsLabelState(text string) bool {
	_, close := words.Nearest(text, states)
	return close
}

func (p *parser) state(v document.Value) LabelState {
	text := v.Text()
	switch {
	case v.Kind() != document.String:
		p.failf("state is %s, want draft, reviewed or adjudicated", words.Article(v))
	case slices.Contains(states, text):
		return LabelState(text)
	default:
		p.failf("unknown state %q%s (valid: %s)", words.Cut(text, most), words.Hint(text, states), strings.Join(states, ", "))
	}
	return ""
}

func (p *parser) parseText(key string, v document.Value) string {
	text := v.Text()
	switch {
	case v.Kind() != document.String:
		p.failf("%s is %s, want a text", key, words.Article(v))
	case text == "" || utf8.RuneCountInString(text) > most || words.Visible(text) != text:
		p.failf("%s is %q, want 1 to %d visible characters", key, words.Cut(text, most), most)
	}
	return text
}

func (p *parser) parseDay(v document.Value) string {
	text := v.Text()
	_, day := time.Parse(time.DateOnly, text)
	_, moment := time.Parse(time.RFC3339, text)
	switch {
	case v.Kind() != document.String:
		p.failf("at is %s, want a day such as \"2026-11-26\"", words.Article(v))
	case day != nil && moment != nil:
		p.failf("at is %q, want a day such as \"2026-11-26\"", words.Cut(text, most))
	}
	return text
}

func (p *parser) parseFrom(v document.Value) *LabelOrigin {
	var f LabelOrigin
	if !p.object("from", v) {
		return nil
	}
	for name, m := range v.Members() {
		switch name {
		case "artifact":
			f.Artifact = p.parseText("from: artifact", m)
		case "labels":
			f.Labels = p.labels(m)
		default:
			p.unknown(name, []string{"labels", "artifact"})
		}
	}
	return &f
}

// labels reads the labels of a run.
func (p *parser) labels(v document.Value) map[string]string {
	if !p.object("from: labels", v) {
		return nil
	}
	all := map[string]string{}
	for name, m := range v.Members() {
		if m.Kind() != document.String {
			p.failf("from: labels: %q is %s, want a text", words.Cut(name, most), words.Article(m))
			return nil
		}
		all[name] = m.Text()
	}
	if err := words.CheckLabels(all); err != nil {
		p.failf("from: labels: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return all
}
