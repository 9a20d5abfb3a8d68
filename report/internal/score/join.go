package score

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight"
)

// join finds the answer of each truth by id. It keeps the places of the answers, not their texts.
type join struct {
	want, got *dataset.Reader // want is nil if there are no truths
	format    Lines
	truths    map[string]dataset.Line // read so far
	answers   map[string]dataset.Line // not taken by a truth yet

	unanswered, untrue, repeated, unusable Problem
	unansweredID, untrueID                 string // the first
}

// pair is a truth and its answer; a missing one is the zero line. location is the place of the truth, FILE:LINE, or of an
// answer without a truth.
type pair struct {
	id, location string
	want, got    dataset.Line
}

// newJoin reads the ids of got. If want is nil, each line of got is a pair without a truth.
func newJoin(want, got *dataset.File, format Lines) (*join, error) {
	j := &join{
		got: got.Lines(), format: format, truths: map[string]dataset.Line{}, answers: map[string]dataset.Line{},
		unanswered: Problem{single: "truth has no answer: it counts as an error of the extractor", many: "truths have no answer: they count as errors of the extractor"},
		untrue:     Problem{single: "answer has no truth", many: "answers have no truth"},
		repeated:   Problem{single: "line has an id that was there before: the first one counts", many: "lines have an id that was there before: the first one counts", Spoils: true},
		unusable:   Unusable(),
	}
	if want == nil {
		return j, nil
	}
	j.want = want.Lines()
	for {
		switch _, _, err := j.readSide(j.got, j.answers); {
		case err == io.EOF:
			return j, nil
		case err != nil:
			return nil, err
		}
	}
}

// nextPair returns the next pair, in the order of the truths; io.EOF after the last.
func (j *join) nextPair() (p pair, err error) {
	if j.want == nil {
		p.id, p.got, err = j.readSide(j.got, j.answers)
		p.id, p.location = j.named(p.id, p.got), j.got.Where(p.got)
		return p, err
	}
	key, want, err := j.readSide(j.want, j.truths)
	p.id, p.want = j.named(key, want), want
	if err == io.EOF {
		byLine := func(a, b string) int { return cmp.Compare(j.answers[a].Number, j.answers[b].Number) }
		for _, id := range slices.SortedFunc(maps.Keys(j.answers), byLine) {
			if j.untrue.N == 0 {
				j.untrueID = id
			}
			j.untrue.Add(fmt.Sprintf("%s: %q", j.got.Where(j.answers[id]), id))
		}
	}
	if err != nil {
		return p, err
	}
	p.location = j.want.Where(p.want)
	answer, ok := j.answers[key]
	if !ok {
		if j.unanswered.N == 0 {
			j.unansweredID = p.id
		}
		j.unanswered.Add(fmt.Sprintf("%s: %q", p.location, p.id))
		return p, nil
	}
	delete(j.answers, key)
	if p.got, err = j.got.Again(answer); err != nil {
		return p, err
	}
	if id, err := j.keyOf(j.got, p.got); !j.format.ByLine && (err != nil || id != key) {
		return p, fmt.Errorf("%s has changed while it was read: score it when it is written", j.got.Where(p.got))
	}
	return p, nil
}

// unjoined returns the answers and truths without a partner, nil if one of both files has none.
func (j *join) unjoined() *preflight.Unjoined {
	if j.untrue.N == 0 || j.unanswered.N == 0 {
		return nil
	}
	isPadded := func(id string) bool { return strings.TrimSpace(id) != id }
	return &preflight.Unjoined{
		Answers: j.untrue.N, Answer: j.untrue.Examples[0],
		Truths: j.unanswered.N, Truth: j.unanswered.Examples[0],
		Padded: isPadded(j.untrueID) != isPadded(j.unansweredID),
	}
}

// readSide returns the next line that can be used and whose id is not in seen, and adds it to seen; io.EOF after the last.
func (j *join) readSide(l *dataset.Reader, seen map[string]dataset.Line) (id string, e dataset.Line, err error) {
	for {
		if e, err = l.Next(); err != nil {
			return "", e, err
		}
		id, err := j.keyOf(l, e)
		if err != nil {
			j.unusable.Add(fmt.Sprintf("%s: %v", l.Where(e), err))
			j.unusable.Spoils = j.unusable.Spoils || l == j.want || j.want == nil // a truth without an answer is an error
		} else if _, repeated := seen[id]; repeated {
			j.repeated.Add(fmt.Sprintf("%s: %q", l.Where(e), id))
		} else {
			place := e
			place.Text = nil
			seen[id] = place
			return id, e, nil
		}
	}
}

// keyOf returns the key that joins a line with another: its id, or its number among the lines that are not blank.
func (j *join) keyOf(l *dataset.Reader, e dataset.Line) (id string, err error) {
	if j.format.ByLine {
		id, err = strconv.Itoa(l.Count()), checkObject(e.Text)
	} else {
		format := j.format
		if l == j.got {
			format = format.ofAnswers()
		}
		id, err = format.ID(e.Text)
		id = format.joint(id)
	}
	if err == nil && l == j.want {
		err = dataset.CheckUTF8(e.Text)
	}
	if err != nil {
		return "", err
	}
	return id, j.format.lacks(e.Text, l == j.got)
}

// named returns the id of the case of a line with this key.
func (j *join) named(key string, e dataset.Line) string {
	switch {
	case j.format.ByLine:
		return e.Name()
	case e.Text == nil:
		return key
	}
	format := j.format
	if j.want == nil {
		format = format.ofAnswers()
	}
	id, _ := format.ID(e.Text) // as the truth has it
	return id
}
