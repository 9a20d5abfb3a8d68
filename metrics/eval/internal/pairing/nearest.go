package pairing

import (
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
)

// MaxNearest is the most unpaired items of one side that get a nearest candidate.
const MaxNearest = 10

// Candidate is the nearest candidate of an item without partner: an item of the other side, paired
// or not, by their places in the sheets.
type Candidate struct {
	Got, Want  int
	Similarity float64  // above 0
	Least      float64  // the threshold that a pair would have had to reach
	Taken      bool     // the candidate has a partner
	Differs    []string // the match fields in which the two are not equal
}

// nearest returns the candidates of the first unpaired items of either side. An item without any
// similar one has no candidate.
func (m *matcher) nearest(r *assign.Result, least float64) (toWant, toGot []Candidate) {
	if m.list.Assign == InOrder || m.ended {
		return nil, nil
	}
	free := make([]bool, m.got.Len())
	for _, i := range r.UnmatchedGot {
		free[i] = true
	}
	for _, j := range r.UnmatchedWant[:min(len(r.UnmatchedWant), MaxNearest)] {
		if c, ok := m.bestCandidate(m.got.Len(), m.gotContent, func(i int) (int, int) { return i, j }); ok {
			c.Taken, c.Least = !free[c.Got], least
			toWant = append(toWant, c)
		}
	}
	free = make([]bool, m.want.Len())
	for _, j := range r.UnmatchedWant {
		free[j] = true
	}
	for _, i := range r.UnmatchedGot[:min(len(r.UnmatchedGot), MaxNearest)] {
		if c, ok := m.bestCandidate(m.want.Len(), m.wantContent, func(j int) (int, int) { return i, j }); ok {
			c.Taken, c.Least = !free[c.Want], least
			toGot = append(toGot, c)
		}
	}
	return toWant, toGot
}

// bestCandidate returns the most similar of n pairs, of equally similar ones the pair with the lesser
// content.
func (m *matcher) bestCandidate(n int, content []string, pair func(int) (got, want int)) (c Candidate, ok bool) {
	found := -1
	for k := range n {
		i, j := pair(k)
		if m.bound(i, j) < c.Similarity {
			continue
		}
		m.threshold = c.Similarity // a worse one need not be known exactly
		s := m.similarity(i, j)
		if s > c.Similarity || s > 0 && s == c.Similarity && content[k] < content[found] {
			c, found = Candidate{Got: i, Want: j, Similarity: s}, k
		}
	}
	if found < 0 {
		return c, false
	}
	got, want := m.operandsOf(c.Got, c.Want)
	for k := range got {
		if g, w := &got[k], &want[k]; !saysNothing(g, w) && (g.empty != w.empty || !g.empty && g.identity() != w.identity() && (g.text && w.text || m.keys[k].Set || !m.keyAgrees(k, c.Got, c.Want))) {
			c.Differs = append(c.Differs, m.keys[k].Text)
		}
	}
	return c, true
}

// Nearest names the nearest candidate of an item without partner and its shortfall: "nearest is item 2 of got, similarity
// 0.43, want 0.5 (name, price)". The candidate belongs to whom, and has a key if it is in a map.
func Nearest(whom string, index int, key string, similarity, least float64, taken bool, differs []string) string {
	item := "item " + strconv.Itoa(index)
	if key != "" {
		item = strconv.Quote(key)
	}
	note := "nearest is " + item + " of " + whom + ", similarity " + strconv.FormatFloat(similarity, 'f', 2, 64)
	if similarity+compare.Slack < least {
		note += ", want " + strconv.FormatFloat(least, 'f', -1, 64)
	} else if taken {
		note += ", which has a partner"
	}
	if len(differs) > 0 {
		note += " (" + strings.Join(differs, ", ") + ")"
	}
	return note
}
