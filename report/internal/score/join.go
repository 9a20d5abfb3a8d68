package score

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/metrics/stats"
)

// join pairs the lines of two files by id. Both are read side by side, so that
// little waits for its partner where they are sorted alike.
type join struct {
	sides  [2]side // want, got
	format Lines
	turn   int
	paired map[uint64]struct{} // hashes of ids
	room   int                 // bytes of text that may still wait in memory
	rest   []pair              // truths without answers, when both files have ended
	ended  bool

	// pair is the result of next, err the reason of an early end.
	pair pair
	err  error

	unanswered, untrue, repeated, unusable Problem
}

type side struct {
	lines   *fileLines
	waiting map[string]entry
	ended   bool
}

// maxWaiting is how many bytes of lines wait in memory for their partners.
const maxWaiting = 64 << 20

// newJoin joins two files. With want nil each line of got is a pair without a truth.
func newJoin(want, got *File, format Lines) *join {
	j := &join{
		paired: map[uint64]struct{}{},
		format: format, room: maxWaiting,
		unanswered: Problem{one: "truth has no answer: it counts as an error of the extractor", many: "truths have no answer: they count as errors of the extractor"},
		untrue:     Problem{one: "answer has no truth", many: "answers have no truth"},
		repeated:   Problem{one: "line has an id that was there before: the first one counts", many: "lines have an id that was there before: the first one counts"},
		unusable:   unusable(),
	}
	for i, file := range []*File{want, got} {
		j.sides[i] = side{waiting: map[string]entry{}, ended: file == nil}
		if file != nil {
			j.sides[i].lines = file.lines()
		}
	}
	return j
}

// next finds the next pair. It returns false at the end, or when a file cannot be
// read.
func (j *join) next() bool {
	for !j.ended && j.err == nil {
		j.turn = 1 - j.turn
		from := 1 - j.turn // want goes first
		if j.sides[from].ended {
			from = j.turn
		}
		if j.sides[from].ended {
			j.finish()
			break
		}
		if j.step(from) {
			return true
		}
	}
	if j.err != nil || len(j.rest) == 0 {
		return false
	}
	j.pair, j.rest = j.rest[0], j.rest[1:]
	if j.err = j.sides[0].lines.again(&j.pair.want); j.err != nil {
		return false
	}
	return true
}

// step reads a line of one side, and reports whether its partner was waiting.
func (j *join) step(from int) bool {
	s, other := &j.sides[from], &j.sides[1-from]
	e, err := s.lines.next()
	if err != nil {
		s.ended = true
		if err != io.EOF {
			j.err = fmt.Errorf("%s: %w", s.lines.name, files.Cause(err))
		}
		return false
	}
	id, err := j.id(e)
	if err != nil {
		j.unusable.add(fmt.Sprintf("%s:%d: %v", s.lines.name, e.line, err))
		return false
	}
	hash := stats.DocumentHash(id)
	_, waits := s.waiting[id]
	if _, paired := j.paired[hash]; waits || paired {
		j.repeated.add(fmt.Sprintf("%s:%d: %q", s.lines.name, e.line, id))
		return false
	}
	partner, ok := other.waiting[id]
	alone := j.sides[0].lines == nil
	if ok || alone {
		j.paired[hash] = struct{}{}
	}
	switch {
	case alone:
		j.pair = pair{id: id, got: e}
		return true
	case !ok:
		if e.size > j.room {
			e.text = nil
		} else {
			j.room -= e.size
		}
		s.waiting[id] = e
		return false
	}
	delete(other.waiting, id)
	if partner.text != nil {
		j.room += partner.size
	} else if j.err = other.lines.again(&partner); j.err != nil {
		return false
	}
	j.pair = pair{id: id, wantFile: j.sides[0].lines.name, want: e, got: partner}
	if from == 1 {
		j.pair.want, j.pair.got = partner, e
	}
	return true
}

// id returns the id of a line.
func (j *join) id(e entry) (string, error) {
	if e.size > files.MaxLine {
		return "", fmt.Errorf("it is longer than %d MiB", files.MaxLine>>20)
	}
	return j.format.ID(e.text)
}

// finish counts the lines that are left without a partner.
func (j *join) finish() {
	j.ended = true
	byLine := func(waiting map[string]entry) []string {
		return slices.SortedFunc(maps.Keys(waiting), func(a, b string) int {
			return cmp.Compare(waiting[a].line, waiting[b].line)
		})
	}
	want, got := &j.sides[0], &j.sides[1]
	for _, id := range byLine(got.waiting) {
		j.untrue.add(fmt.Sprintf("%s:%d: %q", got.lines.name, got.waiting[id].line, id))
	}
	for _, id := range byLine(want.waiting) {
		j.unanswered.add(fmt.Sprintf("%s:%d: %q", want.lines.name, want.waiting[id].line, id))
		j.rest = append(j.rest, pair{id: id, wantFile: want.lines.name, want: want.waiting[id]})
	}
}

// pair is a truth and its answer, the zero entry where there is none. wantFile is "" where
// no file has truths.
type pair struct {
	id       string
	wantFile string
	want     entry
	got      entry
}
