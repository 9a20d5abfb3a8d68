package document_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
)

func parse(t *testing.T, text string) document.Value {
	t.Helper()
	v, err := document.Parse([]byte(text))
	require.NoError(t, err)
	return v
}

func TestKindsAndTexts(t *testing.T) {
	for _, tt := range []struct {
		json, text string
		kind       document.Kind
		empty      bool
		length     int
	}{
		{json: `null`, kind: document.Null, text: "null", empty: true},
		{json: `true`, kind: document.Bool, text: "true"},
		{json: `false`, kind: document.Bool, text: "false"},
		{json: `0`, kind: document.Number, text: "0"},
		{json: `-0.0`, kind: document.Number, text: "-0.0"},
		{json: `12345678901234567890123`, kind: document.Number, text: "12345678901234567890123"},
		{json: `1.10`, kind: document.Number, text: "1.10"},
		{json: `1e400`, kind: document.Number, text: "1e400"},
		{json: `""`, kind: document.String, text: "", empty: true},
		{json: "\" \\t\\n\"", kind: document.String, text: " \t\n", empty: true},
		{json: `"\u00a0\u3000"`, kind: document.String, text: "\u00a0\u3000", empty: true},
		{json: `"x"`, kind: document.String, text: "x"},
		{json: `"a\"b\\c\/d\n\u00e9"`, kind: document.String, text: "a\"b\\c/d\né"},
		{json: `"\ud83d\ude00"`, kind: document.String, text: "😀"},
		{json: `"\ud83d"`, kind: document.String, text: "\U0010F83D"}, // 0x10F800 + 0x3D
		{json: `"\ud83dx\udc00\\ud800"`, kind: document.String, text: "\U0010F83Dx\U0010FC00\\ud800"},
		{json: `"\udc00\ud83d\ude00\uD8FF\n"`, kind: document.String, text: "\U0010FC00😀\U0010F8FF\n"},
		{json: "\"\xff\"", kind: document.String, text: "\uFFFD"},
		{json: `[]`, kind: document.Array, text: "[]"},
		{json: `[1,[2,3],"x"]`, kind: document.Array, text: `[1,[2,3],"x"]`, length: 3},
		{json: `{}`, kind: document.Object, text: "{}"},
		{json: ` {"a":1,"b":{"c":2}} `, kind: document.Object, text: `{"a":1,"b":{"c":2}}`, length: 2},
	} {
		t.Run(tt.json, func(t *testing.T) {
			v := parse(t, tt.json)
			assert.Equal(t, tt.kind, v.Kind())
			assert.Equal(t, tt.text, v.Text())
			assert.Equal(t, tt.empty, v.Empty())
			assert.Equal(t, tt.length, v.Len())
			assert.True(t, v.Exists())
			assert.Equal(t, strings.TrimSpace(tt.json), string(v.Raw()))
			assert.Equal(t, string(v.Raw()), v.RawText())
		})
	}
}

func TestMissingValue(t *testing.T) {
	var v document.Value
	assert.Equal(t, document.Missing, v.Kind())
	assert.False(t, v.Exists())
	assert.True(t, v.Empty())
	assert.Nil(t, v.Raw())
	assert.Empty(t, v.Text()+v.RawText()+v.String())
	assert.Zero(t, v.Len())
	assert.Equal(t, v, v.Get("a.b[0]"))
	assert.Equal(t, v, v.Index(0))
	assert.Empty(t, v.AppendCanonical(nil))
	for range v.Items() {
		t.Error("a missing value has no items")
	}
	for range v.Members() {
		t.Error("a missing value has no members")
	}
}

func TestMissingNullAndEmptyAreToldApart(t *testing.T) {
	v := parse(t, `{"null":null,"blank":"","text":"x"}`)
	assert.Equal(t, document.Null, v.Get("null").Kind())
	assert.Equal(t, document.String, v.Get("blank").Kind())
	assert.Equal(t, document.Missing, v.Get("nothing").Kind())
}

func TestDuplicateKeysTheLastWins(t *testing.T) {
	v := parse(t, `{"a":1,"b":2,"a":3,"\u0061":4}`)
	assert.Equal(t, "4", v.Get("a").Text())
	var std map[string]int
	require.NoError(t, json.Unmarshal(v.Raw(), &std))
	assert.Equal(t, 4, std["a"], "as encoding/json")
	assert.Equal(t, `{"a":4,"b":2}`, string(v.AppendCanonical(nil)))
	var last []string
	for key, m := range v.LastMembers() {
		last = append(last, key+"="+m.RawText())
	}
	assert.Equal(t, []string{"b=2", "a=4"}, last)
}

func TestIteration(t *testing.T) {
	v := parse(t, `{"x":[10,{"k":[]},[20]],"y":null}`)
	var got []string
	for key, m := range v.Members() {
		got = append(got, key+"="+m.RawText())
	}
	for i, item := range v.Get("x").Items() {
		got = append(got, fmt.Sprintf("%d=%s", i, item.RawText()))
		assert.Equal(t, item, v.Get("x").Index(i))
	}
	assert.Equal(t, []string{`x=[10,{"k":[]},[20]]`, `y=null`, `0=10`, `1={"k":[]}`, `2=[20]`}, got)
	assert.False(t, v.Get("x").Index(3).Exists())
	assert.False(t, v.Get("x").Index(-1).Exists())
}

func TestCanonical(t *testing.T) {
	a := parse(t, `{"b":[1.10,"x\u0041"], "a":{"d":null,"c":true}}`)
	b := parse(t, "{\n\"a\":{\"c\":true,\"d\":null},\"b\":[1.10,\"xA\"]}")
	assert.Equal(t, `{"a":{"c":true,"d":null},"b":[1.10,"xA"]}`, string(a.AppendCanonical(nil)))
	assert.Equal(t, string(a.AppendCanonical(nil)), string(b.AppendCanonical(nil)))
}

func TestParseErrors(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"nothing":         {"", "document: invalid JSON at offset 0: unexpected end of JSON input"},
		"truncated":       {`{"a":1`, "document: invalid JSON at offset 6: unexpected end of JSON input"},
		"two values":      {`1 2`, "document: invalid JSON at offset 3: invalid character '2' after top-level value"},
		"bad literal":     {`{"a":tru}`, "document: invalid JSON at offset 9: invalid character '}' in literal true (expecting 'e')"},
		"leading zero":    {`01`, "document: invalid JSON at offset 2: invalid character '1' after top-level value"},
		"trailing comma":  {`[1,]`, "document: invalid JSON at offset 4: invalid character ']' looking for beginning of value"},
		"not a number":    {`NaN`, "document: invalid JSON at offset 1: NaN is not JSON: write null, or let json.dumps(..., allow_nan=False) find it"},
		"printed":         {`{'a': 1}`, "document: invalid JSON at offset 2: JSON has \", not ': write it by json.dumps(value), not by str(value)"},
		"no end":          {`{"a":-Infinity}`, "document: invalid JSON at offset 7: Infinity is not JSON: write null, or let json.dumps(..., allow_nan=False) find it"},
		"too deep":        {strings.Repeat("[", 100_000), "document: invalid JSON at offset 128: nested deeper than 128 levels"},
		"too deep, valid": {strings.Repeat("[", 129) + strings.Repeat("]", 129), "document: invalid JSON at offset 128: nested deeper than 128 levels"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := document.Parse([]byte(tt.text))
			assert.EqualError(t, err, tt.want)
			assert.False(t, v.Exists())
			var syntax *document.SyntaxError
			assert.True(t, errors.As(err, &syntax))
		})
	}
}

func TestDepthCountsNestingAndNotBrackets(t *testing.T) {
	deepest := strings.Repeat("[", 128) + strings.Repeat("]", 128)
	parse(t, deepest)
	parse(t, "["+strings.Repeat("[],", 5000)+"0]")
	parse(t, `["`+strings.Repeat("[{", 5000)+`\"`+strings.Repeat("[", 5000)+`"]`)
}

func TestTheDocumentIsACopy(t *testing.T) {
	text := []byte(`{"a":"x"}`)
	v, err := document.Parse(text)
	require.NoError(t, err)
	copy(text, "#########")
	assert.Equal(t, "x", v.Get("a").Text())
	assert.Equal(t, `{"a":"x"}`, string(v.Raw()))
}

func TestRawCannotOverwriteItsNeighbour(t *testing.T) {
	v := parse(t, `[1,2]`)
	_ = append(v.Index(0).Raw(), "999"...)
	assert.Equal(t, `[1,2]`, string(v.Raw()))
}

type invoiceStruct struct {
	Number string             `json:"number"`
	Total  *float64           `json:"total"`
	Rate   float32            `json:"rate"`
	Text   float64            `json:"text,string"`
	Rows   []map[string]any   `json:"rows"`
	Extra  map[string]float64 `json:"extra,omitempty"`
	Skip   float64            `json:"-"`
	hidden float64
}

func TestOf(t *testing.T) {
	total := 100.5
	for name, tt := range map[string]struct {
		in   any
		want string
	}{
		"bytes":       {[]byte(`{"a":1}`), `{"a":1}`},
		"raw message": {json.RawMessage(`[1]`), `[1]`},
		"string":      {`"x"`, `"x"`},
		"value":       {parse(t, `{"a":[1,2]}`).Get("a"), `[1,2]`},
		"nil":         {nil, `null`},
		"map":         {map[string]any{"b": 2, "a": 1}, `{"a":1,"b":2}`},
		"struct":      {invoiceStruct{Number: "7", Total: &total}, `{"number":"7","total":100.5,"rate":0,"text":"0","rows":null}`},
		"a NaN in it": {
			invoiceStruct{Total: ptr(math.NaN()), Rate: float32(math.Inf(1)), Text: math.Inf(-1), Rows: []map[string]any{{"x": math.NaN(), "y": 1.5}}, Skip: math.NaN(), hidden: math.NaN()},
			`{"number":"","total":"NaN","rate":"+Inf","text":"-Inf","rows":[{"x":"NaN","y":1.5}]}`,
		},
		"a NaN behind a pointer": {&invoiceStruct{Extra: map[string]float64{"k": math.NaN()}}, `{"number":"","total":null,"rate":0,"text":"0","rows":null,"extra":{"k":"NaN"}}`},
		"what HTML escapes":      {map[string]any{"a<b": "Smith & Co", "x": math.NaN()}, `{"a<b":"Smith & Co","x":"NaN"}`},
		"only a NaN":             {math.NaN(), `"NaN"`},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := document.Of(tt.in)
			require.NoError(t, err)
			assert.Equal(t, tt.want, v.RawText())
		})
	}
	missing, err := document.Of((*document.Value)(nil))
	require.NoError(t, err)
	assert.False(t, missing.Exists())
}

func TestOfLeavesTheOriginalAlone(t *testing.T) {
	in := map[string][]float64{"a": {1, math.NaN()}}
	_, err := document.Of(in)
	require.NoError(t, err)
	assert.True(t, math.IsNaN(in["a"][1]))
}

type bomb struct{}

func (bomb) MarshalJSON() ([]byte, error) { panic("boom") }

type loop struct{ Next *loop }

func TestOfErrors(t *testing.T) {
	cycle := &loop{}
	cycle.Next = cycle
	for name, tt := range map[string]struct {
		in   any
		want string
	}{
		"no JSON":      {"{", "document: invalid JSON at offset 1: unexpected end of JSON input"},
		"a channel":    {make(chan int), "document: marshalling chan int: json: unsupported type: chan int"},
		"a panic":      {bomb{}, "document: marshalling document_test.bomb panicked: boom"},
		"empty string": {"", "document: invalid JSON at offset 0: unexpected end of JSON input"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := document.Of(tt.in)
			assert.EqualError(t, err, tt.want)
		})
	}
	_, err := document.Of(cycle)
	assert.ErrorContains(t, err, "document: marshalling *document_test.loop: json: unsupported value: encountered a cycle")
}

func ptr[T any](v T) *T { return &v }

// checkParse holds Parse against encoding/json: the same texts are accepted, and every string, number
// and key reads the same.
func checkParse(t *testing.T, text string) {
	t.Helper()
	v, err := document.Parse([]byte(text))
	if (err == nil) != json.Valid([]byte(text)) {
		if err != nil && strings.Contains(err.Error(), "nested deeper") {
			return
		}
		t.Fatalf("Parse(%q): %v, encoding/json valid: %v", text, err, err != nil)
	}
	if err != nil {
		return
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var want any
	if err := d.Decode(&want); err != nil {
		return // a number that encoding/json refuses to hold
	}
	same(t, v, want)
	canonical := v.AppendCanonical(nil)
	again, err := document.Parse(canonical)
	if err != nil || !slices.Equal(canonical, again.AppendCanonical(nil)) {
		t.Fatalf("canonical form %q is not stable: %v", canonical, err)
	}
}

var texts = []string{
	"", " ", "null", " true ", "false", "nul", "truex", "[]", "[ ]", "{}", "{ }", "[1,]", "[,1]", "[1 2]", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\" 1}",
	"{\"a\":}", "{a:1}", "[}", "{]", "[1}", "[[[[]]]]", "[", "{", "]", "1 2", "[1],", "{\"a\":{\"b\":[1,{\"c\":null}]},\"d\":\"e\"}",
	"0", "-0", "-", "01", "1.", ".1", "1.5", "1e", "1e+", "1E-5", "1e5.5", "-1.25e+10", "+1", "1x", "0x10", "Infinity", "NaN",
	`""`, `"a`, `"\`, `"\"`, `"\""`, `"\\"`, `"\\\""`, `"\u12"`, `"\u12G4"`, `"\u12aF"`, `"\x"`, "\"\t\"", "\"\x1f\"", "\"\x7f\"", "\"é\"", "\"\xff\"", "\"\xe2\x82\"",
	"\"0123456\"", "\"01234567\"", "\"012345678\\n01234567890\"", "\"0123456789é0123456789\xff\"", "\"01234567\x1f\"", "[\"01234567\\", "\ufeff[]", "[1]\x00", "\v[]",
	`{"":"","a":"\"","a":[true,false,null,-1.5e-3,"x y"],"longer than eight bytes":{"q":[[],{}]}}`,
}

func TestParseAgreesWithEncodingJSON(t *testing.T) {
	for _, text := range texts {
		checkParse(t, text)
		checkParse(t, "  [ "+text+" , "+text+" ]\n")
		checkParse(t, `{"key":`+text+`,"other":`+text+`}`)
	}
	r := rand.New(rand.NewPCG(61, 62))
	const bytes = "{}[]:,\"\\ \t\n01-+.eEtfnu\x00\x1f\x7f\xc3\xa9\xff/abc"
	valid := 0
	for range 20_000 {
		text := []byte(texts[r.IntN(len(texts))])
		for range r.IntN(4) {
			at := r.IntN(len(text) + 1)
			c := bytes[r.IntN(len(bytes))]
			switch r.IntN(3) {
			case 0:
				text = slices.Insert(text, at, c)
			case 1:
				if at < len(text) {
					text[at] = c
				}
			case 2:
				text = slices.Delete(text, at, min(len(text), at+1))
			}
		}
		checkParse(t, string(text))
		if json.Valid(text) {
			valid++
		}
	}
	assert.Greater(t, valid, 1_000)
}

func FuzzParse(f *testing.F) {
	for _, text := range append(texts, invoice, `{"a":1,"a":2}`, `"\ud800x\udc00"`, "\"\xff\xc3\"", `{"\u0061\"":[[],{}]}`) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkParse(t, string(text)) })
}

func same(t *testing.T, v document.Value, want any) {
	t.Helper()
	switch want := want.(type) {
	case nil:
		assert.Equal(t, document.Null, v.Kind())
	case bool:
		got, ok := v.Bool()
		assert.True(t, ok && got == want)
	case json.Number:
		assert.Equal(t, want.String(), v.Text())
	case string:
		lone := func(r rune) rune { // encoding/json takes all of them for one
			if r >= 0x10F800 {
				return '\uFFFD'
			}
			return r
		}
		assert.Equal(t, strings.Map(lone, want), strings.Map(lone, v.Text()))
	case []any:
		require.Equal(t, len(want), v.Len())
		for i, item := range v.Items() {
			same(t, item, want[i])
		}
	case map[string]any:
		for key := range v.Members() {
			if strings.ContainsFunc(key, func(r rune) bool { return r >= 0x10F800 }) {
				return // encoding/json takes such keys for one
			}
			assert.Contains(t, want, key)
		}
		for key, m := range want {
			same(t, v.Member(key), m)
		}
	}
}
