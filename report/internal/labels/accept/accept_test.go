package accept_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/redact"
)

var invoice = eval.Spec{Fields: []eval.Field{
	{Path: "number", Match: compare.Exact{}},
	{Path: "vendor.name", Match: compare.Exact{}},
	{Path: "total", WantPath: "amounts.gross", Match: compare.Exact{}},
	{Path: "currency", Match: compare.OneOf{}},
	{Path: "lines", WantPath: "body.rows", List: &eval.List{By: []string{"sku"}, Assign: eval.ByKey, Fields: []eval.Field{
		{Path: "sku", Match: compare.Exact{}}, {Path: "qty", WantPath: "count", Match: compare.Exact{}},
		{Path: "codes", Set: &eval.Set{Match: compare.Exact{}}},
	}}},
	{Path: "tags", Set: &eval.Set{Match: compare.Exact{}}},
	{Path: "rates", WantPath: "body.rates", Map: &eval.Map{Fold: true, Fields: []eval.Field{{Path: "amount", WantPath: "value", Match: compare.Exact{}}}}},
	{Path: "taxes", Map: &eval.Map{Match: compare.Exact{}}},
}}

// recorded returns the records that a run writes of a case.
func recorded(t require.TestingT, spec eval.Spec, r redact.Redaction, id, got, want string) (report.Dataset, report.Case, eval.Result) {
	ds := report.Dataset{Name: "set", Redact: r.Mode, RedactPaths: r.Paths}
	evaluator, err := ds.SetSpec(spec)
	require.NoError(t, err)
	result, err := evaluator.Evaluate(context.Background(), []byte(got), []byte(want))
	require.NoError(t, err)
	c := report.NewCase(report.Observation{ID: id, Result: &result, Want: []byte(want)}, report.CaseOptions{Redaction: r})
	text, err := json.Marshal(c) // as a file has it
	require.NoError(t, err)
	c = report.Case{}
	require.NoError(t, json.Unmarshal(text, &c))
	return ds, c, result
}

// accepting returns a data file of one case after all changes that are in one of fields.
func accepting(t *testing.T, spec eval.Spec, got, want string, fields ...string) (truth string, said []string) {
	ds, c, _ := recorded(t, spec, redact.Redaction{}, "a", got, want)
	changes, refused := accept.RulesOf(ds).Changes(&c)
	changes = slices.DeleteFunc(changes, func(c accept.Change) bool { return fields[0] != "" && !slices.ContainsFunc(fields, c.In) })
	labels, err := accept.Pair("a.want.json", "a", []byte(want))
	require.NoError(t, err)
	done, not := labels.Apply("a", c.DataHash, changes)
	for _, e := range done {
		said = append(said, fmt.Sprintf("%s: %s -> %s", e.Path, e.Was, e.Now))
	}
	for _, r := range append(refused, not...) {
		said = append(said, r.String())
	}
	return string(labels.Bytes()), said
}

func TestAccept(t *testing.T) {
	strict := eval.Spec{Fields: invoice.Fields, Strict: true}
	for _, tt := range []struct {
		reason     string
		spec       eval.Spec
		got, want  string
		fields     string
		truth, say string
	}{
		{"a wrong value", invoice, `{"number":"B"}`, `{ "number":"A"}`, "number", `{ "number":"B"}`, `number: "A" -> "B"`},
		{"kept elsewhere in the truth", invoice, `{"total":2.50}`, `{"amounts":{"gross":3,"net":1}}`, "total",
			`{"amounts":{"gross":2.50,"net":1}}`, `amounts.gross: 3 -> 2.50`},
		{"a value that the truth lacks", invoice, `{"vendor":{"name":"x"}}`, `{"vendor":null}`, "vendor", `{"vendor":{"name":"x"}}`, `vendor.name:  -> "x"`},
		{"an answer without a value", invoice, `{}`, `{"number":"A"}`, "number", `{"number":null}`, `number: "A" -> null`},
		{"accepted values are replaced", invoice, `{"currency":"CHF"}`, `{"currency":["EUR","€"]}`, "currency", `{"currency":"CHF"}`, `currency: ["EUR","€"] -> "CHF"`},
		{"an array among accepted values is one", invoice, `{"currency":[1]}`, `{"currency":["EUR"]}`, "currency", `{"currency":[[1]]}`, `currency: ["EUR"] -> [[1]]`},
		{"in a row", invoice, `{"lines":[{"sku":"x","qty":2}]}`, `{"body":{"rows":[{"sku":"w"},{"sku":"x","count":1}]}}`, "lines[].qty",
			`{"body":{"rows":[{"sku":"w"},{"sku":"x","count":2}]}}`, `body.rows[1].count: 1 -> 2`},
		{"a row that the answer lacks", invoice, `{"lines":[{"sku":"x"}]}`, `{"body":{"rows":[{"sku":"w","count":3}, {"sku":"x"}]}}`, "lines",
			`{"body":{"rows":[{"sku":"x"}]}}`, `body.rows[0]: {"sku":"w","count":3} -> `},
		{"a row that the truth lacks", invoice, `{"lines":[{"sku":"x","qty":2,"codes":["k"]}]}`, `{}`, "lines",
			`{"body":{"rows":[{"sku":"x","count":2,"codes":["k"]}]}}`, `body.rows[]:  -> {"sku":"x","count":2,"codes":["k"]}`},
		{"both of them", invoice, `{"lines":[{"sku":"x"}]}`, `{"body":{"rows":[{"sku":"w"}]}}`, "lines",
			`{"body":{"rows":[{"sku":"x"}]}}`, "body.rows[]:  -> {\"sku\":\"x\"}\nbody.rows[0]: {\"sku\":\"w\"} -> "},
		{"a value of a row without partner alone is nothing", invoice, `{"lines":[{"sku":"x","qty":2}]}`, `{"body":{"rows":[{"sku":"w","count":3}]}}`, "lines[].qty",
			`{"body":{"rows":[{"sku":"w","count":3}]}}`, ``},
		{"elements of a set", invoice, `{"tags":["a","d"]}`, `{"tags":["a", "b", "c"]}`, "tags",
			`{"tags":["a", "d"]}`, "tags[]:  -> \"d\"\ntags[2]: \"c\" -> \ntags[1]: \"b\" -> "},
		{"a set in a row", invoice, `{"lines":[{"sku":"w"},{"sku":"x","codes":["k","m"]}]}`, `{"body":{"rows":[{"sku":"x","codes":["k"]},{"sku":"w"}]}}`, "lines[0].codes",
			`{"body":{"rows":[{"sku":"x","codes":["k","m"]},{"sku":"w"}]}}`, `body.rows[0].codes[]:  -> "m"`},
		{"a value under a key", invoice, `{"rates":{"EUR":{"amount":2},"USD":{"amount":3}}}`, `{"body":{"rates":{"USD":{"value":3},"EUR":{"value":1}}}}`, "rates{}.amount",
			`{"body":{"rates":{"USD":{"value":3},"EUR":{"value":2}}}}`, `body.rates.EUR.value: 1 -> 2`},
		{"under a key of another case: the truth keeps its own", invoice, `{"rates":{"eur":{"amount":2}}}`, `{"body":{"rates":{"EUR":{"value":1}}}}`, "rates",
			`{"body":{"rates":{"EUR":{"value":2}}}}`, `body.rates.EUR.value: 1 -> 2`},
		{"a key that the answer lacks", invoice, `{"rates":{"USD":{"amount":3}}}`, `{"body":{"rates":{"a.b":{"value":1}, "USD":{"value":3}}}}`, "rates",
			`{"body":{"rates":{"USD":{"value":3}}}}`, `body.rates["a.b"]: {"value":1} -> `},
		{"a key that the truth lacks", invoice, `{"rates":{"USD":{"amount":3},"EUR":{"amount":1}}}`, `{"body":{"rates":{"USD":{"value":3}}}}`, "rates",
			`{"body":{"rates":{"USD":{"value":3},"EUR":{"value":1}}}}`, `body.rates.EUR:  -> {"value":1}`},
		{"a key of a map that the truth lacks", invoice, `{"rates":{"x{}":{"amount":3}}}`, `{}`, "rates",
			`{"body":{"rates":{"x{}":{"value":3}}}}`, `body.rates["x{}"]:  -> {"value":3}`},
		{"a map of scalars", invoice, `{"taxes":{"VAT":2,"CITY":1}}`, `{"taxes":{"VAT":1,"STATE":3}}`, "taxes",
			`{"taxes":{"VAT":2,"CITY":1}}`, "taxes.VAT: 1 -> 2\ntaxes.CITY:  -> 1\ntaxes.STATE: 3 -> "},
		{"an invented key", strict, `{"extra":{"a":[1,null,{"b":2}]}}`, `{"number":null}`, "extra",
			`{"number":null,"extra":{"a":[1,null,{"b":2}]}}`, `extra.a:  -> [1,null,{"b":2}]`},
		{"an invented key in a row", strict, `{"lines":[{"sku":"x","more":true}]}`, `{"body":{"rows":[{"sku":"x"}]}}`, "lines",
			`{"body":{"rows":[{"sku":"x","more":true}]}}`, `body.rows[0].more:  -> true`},
		{"one in a row without partner", strict, `{"lines":[{"sku":"x","more":[1]}]}`, `{}`, "lines",
			`{"body":{"rows":[{"sku":"x","more":[1]}]}}`, `body.rows[]:  -> {"sku":"x","more":[1]}`},
		{"no spec", eval.Spec{}, `{"a":{"b":1},"c":[{"d":1}]}`, `{"a":{"b":2},"c":[{"d":1},{"d":5}]}`, "a", `{"a":{"b":1},"c":[{"d":1},{"d":5}]}`, `a.b: 2 -> 1`},
		{"a document that is a list", eval.Spec{}, `[{"d":"one"}]`, `[{"d":"one"},{"d":"entirely else"}]`, "", `[{"d":"one"}]`, `[1]: {"d":"entirely else"} -> `},
		{"a document that is a text", eval.Spec{}, `"x 1"`, `"y 2"`, "", `"x 1"`, `(document): "y 2" -> "x 1"`},
		{"another type", strict, `{"vendor":"x"}`, `{"vendor":{"name":"x"}}`, "vendor", `{"vendor":{"name":null}}`,
			"vendor.name: \"x\" -> null\ncase \"a\": vendor: the answer has another type here than the truth"},
		{"no answer to read", invoice, `{"number":`, `{"number":"A"}`, "", `{"number":"A"}`, `case "a": the answer cannot be read, or is of another kind than the truth`},
		{"of another kind", invoice, `["x"]`, `{"number":"A"}`, "", `{"number":"A"}`, `case "a": the answer cannot be read, or is of another kind than the truth`},
		{"a value that is too long", invoice, `{"number":"` + strings.Repeat("x", 5000) + `"}`, `{"number":"A"}`, "", `{"number":"A"}`,
			`case "a": number: the value is too long for the record, which has a part of it`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			truth, said := accepting(t, tt.spec, tt.got, tt.want, tt.fields)
			assert.Equal(t, tt.truth, truth)
			assert.Equal(t, tt.say, strings.Join(said, "\n"))
		})
	}
}

func TestCasesWithoutAnAnswer(t *testing.T) {
	ds, c, _ := recorded(t, invoice, redact.Redaction{}, "a", `{}`, `{"number":"A"}`)
	for _, tt := range []struct {
		change func(*report.Case)
		why    string
	}{
		{func(c *report.Case) { c.Status = report.Error }, "there is no answer, the extractor failed"},
		{func(c *report.Case) { c.Status = report.Skipped }, "it was not asked for"},
		{func(c *report.Case) { c.Unlabelled = true }, "it has no truth"},
	} {
		other := c
		tt.change(&other)
		changes, refused := accept.RulesOf(ds).Changes(&other)
		assert.Empty(t, changes, tt.why)
		assert.Equal(t, []accept.Refusal{{Case: "a", Why: tt.why}}, refused)
	}
	c.MoreFields = 3
	_, refused := accept.RulesOf(ds).Changes(&c)
	assert.Equal(t, []accept.Refusal{{Case: "a", Why: "3 of its values are not in the record"}}, refused)

	ds, c, _ = recorded(t, invoice, redact.Redaction{}, "a", `{"lines":[{"sku":"x","qty":2}]}`, `{"number":"A"}`)
	c.Fields = slices.DeleteFunc(c.Fields, func(f report.Field) bool { return f.Outcome.Hit() })
	c.MoreFields = 3
	changes, refused := accept.RulesOf(ds).Changes(&c)
	assert.Len(t, changes, 1, "the number")
	assert.Contains(t, refused, accept.Refusal{Case: "a", Path: "lines[0]", Why: "the record may not have all values of it"})
}

func TestRedactedValuesAreRefused(t *testing.T) {
	got, want := `{"number":"B","total":2,"tags":["x"]}`, `{"number":"A","amounts":{"gross":1},"tags":["y"]}`
	for _, mode := range []redact.Mode{redact.Hash, redact.Omit} {
		r := redact.Redaction{Paths: map[string]redact.Mode{"number": mode}, Key: []byte("k")}
		ds, c, _ := recorded(t, invoice, r, "a", got, want)
		changes, refused := accept.RulesOf(ds).Changes(&c)
		var why []string
		for _, r := range refused {
			why = append(why, r.String())
		}
		assert.Equal(t, []string{
			`case "a": number: the value is redacted`,
			`case "a": tags[0]: nothing in the record says whether this is the row that was evaluated`,
		}, why, mode)
		labels, err := accept.Lines("set.jsonl", []byte(`{"id":"a","want":`+want+`}`), "")
		require.NoError(t, err)
		done, not := labels.Apply("a", "", changes)
		assert.Len(t, done, 2, "what is kept can be accepted")
		assert.Empty(t, not)
		assert.Equal(t, `{"id":"a","want":{"number":"A","amounts":{"gross":2},"tags":["y","x"]}}`, string(labels.Bytes()))
	}
}

func TestLines(t *testing.T) {
	got, want := `{"number":"B"}`, `{"number": "A"}`
	ds, c, _ := recorded(t, invoice, redact.Redaction{}, "a", got, want)
	changes, _ := accept.RulesOf(ds).Changes(&c)
	require.Len(t, changes, 1)
	for _, tt := range []struct{ reason, file, after, why string }{
		{"other bytes stay", "\uFEFF{ \"id\":\"b\" ,\"want\":1}\r\n\r\n # junk\n{\"tags\": {},\"want\" : " + want + ",\"id\":\"a\"} \r\n{}",
			"\uFEFF{ \"id\":\"b\" ,\"want\":1}\r\n\r\n # junk\n{\"tags\": {},\"want\" : {\"number\": \"B\"},\"id\":\"a\"} \r\n{}", ""},
		{"a line with a byte order mark", "\uFEFF{\"id\":\"a\",\"want\":" + want + "}", "\uFEFF{\"id\":\"a\",\"want\":{\"number\": \"B\"}}", ""},
		{"the truth has changed", `{"id":"a","want":{"number": "C"}}`, "", `case "a": set.jsonl:1: its truth is not the one that was evaluated; run the test again, and accept its answers`},
		{"something else of it has", `{"id":"a","want":{"number": "A", "total": 1}}`, "", `case "a": set.jsonl:1: its truth is not the one that was evaluated; run the test again, and accept its answers`},
		{"it says so already", `{"id":"a","want":{"number": "B"}}`, "", ""},
		{"no such case", `{"id":"b","want":{}}`, "", `case "a": set.jsonl has no such case`},
		{"it appears twice", `{"id":"a","want":{}}` + "\n\n" + `{"id":"a","want":{}}`, "", `case "a": it is in set.jsonl twice, on lines 1 and 3`},
		{"without a truth", `{"id":"a","input":"x"}`, "", `case "a": set.jsonl:1: the case has no truth`},
		{"the run took another key", `{"id":"a","note":{"want":1},"x":[{"gold": ` + want + `}]}`, `{"id":"a","note":{"want":1},"x":[{"gold": {"number": "B"}}]}`, ""},
		{"the truth is a text", `{"id":"a","want":"{\"number\": \"A\"}"}`, "", `case "a": set.jsonl:1: its truth is in a text of JSON, beside another one under want, or in the line twice: change it by hand, and run the test again`},
		{"another key has the truth, which may be an older one", `{"id":"a","want":{"number":"C"},"old":` + want + `}`, "", `case "a": set.jsonl:1: its truth is in a text of JSON, beside another one under want, or in the line twice: change it by hand, and run the test again`},
		{"several keys have the truth", `{"id":"a","gold":` + want + `,"old":` + want + `}`, "", `case "a": set.jsonl:1: its truth is in a text of JSON, beside another one under want, or in the line twice: change it by hand, and run the test again`},
		{"of two truths the last counts", `{"id":"a","want":1,"want":` + want + `}`, `{"id":"a","want":1,"want":{"number": "B"}}`, ""},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			labels, err := accept.Lines("set.jsonl", []byte(tt.file), "")
			require.NoError(t, err)
			moved := labels.Moved("a", c.DataHash)
			_, refused := labels.Apply("a", c.DataHash, changes)
			var why []string
			for _, r := range refused {
				why = append(why, r.String())
			}
			assert.Equal(t, tt.why, strings.Join(why, "\n"))
			if tt.after != "" || strings.Contains(tt.why, "by hand") {
				assert.False(t, moved)
			}
			assert.Equal(t, tt.after != "", labels.Changed())
			if tt.after == "" {
				tt.after = tt.file
			}
			assert.Equal(t, tt.after, string(labels.Bytes()))
		})
	}
}

// Of a file for evalreport score a line may be the truth itself.
func TestTruthsWithoutAKey(t *testing.T) {
	ds, c, _ := recorded(t, invoice, redact.Redaction{}, "7", `{"number":"B","currency":"EUR"}`, `{"number":"A"}`)
	changes, _ := accept.RulesOf(ds).Changes(&c)
	labels, err := accept.Lines("truths.jsonl", []byte(`{"number": "A", "doc": 7}`), "doc")
	require.NoError(t, err)
	_, refused := labels.Apply("7", c.DataHash, changes)
	assert.Empty(t, refused)
	assert.Equal(t, `{"number": "B", "doc": 7, "currency": "EUR"}`, string(labels.Bytes()))
}

// As in score, the key of the ids is found where no line has an id.
func TestKeyOfIDsIsFound(t *testing.T) {
	ds, c, _ := recorded(t, invoice, redact.Redaction{}, "7", `{"number":"B"}`, `{"number":"A"}`)
	changes, _ := accept.RulesOf(ds).Changes(&c)
	path := filepath.Join(t.TempDir(), "truths.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(`{"number":"A","doc_id":"7"}`+"\n"+`{"number":"A","doc_id":"8"}`+"\n"), 0o600))
	place, err := dataset.Find(path)
	require.NoError(t, err)
	labels, err := accept.Data{Place: place, Key: "id"}.Read("7")
	require.NoError(t, err)
	_, refused := labels.Apply("7", c.DataHash, changes)
	assert.Empty(t, refused)
	assert.Equal(t, `{"number":"B","doc_id":"7"}`+"\n"+`{"number":"A","doc_id":"8"}`+"\n", string(labels.Bytes()))
}

// A suite calls a case without an id after its line.
func TestCasesWithoutAnID(t *testing.T) {
	ds, c, _ := recorded(t, invoice, redact.Redaction{}, "line-3", `{"number":"B"}`, `{"number":"A"}`)
	changes, _ := accept.RulesOf(ds).Changes(&c)
	labels, err := accept.Lines("set.jsonl", []byte(`{"want":{"number":"A"}}`+"\n\n"+`{"want":{"number":"A"}}`), "")
	require.NoError(t, err)
	done, refused := labels.Apply("line-3", c.DataHash, changes)
	assert.Empty(t, refused)
	assert.Equal(t, []accept.Edit{{Where: "set.jsonl:3", Case: "line-3", Path: "number", Was: json.RawMessage(`"A"`), Now: json.RawMessage(`"B"`)}}, done)
	assert.Equal(t, `{"want":{"number":"A"}}`+"\n\n"+`{"want":{"number":"B"}}`, string(labels.Bytes()))
}

func TestFilesThatCannotBeChanged(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{"\x1f\x8b\x08", "set.jsonl: it is compressed by gzip: unpack it (gunzip FILE), accept, and pack it again"},
		{"\xff\xfe{", "set.jsonl: document: invalid JSON at offset 0: byte 0xFF is not UTF-8, which JSON has to be"},
		{"", "set.jsonl has no case; want one JSON object per line"},
		{"id,total\na,1,2\n", `set.jsonl:2: the row has 3 values, and the header 2; put a value with separators in quotes: "1,234.50"`},
		{"[\n1]", "set.jsonl has no case; want one JSON object per line"},
	} {
		_, err := accept.Lines("set.jsonl", []byte(tt.data), "")
		assert.EqualError(t, err, tt.want)
	}
	_, err := accept.Pair("a.want.json", "a", []byte("\x1f\x8b"))
	assert.ErrorIs(t, err, accept.ErrCompressed)
}

// TestCSV: an accepted answer is written into its cells. No other row changes.
func TestCSV(t *testing.T) {
	const before = "\uFEFFid,want.total,want.vendor.name,want.lines[0],want.lines[1],note\r\n" +
		"\"a\",12.50,\"Acme, \"\"A\"\"\",x,,\"over\r\ntwo\"\r\n\r\n" + "b,7,Bolt,,,"
	const noPlace = "no column of this CSV file has a place for the value, or its cell would be read as another"
	truths := map[string]string{"a": `{"total":12.50,"vendor":{"name":"Acme, \"A\""},"lines":["x"]}`, "b": `{"total":7,"vendor":{"name":"Bolt"},"lines":[]}`}
	spec := eval.Spec{Fields: []eval.Field{{Path: "total", Match: compare.Exact{}}, {Path: "vendor.name", Match: compare.Exact{}}}}
	for _, tt := range []struct{ id, old, new, was, now, refusal string }{
		{"a", "12.50", "13", `"a",12.50`, `a,13`, ""},
		{"a", `"Acme, \"A\""`, `"B; \"C\""`, `"a",12.50,"Acme, ""A"""`, `a,12.50,"B; ""C"""`, ""},
		{"a", `"Acme, \"A\""`, "null", `"a",12.50,"Acme, ""A"""`, `a,12.50,`, ""},
		{"a", `"Acme, \"A\""`, `"7"`, "", "", noPlace}, // it would be read as a number
		{"a", "12.50", `{"net":1}`, "12.50", `"{""net"":1}"`, ""},
		{"b", "7", "8", "b,7", "b,8", ""},
	} {
		l, err := accept.Lines("set.csv", []byte(before), "")
		require.NoError(t, err)
		ds, c, _ := recorded(t, spec, redact.Redaction{}, tt.id, strings.Replace(truths[tt.id], tt.old, tt.new, 1), truths[tt.id])
		changes, refused := accept.RulesOf(ds).Changes(&c)
		require.Empty(t, refused)
		require.Len(t, changes, 1)
		_, refused = l.Apply(tt.id, c.DataHash, changes)
		if tt.refusal != "" {
			require.Len(t, refused, 1)
			assert.Contains(t, refused[0].Why, tt.refusal)
			assert.Equal(t, before, string(l.Bytes()))
			continue
		}
		assert.Empty(t, refused)
		after := strings.Replace(before, tt.was, tt.now, 1)
		if tt.id == "a" {
			after = strings.Replace(after, `"a",`, "a,", 1)
		}
		assert.Equal(t, after, string(l.Bytes()), tt.new)
	}
}

// Two trials may answer differently; the answer of the first is accepted.
func TestTrials(t *testing.T) {
	want := `{"number":"A","tags":[]}`
	labels, err := accept.Pair("a.want.json", "a", []byte(want))
	require.NoError(t, err)
	var all []accept.Change
	hash := ""
	for trial, got := range []string{`{"number":"B","tags":["x","x"]}`, `{"number":"C","tags":["x","x"]}`} {
		ds, c, _ := recorded(t, invoice, redact.Redaction{}, "a", got, want)
		c.Trial = trial + 1
		changes, _ := accept.RulesOf(ds).Changes(&c)
		all, hash = append(all, changes...), c.DataHash
	}
	_, refused := labels.Apply("a", hash, all)
	assert.Equal(t, []accept.Refusal{{Case: "a", Path: "number", Why: `trial 2 says "C", and "B" of trial 1 was accepted`}}, refused)
	assert.Equal(t, `{"number":"B","tags":["x","x"]}`, string(labels.Bytes()), "equal rows of one trial are two")
}
