package eval

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
	"github.com/extracteval/extracteval/metrics/sections"
)

// Packet says how truth and answer divide one packet into sections, see [Sections].
type Packet struct {
	Path      string // "packet"; "(document)" for a packet at the top
	Attribute string // its attribute, "" for a packet at the top
	// Comparison counts sections in the order of the arrays, without items that are null or blank.
	sections.Comparison
}

// Answered reports whether the answer has a section with a page.
func (p *Packet) Answered() bool {
	return slices.ContainsFunc(p.Pages, func(page sections.Page) bool { return page.Got >= 0 })
}

// sections compares the sections of a packet.
func (ev *evaluation) sections(f *field, gotItems, wantItems *sheet, position *place, t *reading.Tally) {
	p := f.packet
	want, err := p.Read(wantItems.Items, wantItems.Index)
	if err != nil {
		ev.reject("field %q: the truth: %w", f.attribute, err)
		return
	}
	got, _ := p.Read(gotItems.Items, gotItems.Index) // mistakes in got count as wrong values
	if i := slices.IndexFunc(got.Unread, func(err error) bool { return err != nil }); i >= 0 {
		ev.warnf("field %q: section [%d] of got: %v", cmp.Or(f.attribute, paths.Document), gotItems.Index[i], got.Unread[i])
	}
	c := sections.Compare(got.Divided, want.Divided)
	if problem := reading.Claimed(c.Pages, gotItems.Index); problem != "" {
		ev.warnf("field %q: %s", cmp.Or(f.attribute, paths.Document), problem)
	}
	ev.result.Packets = append(ev.result.Packets, Packet{cmp.Or(position.path, paths.Document), f.attribute, c})
	alignment := Alignment{Path: cmp.Or(position.path, paths.Document), Attribute: f.attribute, UnmatchedGot: gotItems.Indices(c.UnpairedGot), UnmatchedWant: wantItems.Indices(c.UnpairedWant)}
	partner := make(map[int]int, len(c.Pairs)) // index in want -> index in got + 1
	for _, pair := range c.Pairs {
		partner[pair.Want] = pair.Got + 1
		alignment.Pairs = append(alignment.Pairs, Pair{Got: gotItems.Index[pair.Got], Want: wantItems.Index[pair.Want], Similarity: pair.Similarity})
	}
	ev.result.Alignments = append(ev.result.Alignments, alignment)
	for w, item := range wantItems.Items {
		g, i := p.groups[want.Fields[w]], partner[w]-1
		truth := g.contentOf(item, &g.want, true)
		ev.warnAll(reading.Uncompared(truth.rest, g.scope.want))
		if i < 0 {
			ev.count(f, metrics.Missing)
			inside := position.itemPlace(wantOnly, gotItems, wantItems, -1, w)
			inside.nearest = reading.Holder(&c, w, gotItems.Index)
			ev.aloneItem(g, g.nothing, truth, inside, t)
			continue
		}
		ev.count(f, metrics.Match)
		inside := position.itemPlace(both, gotItems, wantItems, i, w)
		if got.Fields[i] != want.Fields[w] {
			inside.nearest = "; the class of the section is wrong"
		}
		ev.group(g, g.contentOf(gotItems.Items[i], &g.got, ev.counts(g)), truth, inside, t)
	}
	for _, i := range c.UnpairedGot {
		ev.count(f, metrics.Invented)
		g := p.groups[got.Fields[i]]
		answer := g.contentOf(gotItems.Items[i], &g.got, ev.counts(g))
		ev.aloneItem(g, answer, g.nothing, position.itemPlace(gotOnly, gotItems, wantItems, i, -1), t)
	}
	ev.singlePages(f, &c, &got, &want, t)
	ev.starts(f, &c)
}

// contentOf finds the content of an item.
func (g *group) contentOf(item document.Value, l *layout, keys bool) content {
	values, w := make([]document.Value, len(g.fields)), reading.Walk{Keys: keys}
	g.walkGroup(l, &w, values, item)
	return content{values, w.Rest}
}

// singlePages compares the classes of all pages. It leaves out a page whose section of the truth has no class, and a
// page that only got has if its section has no class.
func (ev *evaluation) singlePages(f *field, c *sections.Comparison, got, want *reading.Sections, t *reading.Tally) {
	page := &f.packet.page
	for _, stated := range c.Pages {
		g, w := reading.ClassesOf(&stated, got, want)
		switch {
		case stated.Want >= 0 && w.Empty() || stated.Want < 0 && g.Empty():
			continue
		case stated.Want < 0 && !ev.lists():
			ev.rows[page.row].Counts.Add(metrics.Hallucinated)
			continue
		}
		ev.addLeaf(page, g, w, &place{path: page.attribute + "[" + strconv.Itoa(stated.Number) + "]", weight: 1}, t)
		if r := &ev.result.Fields[len(ev.result.Fields)-1]; stated.Got < 0 {
			r.Note = "no section of got has the page"
		} else if stated.Want < 0 {
			r.Note = "no section of the truth has the page"
		}
	}
}

// starts compares the pages on which sections start.
func (ev *evaluation) starts(f *field, c *sections.Comparison) {
	row := &ev.rows[f.packet.starts]
	for _, page := range c.Pages {
		number := strconv.Itoa(page.Number)
		r := FieldResult{Path: row.Attribute + "[" + number + "]", Attribute: row.Attribute}
		switch {
		case page.GotStart && page.WantStart:
			r.Outcome, r.Score, r.Similarity = metrics.Match, 1, 1
		case page.WantStart:
			r.Outcome, r.Tag, r.Note = metrics.Missing, reading.TagMissing, "the truth starts a section on this page and got does not"
		case page.GotStart:
			r.Outcome, r.Tag, r.Note = metrics.Invented, reading.TagUnexpected, "got starts a section on this page and the truth does not"
		default:
			continue
		}
		row.Counts.Add(r.Outcome)
		if r.Outcome == metrics.Invented && !ev.lists() {
			continue
		}
		if page.GotStart {
			r.Got = []byte(number)
		}
		if page.WantStart {
			r.Want = []byte(number)
		}
		ev.result.Fields = append(ev.result.Fields, r)
	}
}
