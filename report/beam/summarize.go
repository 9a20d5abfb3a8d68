package beam

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/report/summarize"
)

func init() {
	beam.RegisterCoder(reflect.TypeFor[Facts](), encodeFacts, decodeFacts)
	beam.RegisterType(reflect.TypeFor[Slice]())
	beam.RegisterDoFn(reflect.TypeFor[sliceFn]())
	register.Emitter2[string, Record]()
	beam.RegisterType(reflect.TypeFor[summaryFn]())
}

// Facts are the sums of cases, on their way the JSON of a [summarize.Summarizer].
type Facts struct{ Summarizer *summarize.Summarizer }

func encodeFacts(f Facts) ([]byte, error) { return json.Marshal(f.Summarizer) }

func decodeFacts(data []byte) (Facts, error) {
	f := Facts{new(summarize.Summarizer)}
	return f, json.Unmarshal(data, f.Summarizer)
}

// Slice is a part of the cases: those with one value of a tag. The zero Slice is
// all of them.
type Slice struct {
	Tag   string `json:"tag,omitzero"`
	Value string `json:"value,omitzero"`
}

// key is the text of a slice that collections are keyed by.
func (s Slice) key() string {
	if s.Tag == "" {
		return ""
	}
	text, _ := json.Marshal([2]string{s.Tag, s.Value}) // two texts: no error
	return string(text)
}

// ParseSlice returns the slice of a key of [Summarize].
func ParseSlice(key string) (Slice, error) {
	if key == "" {
		return Slice{}, nil
	}
	var pair [2]string
	if err := json.Unmarshal([]byte(key), &pair); err != nil {
		return Slice{}, fmt.Errorf("beam: %q is not a key of a slice: %w", key, err)
	}
	return Slice{pair[0], pair[1]}, nil
}

// Summarize adds up records, all of them and by each value of some tags. It returns
// a collection of KV<string, Facts>; the key is read by [ParseSlice], and
// Facts.Summarizer.Summary() has the numbers per attribute. Cases must come once
// each, as they do behind [Join].
//
// It adds 32 bytes for each attribute and resample of each slice and worker, not for
// each case: choose tags of few values.
func Summarize(s beam.Scope, o summarize.Options, tags []string, records beam.PCollection) beam.PCollection {
	s = s.Scope("Summarize")
	o.Distinct = true
	keyed := beam.ParDo(s, &sliceFn{Tags: tags}, records)
	return beam.CombinePerKey(s, &summaryFn{Options: o}, keyed)
}

type sliceFn struct{ Tags []string }

func (fn *sliceFn) ProcessElement(r Record, emit func(string, Record)) {
	emit("", r)
	for _, tag := range fn.Tags {
		if value, ok := r.Case.Tags[tag]; ok && tag != "" {
			emit(Slice{tag, value}.key(), r)
		}
	}
}

type summaryFn struct{ Options summarize.Options }

func (fn *summaryFn) CreateAccumulator() Facts { return Facts{summarize.New(fn.Options)} }

func (fn *summaryFn) AddInput(f Facts, r Record) (Facts, error) {
	return f, f.Summarizer.Add(r.Case)
}

func (fn *summaryFn) MergeAccumulators(to, from Facts) (Facts, error) {
	return to, to.Summarizer.Merge(from.Summarizer)
}
