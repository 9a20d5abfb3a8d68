package diff

import (
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// joinCopies finds the units of the cases in the run of today's truths, and warns where there are fewer units than
// cases.
func (p *pair) joinCopies() {
	p.weigh(p.sides[1].Units(p.numbers()))
	if note := p.units.Note(); note != "" {
		p.warnings.add(Copies, "%s in both runs, %s", words.Plural(len(p.documents), "case"), note)
	}
}

// weigh takes the units of the documents: the cases of one unit, such as copies of a document, are evidence once.
func (p *pair) weigh(units *ledger.Units) {
	p.units = units
	for i := range p.documents {
		d := &p.documents[i]
		d.unit, d.cluster = units.Of(d.number), units.Cluster(d.number)
	}
	each := units.Each()
	p.micro.Each, p.macro.Each = each, each
	for _, f := range p.fields {
		f.Each = each
	}
}

// resampled returns the units as an interval takes them: copies have equal values, and cases that a tag joins may have different ones.
func (p *pair) resampled() (u estimate.Units) {
	if p.units.Several() && !p.units.Tagged() {
		u.Different = 1 / p.units.Each()
	}
	return u
}

// unitCount counts the units of documents, which are sorted by unit.
type unitCount struct {
	n    int
	last uint64
}

func (c *unitCount) add(d document) {
	if d.cluster == 0 || d.cluster != c.last {
		c.n++
	}
	c.last = d.cluster
}
