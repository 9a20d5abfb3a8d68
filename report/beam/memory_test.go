package beam

import (
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
)

func init() {
	beam.RegisterType(reflect.TypeFor[keepFn]())
	beam.RegisterDoFn(&pairsFn{})
	beam.RegisterDoFn(&keepFn{})
}

// pairsFn makes the pairs of some documents, and hostile answers among them.
type pairsFn struct{ Of, Parts int }

func (fn *pairsFn) ProcessElement(part int, emit func(Pair)) {
	for i := part; i < fn.Of; i += fn.Parts {
		in := newInvoice(i)
		p := Pair{ID: in.id, Want: Line{Text: []byte(in.wantLine())}, Got: Line{Text: []byte(in.gotLine())}, Answered: true}
		switch i % 10 {
		case 3:
			p.Got, p.Answered = Line{}, false
		case 5:
			p.Got.Text = fmt.Appendf(nil, `{"id":%q,"got":[1]}`, in.id)
		case 7:
			p.Got.Text = fmt.Appendf(nil, `{"id":%q,"error":"timeout"}`, in.id)
		case 9:
			p.Want.Text = fmt.Appendf(nil, `{"id":%q,"want":{}}`, in.id)
		}
		emit(p)
	}
}

// keeps counts the bundles of keepFn, and the records in them, in each build of a pipeline: a build that has stalled may
// still go on beside the next.
var keeps [tries]struct{ bundles, records atomic.Int64 }

// keepFn keeps all records of a bundle, as a user's function may, and checks at its end that they
// have not changed since they came.
type keepFn struct {
	Build int
	kept  []Record
	lines []string
	open  atomic.Bool
}

func (fn *keepFn) StartBundle() error {
	if fn.open.Swap(true) {
		return errors.New("one function has two bundles at a time")
	}
	keeps[fn.Build].bundles.Add(1)
	fn.kept, fn.lines = nil, nil
	return nil
}

func (fn *keepFn) ProcessElement(r Record) error {
	line, err := encodeRecord(r)
	fn.kept, fn.lines = append(fn.kept, r), append(fn.lines, string(line))
	return err
}

func (fn *keepFn) FinishBundle() error {
	for i, r := range fn.kept {
		line, err := encodeRecord(r)
		if err != nil {
			return err
		}
		if string(line) != fn.lines[i] {
			return fmt.Errorf("a record has changed from\n%s to\n%s", fn.lines[i], line)
		}
	}
	keeps[fn.Build].records.Add(int64(len(fn.kept)))
	fn.open.Store(false)
	return nil
}

// No emitted record shares the memory that Evaluate uses again.
func TestRecordsShareNoMemoryThatIsUsedAgain(t *testing.T) {
	const branches, parts, depths = 3, 4, 3
	n := documents(t) / 4
	build := -1
	onPrism(t, func(p *beam.Pipeline) {
		build++
		s := p.Root()
		for range branches { // at the same time
			numbers := make([]int, parts)
			for i := range numbers {
				numbers[i] = i
			}
			list := beam.CreateList(s, numbers)
			var pairs []beam.PCollection
			for range depths { // each later depth is a bundle of its own
				list = beam.Reshuffle(s, list)
				pairs = append(pairs, beam.ParDo(s, &pairsFn{Of: n, Parts: parts}, list))
			}
			records, _, err := Evaluate(s, invoiceSpec, report.CaseOptions{}, beam.Flatten(s, pairs...))
			if !assert.NoError(t, err) {
				return
			}
			beam.ParDo0(s, &keepFn{Build: build}, records)
		}
	})
	assert.GreaterOrEqual(t, keeps[build].bundles.Load(), int64(branches))
	assert.Equal(t, int64(branches*depths*n), keeps[build].records.Load())
	t.Log(keeps[build].bundles.Load(), "bundles")
}
