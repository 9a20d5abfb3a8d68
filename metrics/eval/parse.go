package eval

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// ParseSpec reads a spec from YAML or JSON:
//
//	fields:
//	  - {path: number, match: exact}
//	  - {path: total, match: numeric, tolerance: 0.01, weight: 3}
//	  - path: lines
//	    match: list
//	    by: [description]
//	    fields:
//	      - description
//	      - {path: amount, match: numeric}
//	aggregation: weighted_average
//
// The keys of a spec are those of [Spec]; each may be left out:
//
//	fields             list of fields, see below; without it every leaf is compared
//	evaluators         in place of fields, see below
//	invariants         list of rules for every answer, see below
//	aggregation        weighted_average (default), all_or_nothing, macro_f1
//	threshold          score above 0 and at most 1 from which a case passes
//	empty_collections  true: [] and {} are empty where a whole value is compared
//	strict             true: values that spec and truth do not know are counted
//	lenient            true: answers may have text around their JSON
//	lenient_paths      true: an invalid path is missing, with a warning
//	unlabelled          empty (default), skip
//	null_truths        true: a truth that is null in a file is a document without any value
//	absent_words       list of texts that stand for no value, such as not found, beside N/A and, under
//	                   numeric, date and time, a dash alone; [] is for none at all
//	date_orders        object: by attribute ("lines[].date") dmy, mdy or ymd, the order of
//	                   dates in numbers that the truths have; runs record it
//	cluster            tag of cases whose values join them: one unit in intervals and tests
//
// A field is its path alone, or an object with the keys of [Field]:
//
//	path           where got keeps the value; required
//	expected_path  where the truth keeps it, when elsewhere
//	match          name of a comparator (see [compare.Names]), of one of custom, list,
//	               set, map or sections; default auto, class if the field has classes or scores, or
//	               exact if it has options of exact.
//	               An object {match: name, and its options} keeps the options of a
//	               comparator apart from the keys of the field.
//	weight         number above 0, default 1
//	required       false: the field is optional
//	optional       true: the same
//	unscored       true: counted, in no score
//	zero_is_empty  true: a got of 0, "", false or "0" is empty
//	absent         true: rightly in no truth
//	absent_words   absent_words of the field and of all fields below it
//	decides        of a field with classes: list of the fields that its class decides, such as total,
//	               or lines with all that is below; reports say how many of their mistakes are
//	               where the class is wrong
//	each           set, map of scalars: comparator of the elements, a name or an object as in match
//	fold           map: true: keys that differ in letter case or white space only are equal
//	by             list: paths in the item, also called match_fields
//	fields         list, map: fields of the item, also called score_fields in a list; the path "" in a
//	               map whose values are lists, sets or maps
//	threshold      list: similarity of items above 0 and at most 1
//	assign         list, set: greedy (default), optimal, by_key, in_order
//	classes        sections: object, by the name of each class {fields: list of its fields}, or {}
//	class_key      sections: where a section has its class, default class
//	pages_key      sections: where a section has its pages, default pages
//	other          sections: the class whose fields sections of all other classes have
//
// and the options of its comparator, by the names that [compare.Options] lists:
// tolerance, relative, formats, algorithm, threshold and so on. For a comparator
// of custom all other keys are handed to its constructor, as one JSON object.
//
// A list of evaluators is another way to write the fields: the fields of all evaluators make one
// spec, in order. An evaluator has a name for the reader, and a type:
//
//	field_accuracy       fields and any other key of a spec
//	line_items           a field with match list; line_items_path, match_fields, score_fields;
//	                     with match_fields, the threshold is 0.8 unless it is given
//	iou_score            a field with match box; bbox_path, expected_bbox_path
//	coordinate_distance  a field with match point; point_path, expected_point_path;
//	                     threshold is the distance up to which points match
//
// The format of AgentV is also read: assert, assertions or graders in place of evaluators, dashes in place of the underscores of
// a type or match, and the match numeric_tolerance in place of numeric. A file is an AgentV file if it has tests (evalcases),
// execution, experiment, target, prompts, default_test or vars, and no fields, or if it is a list of tests. Its evaluators are
// at the top, under execution or default_test, or under the tests; evaluators of the whole file come before evaluators of single
// tests. If there are only evaluators of tests, all tests with evaluators must have the same ones. All other parts (tests,
// target, other types of evaluators, weight, required, min_score and negate of an evaluator) are left out; [ParseSpecFile] lists
// them. A file without an evaluator that compares fields is an error.
//
// A field may also have one of these types in place of a match. The keys of a spec next to evaluators apply to all of
// them. A key that is given in two places with different values is an error, since there is only one score.
//
// An invariant is an object:
//
//	invariants:
//	  - {name: adds_up, rule: total == net + tax, tolerance: 0.01}
//	  - {name: shape, schema: schema.json}
//	  - {name: found, in_source: true, paths: [iban, total]}
//	  - {name: refund, rule: credit_note_total <= 0, optional: true}
//
//	name       its name in tables, records and gates; required
//	rule       a yes/no expression, see [Invariant]; YAML needs quotes around a rule that
//	           has a #, or a colon and a blank
//	tolerance  rule: the largest difference of two equal numbers
//	schema     a JSON Schema, in place of a rule: the schema itself, or the name of its
//	           file for [ParseSpecFile]
//	in_source  true, in place of a rule: each value occurs in the text of the document
//	paths      in_source: the attributes that it is about, such as lines[].amount; default all
//	           fields
//	optional   true: it may apply to no case of a data set; otherwise such a data set is not
//	           evaluable
//
// A list of strings (by, formats, decides, absent_words) may be written as one string.
//
// Numbers, true, false and null are written as in JSON; any other plain text is a string. The error
// joins a [*SpecError] for each mistake, in the order of the file, and says so if there are more than 50: unknown keys
// and names, wrong types, values out of range (also a threshold or weight of 0, which in Go means the default),
// duplicate keys, invalid paths, a field that appears twice in one list. [Spec.Compile] reports other fields that
// overlap. A file of more than 1 MiB, several documents, or nesting deeper than 100 is an error.
func ParseSpec(data []byte, custom map[string]func(config json.RawMessage) (compare.Comparator, error)) (Spec, error) {
	p := parser{Comparators: spectext.Comparators{Custom: custom}, data: data}
	return p.parse()
}

// parse makes a spec of the text. After an error it continues as far as possible.
func (p *parser) parse() (Spec, error) {
	for _, name := range spectext.Kinds() {
		if _, ok := p.Custom[name]; ok {
			return Spec{}, fmt.Errorf("eval: a custom comparator is called %q, which names a kind of field in a spec; choose another name", name)
		}
	}
	root, err := spectext.Read(p.data, &p.Problems)
	if err != nil {
		return Spec{}, err
	}
	p.leftOut = spectext.FromAgentV(&root, &p.Problems)
	s := p.parseSpec(&root)
	if err := p.Err(); err != nil {
		return Spec{}, err
	}
	return s, nil
}

// SpecError is one mistake in a text that [ParseSpec] reads, in a schema that [SpecFromSchema] reads,
// or in the struct tags that [SpecOf] reads.
type SpecError = spectext.Error

// UnmarshalJSON does not read a spec: for null it changes nothing, and for all other text it returns an error that
// names [ParseSpec]. If it read specs, every suite would link the reader of specs, since encoding/json might call it.
func (s *Spec) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	return errors.New("eval: encoding/json cannot read a Spec; keep its text as a json.RawMessage and call ParseSpec")
}

func (p *parser) parseSpec(root *spectext.Value) Spec {
	if root.Kind != document.Object {
		p.Errorf(root.At, "", "got %s, want an object with fields or evaluators", root.Brief())
		return Spec{}
	}
	e := spectext.NewEntry(&p.Problems, "", root)
	p.lenientPaths = e.AsksForLenientPaths()
	t := settings{given: make(map[string]spectext.Member)}
	t.readEntry(e)
	fields := e.Array("fields")
	e.Rename("assertions", "evaluators")
	evaluators := e.Array("evaluators")
	if fields.As != "" && evaluators.As != "" {
		p.Errorf(evaluators.At, "", "%s beside fields; write the fields as those of an evaluator of type %s", evaluators.As, spectext.FieldAccuracy)
	}
	t.spec.Fields = p.fields(fields, "")
	held := reading.InvariantReader{Problems: &p.Problems, Text: p.data, Dir: p.dir, Rules: p.rules}
	t.spec.Invariants = held.Read(e.Array("invariants"))
	e.RefuseRest()
	for i := range evaluators.Value.Items {
		p.evaluator(&evaluators.Value.Items[i], &t)
	}
	return t.spec
}

// evaluator adds the fields and settings of one evaluator.
func (p *parser) evaluator(v *spectext.Value, t *settings) {
	if v.Kind != document.Object {
		if v.Kind != document.Missing {
			p.Errorf(v.At, "", "got %s, want an evaluator: an object with a type", v.Brief())
		}
		return
	}
	typ := v.Member("type")
	if typ == nil {
		p.Errorf(v.At, "", "the evaluator has no type; valid are field_accuracy, line_items, iou_score, coordinate_distance")
		return
	}
	if spectext.TypeName(typ.Value.Text) != spectext.FieldAccuracy {
		t.spec.Fields = append(t.spec.Fields, p.field(v, ""))
		// A misspelt type does not hide errors in the fields.
		if _, ok := words.Nearest(typ.Value.Text, []string{spectext.FieldAccuracy}); !ok || v.Member("fields") == nil {
			return
		}
	}
	e := spectext.NewEntry(&p.Problems, "", v)
	e.Take("type")
	e.Text("name")
	t.readEntry(e)
	if !e.Has("fields") {
		e.Errorf(e.At, "", "the evaluator has no fields")
	}
	t.spec.Fields = append(t.spec.Fields, p.fields(e.Array("fields"), "")...)
	e.RefuseRest()
}

// settings collects the keys of a spec other than its fields.
type settings struct {
	spec  Spec
	given map[string]spectext.Member
}

func (t *settings) readEntry(e *spectext.Entry) {
	s := &t.spec
	read := func(key string, value func()) {
		if e.Given(key, t.given) {
			value()
		}
	}
	read("aggregation", func() { s.Aggregation = spectext.OneOfTexts(e, "aggregation", WeightedAverage, AllOrNothing, MacroF1) })
	read("threshold", func() { s.Threshold = e.Threshold("threshold") })
	read("empty_collections", func() { s.EmptyCollections = e.Flag("empty_collections") })
	read("strict", func() { s.Strict = e.Flag("strict") })
	read("lenient", func() { s.Lenient = e.Flag("lenient") })
	read("lenient_paths", func() { s.LenientPaths = e.Flag("lenient_paths") })
	read("null_truths", func() { s.NullTruths = e.Flag("null_truths") })
	read("unlabelled", func() { s.Unlabelled = spectext.OneOfTexts(e, "unlabelled", unlabelledEmpty, UnlabelledSkip) })
	read("cluster", func() { s.Cluster = e.ClusterTag() })
	read("absent_words", func() { s.AbsentWords = e.Words("absent_words") })
	read("date_orders", func() { s.DateOrders = e.DateOrders() })
}
