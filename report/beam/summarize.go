package beam

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/report/summarize"
)

func init() {
	beam.RegisterCoder(reflect.TypeFor[Facts](), encodeFacts, decodeFacts)
	beam.RegisterType(reflect.TypeFor[tagValue]())
	beam.RegisterDoFn(&addFn{})
	register.Emitter2[string, Facts]()
	beam.RegisterType(reflect.TypeFor[mergeFn]())
}

// Facts are the sums of cases, encoded as the JSON of a [summarize.Summarizer].
type Facts struct{ Summarizer *summarize.Summarizer }

func encodeFacts(f Facts) ([]byte, error) { return json.Marshal(f.Summarizer) }

func decodeFacts(data []byte) (Facts, error) {
	f := Facts{new(summarize.Summarizer)}
	return f, json.Unmarshal(data, f.Summarizer)
}

// tagValue is the part of the cases that have one value of a tag. The zero tagValue is
// all cases.
type tagValue struct {
	Tag   string `json:"tag,omitzero"`
	Value string `json:"value,omitzero"`
}

// key returns the key of the cases in collections.
func (s tagValue) key() string {
	if s.Tag == "" {
		return ""
	}
	text, _ := json.Marshal([2]string{s.Tag, s.Value}) // two strings: no error
	return string(text)
}

// tagValueOf returns the tag and value of a key of [Summarize].
func tagValueOf(key string) (tagValue, error) {
	if key == "" {
		return tagValue{}, nil
	}
	var pair [2]string
	if err := json.Unmarshal([]byte(key), &pair); err != nil {
		return tagValue{}, fmt.Errorf("beam: %q is not a key of a slice: %w", key, err)
	}
	return tagValue{pair[0], pair[1]}, nil
}

// Summarize adds up records, all of them and by each value of some tags. It returns
// a collection of KV<string, Facts>. The key is "" for all cases, else the JSON of the tag and its value,
// ["vendor","v3"]; Facts.Summarizer.Summary() has the numbers per attribute. Each case must come
// once, in the global window, as after [Join].
//
// It keeps 32 bytes for each attribute and resample of each slice and bundle, but no
// memory per case: choose tags with few values.
func Summarize(s beam.Scope, o summarize.Options, tags []string, records beam.PCollection) beam.PCollection {
	s = s.Scope("Summarize")
	o.Distinct = true
	return beam.CombinePerKey(s, &mergeFn{}, beam.ParDo(s, &addFn{Options: o, Tags: tags}, records))
}

// addFn adds up the records of a bundle, by the keys of their slices.
type addFn struct {
	Options summarize.Options
	Tags    []string

	sums map[string]*summarize.Summarizer
}

// maxSlices is the number of slices that a bundle keeps at a time.
const maxSlices = 1000

func (fn *addFn) StartBundle(context.Context, func(string, Facts)) {
	fn.sums = map[string]*summarize.Summarizer{}
}

func (fn *addFn) ProcessElement(_ context.Context, r Record, emit func(string, Facts)) error {
	if len(fn.sums) >= maxSlices {
		fn.flush(emit)
	}
	if err := fn.add("", r); err != nil {
		return err
	}
	for _, tag := range fn.Tags {
		if value, ok := r.Case.Tags[tag]; ok && tag != "" {
			if err := fn.add(tagValue{tag, value}.key(), r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (fn *addFn) FinishBundle(_ context.Context, emit func(string, Facts)) { fn.flush(emit) }

func (fn *addFn) add(key string, r Record) error {
	sum := fn.sums[key]
	if sum == nil {
		sum = summarize.New(fn.Options)
		fn.sums[key] = sum
	}
	return sum.Add(r.Case)
}

func (fn *addFn) flush(emit func(string, Facts)) {
	for key, sum := range fn.sums {
		emit(key, Facts{sum})
	}
	clear(fn.sums)
}

type mergeFn struct{}

func (*mergeFn) MergeAccumulators(to, from Facts) (Facts, error) {
	return to, to.Summarizer.Merge(from.Summarizer)
}
