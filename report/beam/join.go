package beam

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/report/internal/score"
)

func init() {
	beam.RegisterType(reflect.TypeFor[Pair]())
	beam.RegisterDoFn(&joinFn{})
	register.Emitter1[Pair]()
	register.Iter1[[]byte]()
}

// Pair is a truth and its answer.
type Pair struct {
	ID       string
	Want     Line
	Got      Line
	Answered bool // Got is set
}

// format is the format of the lines of truths and answers.
var format score.Lines

// Join returns a [Pair] for each truth, with or without an answer, and a [DeadLetter] for each line that cannot be used.
// It pairs truths and answers by the id of their lines, which have the format of
// evalreport score. The lines must be in the global window,
// where [ReadLines] puts them.
//
// It groups the lines by 4,096 parts of the ids, each of which a worker joins in memory: with
// a billion documents of 500 bytes a part is 120 MB.
func Join(s beam.Scope, want, got beam.PCollection) (pairs, dead beam.PCollection) {
	s = s.Scope("Join")
	wants, deadWants := beam.ParDo2(s, &blockFn{Malformed: malformedWant}, want)
	gots, deadGots := beam.ParDo2(s, &blockFn{Malformed: malformedGot}, got)
	pairs, dead = beam.ParDo2(s, &joinFn{}, beam.CoGroupByKey(s, wants, gots))
	return pairs, beam.Flatten(s, deadWants, deadGots, dead)
}

type joinFn struct{}

func (*joinFn) ProcessElement(_ int, wants, gots func(*[]byte) bool, emit func(Pair), dead func(DeadLetter)) error {
	want, got := side{lines: map[string]Line{}}, side{lines: map[string]Line{}}
	var block []byte
	for wants(&block) {
		if err := want.read(block, duplicateWant, dead); err != nil {
			return err
		}
	}
	for gots(&block) {
		if err := got.read(block, duplicateGot, dead); err != nil {
			return err
		}
	}
	for _, id := range want.ids {
		answer, answered := got.lines[id]
		emit(Pair{ID: id, Want: want.lines[id], Got: answer, Answered: answered})
	}
	for _, id := range got.ids {
		if _, known := want.lines[id]; !known {
			dead(got.lines[id].dead(missingTruth, id, "there is no truth for this answer"))
		}
	}
	return nil
}
