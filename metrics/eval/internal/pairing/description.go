package pairing

import (
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// step says which pairs of items may be formed. If the spec states neither match fields nor a threshold, items are
// paired in two steps: alike (or named, if they have descriptions), then left. All other lists use only alike. So a row
// with a misread name is found by its amounts. A row with misread amounts is found by its name, unless another row has
// those amounts.
type step uint8

const (
	// alike pairs have match fields that reach the threshold.
	alike step = iota
	// named pairs have the same description, whatever their other fields, or descriptions that reach
	// StatedThreshold and match fields that reach the threshold.
	named
	// left pairs have match fields that reach the threshold; after these come pairs whose descriptions
	// alone reach it, or that differ only in one text.
	left
)

// likeness returns the similarity of two items if the step allows them to be paired, else 0. It scales down the
// similarity of pairs that only their descriptions allow, and of pairs that differ only in one text; see scaled.
func (m *matcher) likeness(i, j int) float64 {
	if m.step == named {
		switch m.descriptions(i, j, spectext.StatedThreshold) {
		case 0:
			return 0
		case 1:
			return 1
		}
	}
	if m.step != left {
		return m.similarity(i, j)
	}
	s := 0.0
	if compare.Reaches(m.bound(i, j), m.threshold) {
		s = m.similarity(i, j)
	}
	if s == 0 {
		s = m.scaled(m.descriptions(i, j, m.threshold))
	}
	if s == 0 && m.differInText(i, j) {
		s = m.scaled(m.threshold)
	}
	return s
}

// leastAgreeing is the least number of values that must agree if one text differs: fewer values are often equal in two
// rows by chance.
const leastAgreeing = 3

// differInText reports whether two items differ only in one text, and agree in at least leastAgreeing values that are
// neither texts nor sets.
func (m *matcher) differInText(i, j int) bool {
	got, want := m.operandsOf(i, j)
	agreeing, texts := 0, 0
	for k := range got {
		g, w := &got[k], &want[k]
		switch {
		case saysNothing(g, w):
		case g.empty || w.empty:
			return false
		case m.keys[k].Set:
			if g.elementsInCommon(w) < 1 {
				return false
			}
		case g.text && w.text:
			if g.folded() != w.folded() {
				texts++
			}
		case m.keyAgrees(k, i, j):
			agreeing++
		default:
			return false
		}
	}
	return texts == 1 && agreeing >= leastAgreeing
}

// likenessBound returns an upper bound of likeness.
func (m *matcher) likenessBound(i, j int) float64 {
	if m.step == alike {
		return m.bound(i, j)
	}
	most := m.descriptionsBound(i, j)
	if m.step == named {
		if compare.Reaches(most, spectext.StatedThreshold) {
			return 1
		}
		return 0
	}
	bound := m.bound(i, j)
	switch {
	case compare.Reaches(bound, m.threshold):
		return bound
	case compare.Reaches(most, m.threshold):
		return m.scaled(most)
	case m.differInText(i, j):
		return m.scaled(m.threshold)
	}
	return 0
}

// described returns the descriptions of two items, nil unless both have one.
func (m *matcher) described(i, j int) (got, want *operand) {
	if m.description < 0 {
		return nil, nil
	}
	gots, wants := m.operandsOf(i, j)
	got, want = &gots[m.description], &wants[m.description]
	if got.empty || want.empty {
		return nil, nil
	}
	return got, want
}

// descriptions returns the similarity of the descriptions of two items if it is at least least, else 0.
func (m *matcher) descriptions(i, j int, least float64) float64 {
	g, w := m.described(i, j)
	switch {
	case g == nil:
		return 0
	case !g.text || !w.text:
		if m.keyAgrees(m.description, i, j) {
			return 1
		}
		return 0
	case g.folded() == w.folded():
		return 1
	case m.overTexts(len(g.folded()), len(w.folded())):
		return 0
	}
	s, ok := similarity.LevenshteinAtLeast(g.folded(), w.folded(), least-compare.Slack)
	if !ok {
		return 0
	}
	return s
}

// descriptionsBound returns an upper bound of the similarity of the descriptions of two items.
func (m *matcher) descriptionsBound(i, j int) float64 {
	g, w := m.described(i, j)
	switch {
	case m.exhausted(), g == nil:
		return 0
	case !g.text || !w.text:
		return 1
	}
	g.folded()
	w.folded()
	return g.bag.similarityAtMost(&w.bag)
}

// scaled scales the likeness of two descriptions to at most half the threshold. So two pairs by description alone do
// not outweigh one pair by all match fields.
func (m *matcher) scaled(likeness float64) float64 { return likeness * m.threshold / 2 }

// solveLeft chooses pairs in the last step.
func (m *matcher) solveLeft(p assign.Problem) (assign.Result, error) {
	m.step = left
	p.Threshold = m.scaled(m.threshold)
	r, err := solve(m.list.Assign, p, nil, nil)
	for k := range r.Pairs {
		if s := &r.Pairs[k].Similarity; *s < 0.75*m.threshold { // it was scaled
			*s /= m.threshold / 2
		}
	}
	return r, err
}
