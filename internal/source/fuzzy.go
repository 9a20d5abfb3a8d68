package source

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

const (
	// maxSteps bounds the search for one similar text: characters of the document times words of
	// 64 characters of the text.
	maxSteps = 1 << 22
	// maxVerified is the most places that the comparator itself compares.
	maxVerified = 8
)

// fuzzy looks for a text as it is, and then for the most similar one.
func (s *search) fuzzy(c compare.Fuzzy, text string) {
	q := newSought(text)
	s.words(q)
	if s.found {
		return
	}
	if days := autoDays(stringValue(text)); len(days) > 0 {
		s.searchDays(defaultDates(), days)
		if s.found {
			return
		}
	}
	s.currency(q)
	if s.found {
		return
	}
	s.similar(c, q)
}

// similar finds the place where the document is nearest to a text by edit distance. It compares only letters and
// digits, in the form in which characters that OCR confuses are the same. The comparator must find the place similar
// enough.
func (s *search) similar(c compare.Fuzzy, q *sought) {
	if len(q.source) > maxSought {
		s.incomplete = true
		return
	}
	pattern := []rune(string(newAlike(q.form).text))
	most, all := farthest(c, compare.Fold(q.source), len(pattern))
	if most <= 0 {
		return
	}
	alikes := s.alikes()
	words := (len(pattern) + 63) / 64
	if len(alikes.text)*words > maxSteps {
		s.incomplete = true
		return
	}
	var best Place
	want, wantAlike := stringValue(q.source), stringValue(string(pattern))
	m := newMatcher(pattern)
	backward := slices.Clone(pattern)
	slices.Reverse(backward)
	r := newMatcher(backward)
	for _, end := range m.findEnds(alikes.text, most) {
		begin := r.begin(alikes.text, end.offset, most)
		first, last := int(alikes.positions[begin]), int(alikes.positions[end.offset])
		if last <= first {
			continue
		}
		start, stop := s.wholeWords(int(s.form.offsets[first]), characterEnd(s.source, int(s.form.offsets[last-1])))
		if stop-start > 4*len(q.source)+maxGap {
			continue
		}
		printed := s.source[start:stop]
		for _, pair := range [...]struct {
			got  string
			want document.Value
		}{{printed, want}, {string(newAlike(newForm(printed)).text), wantAlike}} {
			comparison, err := c.Compare(context.Background(), stringValue(pair.got), pair.want)
			if err == nil && comparison.Match && comparison.Similarity > best.Similarity {
				best = s.place(start, stop, comparison.Similarity)
			}
		}
		if best.Similarity >= 1 {
			best.Similarity = 0.99 // it is not the text itself
			break
		}
	}
	if best.End > 0 {
		s.yieldPlace(best)
	} else if !all {
		s.incomplete = true
	}
}

// farthest returns the edit distance within which a text is searched, at most half of its characters. all is false if
// the comparator may accept texts that are farther away.
func farthest(c compare.Fuzzy, folded string, length int) (most int, all bool) {
	threshold := cmp.Or(c.Threshold, compare.DefaultFuzzyThreshold)
	// A text of n characters has at most n+d characters after d changes.
	n := float64(utf8.RuneCountInString(folded))
	most = int(math.Floor((1-threshold)/threshold*n + 1e-9))
	switch c.Algorithm {
	case "", "levenshtein", "osa", "damerau", "hamming":
		all = most <= length/2
	default: // those may be blind to the order of words, or lenient at the end
		most = max(most, length/3)
	}
	return min(most, length/2), all
}

// wholeWords extends a place to the ends of the words in which it begins and ends.
func (t *Text) wholeWords(start, end int) (int, int) {
	const most = 32 // bytes
	for low := max(0, start-most); start > low; {
		first, _ := utf8.DecodeRuneInString(t.source[start:])
		r, size := utf8.DecodeLastRuneInString(t.source[:start])
		if !isWord(r) || spaceless(r) || spaceless(first) {
			break
		}
		start -= size
	}
	for high := min(len(t.source), end+most); end < high; {
		last, _ := utf8.DecodeLastRuneInString(t.source[:end])
		r, size := utf8.DecodeRuneInString(t.source[end:])
		if !isWord(r) || spaceless(r) || spaceless(last) {
			break
		}
		end += size
	}
	return start, end
}

// matcher finds a pattern approximately: the bit-parallel algorithm of Myers (1999), by
// blocks as Hyyrö (2003) has them.
type matcher struct {
	length int
	words  int
	rows   map[rune][]uint64 // where the pattern has a character
	none   []uint64          // the row of all others
	// The vertical differences of one column of the table, +1 and -1.
	plus, minus []uint64
}

func newMatcher(pattern []rune) *matcher {
	words := (len(pattern) + 63) / 64
	m := &matcher{
		length: len(pattern), words: words, rows: map[rune][]uint64{},
		none: make([]uint64, words), plus: make([]uint64, words), minus: make([]uint64, words),
	}
	for i, r := range pattern {
		if m.rows[r] == nil {
			m.rows[r] = make([]uint64, words)
		}
		m.rows[r][i/64] |= 1 << (i % 64)
	}
	return m
}

func (m *matcher) reset() {
	for i := range m.plus {
		m.plus[i], m.minus[i] = ^uint64(0), 0
	}
}

// advance advances by one character, and returns the change of the distance of the whole pattern. first is the change for
// the empty pattern: 0 if a match may begin anywhere, 1 if it begins with the text.
func (m *matcher) advance(r rune, first int) int {
	horizontalIn := first
	row, ok := m.rows[r]
	if !ok {
		row = m.none
	}
	for w := range m.words {
		eq, plus, minus := row[w], m.plus[w], m.minus[w]
		vertical := eq | minus
		if horizontalIn < 0 {
			eq |= 1
		}
		horizontal := (((eq & plus) + plus) ^ plus) | eq
		plusOut := minus | ^(horizontal | plus)
		minusOut := plus & horizontal
		top := 63
		if w == m.words-1 {
			top = (m.length - 1) % 64
		}
		carryOut := int(plusOut>>top&1) - int(minusOut>>top&1)
		plusOut, minusOut = plusOut<<1, minusOut<<1
		if horizontalIn > 0 {
			plusOut |= 1
		} else if horizontalIn < 0 {
			minusOut |= 1
		}
		m.plus[w] = minusOut | ^(vertical | plusOut)
		m.minus[w] = plusOut & vertical
		horizontalIn = carryOut
	}
	return horizontalIn
}

// found is the end of a match, with its distance.
type found struct{ offset, distance int }

// findEnds returns the ends of the matches within a distance, the nearest match first. Of neighbouring matches it
// returns the nearest.
func (m *matcher) findEnds(text []byte, most int) []found {
	m.reset()
	distance := m.length
	var all []found
	hit := false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		i += size
		distance += m.advance(r, 0)
		if distance > most {
			hit = false
			continue
		}
		switch last := len(all) - 1; {
		case !hit:
			all = append(all, found{i, distance})
			hit = true
		case distance < all[last].distance:
			all[last] = found{i, distance}
		}
		if len(all) == 64*maxVerified { // keep the best
			all = nearestEnds(all)
			hit = false
		}
	}
	return nearestEnds(all)
}

func nearestEnds(all []found) []found {
	sort.SliceStable(all, func(i, j int) bool { return all[i].distance < all[j].distance })
	return all[:min(len(all), maxVerified)]
}

// begin returns the beginning of the match that ends at a place. The pattern of the matcher
// is written backwards.
func (m *matcher) begin(text []byte, end, most int) int {
	m.reset()
	distance, best, begin := m.length, m.length+1, end
	offset := end
	for range m.length + most {
		r, size := utf8.DecodeLastRune(text[:offset])
		if size == 0 {
			break
		}
		offset -= size
		if distance += m.advance(r, 1); distance < best {
			best, begin = distance, offset
		}
	}
	return begin
}

// textsAreClose reports whether two texts differ only by characters that OCR confuses, by one character, or by at most
// one character in five, or in ten if want has digits.
func textsAreClose(got, want string) bool {
	g, w := newForm(got), newForm(want)
	if len(g.text) > maxSought || len(w.text) > maxSought || len(w.text) < 3 {
		return false
	}
	gotAlike, wantAlike := string(newAlike(g).text), string(newAlike(w).text)
	if gotAlike == wantAlike {
		return true
	}
	length := utf8.RuneCount(w.text)
	share := 5
	if countDigits(w.text) > 0 {
		share = 10
	}
	d := min(similarity.OSADistance(gotAlike, wantAlike), similarity.OSADistance(string(g.text), string(w.text)))
	return d <= max(1, length/share)
}
