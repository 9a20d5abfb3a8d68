package beam

import (
	"cmp"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/report/artifact"
)

func init() {
	beam.RegisterType(reflect.TypeFor[Pair]())
	beam.RegisterDoFn(reflect.TypeFor[keyFn]())
	beam.RegisterDoFn(reflect.TypeFor[joinFn]())
	register.Emitter2[string, Line]()
	register.Emitter1[Pair]()
	register.Iter1[Line]()
}

// Pair is a truth and its answer.
type Pair struct {
	ID       string
	Want     Line
	Got      Line
	Answered bool // there is a Got
}

// Joined is what [Join] has found. Truths without an answer are among the pairs.
type Joined struct {
	Pairs beam.PCollection // of Pair
	Dead  beam.PCollection // of DeadLetter
}

// format is that of the lines of truths and answers.
var format artifact.ScoreLines

// Join pairs truths and answers by the id of their lines, which are those of
// [artifact.ScoreLines], as evalreport score takes them.
func Join(s beam.Scope, want, got beam.PCollection) Joined {
	s = s.Scope("Join")
	wants, deadWants := beam.ParDo2(s, &keyFn{Malformed: MalformedWant}, want)
	gots, deadGots := beam.ParDo2(s, &keyFn{Malformed: MalformedGot}, got)
	pairs, dead := beam.ParDo2(s, &joinFn{}, beam.CoGroupByKey(s, wants, gots))
	return Joined{Pairs: pairs, Dead: beam.Flatten(s, deadWants, deadGots, dead)}
}

type keyFn struct{ Malformed string }

func (fn *keyFn) ProcessElement(line Line, emit func(string, Line), dead func(DeadLetter)) {
	id, err := format.ID(line.Text)
	if err != nil {
		dead(line.dead(fn.Malformed, "", err.Error()))
		return
	}
	emit(id, line)
}

type joinFn struct{}

func (*joinFn) ProcessElement(id string, wants, gots func(*Line) bool, emit func(Pair), dead func(DeadLetter)) {
	want, hasWant := first(wants, id, DuplicateWant, dead)
	got, hasGot := first(gots, id, DuplicateGot, dead)
	switch {
	case !hasWant && hasGot:
		dead(got.dead(MissingTruth, id, "there is no truth for this answer"))
		return
	case !hasWant:
		return
	}
	emit(Pair{ID: id, Want: want, Got: got, Answered: hasGot})
}

// first returns the first line by file and number, whatever the order in which they
// come. The others are dead.
func first(lines func(*Line) bool, id, kind string, dead func(DeadLetter)) (kept Line, ok bool) {
	var line Line
	for lines(&line) {
		if !ok {
			kept, ok = line, true
			continue
		}
		if cmp.Or(cmp.Compare(line.File, kept.File), cmp.Compare(line.Number, kept.Number)) < 0 {
			line, kept = kept, line
		}
		dead(line.dead(kind, id, "an earlier line has this id"))
	}
	return kept, ok
}
