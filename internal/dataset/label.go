package dataset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// LabelState says how far people have looked at a truth.
type LabelState string

const (
	Draft       LabelState = "draft"       // nobody has looked at it: it is the answer of a system, or a person's first try
	Reviewed    LabelState = "reviewed"    // one person has looked at it
	Adjudicated LabelState = "adjudicated" // several people have looked at it, and settled their differences
)

// LabelPart says where a truth, or one of its fields, comes from.
type LabelPart struct {
	State LabelState `json:"state"`
	// By is the person who drafted, reviewed or adjudicated it; "" if unknown.
	By string `json:"by,omitzero"`
	// At is when that was done: a day, "2026-11-26", or a time by RFC 3339; "" if unknown.
	At string `json:"at,omitzero"`
	// From is the run whose answer was the draft, nil for none. A review keeps it.
	From *LabelOrigin `json:"from,omitzero"`
}

// LabelOrigin names a run.
type LabelOrigin struct {
	// Labels are the labels of the run: {"model": "x"}. They name the system.
	Labels map[string]string `json:"labels,omitzero"`
	// Artifact is the file of the run.
	Artifact string `json:"artifact,omitzero"`
}

// Label says where the truth of a case comes from.
type Label struct {
	LabelPart
	// Fields holds the fields whose origin differs from the label's, by their names in the spec: "lines[].amount". A
	// draft of a field that names neither From nor By has the From of the label and, if the label is a draft, its By.
	Fields map[string]LabelPart `json:"fields,omitzero"`
}

// field returns the part of a field, the label's if Fields lacks it. A draft has the From and By that it inherits; see
// Label.Fields.
func (l *Label) field(name string) LabelPart {
	f, ok := l.Fields[name]
	switch {
	case !ok:
		return l.LabelPart
	case f.State == Draft && f.From == nil && f.By == "":
		f.From = l.From
		if l.State == Draft {
			f.By = l.By
		}
	}
	return f
}

// drafts returns the parts that are drafts, the whole truth first and then the fields by name.
func (l *Label) drafts() (all []LabelPart) {
	if l == nil {
		return nil
	}
	if l.State == Draft {
		all = append(all, l.LabelPart)
	}
	for _, name := range slices.Sorted(maps.Keys(l.Fields)) {
		if f := l.field(name); f.State == Draft {
			all = append(all, f)
		}
	}
	return all
}

// Drafted reports whether the truth, or a field of it, is a draft. A nil label is no draft.
func (l *Label) Drafted() bool { return len(l.drafts()) > 0 }

// Own reports whether the truth, or a field of it, may be a draft of the system that is judged, by the labels of the draft's run and of
// the system. If both have the label model, it decides: it must be equal. Otherwise one equal label is enough. Case makes no difference.
// It is also true if no name of a label is in both, since nothing then tells the systems apart. A draft that names a person and no run
// belongs to that person; one that names neither may be the system's.
func (l *Label) Own(system map[string]string) bool {
	return slices.ContainsFunc(l.drafts(), func(p LabelPart) bool {
		if p.From == nil {
			return p.By == ""
		}
		return equal(p.From.Labels, system)
	})
}

const model = "model"

func equal(a, b map[string]string) bool {
	if a[model] != "" && b[model] != "" {
		return strings.EqualFold(a[model], b[model])
	}
	both := false
	for name, value := range a {
		if other, ok := b[name]; ok && strings.EqualFold(other, value) {
			return true
		} else if ok {
			both = true
		}
	}
	return !both
}

// String returns "draft of model=x (inv.jsonl), 2026-11-26", followed by the fields that differ: "reviewed by anna;
// iban: draft".
func (l *Label) String() string {
	text := l.LabelPart.String()
	for _, name := range slices.Sorted(maps.Keys(l.Fields)) {
		text += fmt.Sprintf("; %s: %s", words.Visible(name), l.Fields[name])
	}
	return text
}

func (p LabelPart) String() string {
	var b strings.Builder
	b.WriteString(string(p.State))
	if p.By != "" {
		b.WriteString(" by " + words.Visible(p.By))
	}
	if source := p.From; source != nil && p.State == Draft {
		if system := words.Labels(source.Labels); system != "" {
			b.WriteString(" of " + system)
		}
		if source.Artifact != "" {
			fmt.Fprintf(&b, " (%s)", words.Visible(source.Artifact))
		}
	}
	if p.At != "" {
		b.WriteString(", " + p.At)
	}
	return b.String()
}

// Mark returns the label after a review, by, of the given fields or, without fields, of the whole truth. After a review
// of the whole truth the label has no Fields. The label keeps its From, and a field keeps its own From or the one that
// it inherits from the label.
func (l *Label) Mark(part LabelPart, fields ...string) Label {
	marked := *l
	if len(fields) == 0 {
		part.From = l.From
		return Label{LabelPart: part}
	}
	if marked.Fields = maps.Clone(l.Fields); marked.Fields == nil {
		marked.Fields = map[string]LabelPart{}
	}
	for _, name := range fields {
		part.From = l.field(name).From
		marked.Fields[name] = part
	}
	return marked
}
