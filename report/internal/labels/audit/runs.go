package audit

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// voices are the answers to one label.
type voices struct {
	answers   int            // answers whose value differs from the label
	agree     bool           // an answer agrees with the label
	want, got document.Value // of the first answer that does not agree
	differ    bool           // the answers differ from each other
}

// Hear adds a case of a run. A label is not contradicted if an answer was judged by another truth, or if a record lacks
// its full value.
func (f *Finder) Hear(c *report.Case) {
	if c.Status != report.OK {
		return
	}
	heard := f.heard[c.ID]
	if heard == nil {
		heard = map[string]*voices{}
		f.heard[c.ID] = heard
	}
	listed := map[string]bool{}
	for i := range c.Fields {
		field := &c.Fields[i]
		switch field.Outcome {
		case metrics.Match, metrics.CorrectAbsence:
			voicesAt(heard, field.Path).agree = true
		case metrics.Wrong, metrics.Hallucinated:
			voicesAt(heard, field.Path).say(field)
		}
		listed[field.Path] = true
	}
	if c.MoreFields > 0 {
		f.cut[c.ID] = append(f.cut[c.ID], listed)
	}
}

func voicesAt(heard map[string]*voices, path string) *voices {
	v := heard[path]
	if v == nil {
		v = &voices{}
		heard[path] = v
	}
	return v
}

func (v *voices) say(f *report.Field) {
	got, err := document.Parse(f.Got)
	if err != nil || f.Cut || words.IsHash(f.Got) {
		v.differ = true // unknown, so as if they differed
		return
	}
	var want document.Value
	if len(f.Want) > 0 {
		if want, err = document.Parse(f.Want); err != nil {
			v.differ = true
			return
		}
	}
	if v.answers++; v.answers == 1 {
		v.got, v.want = got, want
		return
	}
	v.differ = v.differ || !equalValues(v.got, got) || !equalValues(v.want, want)
}

// contradicted returns evidence if all answers agree with each other, and not with the label.
func (f *Finder) contradicted(id string, l *label) []Evidence {
	for _, listed := range f.cut[id] { // the record leaves out hits only
		if !listed[l.path] {
			return nil
		}
	}
	v := f.heard[id][l.path]
	if v == nil || v.agree || v.differ || v.answers < 2 || !equalValues(v.want, l.value) {
		return nil
	}
	return []Evidence{{Kind: Contradicted, Of: v.answers, Text: fmt.Sprintf("all %d answers say %s", v.answers, words.Excerpt(v.got.RawText(), maxShown))}}
}

const maxShown = 60 // characters of a value
