package beam

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/redact"
)

func init() {
	beam.RegisterCoder(reflect.TypeFor[Record](), encodeRecord, decodeRecord)
	beam.RegisterDoFn(&evaluateFn{})
	register.Emitter1[Record]()
}

// Record is the record of one case. It is encoded as the line of the artifact. The
// Case must not be modified.
type Record struct{ Case *report.Case }

func encodeRecord(r Record) ([]byte, error) { return artifact.AppendRecord(nil, r.Case) }

func decodeRecord(line []byte) (Record, error) {
	var c report.Case
	if err := artifact.DecodeCase(line, &c); err != nil {
		return Record{}, fmt.Errorf("beam: a record: %w", err)
	}
	return Record{&c}, nil
}

// Evaluate returns the [Record] of every [Pair], and a [DeadLetter] for each truth without an answer and for each line
// that cannot be used. It compares the answer of a pair with its truth and checks the invariants of the spec, as go
// test does. A line that has got and no want is a case that only the invariants judge.
//
// The error reports a mistake in the spec or the redaction. Evaluate sends the spec to the workers as JSON, so the spec
// can only use built-in comparators. It also sends the key of the redaction, so that equal values have equal hashes in
// all worker processes. Without a key, each call makes a random one.
func Evaluate(s beam.Scope, spec eval.Spec, o report.CaseOptions, pairs beam.PCollection) (records, dead beam.PCollection, err error) {
	evaluator, err := spec.Compile()
	if err != nil {
		return records, dead, err
	}
	if _, err := o.Redaction.Compile(evaluator); err != nil {
		return records, dead, err
	}
	o.Redaction = keyed(o.Redaction)
	o.Cluster = cmp.Or(o.Cluster, spec.Cluster)
	text, err := json.Marshal(spec)
	if err != nil {
		return records, dead, err
	}
	fn := &evaluateFn{Spec: text, Options: o}
	if err := fn.Setup(); err != nil {
		return records, dead, fmt.Errorf("beam: the spec cannot be sent to workers: %w", err)
	}
	records, dead = beam.ParDo2(s.Scope("Evaluate"), &evaluateFn{Spec: text, Options: o}, pairs)
	return records, dead, nil
}

// keyed returns r with a key, a random one if r has none.
func keyed(r redact.Redaction) redact.Redaction {
	if len(r.Key) == 0 {
		r.Key = make([]byte, 32)
		rand.Read(r.Key)
	}
	return r
}

type evaluateFn struct {
	Spec    []byte
	Options report.CaseOptions

	evaluator *eval.Evaluator
}

// Setup compiles the spec, once for each worker.
func (fn *evaluateFn) Setup() error {
	spec, err := eval.ParseSpec(fn.Spec, nil)
	if err != nil {
		return err
	}
	var ds report.Dataset
	ds.SetRedaction(fn.Options.Redaction)
	if fn.evaluator, err = ds.SetSpec(spec); err != nil {
		return err
	}
	fn.Options.Fields = fn.evaluator.Spec().Plain()
	fn.Options.Classes = ds.Classes
	fn.Options.Redaction, err = fn.Options.Redaction.Compile(fn.evaluator)
	return err
}

func (fn *evaluateFn) ProcessElement(ctx context.Context, p Pair, emit func(Record), dead func(DeadLetter)) error {
	lines := score.Pair{ID: p.ID, Want: p.Want.Text}
	if p.Answered {
		lines.Got = p.Got.Text
	}
	seen, err := score.Evaluate(ctx, fn.evaluator, format, lines)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		dead(p.Want.deadLetter(malformedWant, p.ID, err.Error()))
		if p.Answered {
			dead(p.Got.deadLetter(missingTruth, p.ID, "the truth for this answer cannot be used"))
		}
		return nil
	}
	c := report.NewCase(seen.Observation, fn.Options)
	emit(Record{&c})
	if seen.Unread != nil {
		dead(p.Got.deadLetter(malformedUsage, p.ID, seen.Unread.Error()))
	}
	if !p.Answered {
		dead(p.Want.deadLetter(missingAnswer, p.ID, "there is no answer for this truth"))
	}
	return nil
}
