package internal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/regressionset"
)

// schema demands extractions with all their members.
const schemaText = `{"type":"object","required":["extractions"],"properties":{"extractions":{"type":"array","items":{` +
	`"type":"object","required":["class","start","end","quote"],"properties":{"class":{"type":"string"},"start":{"type":"integer"},"end":{"type":"integer"},"quote":{"type":"string"}}}}}}`

// good is a record in which everything is in order.
func good(id string) map[string]any {
	return map[string]any{
		"caseId": id, "category": "letter", "documentText": "Anna 🙂 signed.", "instructions": "Who signed?",
		"targetSchema":         json.RawMessage(schemaText),
		"providerResponseText": `{"extractions":[{"class":"person","start":0,"end":4,"quote":"Anna"}]}`,
		"expected":             map[string]any{"emptyResultKind": "non_empty", "minExtractions": 1, "maxExtractions": 1},
		"sourceUrl":            "https://example.com/letters/1", "packId": "letters",
	}
}

// with is good with members replaced, and without those that are nil.
func with(id string, changes map[string]any) map[string]any {
	r := good(id)
	for name, v := range changes {
		if v == nil {
			delete(r, name)
		} else {
			r[name] = v
		}
	}
	return r
}

func expected(kind string, least, most any) map[string]any {
	return map[string]any{"emptyResultKind": kind, "minExtractions": least, "maxExtractions": most}
}

// set writes records to a file of the current folder, which it makes.
func set(t testing.TB, name string, records ...map[string]any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, r := range records {
		require.NoError(t, e.Encode(r))
	}
	require.NoError(t, os.WriteFile(name, b.Bytes(), 0o666))
	return name
}

// malformed is a set with every kind of mistake, and one good record.
func malformed(t testing.TB) string {
	t.Helper()
	file := set(t, "set.jsonl",
		good("good"),
		with("a", map[string]any{"instructions": nil, "packId": nil}),
		with("b", map[string]any{"documentText": 5, "category": " "}),
		good("good"),
		with("c", map[string]any{"expected": expected("non_empty", 3, 2)}),
		with("d", map[string]any{"expected": expected("none", 0, 0)}),
		with("e", map[string]any{"targetSchema": json.RawMessage(`{"type":"objekt"}`)}),
		with("f", map[string]any{"targetSchema": json.RawMessage(`{"$ref":"https://example.com/schema.json"}`)}),
		with("g", map[string]any{"sourceUrl": "letters/1"}),
		with("h", map[string]any{"expected": expected("empty_by_evidence", 1, 2), "caseID": "h"}),
		with("i", map[string]any{"expected": expected("non_empty", 1.5, -1)}),
		with("j", map[string]any{"expected": map[string]any{"minExtractions": 0}}),
		with("k", map[string]any{"expected": expected("non_empty", 0, 0)}),
		with("l", map[string]any{"expected": map[string]any{"emptyResultKind": "non_empty", "minExtractions": 1, "maxExtractions": 1, "extractions": []any{map[string]any{"class": "person", "start": 4, "end": 0, "quote": "Anna"}}}}),
		with("m", map[string]any{"expected": "non_empty", "targetSchema": true}),
	)
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	defer f.Close()
	_, err = f.WriteString("[1]\n\n" + `{"caseId":"last","category":"let`)
	require.NoError(t, err)
	return file
}

const problems = `set.jsonl:2: instructions: is missing, want a string that is not blank
set.jsonl:2: packId: is missing, want a string that is not blank
set.jsonl:3: category: is " ", want a string that is not blank
set.jsonl:3: documentText: is 5, want a string
set.jsonl:4: caseId: "good" is the caseId of set.jsonl:1, too, want a unique one
set.jsonl:5: expected.minExtractions: is 3, above the 2 of maxExtractions, want at most maxExtractions
set.jsonl:6: expected.emptyResultKind: is "none", want non_empty, empty_by_evidence or empty_by_failure
set.jsonl:7: targetSchema: at /type: value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string', want a JSON Schema of draft 2020-12
set.jsonl:8: targetSchema: it refers to https://example.com/schema.json: references to other documents are not followed, want a JSON Schema of draft 2020-12
set.jsonl:9: sourceUrl: is "letters/1", want an absolute http or https URL
set.jsonl:10: caseID: unknown field, want one of caseId, category, documentText, instructions, targetSchema, providerResponseText, expected, sourceUrl, packId
set.jsonl:10: expected.minExtractions: is 1, want 0 with emptyResultKind empty_by_evidence
set.jsonl:11: expected.minExtractions: is 1.5, want a whole number from 0
set.jsonl:11: expected.maxExtractions: is -1, want a whole number from 0
set.jsonl:12: expected.emptyResultKind: is missing, want non_empty, empty_by_evidence or empty_by_failure
set.jsonl:12: expected.maxExtractions: is missing, want a whole number from 0
set.jsonl:13: expected.maxExtractions: is 0, want at least 1 with emptyResultKind non_empty
set.jsonl:14: expected.extractions: item 0: start is 4, end 0, want an array of {class, start, end, quote}
set.jsonl:15: targetSchema: is true, want a JSON Schema of draft 2020-12
set.jsonl:15: expected: is "non_empty", want an object
set.jsonl:16: record: is an array, want an object
set.jsonl:18: record: invalid JSON at offset 32: unexpected end of JSON input, want one JSON object a line`

// A null is not an expectation: the expectation of a document has to be written.
func TestReadRefusesNullTruths(t *testing.T) {
	t.Chdir(t.TempDir())
	gold := expected("non_empty", 1, 1)
	gold["extractions"] = nil
	_, err := regressionset.Read(set(t, "set.jsonl", good("a"), with("b", map[string]any{"expected": json.RawMessage("null")}), with("c", map[string]any{"expected": gold})))
	assert.EqualError(t, err, "set.jsonl:2: expected: is null, want an object\nset.jsonl:3: expected.extractions: is null, want an array of {class, start, end, quote}")
}

func TestReadListsEveryProblem(t *testing.T) {
	t.Chdir(t.TempDir())
	records, err := regressionset.Read(malformed(t))
	assert.Nil(t, records)
	assert.EqualError(t, err, problems)
	var p *regressionset.Problem
	require.ErrorAs(t, err, &p)
	assert.Equal(t, regressionset.Problem{File: "set.jsonl", Line: 2, Field: "instructions", Problem: "is missing", Want: "a string that is not blank"}, *p)
}

func TestRead(t *testing.T) {
	t.Chdir(t.TempDir())
	file := set(t, "set.jsonl", good("a"), with("b", map[string]any{"documentText": "", "providerResponseText": "", "expected": expected("empty_by_failure", 0, 0)}))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte("\uFEFF"+strings.ReplaceAll(strings.TrimSuffix(string(text), "\n"), "\n", "\r\n\r\n")), 0o666))
	records, err := regressionset.Read(file)
	require.NoError(t, err, "a mark at the start, CRLF, an empty line and a last line without end are not mistakes")
	require.Len(t, records, 2)
	assert.Equal(t, "Anna 🙂 signed.", records[0].DocumentText)
	assert.JSONEq(t, schemaText, string(records[0].TargetSchema))
	assert.Equal(t, regressionset.Expected{EmptyResultKind: regressionset.NonEmpty, MinExtractions: 1, MaxExtractions: 1}, records[0].Expected)

	_, err = regressionset.Read("nowhere.jsonl")
	assert.EqualError(t, err, "regressionset: open nowhere.jsonl: "+syscall.ENOENT.Error())
	require.NoError(t, os.WriteFile("empty.jsonl", nil, 0o666))
	_, err = regressionset.Read("empty.jsonl")
	assert.EqualError(t, err, "regressionset: no records in empty.jsonl")
}

func TestSchemas(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct{ name, schema, want string }{
		{"references within", `{"$defs":{"n":{"type":"number"}},"properties":{"n":{"$ref":"#/$defs/n"}}}`, ""},
		{"an older draft", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}`, ""},
		{"an unknown draft", `{"$schema":"https://example.com/draft"}`, "it refers to https://example.com/draft: references to other documents are not followed"},
		{"a file beside it", `{"$ref":"other.json"}`, "it refers to other.json: references to other documents are not followed"},
		{"a file", `{"$ref":"file:///etc/passwd"}`, "it refers to file:///etc/passwd: references to other documents are not followed"},
		{"a number without bounds", `{"minimum":1e999999999}`, "number 1e999999999 has an exponent of more than three digits"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := regressionset.Read(set(t, "set.jsonl", with("a", map[string]any{"targetSchema": json.RawMessage(tt.schema)})))
			if tt.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.EqualError(t, err, "set.jsonl:1: targetSchema: "+tt.want+", want a JSON Schema of draft 2020-12")
		})
	}
}

// A schema that would evaluate the answer a billion times ends with an error.
func TestJudgeWithAHostileSchema(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range 30 {
		fmt.Fprintf(&b, `"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	b.WriteString(`"d30":{"type":"object"}}}`)
	r := regressionset.Record{CaseID: "a", TargetSchema: json.RawMessage(b.String())}
	_, err := r.Judge(`{"extractions":[]}`, nil, nil)
	assert.EqualError(t, err, `regressionset: case "a": targetSchema: checking this document takes more than 1000040 steps; the schema evaluates the same values too often`)
}

func TestJudge(t *testing.T) {
	one := `{"extractions":[{"class":"person","start":0,"end":4,"quote":"Anna"}]}`
	for _, tt := range []struct {
		name, response string
		failure        error
		kind           regressionset.EmptyKind
		extractions    int
		why            string
	}{
		{"an answer", one, nil, regressionset.NonEmpty, 1, ""},
		{"in a fence with prose", "Here you are:\n```json\n" + one + "\n```\nAnything else?", nil, regressionset.NonEmpty, 1, ""},
		{"nothing found", `{"extractions":[]}`, nil, regressionset.EmptyByEvidence, 0, ""},
		{"the provider failed", "", errors.New("429"), regressionset.EmptyByFailure, 0, "provider: 429"},
		{"no response", "", nil, regressionset.EmptyByFailure, 0, "unreadable: document: no JSON value in it"},
		{"prose", "I am sorry.", nil, regressionset.EmptyByFailure, 0, "unreadable: document: no JSON value in it"},
		{"cut off", `{"extractions":[{"cl`, nil, regressionset.EmptyByFailure, 0, "unreadable: document: invalid JSON at offset 20: the value that begins at offset 0 is cut off"},
		{"against the schema", `{"extractions":[{"class":1,"start":0}]}`, nil, regressionset.EmptyByFailure, 0,
			`schema: at /extractions/0: missing properties 'end', 'quote'; at /extractions/0/class: got number, want string`},
		{"empty against the schema", `{}`, nil, regressionset.EmptyByFailure, 0, `schema: at the top: missing property 'extractions'`},
		{"a number without bounds", `{"extractions":[],"n":1e999999999}`, nil, regressionset.EmptyByFailure, 0,
			"schema: at /n: number 1e999999999 has an exponent of more than three digits"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o, err := regressionset.Record{TargetSchema: json.RawMessage(schemaText)}.Judge(tt.response, tt.failure, nil)
			require.NoError(t, err)
			assert.Equal(t, tt.kind, o.Kind)
			assert.Len(t, o.Extractions, tt.extractions)
			assert.Equal(t, tt.why, o.Failure)
		})
	}
	_, err := regressionset.Record{CaseID: "a", TargetSchema: json.RawMessage(`{"type":5}`)}.Judge(one, nil, nil)
	assert.ErrorContains(t, err, `regressionset: case "a": targetSchema: at /type: `)
}

func TestReadAndAdd(t *testing.T) {
	t.Chdir(t.TempDir())
	old := set(t, "set.jsonl", good("a"), good("b"))
	text, err := os.ReadFile(old)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(old, bytes.TrimSuffix(text, []byte("\n")), 0o666))
	pack := set(t, "pack.jsonl", with("c", map[string]any{"packId": "new", "category": "memo"}))

	records, err := regressionset.Read(old, pack)
	require.NoError(t, err)
	assert.Equal(t, regressionset.Breadth{Cases: 3, Categories: 2, Packs: 2}, regressionset.BreadthOf(records))

	n, err := regressionset.Add(pack, old)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	added, err := os.ReadFile(pack)
	require.NoError(t, err)
	both, err := os.ReadFile(old)
	require.NoError(t, err)
	assert.Equal(t, string(text)+string(added), string(both), "lines stay as they are")

	_, err = regressionset.Add(pack, old)
	assert.EqualError(t, err, `pack.jsonl:1: caseId: "c" is the caseId of set.jsonl:3, too, want a unique one`)
	_, err = regressionset.Add(set(t, "bad.jsonl", good("d"), with("e", map[string]any{"packId": 1})), old)
	assert.EqualError(t, err, "bad.jsonl:2: packId: is 1, want a string that is not blank")
	after, err := os.ReadFile(old)
	require.NoError(t, err)
	assert.Equal(t, both, after, "a refused pack changes nothing")

	require.NoError(t, os.WriteFile("empty.jsonl", []byte("\n"), 0o666))
	_, err = regressionset.Add("empty.jsonl", old)
	assert.EqualError(t, err, "regressionset: no records in empty.jsonl")
	_, err = regressionset.Add("nowhere.jsonl", old)
	assert.EqualError(t, err, "regressionset: open nowhere.jsonl: "+syscall.ENOENT.Error())

	n, err = regressionset.Add(pack, filepath.Join("new", "set.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	entries, err := os.ReadDir("new")
	require.NoError(t, err)
	assert.Len(t, entries, 1, "no temporary file is left")
}

func FuzzRegressionSet(f *testing.F) {
	f.Add([]byte(`{"caseId":"a","expected":{"minExtractions":1}}`))
	f.Add([]byte("[1]\n\n{"))
	f.Add([]byte(`{"targetSchema":{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#"}},"minimum":1e400,"pattern":"("}}`))
	line, err := json.Marshal(good("a"))
	require.NoError(f, err)
	f.Add(line)
	f.Add(bytes.Replace(line, []byte(`"type":"array"`), []byte(`"type":"array","maxItems":0`), 1))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		file := filepath.Join(dir, fmt.Sprint(os.Getpid())+".jsonl")
		require.NoError(t, os.WriteFile(file, text, 0o666))
		records, err := regressionset.Read(file)
		if err != nil {
			assert.Nil(t, records)
			for _, line := range strings.Split(err.Error(), "\n") {
				assert.True(t, strings.HasPrefix(line, filepath.ToSlash(file)+":") || strings.HasPrefix(line, "regressionset: no records"), "%q names its place", line)
			}
			return
		}
		for _, r := range records {
			o, err := r.Judge(r.ProviderResponseText, nil, nil)
			require.NoError(t, err)
			assert.Equal(t, o.Kind == regressionset.EmptyByFailure, o.Failure != "")
			assert.Equal(t, o.Kind == regressionset.NonEmpty, len(o.Extractions) > 0)
		}
	})
}

func Example_recordJudge() {
	r := regressionset.Record{TargetSchema: json.RawMessage(`{"type":"object","required":["extractions"]}`)}
	for _, response := range []string{
		`{"extractions":[{"class":"person","start":0,"end":4,"quote":"Anna"}]}`,
		`{"extractions":[]}`,
		`{"result":[]}`,
	} {
		o, err := r.Judge(response, nil, nil)
		fmt.Println(o.Kind, len(o.Extractions), o.Failure, err)
	}
	// Output:
	// non_empty 1  <nil>
	// empty_by_evidence 0  <nil>
	// empty_by_failure 0 schema: at the top: missing property 'extractions' <nil>
}

func Example_recordRead() {
	dir, err := os.MkdirTemp("", "packs")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	pack := filepath.Join(dir, "pack.jsonl")
	line := `{"caseId":"anna","category":"letter","documentText":"Anna signed.","instructions":"Who signed?","targetSchema":{},` +
		`"providerResponseText":"{}","expected":{"emptyResultKind":"empty_by_evidence","minExtractions":0,"maxExtractions":%s},"sourceUrl":"%s","packId":"letters"}` + "\n"

	os.WriteFile(pack, []byte(fmt.Sprintf(line, "0", "https://example.com/1")), 0o666)
	records, err := regressionset.Read(pack)
	fmt.Println(regressionset.BreadthOf(records), err)

	os.WriteFile(pack, []byte(fmt.Sprintf(line, `"none"`, "example.com")), 0o666)
	_, err = regressionset.Read(pack)
	fmt.Println(strings.ReplaceAll(err.Error(), filepath.ToSlash(dir)+"/", ""))
	// Output:
	// {1 1 1} <nil>
	// pack.jsonl:1: expected.maxExtractions: is "none", want a whole number from 0
	// pack.jsonl:1: sourceUrl: is "example.com", want an absolute http or https URL
}

func Example_recordAdd() {
	dir, err := os.MkdirTemp("", "packs")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	pack, set := filepath.Join(dir, "pack.jsonl"), filepath.Join(dir, "regression.jsonl")
	os.WriteFile(pack, []byte(`{"caseId":"anna","category":"letter","documentText":"Anna signed.","instructions":"Who signed?","targetSchema":{},`+
		`"providerResponseText":"{}","expected":{"emptyResultKind":"empty_by_evidence","minExtractions":0,"maxExtractions":0},"sourceUrl":"https://example.com/1","packId":"letters"}`), 0o666)

	fmt.Println(regressionset.Add(pack, set))
	_, err = regressionset.Add(pack, set)
	fmt.Println(strings.ReplaceAll(err.Error(), filepath.ToSlash(dir)+"/", ""))
	// Output:
	// 1 <nil>
	// pack.jsonl:1: caseId: "anna" is the caseId of regression.jsonl:1, too, want a unique one
}

func Example_recordBreadthOf() {
	fmt.Printf("%+v\n", regressionset.BreadthOf([]regressionset.Record{
		{CaseID: "anna", Category: "letter", PackID: "letters"}, {CaseID: "ben", Category: "memo", PackID: "letters"},
	}))
	// Output: {Cases:2 Categories:2 Packs:1}
}

func Example_recordSetResponses() {
	dir, err := os.MkdirTemp("", "set")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	set := filepath.Join(dir, "regression.jsonl")
	os.WriteFile(set, []byte(`{"caseId":"anna","category":"letter","documentText":"Anna signed.","instructions":"Who signed?","targetSchema":{},`+
		`"providerResponseText":"{}","expected":{"emptyResultKind":"empty_by_evidence","minExtractions":0,"maxExtractions":0},"sourceUrl":"https://example.com/1","packId":"letters"}`), 0o666)

	fmt.Println(regressionset.SetResponses(set, map[string]string{"anna": `{"extractions":[]}`}))
	records, err := regressionset.Read(set)
	fmt.Println(records[0].ProviderResponseText, err)
	// Output:
	// <nil>
	// {"extractions":[]} <nil>
}
