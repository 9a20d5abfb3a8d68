package diff

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/report/internal/runs"
)

// addInfluences adds the influence of every changed case to the evidence, once the sums are known.
func (p *pair) addInfluences() {
	p.sample.Weigh()
	changed := p.changedDocuments()
	for i, d := range changed {
		if i == 0 || d.cluster == 0 || changed[i-1].cluster != d.cluster {
			p.sample.StartUnit()
		}
		entries := p.entries(d)
		p.sample.StartDocument([2]int{len(entries[0]), len(entries[1])})
		for side, all := range entries {
			for t, e := range all {
				for k, n := range p.counts(d, e) {
					p.sample.Add(k, side, t, p.confusion(p.fields[k], n), n.Errored > 0)
				}
			}
		}
		if i+1 == len(changed) || d.cluster == 0 || changed[i+1].cluster != d.cluster {
			p.sample.EndUnit()
		}
	}
}

// changedDocuments returns the documents whose trials differ, with documents of one unit next to each other.
func (p *pair) changedDocuments() []document {
	all := slices.DeleteFunc(slices.Clone(p.documents), func(d document) bool { return alike(p.entries(d)) })
	slices.SortStableFunc(all, func(a, b document) int { return cmp.Compare(a.cluster, b.cluster) })
	return all
}

// alike reports whether all trials of a case have the same counts.
func alike(entries [2][]runs.Entry) bool {
	for _, side := range entries {
		for _, e := range side {
			if e.Row != entries[0][0].Row {
				return false
			}
		}
	}
	return true
}
