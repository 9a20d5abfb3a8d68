package preflight_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// looked holds a spec against truths and answers, all of a data set; a truth or answer that is
// "" is not there.
func looked(t *testing.T, spec string, o preflight.Options, documents ...[2]string) preflight.Evidence {
	t.Helper()
	s, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	e, err := s.Compile()
	require.NoError(t, err)
	c, err := preflight.New(e, o)
	require.NoError(t, err)
	c.Part(1)
	for _, d := range documents {
		var truth, answer document.Value
		if d[0] != "" {
			truth, err = document.Parse([]byte(d[0]))
			require.NoError(t, err)
			require.NoError(t, c.Add("set.jsonl:1", truth))
		}
		if d[1] != "" {
			answer, err = document.Parse([]byte(d[1]))
			require.NoError(t, err)
			c.Answered(truth, &eval.Result{Answer: answer})
		}
	}
	return c.Evidence()
}

// where is the remedy for a name that no truth has.
const where = ` (mark the invariant optional: true if only answers have it)`

// ofNames returns the findings about names of invariants.
func ofNames(e preflight.Evidence) []preflight.Finding {
	return slices.DeleteFunc(e.Findings(), func(f preflight.Finding) bool { return f.Invariant == "" })
}

// A rule names a value by mistake where neither the spec nor a truth has the name, or, without
// truths, no answer.
func TestNamesOfRules(t *testing.T) {
	spec := func(rule string) string {
		return `{"fields": [{"path": "total"}, {"path": "raw", "match": "ignore"}, {"path": "lines", "match": "list", "fields": [{"path": "amount"}]}], "invariants": [{"name": "r", "rule": "` + rule + `"}]}`
	}
	const truth = `{"total": 3, "net": 2, "tax_number": "x", "address1": "y", "lines": [{"amount": 3, "unit": "kg"}]}`
	for _, tt := range []struct {
		name, rule    string
		truth, answer string
		want          []string
	}{
		{"a field", "total == 3", truth, "", nil},
		{"a field that is not compared", "raw.total == 3", truth, "", nil},
		{"a key of the truths", "total == net + 1", truth, "", nil},
		{"of items", "all(lines, .unit != total)", truth, "", nil},
		{"a slip", "totl == net + 1", truth, "", []string{`ERROR the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"?` + where}},
		{"of a key that the spec does not name", "total == nett + 1", truth, "", []string{`ERROR the invariant "r" names "nett", which neither the spec nor any truth has; did you mean "net"?` + where}},
		{"of items, and of a key that the spec does not name", "all(lines, .unti != total)", truth, "", []string{`ERROR the invariant "r" names "lines[].unti", which neither the spec nor any truth has; did you mean "lines[].unit"?` + where}},
		{"two letters in a long one", "has(tax_nmubr)", truth, "", []string{`ERROR the invariant "r" names "tax_nmubr", which neither the spec nor any truth has; did you mean "tax_number"?` + where}},
		{"another letter case", "Total == 3", truth, "", []string{`ERROR the invariant "r" names "Total", which neither the spec nor any truth has; did you mean "total"?` + where}},
		{"similar, and no slip", "total == subtotal + 1", truth, "", []string{`ERROR the invariant "r" names "subtotal", which neither the spec nor any truth has; did you mean "total"?` + where}},
		{"another number", "has(address2)", truth, "", []string{`ERROR the invariant "r" names "address2", which neither the spec nor any truth has; did you mean "address1"?` + where}},
		{"like nothing", "confidence > 0.5", truth, "", []string{`ERROR the invariant "r" names "confidence", which neither the spec nor any truth has` + where}},
		{"of answers alone", "confidence > 0.5", truth, `{"confidence": 1}`, []string{`ERROR the invariant "r" names "confidence", which neither the spec nor any truth has` + where}},
		{"a slip that answers do not have either", "totl == net + 1", truth, `{"total": 3}`, []string{`ERROR the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"?` + where}},
		{"no truth, and no answer yet", "totl == net + 1", "", "", nil},
		{"no truth", "totl == net + 1", "", `{"total": 3, "net": 2}`, []string{`ERROR the invariant "r" names "totl", which neither the spec nor any answer has; did you mean "total"? (mark the invariant optional: true if answers may lack it)`}},
		{"no truth, like nothing", "total == 3 or x == 1", "", `{"total": 3}`, []string{`ERROR the invariant "r" names "x", which neither the spec nor any answer has (mark the invariant optional: true if answers may lack it)`}},
		{"of answers without a truth", "total == net + 1", "", `{"total": 3, "net": 2}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == nil {
				tt.want = []string{}
			}
			e := looked(t, spec(tt.rule), preflight.Options{}, [2]string{tt.truth, tt.answer})
			assert.Equal(t, tt.want, texts(ofNames(e)))
		})
	}
}

// An optional invariant may name a value that only answers have.
func TestNamesOfOptionalRules(t *testing.T) {
	const spec = `{fields: [total], invariants: [{name: r, rule: "totl == net", optional: true}]}`
	const truth = `{"total": 3, "net": 2}`
	for answer, want := range map[string][]string{
		"":            {`the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"?`},
		`{"net": 2}`:  {`the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"?`},
		`{"totl": 2}`: {},
	} {
		assert.Equal(t, want, texts(looked(t, spec, preflight.Options{}, [2]string{truth, answer}).Findings()), answer)
	}
	assert.Empty(t, looked(t, strings.ReplaceAll(spec, "totl", "sure"), preflight.Options{}, [2]string{truth, ""}).Findings(), "like nothing")
}

// A spec without fields compares whatever truths have, and knows these keys.
func TestNamesOfRulesWithoutFields(t *testing.T) {
	const spec = `invariants: [{name: r, rule: "totl == sum(lines, .amuont)"}]`
	const truth = `{"total": 3, "lines": [{"amount": 3}]}`
	e := looked(t, spec, preflight.Options{}, [2]string{truth, ""}, [2]string{truth, ""})
	assert.Equal(t, []string{
		`ERROR the invariant "r" names "lines[].amuont", which neither the spec nor any truth has; did you mean "lines[].amount"? (mark the invariant optional: true if only answers have it)`,
		`ERROR the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"? (mark the invariant optional: true if only answers have it)`,
	}, texts(e.Findings()))

	e.Parts, e.Of = 1, 2
	assert.Equal(t, `the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"? (2 truths seen)`, texts(e.Findings())[1], "a shard does not know")

	e = looked(t, spec, preflight.Options{Redacted: true}, [2]string{truth, `{"total": 3}`})
	text, err := json.Marshal(e)
	require.NoError(t, err)
	assert.NotContains(t, string(text), `"total"`, "keys of documents that may not be quoted")
	assert.NotContains(t, string(text), "amount")
}

// A name in the path of an invariant counts like a name in the path of a rule.
func TestNamesOfPaths(t *testing.T) {
	const spec = `{fields: [{path: iban, match: code}], invariants: [{name: found, in_source: true, paths: [ibann]}]}`
	assert.Equal(t, []string{`ERROR the invariant "found" names "ibann", which neither the spec nor any truth has; did you mean "iban"? (mark the invariant optional: true if only answers have it)`},
		texts(looked(t, spec, preflight.Options{}, [2]string{`{"iban":"DE1"}`, ""}).Findings()))
}

type party struct {
	Name string          `json:"name"`
	Open json.RawMessage `json:"open"`
}

type invoice struct {
	party             // its keys are promoted
	Total  float64    `json:"total"`
	Due    *time.Time `json:"due"`
	Seller *party     `json:"seller,omitempty"`
	Lines  []struct {
		Amount float64 `json:"amount"`
	} `json:"lines"`
	More   map[string]any `json:"more"`
	Hidden string         `json:"-"`
}

// The type of the answers lists their names before any answer is given.
func TestNamesOfATypeOfAnswers(t *testing.T) {
	for _, tt := range []struct {
		name, rule string
		want       []string
	}{
		{"keys", "total > 1 and has(seller.name) and has(name) and due > date('2024-01-01') and sum(lines, .amount) > 0 and lines[0].amount > 0", []string{}},
		{"below what the type leaves open", "more.x > 1 and more['y'].z > 1 and open.a > 1", []string{
			`ERROR the invariant "r" names "more.x", which neither the spec nor any truth has` + where, `ERROR the invariant "r" names "more.y.z", which neither the spec nor any truth has` + where,
			`ERROR the invariant "r" names "open.a", which neither the spec nor any truth has` + where}},
		{"a slip", "totl > 1", []string{`ERROR the invariant "r" names "totl", which the type of the answers does not have; did you mean "total"?`}},
		{"like nothing", "gross > 1", []string{`ERROR the invariant "r" names "gross", which the type of the answers does not have`}},
		{"within", "has(seller.nmae)", []string{`ERROR the invariant "r" names "seller.nmae", which the type of the answers does not have; did you mean "seller.name"?`}},
		{"of items", "sum(lines, .amuont) > 1", []string{`ERROR the invariant "r" names "lines[].amuont", which the type of the answers does not have; did you mean "lines[].amount"?`}},
		{"below a number", "total.value > 1", []string{`ERROR the invariant "r" names "total.value", which the type of the answers does not have`}},
		{"of a list as of an object", "lines.amount > 1", []string{`ERROR the invariant "r" names "lines.amount", which the type of the answers does not have`}},
		{"a field that is no key", "has(Hidden)", []string{`ERROR the invariant "r" names "Hidden", which the type of the answers does not have`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec := `{"fields": [{"path": "number"}], "invariants": [{"name": "r", "rule": "` + tt.rule + `"}]}`
			e := looked(t, spec, preflight.Options{Answers: reflect.TypeFor[*invoice]()}, [2]string{`{"number": "17"}`, ""})
			assert.Equal(t, tt.want, texts(ofNames(e)))
			e.Parts, e.Of = 1, 2
			assert.Equal(t, len(tt.want) > 0 && strings.Contains(tt.want[0], "type of the answers"), len(preflight.Errors(e.Findings())) > 0, "whatever the truths of other shards")
		})
	}
	for _, open := range []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[[]byte](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[any](), reflect.TypeFor[document.Value](), reflect.TypeFor[map[string]any]()} {
		assert.Empty(t, looked(t, `invariants: [{name: r, rule: x == 1}]`, preflight.Options{Answers: open}).Findings(), open)
	}
}

// Shards find the same together as one run does, in any order.
func TestNamesOfShards(t *testing.T) {
	const spec = `invariants: [{name: r, rule: "totl == 3 or nett == 1"}]`
	part := func(document string) preflight.Evidence {
		e := looked(t, spec, preflight.Options{}, [2]string{document, document})
		e.Parts, e.Of = 1, 2
		return e
	}
	one, other := part(`{"total": 3, "net": 1}`), part(`{"totals": 3, "nett": 1}`)
	assert.Equal(t, one.Plus(other), other.Plus(one))
	assert.Equal(t, []string{`ERROR the invariant "r" names "totl", which neither the spec nor any truth has; did you mean "total"?` + where}, texts(one.Plus(other).Findings()))
	text, err := json.Marshal(one.Plus(other))
	require.NoError(t, err)
	var read preflight.Evidence
	require.NoError(t, json.Unmarshal(text, &read))
	assert.Equal(t, one.Plus(other).Findings(), read.Findings())
}

// An invariant is told where the spec writes its rule.
func TestFindingsOfInvariantsHaveALine(t *testing.T) {
	const spec = "fields:\n  - total\ninvariants:\n  - name: r\n    rule: >\n      totl == 1\n  - {name: found, in_source: true, paths: [ttal]}\n"
	_, source, err := eval.ParseSpecFile("spec.yaml", []byte(spec), nil)
	require.NoError(t, err)
	var at []string
	for _, f := range looked(t, spec, preflight.Options{}, [2]string{`{"total": 3}`, ""}).Findings() {
		at = append(at, f.At(source)+f.Invariant)
	}
	assert.Equal(t, []string{"spec.yaml:5: r", "spec.yaml:7: found"}, at)
	assert.Equal(t, "spec.yaml:2: ", preflight.Finding{Attribute: "total"}.At(source))
	assert.Empty(t, preflight.Finding{Invariant: "r"}.At(eval.SpecSource{}))
}
