package spectext

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// Keys of an AgentV file. Source: github.com/EntityProcess/agentv,
// packages/core/src/evaluation/validation/eval-file.schema.ts (02eef0b), the older names in
// examples/features/document-extraction, and the present ones in examples/features/assert/evals/suite.yaml (1e5d130).
var (
	// AgentVTests are the keys of a list of tests.
	AgentVTests = []string{"tests", "evalcases", "eval_cases"}
	// agentVMarks are keys that no spec of ours has.
	agentVMarks = append([]string{"execution", "experiment", "target", "targets", "prompts", "default_test", "scenarios", "vars"}, AgentVTests...)
	// agentVKeys are the keys that do not affect the comparison of fields.
	agentVKeys = append([]string{
		"$schema", "name", "description", "category", "version", "author", "tags", "license", "requires", "input",
		"input_files", "preprocessors", "workspace", "dataset", "metadata", "suite", "environment", "env", "extensions", "providers",
		"run", "evaluate_options", "timeout_seconds", "threshold", "id", "criteria", "expected_output", "conversation_id",
	}, agentVMarks...)
	// agentVTypes are the types of AgentV evaluators that do not compare fields.
	agentVTypes = []string{
		"agent_judge", "assert_set", "code_grader", "code_judge", "composite", "contains", "cost", "equals", "execution_metrics",
		"is_json", "latency", "llm_grader", "llm_judge", "llm_rubric", "regex", "rubric", "rubrics", "script", "token_usage",
		"tool_trajectory",
	}
	// agentVGates are the keys of any AgentV evaluator that weigh it against other evaluators.
	agentVGates = []string{"weight", "required", "min_score", "negate"}
)

const evaluatorsKey = "evaluators"

// agentVLists are the keys of a list of evaluators.
var agentVLists = []string{"assert", "assertions", "graders", evaluatorsKey}

// FromAgentV reduces an AgentV file to its evaluators that compare fields, and returns the parts that it leaves out.
// The evaluators may be at the top, under execution or experiment, or under the tests. If the whole file has such
// evaluators, they replace the evaluators of the tests; otherwise, two tests with different evaluators are a problem. A list of tests
// is a file of them. FromAgentV does not change any other root.
func FromAgentV(root *Value, found *Problems) (leftOut []*Error) {
	if root.Kind == document.Array && len(root.Items) > 0 && hasMember(&root.Items[0], slices.Concat(agentVLists, agentVMarks)) {
		*root = Value{At: root.At, Kind: document.Object, Members: []Member{{Key: "tests", As: "tests", At: root.At, Value: *root}}}
	}
	file := hasMember(root, agentVMarks)
	if root.Member("fields") != nil || !file && !hasMember(root, agentVLists[:3]) {
		return nil
	}
	a := agentV{Problems: found}
	own := a.evaluators(root)
	for _, key := range []string{"execution", "experiment", "default_test"} {
		if m := root.Member(key); m != nil {
			own = append(own, a.evaluators(&m.Value)...)
		}
	}
	own = a.ownRules(own)
	if file {
		own = a.forAll(own, root)
		a.dropKeys(root)
	} else if len(own)+len(a.leftOut) == 0 {
		return nil // the list is empty, or not one
	}
	if len(own) == 0 && len(found.Found) == 0 {
		found.Errorf(root.At, "", "an AgentV file without an evaluator that compares fields: want one of type field_accuracy or line_items under assert, execution or tests")
	}
	root.Members = slices.DeleteFunc(root.Members, func(m Member) bool { return slices.Contains(agentVLists, m.Key) })
	if len(own) > 0 {
		root.Members = append(root.Members, Member{Key: evaluatorsKey, As: evaluatorsKey, At: own[0].At, Value: Value{At: own[0].At, Kind: document.Array, Items: own}})
	}
	return a.leftOut
}

// hasMember reports whether a value has a member with one of the keys.
func hasMember(v *Value, keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return v.Member(key) != nil })
}

type agentV struct {
	*Problems
	leftOut []*Error
}

// evaluators returns the evaluators of a file, a test or an execution.
func (a *agentV) evaluators(value *Value) (all []Value) {
	var first *Member
	for _, key := range agentVLists {
		m := value.Member(key)
		switch {
		case m == nil:
			continue
		case first != nil:
			a.Errorf(first.Value.At, "", "%s: it means the same as %s; give one of them", first.Key, key)
		case m.Value.Kind == document.Array:
			all = append(all, m.Value.Items...)
		default:
			a.Errorf(m.Value.At, "", "%s: got %s, want an array", key, m.Value.Brief())
		}
		first = m
	}
	return all
}

// ownRules returns the evaluators but those that do not compare fields, which it notes. A type that is not known may be one of the
// user's own.
func (a *agentV) ownRules(all []Value) (own []Value) {
	for _, v := range all {
		if m := v.Member("metric"); m != nil {
			v.Members = slices.Clone(v.Members)
			m = v.Member("metric")
			m.Key, m.As = "name", "name"
		}
		typ, name := v.Member("type"), nameOf(&v, "name")
		switch {
		case v.Kind == document.String || typ == nil && v.Member("include") != nil:
			a.addNote(v.At, "an evaluator without a type")
		case typ != nil && (slices.Contains(agentVTypes, TypeName(typ.Value.Text)) || !comparesFields(&v)):
			a.addNote(v.At, "evaluator %sof type %s", name, typ.Value.Text)
			own = append(own, a.ownRules(a.evaluators(&v))...)
		default:
			own = append(own, a.withoutGates(v, name))
		}
	}
	return own
}

// comparesFields reports whether an evaluator names fields, or the path of one.
func comparesFields(v *Value) bool {
	return slices.ContainsFunc(v.Members, func(m Member) bool { return m.Key == "fields" || m.Key == "path" || strings.HasSuffix(m.Key, "_path") })
}

// withoutGates returns an evaluator of fields without the keys that weigh it against others.
func (a *agentV) withoutGates(v Value, name string) Value {
	if typ := v.Member("type"); typ == nil || TypeName(typ.Value.Text) != "field_accuracy" {
		return v // a list of items is a field, which has a weight
	}
	var gates []string
	members := slices.DeleteFunc(slices.Clone(v.Members), func(m Member) bool {
		gate := slices.Contains(agentVGates, m.Key)
		if gate {
			gates = append(gates, m.Key)
		}
		return gate
	})
	if len(gates) > 0 {
		a.addNote(v.At, "%s of evaluator %s", strings.Join(gates, ", "), strings.TrimSpace(name))
	}
	v.Members = members
	return v
}

// nameOf returns the name of an evaluator or test with a blank after it, "" without one.
func nameOf(v *Value, key string) string {
	if m := v.Member(key); m != nil && m.Value.Text != "" {
		return fmt.Sprintf("%q ", Shorten(m.Value.Text))
	}
	return ""
}

// forAll returns the evaluators of a spec for all cases: own, the evaluators of the whole file, or, if there are none,
// the evaluators that its tests share.
func (a *agentV) forAll(own []Value, root *Value) []Value {
	var first string // the test that the evaluators are of
	var position Position
	var others []string
	for _, key := range AgentVTests {
		m := root.Member(key)
		if m == nil || m.Value.Kind != document.Array {
			continue
		}
		for i := range m.Value.Items {
			test := &m.Value.Items[i]
			all := a.evaluators(test)
			if run := test.Member("execution"); run != nil {
				all = append(all, a.evaluators(&run.Value)...)
			}
			quiet := agentV{Problems: a.Problems}
			parsed := quiet.ownRules(all)
			name := strings.TrimSpace(nameOf(test, "id"))
			switch {
			case len(all) == 0 || len(parsed) > 0 && equalTexts(parsed, own):
			case len(own) == 0 && len(parsed) > 0:
				own, first, position = parsed, name, parsed[0].At
				a.leftOut = append(a.leftOut, quiet.leftOut...)
			case first != "" && len(parsed) > 0:
				a.Errorf(parsed[0].At, "", "test %s has other evaluators than test %s (line %d), and a spec is for all cases; move those that are meant to the top, under assertions, or make a file for each", name, first, position.Line)
			default:
				others = append(others, name)
			}
		}
	}
	if len(others) > 0 {
		a.addNote(root.At, "the evaluators of single tests: %s", strings.Join(others, ", "))
	}
	return own
}

// equalTexts reports whether evaluators say the same, whatever they are called.
func equalTexts(a, b []Value) bool {
	text := func(all []Value) []byte {
		var text []byte
		for i := range all {
			text = AppendObject(text, slices.DeleteFunc(slices.Clone(all[i].Members), func(m Member) bool { return m.Key == "name" }))
		}
		return text
	}
	return bytes.Equal(text(a), text(b))
}

// dropKeys removes the keys of a root that do not affect the comparison of fields.
func (a *agentV) dropKeys(root *Value) {
	var keys []string
	var position Position
	root.Members = slices.DeleteFunc(root.Members, func(m Member) bool {
		if !slices.Contains(agentVKeys, m.Key) {
			return false
		}
		if keys = append(keys, m.Key); len(keys) == 1 {
			position = m.At
		}
		return true
	})
	if len(keys) > 0 {
		a.leftOut = slices.Insert(a.leftOut, 0, errorAt(position, "%s", strings.Join(keys, ", ")))
	}
}

func (a *agentV) addNote(position Position, format string, args ...any) {
	a.leftOut = append(a.leftOut, errorAt(position, format, args...))
}
