package rescore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Custom returns the constructors of further comparators that a recorded spec can name. A program that judges recorded
// answers sets it before the first of them; without it such a comparator is taken for a function of Go.
var Custom = func() map[string]func(config json.RawMessage) (compare.Comparator, error) {
	return map[string]func(json.RawMessage) (compare.Comparator, error){}
}

// Functions returns constructors, for [eval.ParseSpec], of the comparators in the recorded spec of a run that are
// functions of Go. For two values of a case, such a comparator returns the result that the function returned in the
// run. The Threshold of a [compare.Semantic] may change; other options must be equal to the options of the run. A [Job]
// refuses cases with values that the function did not compare in the run.
func Functions(recorded json.RawMessage) map[string]func(config json.RawMessage) (compare.Comparator, error) {
	_, all, _ := readRecorded(recorded) // if it cannot be read, ParseSpec says which function it lacks
	custom := Custom()
	for _, f := range all {
		custom[f.name] = func(config json.RawMessage) (compare.Comparator, error) {
			given := function{f.name, config}
			if !slices.ContainsFunc(all, func(recorded function) bool { return recorded.ruleText() == given.ruleText() }) {
				return nil, fmt.Errorf("the run has this function of Go as %s, not as %s; change the test, and run it with EVALTEST_RESUME=DIR, which takes the answers that are there", f.ruleText(), given.ruleText())
			}
			return given.comparator()
		}
	}
	return custom
}

// function is a comparator that is a function of Go, as a spec names it.
type function struct {
	name    string
	options json.RawMessage
}

// readRecorded reads the recorded spec of a run without its invariants, and finds all its
// functions.
func readRecorded(recorded json.RawMessage) (spec eval.Spec, all []function, err error) {
	text, err := WithoutInvariants(recorded)
	if err != nil {
		return spec, nil, err
	}
	custom := Custom()
	namesIn(gjson.ParseBytes(text), func(name string) {
		custom[name] = func(options json.RawMessage) (compare.Comparator, error) {
			f := &function{name, options}
			all = append(all, *f)
			return f, nil
		}
	})
	spec, err = eval.ParseSpec(text, custom)
	return spec, all, err
}

// WithoutInvariants returns a recorded spec without its invariants: these may also be Go functions.
func WithoutInvariants(recorded json.RawMessage) ([]byte, error) {
	keys := map[string]json.RawMessage{}
	if len(recorded) > 0 {
		if err := json.Unmarshal(recorded, &keys); err != nil {
			return nil, err
		}
	}
	delete(keys, "invariants")
	return json.Marshal(keys)
}

// withChangedInvariants returns a recorded spec with those of its invariants that can be judged again, and that the other
// spec does not have in this form. It lacks functions of Go, and invariants that read the text of a document, which
// records do not keep.
func withChangedInvariants(recorded, other json.RawMessage) ([]byte, error) {
	text, err := WithoutInvariants(recorded)
	if err != nil {
		return nil, err
	}
	var changed []json.RawMessage
	gjson.GetBytes(recorded, "invariants").ForEach(func(_, rule gjson.Result) bool {
		same := false
		gjson.GetBytes(other, "invariants").ForEach(func(_, former gjson.Result) bool {
			same = former.Raw == rule.Raw
			return !same
		})
		if !same && !rule.Get("func").Bool() && !rule.Get("in_source").Bool() {
			changed = append(changed, json.RawMessage(rule.Raw))
		}
		return true
	})
	if len(changed) == 0 {
		return text, nil
	}
	keys := map[string]any{}
	if err := json.Unmarshal(text, &keys); err != nil {
		return nil, err
	}
	keys["invariants"] = changed
	return json.Marshal(keys)
}

// namesIn finds the names of functions in a part of a recorded spec.
func namesIn(part gjson.Result, found func(name string)) {
	builtin := slices.AppendSeq(append(compare.Names(), "list", "set", "map", "sections", ""), maps.Keys(Custom()))
	part.ForEach(func(key, inner gjson.Result) bool {
		switch name := inner.Str; {
		case inner.IsObject() || inner.IsArray():
			namesIn(inner, found)
		case (key.Str == "match" || key.Str == "each") && (name == "semantic" || !slices.Contains(builtin, name)):
			found(name)
		}
		return true
	})
}

// comparing returns the functions that compare an attribute.
func comparing(spec eval.Spec) map[string]function {
	functions := map[string]function{}
	for attribute, match := range spec.Leaves() {
		if f, ok := match.(*function); ok {
			functions[attribute] = *f
		}
	}
	return functions
}

// Name returns the name of the function. [compare.Describe] calls Name and MarshalJSON.
func (f *function) Name() string { return f.name }

func (f *function) MarshalJSON() ([]byte, error) { return f.options, nil }

// ruleText returns the name with the options on which the verdicts depend.
func (f *function) ruleText() string {
	var options map[string]json.RawMessage
	_ = json.Unmarshal(f.options, &options) // a value other than an object has no options
	text := f.name
	for _, key := range slices.Sorted(maps.Keys(options)) {
		if f.name != "semantic" || key != "threshold" {
			text += fmt.Sprintf(" %s: %s", key, options[key])
		}
	}
	return text
}

// comparator returns the comparator for compiling a spec.
func (f *function) comparator() (compare.Comparator, error) {
	if f.name != "semantic" {
		return f, nil
	}
	s := compare.Semantic{Similarity: func(ctx context.Context, got, want string) (float64, error) {
		c, err := recall(ctx, verdictKey{f.ruleText(), got, want})
		return c.Similarity, err
	}}
	decoder := json.NewDecoder(bytes.NewReader(f.options))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&s)
	return s, err
}

// Compare returns the result of the run.
func (f *function) Compare(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
	return recall(ctx, verdictKey{f.ruleText(), canonical(got), canonical(want)})
}

func canonical(v document.Value) string { return string(v.AppendCanonical(nil)) }

// verdicts are the results of functions on the values of a case.
type verdicts struct {
	results map[verdictKey]verdict
	missing string // a function that is asked about values without a result
}

type verdictKey struct{ rule, got, want string }

type verdict struct {
	compare.Comparison
	err error
}

type contextKey struct{}

// remember returns a context in which functions find their results in the record of a case.
func (a *evaluation) remember(ctx context.Context, c *report.Case) (context.Context, *verdicts) {
	all := &verdicts{results: map[verdictKey]verdict{}}
	if len(a.functions) == 0 {
		return ctx, all
	}
	differ := map[verdictKey]bool{} // pairs of values with several results, as of a number that is written in several ways
	for i := range c.Fields {
		r := &c.Fields[i]
		f, ok := a.functions[r.Attribute]
		got, errGot := document.Parse(r.Got)
		want, errWant := document.Parse(r.Want)
		if !ok || r.Cut || errGot != nil || errWant != nil {
			continue
		}
		key := verdictKey{f.ruleText(), canonical(got), canonical(want)}
		note := r.Note
		if f.name == "semantic" {
			key.got, key.want = got.Text(), want.Text()
			_, note, _ = strings.Cut(note, `": `) // Semantic puts its name before it
		}
		var v verdict
		switch r.Outcome {
		case metrics.Match, metrics.Wrong:
			v.Comparison = compare.Comparison{Match: r.Outcome == metrics.Match, Score: r.Score, Similarity: r.Similarity, Note: r.Note, Tag: r.Tag, Details: r.Details}
		case metrics.Errored:
			v.err = errors.New(note)
		default:
			continue
		}
		first, repeated := all.results[key]
		differ[key] = differ[key] || repeated && !reflect.DeepEqual(first, v)
		all.results[key] = v
	}
	maps.DeleteFunc(all.results, func(key verdictKey, _ verdict) bool { return differ[key] })
	return context.WithValue(ctx, contextKey{}, all), all
}

// recall returns the recorded result of a function.
func recall(ctx context.Context, key verdictKey) (compare.Comparison, error) {
	all, _ := ctx.Value(contextKey{}).(*verdicts)
	if all == nil {
		return compare.Comparison{}, errNoVerdict
	}
	v, ok := all.results[key]
	if !ok {
		all.missing = key.rule
		return compare.Comparison{}, errNoVerdict
	}
	return v.Comparison, v.err
}
