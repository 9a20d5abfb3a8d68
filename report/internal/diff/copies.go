package diff

import (
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
)

// weights says how much evidence the cases of a comparison are: the cases of one unit, such as copies of a document, are evidence once.
type weights struct {
	cases, clusters, alone int // alone: cases that share no unit
	squares                int // sum over units of the number of cases, squared
	tagged                 bool
}

// count returns the number of units.
func (w weights) count() int { return w.alone + w.clusters }

// several reports whether a unit has several cases.
func (w weights) several() bool { return w.clusters > 0 }

// each returns how many cases a unit has, on average.
func (w weights) each() float64 { return float64(w.cases) / float64(max(w.count(), 1)) }

// effective returns the share of the cases that is evidence where the cases of a unit are all alike (Kish 1965).
func (w weights) effective() float64 { return float64(max(w.cases, 1)) / float64(max(w.squares, 1)) }

// units returns the units as an interval takes them: copies have equal values, and cases that a tag joins may have different ones.
func (w weights) units() (u estimate.Units) {
	if w.several() && !w.tagged {
		u.Different = 1 / w.each()
	}
	return u
}

// joinCopies finds the units of the cases in the run of today's truths, and warns where there are fewer units than
// cases.
func (p *pair) joinCopies() {
	numbers := make([]int32, len(p.documents))
	for i := range p.documents {
		numbers[i] = p.documents[i].Cases[1]
	}
	units := p.sides[1].Units(numbers)
	for i := range p.documents {
		d := &p.documents[i]
		d.unit, _ = units.Of(numbers[i])
		d.Cluster = units.Cluster(numbers[i])
	}
	p.weighUnits()
	if note := units.Note(p.sides[1].Tag()); note != "" {
		p.warnings.add(Copies, "%s in both runs, %s", words.Plural(p.weights.cases, "case"), note)
	}
}

// weighUnits counts the units of the documents.
func (p *pair) weighUnits() {
	w := weights{tagged: p.sides[1].Tag() != ""}
	sizes := map[uint64]int{}
	for _, d := range p.documents {
		w.cases += d.Times
		if d.Cluster == 0 {
			w.alone += d.Times
		} else {
			sizes[d.Cluster] += d.Times
		}
	}
	w.clusters, w.squares = len(sizes), w.alone
	for _, n := range sizes {
		w.squares += n * n
	}
	p.weights = w
	p.micro.Each, p.macro.Each = w.each(), w.each()
	for _, f := range p.fields {
		f.Each = w.each()
	}
}

// units returns how many units the document stands for: one for each of its cases, or one where they share their unit with others.
func (d document) units() int {
	if d.Cluster != 0 {
		return 1
	}
	return d.Times
}

// each returns the counts that the document adds to a unit, given the counts of one case.
func (d document) each(c metrics.Confusion) metrics.Confusion {
	n := d.Times / d.units()
	return metrics.Confusion{TP: n * c.TP, TN: n * c.TN, FP: n * c.FP, FN: n * c.FN}
}

// unitCount counts the units of documents, which are sorted by unit.
type unitCount struct {
	n    int
	last uint64
}

func (c *unitCount) add(d document) {
	if d.Cluster == 0 || d.Cluster != c.last {
		c.n += d.units()
	}
	c.last = d.Cluster
}
