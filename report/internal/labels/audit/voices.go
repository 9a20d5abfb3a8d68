package audit

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"maps"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// Voices say which answers of several runs and trials count as one voice: those of a run that is named twice, and those
// of runs or trials that give the same answers under the same labels of the system. Such answers confirm each other no
// more than one of them does. Call [Voices.Count] for each case of all runs, then [Voices.Speaks] for each again. The
// zero value is ready.
type Voices struct {
	seed   maphash.Seed
	all    map[identity]*voice
	kept   []*voice // in the order in which they came
	spoken map[spoken]bool
}

// identity is a trial of a run, wherever its artifact lies.
type identity struct {
	id, pkg           string
	start             time.Time
	pid               int
	dataset           string
	repetition, trial int
}

// voice is one trial of one run.
type voice struct {
	identity
	name     string // of its first source
	repeated string // the source that has an answer of it once more
	labels   map[string]string
	answers  map[string]uint64 // hashes of the answers, by case
	first    *voice            // the voice that it is one with, itself if there is none before it
}

type spoken struct {
	voice *voice
	id    string
}

// Witness is a run over a data set, as it stands in a source.
type Witness struct {
	Source, Dataset string
	Run             report.Run
}

func (w *Witness) trial(c *report.Case) identity {
	r := &w.Run
	return identity{r.ID, r.Package, r.Start.UTC(), r.PID, w.Dataset, r.Repetition, max(c.Trial, 1)}
}

// Count adds a case of a run.
func (v *Voices) Count(w *Witness, c *report.Case) {
	if v.all == nil {
		v.seed, v.all, v.spoken = maphash.MakeSeed(), map[identity]*voice{}, map[spoken]bool{}
	}
	key := w.trial(c)
	heard := v.all[key]
	if heard == nil {
		heard = &voice{identity: key, name: w.Source, labels: w.Run.Labels, answers: map[string]uint64{}}
		v.all[key], v.kept = heard, append(v.kept, heard)
	}
	if c.Status != report.OK {
		return
	}
	if _, twice := heard.answers[c.ID]; twice {
		heard.repeated = w.Source
	}
	heard.answers[c.ID] = v.answer(c)
}

// Repeated says which runs and trials repeat others: "b.jsonl repeats a.jsonl: ...".
func (v *Voices) Repeated() (all []string) {
	v.join()
	say := func(name, first, same string) {
		all = append(all, fmt.Sprintf("%s repeats %s, with %s: they count as one", name, first, same))
	}
	for _, kept := range v.kept {
		switch kept.repeated {
		case "":
		case kept.name:
			all = append(all, kept.name+" is named twice, and counts as one")
		default:
			say(kept.repeated, kept.name, "the same run")
		}
		if kept.first != kept {
			name, first := kept.name, kept.first.name
			if kept.trial > 1 || kept.first.trial > 1 {
				name, first = fmt.Sprintf("trial %d of %s", kept.trial, name), fmt.Sprintf("trial %d of %s", kept.first.trial, first)
			}
			say(name, first, "the same answers under the same labels")
		}
	}
	return all
}

// answer returns a hash of the answer of a case: of the kept answer or, if the record has none, of its values.
func (v *Voices) answer(c *report.Case) uint64 {
	var h maphash.Hash
	h.SetSeed(v.seed)
	if answer, err := document.Parse(c.Answer); err == nil && answer.Exists() {
		_, _ = h.Write(answer.AppendCanonical(nil))
		return h.Sum64()
	}
	_, _ = h.WriteString(c.AnswerText)
	for i := range c.Fields {
		if f := &c.Fields[i]; len(f.Got) > 0 {
			fmt.Fprintf(&h, "\n%s %s", f.Path, f.Got)
		}
	}
	return h.Sum64()
}

// join finds for each voice the first voice with which it counts as one.
func (v *Voices) join() {
	for i, kept := range v.kept {
		if kept.first != nil {
			return
		}
		kept.first = kept
		for _, previous := range v.kept[:i] {
			if previous.first == previous && previous.equal(kept) {
				kept.first = previous
				break
			}
		}
	}
}

// equal reports whether two voices have the same labels, and the same answer to each case that both answered.
func (v *voice) equal(o *voice) bool {
	if v.dataset != o.dataset || !maps.Equal(v.labels, o.labels) {
		return false
	}
	both := 0
	for id, answer := range v.answers {
		other, ok := o.answers[id]
		if ok && other != answer {
			return false
		}
		if ok {
			both++
		}
	}
	return both > 0
}

// Speaks reports whether a case is the first of its voice to say something about the document. The others repeat it.
func (v *Voices) Speaks(w *Witness, c *report.Case) bool {
	v.join()
	heard := v.all[w.trial(c)]
	if heard == nil || c.Status != report.OK {
		return true
	}
	key := spoken{heard.first, c.ID}
	if v.spoken[key] {
		return false
	}
	v.spoken[key] = true
	return true
}

// voices are the answers to one label.
type voices struct {
	answers   int            // answers whose value differs from the label
	agree     bool           // an answer agrees with the label
	want, got document.Value // of the first answer that does not agree
	differ    bool           // the answers differ from each other
	origin    source.Origin  // of got, "" if the records do not tell
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
	v := arithmetic.Entry(&heard, path)
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
	v.origin = cmp.Or(v.origin, source.Origin(f.Origin))
	if v.answers++; v.answers == 1 {
		v.got, v.want = got, want
		return
	}
	v.differ = v.differ || !equalValues(v.got, got) || !equalValues(v.want, want)
}

// contradicted returns evidence if all answers agree with each other, and not with the label, and the origin of their
// value. text is nil if it is not known: then the records may tell the origin.
func (f *Finder) contradicted(id string, l *label, text *source.Text) ([]Evidence, source.Origin) {
	for _, listed := range f.cut[id] { // the record leaves out hits only
		if !listed[l.path] {
			return nil, ""
		}
	}
	v := f.heard[id][l.path]
	if v == nil || v.agree || v.differ || v.answers < 2 || !equalValues(v.want, l.value) {
		return nil, ""
	}
	origin := v.origin
	if origin == "" && text != nil {
		origin = text.OriginOf(f.match[l.attribute], v.got, l.value)
	}
	evidence := fmt.Sprintf("all %d answers say %s", v.answers, words.Excerpt(v.got.RawText(), maxShown))
	return []Evidence{{Kind: Contradicted, Of: v.answers, Text: evidence}}, origin
}

const maxShown = 60 // characters of a value
