package page

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/source"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/render"
	"github.com/extracteval/extracteval/report/render/internal/plain"
	"github.com/extracteval/extracteval/report/terminal"
)

// documentView is what a case shows of its document: pictures of pages with boxes, and
// the text with the places of values.
type documentView struct {
	Overlays []template.HTML
	Text     template.HTML
	Marked   string // what its marks are
	Notes    []string
}

// Any reports whether there is anything to show beside the values.
func (v documentView) Any() bool { return len(v.Overlays) > 0 || v.Text != "" }

// ErrNoText is what [Options.Text] returns of a case whose text is not known.
var ErrNoText = errors.New("no text is known")

const (
	maxTexts       = 1000   // cases that have their text, the worst
	maxTextBytes   = 20_000 // of a text that are shown
	maxTextsBytes  = 32 << 20
	maxFoundValues = 200 // of a case that are looked for
)

// documents has what is shown of the documents of some cases.
type documents struct {
	pictures
	texts       map[textKey]textOrError
	comparators []map[string]compare.Comparator
}

type textKey struct {
	set int
	id  string
}

type textOrError struct {
	text string
	cut  bool
	err  error
}

// readTexts reads the texts of the first cases.
func (d *documents) readTexts(r *render.Report, cases []pageCase, o Options) {
	d.comparators = make([]map[string]compare.Comparator, len(r.Sets))
	if o.Text == nil {
		return
	}
	d.texts = map[textKey]textOrError{}
	for i, set := range r.Sets {
		d.comparators[i] = comparatorsOf(set.Dataset.Spec)
	}
	size := 0
	for _, c := range cases {
		if len(d.texts) == maxTexts || size > maxTextsBytes {
			return
		}
		id := c.worst().ID
		text, err := o.Text(r.Sets[c.set], id)
		if errors.Is(err, ErrNoText) {
			continue
		}
		found := textOrError{text: text, err: err}
		if len(text) > maxTextBytes {
			end := maxTextBytes
			for end > 0 && !utf8.RuneStart(text[end]) {
				end--
			}
			found.text, found.cut = strings.Clone(text[:end]), true
		}
		size += len(found.text)
		d.texts[textKey{c.set, id}] = found
	}
}

// comparatorsOf returns the comparators of a spec by attribute, none where one is the
// user's own: values are looked for as those of compare.Auto then.
func comparatorsOf(spec json.RawMessage) map[string]compare.Comparator {
	all := map[string]compare.Comparator{}
	parsed, err := eval.ParseSpec(spec, nil)
	if err != nil {
		return all
	}
	var add func(prefix string, fields []eval.Field)
	add = func(prefix string, fields []eval.Field) {
		for _, f := range fields {
			switch {
			case f.List != nil:
				add(prefix+f.Path+"[].", f.List.Fields)
			case f.Set != nil:
				all[prefix+f.Path+"[]"] = f.Set.Match
			default:
				all[prefix+f.Path] = f.Match
			}
		}
	}
	add("", parsed.Fields)
	return all
}

// view returns what is shown of the document of a trial.
func (d *documents) view(c *report.Case, set int) documentView {
	var v documentView
	v.Overlays, v.Notes = overlays(c, d.boxes[set], func(image string) pictureOrError { return d.get(set, image) })
	found, ok := d.texts[textKey{set, c.ID}]
	switch {
	case !ok:
	case found.err != nil:
		v.Notes = append(v.Notes, plain.Cut("no text: "+found.err.Error(), plain.MaxCharacters))
	case strings.TrimSpace(found.text) == "":
		v.Notes = append(v.Notes, "the text of the document is empty")
	default:
		spots := find(found.text, c, d.comparators[set])
		v.Text, v.Marked = markedText(found.text, spots)
		if found.cut {
			v.Notes = append(v.Notes, fmt.Sprintf("only the first %d bytes of the text are shown", len(found.text)))
		}
	}
	return v
}

// spot is where values stand in a text.
type spot struct {
	start, end int
	kind       string // "hit", "got" or "want"
	leaves     []int
	title      string
}

// find looks for the values of a case in its text, those that are not as expected first.
// Of places that overlap the longest one counts, and the first of those that are as long.
func find(text string, c *report.Case, comparators map[string]compare.Comparator) []spot {
	in := source.New(text)
	var spots []spot
	looked := 0
	look := func(i int, kind string, value json.RawMessage) {
		f := &c.Fields[i]
		if len(value) == 0 || f.Cut || looked == maxFoundValues {
			return
		}
		v, err := document.Parse(value)
		if err != nil {
			return
		}
		looked++
		place, standing := in.Find(comparators[f.Attribute], v)
		if standing != source.Stands && standing != source.Resembles || place.Start >= place.End {
			return
		}
		title := plain.Cut(f.Path, plain.MaxName) + ", " + map[string]string{"hit": "as expected", "got": "what the answer has", "want": "what is wanted"}[kind]
		if standing == source.Resembles {
			title += ", or alike"
		}
		for n := range spots {
			if s := &spots[n]; s.start == place.Start && s.end == place.End {
				s.leaves = append(s.leaves, i)
				s.title += "; " + title
				return
			}
		}
		over := func(s spot) bool { return place.Start < s.end && s.start < place.End }
		for _, s := range spots {
			if over(s) && s.end-s.start >= place.End-place.Start {
				return
			}
		}
		spots = slices.DeleteFunc(spots, over)
		spots = append(spots, spot{place.Start, place.End, kind, []int{i}, title})
	}
	for i := range c.Fields {
		if f := &c.Fields[i]; !f.Outcome.Hit() {
			look(i, "want", f.Want)
			look(i, "got", f.Got)
		}
	}
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Outcome == metrics.Match {
			look(i, "hit", f.Got)
		}
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Compare(a.start, b.start) })
	return spots
}

// markedText writes a text with marks at the spots, which do not overlap, and says what
// the marks are.
func markedText(text string, spots []spot) (html template.HTML, marked string) {
	var b strings.Builder
	write := func(part string) {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "\r\n", "\n"), "\f", "\n")
		b.WriteString(template.HTMLEscapeString(terminal.VisibleLines(part)))
	}
	at := 0
	counts := map[string]int{}
	for _, s := range spots {
		write(text[at:s.start])
		var leaves []string
		for _, leaf := range s.leaves {
			leaves = append(leaves, strconv.Itoa(leaf))
		}
		fmt.Fprintf(&b, `<mark class="spot %s" data-leaf="%s" title="%s">`, s.kind, strings.Join(leaves, " "), template.HTMLEscapeString(plain.Cut(s.title, 2*plain.MaxCharacters)))
		write(text[s.start:s.end])
		b.WriteString("</mark>")
		at = s.end
		counts[s.kind]++
	}
	write(text[at:])
	var parts []string
	for _, k := range []struct{ kind, text string }{{"want", "wanted, and not in the answer"}, {"got", "in the answer, and not wanted"}, {"hit", "as expected"}} {
		if n := counts[k.kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, k.text))
		}
	}
	if marked = "no value was found in the text"; len(parts) > 0 {
		marked = "marked: " + strings.Join(parts, ", ")
	}
	return template.HTML(b.String()), marked
}
