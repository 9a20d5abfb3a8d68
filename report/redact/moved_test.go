package redact_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// keeps reports whether the value of a field is kept beside a redacted value, both given as JSON.
func keeps(secret, kept string) bool {
	c := report.NewCase(report.Observation{Result: &eval.Result{Fields: []eval.FieldResult{
		{Path: "kept", Attribute: "kept", Outcome: metrics.Invented, Got: json.RawMessage(kept)},
		{Path: "secret", Attribute: "secret", Outcome: metrics.Missing, Want: json.RawMessage(secret)},
	}}}, report.CaseOptions{MaxValueBytes: 1 << 30, Redaction: redact.Redaction{Paths: rules{"secret": redact.Omit}}})
	if c.Fields[1].Want != nil {
		panic("a secret is not redacted")
	}
	return string(c.Fields[0].Got) == kept
}

func TestRedactedValueInAKeptField(t *testing.T) {
	for _, tt := range []struct {
		reason, secret, kept string
		stays                bool
	}{
		{"the same text", `"DE89 3704"`, `"DE89 3704"`, false},
		{"in a longer text", `"DE89 3704"`, `"pay to DE89 3704 at once"`, false},
		{"other case and white space", `"DE89 3704"`, `"de 8937\n04"`, false},
		{"other white space, and what nobody sees", `"DE89 3704"`, `"DE\u00a0\u00ad89\u200b3704"`, false},
		{"full case folding", `"Straße"`, `"HAUPTSTRASSE 5"`, false},
		{"another Unicode form", `"Mu\u0308ller"`, `"Müller & Co"`, false},
		{"escapes", `"DE89"`, `"\u0044E89"`, false},
		{"a number", `12345`, `"ref 12345"`, false},
		{"in a number", `"1234"`, `512345`, false},
		{"in an object compared as a whole", `"DE89"`, `{"a":[{"b":"x DE89"}]}`, false},
		{"as a key of such an object", `"DE89"`, `{"a":{"DE89":1}}`, false},
		{"from an object compared as a whole", `{"a":["DE89"]}`, `"x DE89"`, false},
		{"four characters", `"äöüß"`, `"ÄÖÜSS"`, false},
		{"full width", `"DE89 3704"`, `"ＤＥ８９　３７０４"`, false},
		{"compatibility characters", `"TEL 5 (a) fi"`, `"℡⑤⒜ﬁ"`, false},
		{"mathematical letters", `"DE89 3704"`, `"𝐃𝐄𝟖𝟗 𝟛𝟟𝟘𝟜"`, false},
		{"joiners before accents", `"José Müller"`, `"Jose\u200d\u0301 Mu\u200d\u0308ller"`, false},
		{"white space before accents", `"José Müller"`, `"Jose \u0301 Mu \u0308ller"`, false},
		{"very many accents", `"DE89` + accents(100) + `"`, `"x DE89` + accents(50) + `\u200b` + accents(50) + ` y"`, false},
		{"accents in another order", `"DE\u0323\u030189"`, `"DE\u0301\u200b\u032389"`, false},
		{"an accent after it", `"Jose"`, `"Jose\u0301"`, false},
		{"an accent that stands alone after it", `"Müller"`, `"Müller´s"`, false},
		{"Korean", `"서울특별시"`, `"\u1109\u1165\u110b\u116e\u11af\u1110\u1173\u11a8\u1107\u1167\u11af\u1109\u1175"`, false},
		{"three characters in a form of nine", `"김철수"`, `"김철수"`, true},
		{"three characters with accents", `"äöü"`, `"äöü"`, true},
		{"nothing that is seen", `"\u200b\u200b\u200b\u200b\u200b"`, `"a\u200b"`, true},
		{"without its accents", `"José Müller"`, `"Jose Muller"`, true},
		{"another text", `"DE89 3704"`, `"DE88 3704"`, true},
		{"a part of it", `"DE89 3704"`, `"DE89"`, true},
		{"three characters", `"DE8"`, `"DE8"`, true},
		{"three characters and white space", `"D E 8 "`, `"D E 8 "`, true},
		{"booleans", `true`, `true`, true},
		{"null", `null`, `"null and void"`, true},
		{"keys of a redacted object", `{"DE89":1}`, `"DE89"`, true},
		{"over two elements", `"DE89"`, `["DE","89"]`, true},
		{"over two values", `"DE89"`, `"DE8"`, true},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			assert.Equal(t, tt.stays, keeps(tt.secret, tt.kept))
		})
	}
}

func accents(n int) string { return strings.Repeat(`\u0301`, n) }

// A redacted value is found however many characters that nobody sees are in it, and with
// none in it that is seen.
func TestRedactedValueWithACharacterInIt(t *testing.T) {
	unseen := []*unicode.RangeTable{unicode.White_Space, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector}
	fields := []eval.FieldResult{{Path: "iban", Attribute: "iban", Outcome: metrics.Missing, Want: json.RawMessage(`"SecretIban77"`)}}
	var in []rune
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r == 0x2800 || unicode.In(r, unseen...) || r < 0x3200 && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S) {
			in = append(in, r)
			text, err := json.Marshal("see Secret" + string(r) + "Iban77")
			assert.NoError(t, err)
			fields = append(fields, eval.FieldResult{Path: "note", Attribute: "note", Outcome: metrics.Hallucinated, Got: text})
		}
	}
	c := report.NewCase(report.Observation{Result: &eval.Result{Fields: fields}},
		report.CaseOptions{MaxFields: len(fields), Redaction: redact.Redaction{Paths: rules{"iban": redact.Omit}}})
	for i, r := range in {
		assert.Equal(t, r != 0x2800 && !unicode.In(r, unseen...), c.Fields[i+1].Got != nil, "%U", r)
	}
}

// The tag and the details of a kept field are searched as well, its note is free text and left
// out, and a value of one list item is found in another.
func TestRedactedValueBesideAKeptValue(t *testing.T) {
	const secret = "SECRET"
	kept := func(f eval.FieldResult) eval.FieldResult {
		f.Path, f.Attribute, f.Outcome, f.Got = "kept", "kept", metrics.Wrong, json.RawMessage(`"a"`)
		return f
	}
	for name, f := range map[string]eval.FieldResult{
		"note": {Note: "nearest to secret"}, "tag": {Tag: "like SECRET"}, "details": {Details: json.RawMessage(`{"other":"SE CRET"}`)},
		"details that are not JSON": {Details: json.RawMessage(`other: SECRET`)}, "want": {Want: json.RawMessage(`"SECRET"`)},
	} {
		t.Run(name, func(t *testing.T) {
			c := report.NewCase(report.Observation{ID: "a", Result: &eval.Result{
				Misses: []eval.Miss{{Path: "kept", Tag: "like SECRET"}},
				Fields: []eval.FieldResult{kept(f), {Path: "lines[1].sku", Attribute: "lines[].sku", Outcome: metrics.Missing, Want: json.RawMessage(`"SECRET"`)}},
			}}, report.CaseOptions{Redaction: redact.Redaction{Paths: rules{"lines": redact.Omit}}})
			text := reporttest.Line(t, c)
			assert.NotContains(t, strings.ToUpper(text), secret)
			assert.NotContains(t, strings.ToUpper(text), "SE CRET")
			if name == "tag" {
				assert.Equal(t, []string{"kept"}, c.Misses)
			}
		})
	}
	own := kept(eval.FieldResult{Note: "own note", Tag: "own tag", Details: json.RawMessage(`{"own":1}`)})
	c := report.NewCase(report.Observation{Result: &eval.Result{Misses: []eval.Miss{{Path: "kept", Tag: "own tag"}}, Fields: []eval.FieldResult{own}}},
		report.CaseOptions{Redaction: redact.Redaction{Paths: rules{"lines": redact.Omit}}})
	assert.Equal(t, []string{"", "own tag", `{"own":1}`, "kept (own tag)"}, []string{c.Fields[0].Note, c.Fields[0].Tag, string(c.Fields[0].Details), c.Misses[0]})

	// A path may look like a path with a tag.
	bracket := eval.FieldResult{Path: "price (net)", Attribute: "price (net)", Outcome: metrics.Missing, Tag: "missing"}
	c = report.NewCase(report.Observation{Result: &eval.Result{Misses: []eval.Miss{{Path: "price (net)"}, {Path: "price (net)", Tag: "missing"}}, Fields: []eval.FieldResult{bracket}}},
		report.CaseOptions{Redaction: redact.Redaction{Paths: rules{"lines": redact.Omit}}})
	assert.Equal(t, []string{"price (net)", "price (net) (missing)"}, c.Misses)
}

// A value that a rule redacts in truth and answer is found as well where the spec does not compare
// it. A value that only the mode redacts, and no rule compares, is not looked for.
func TestRedactedValueThatIsNotCompared(t *testing.T) {
	want := []byte(`{"vendor":{"iban":"DE89 3704","bank":["COBADEFF"],"name":"Acme"},"rows":[{"sku":"W-1234","n":{"5":"Qwert"}}],"file":"A-17.pdf"}`)
	for _, tt := range []struct {
		reason string
		r      redact.Redaction
		kept   string
		stays  bool
	}{
		{"below a rule", redact.Redaction{Paths: rules{"vendor": redact.Omit}}, `"pay to de893704"`, false},
		{"in an array below a rule", redact.Redaction{Paths: rules{"vendor": redact.Omit}}, `"COBADEFF"`, false},
		{"in items", redact.Redaction{Paths: rules{"rows[].sku": redact.Omit}}, `"W-1234"`, false},
		{"a key of digits", redact.Redaction{Paths: rules{`rows[].n["5"]`: redact.Omit}}, `"qwert"`, false},
		{"beside a rule", redact.Redaction{Paths: rules{"vendor.name": redact.Omit}}, `"DE89 3704"`, true},
		{"an exception below a rule", redact.Redaction{Paths: rules{"vendor": redact.Omit, "vendor.name": ""}}, `"Acme"`, true},
		{"by the mode alone", redact.Redaction{Mode: redact.Omit, Paths: rules{"kept": ""}}, `"A-17.pdf"`, true},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			r := eval.Result{Fields: []eval.FieldResult{{Path: "kept", Attribute: "kept", Outcome: metrics.Invented, Got: json.RawMessage(tt.kept)}}}
			c := report.NewCase(report.Observation{Want: want, Result: &r}, report.CaseOptions{Redaction: tt.r})
			assert.Equal(t, tt.stays, c.Fields[0].Got != nil)

			var err error
			r.Answer, err = document.Parse(want)
			assert.NoError(t, err)
			c = report.NewCase(report.Observation{Result: &r}, report.CaseOptions{Redaction: tt.r})
			assert.Equal(t, tt.stays, c.Fields[0].Got != nil, "in the answer")
		})
	}
}

// An answer of another shape than a rule is written for hides no value from it.
func TestRedactedValueInAnAnswerOfAnotherShape(t *testing.T) {
	const omit = redact.Omit
	for _, tt := range []struct {
		reason string
		paths  rules
		answer string
		stays  bool // the value DE89 3704
	}{
		{"a list in place of an object", rules{"vendor.iban": omit}, `{"vendor":[{"iban":"DE89 3704"}]}`, false},
		{"lists of lists", rules{"vendor.iban": omit}, `{"vendor":[[],[[{"iban":["DE89 3704"]}]]]}`, false},
		{"a list in place of the document", rules{"vendor.iban": omit}, `[{"vendor":{"iban":"DE89 3704"}}]`, false},
		{"lists in place of items", rules{"lines[].iban": omit}, `{"lines":[[{"iban":"DE89 3704"}]]}`, false},
		{"an object in place of a list", rules{"lines[].iban": omit}, `{"lines":{"iban":"DE89 3704"}}`, false},
		{"an object in place of a list of lists", rules{"lines[][].iban": omit}, `{"lines":{"iban":"DE89 3704"}}`, false},
		{"a value in place of a list", rules{"ibans[]": omit}, `{"ibans":"DE89 3704"}`, false},
		{"a string in place of an object", rules{"vendor.iban": omit}, `{"vendor":"DE89 3704"}`, false},
		{"other letter case", rules{"vendor.iban": omit}, `{"Vendor":{"IBAN":"DE89 3704"}}`, false},
		{"other letter case in the rule", rules{"Vendor.IBAN": omit}, `{"vendor":{"iban":"DE89 3704"}}`, false},
		{"letter case that folds fully", rules{"straße.iban": omit}, `{"STRASSE":{"iban":"DE89 3704"}}`, false},
		{"one of two keys", rules{"vendor.iban": omit}, `{"vendor":{"iban":"other","Iban":"DE89 3704"}}`, false},
		{"a key twice", rules{"vendor.iban": omit}, `{"vendor":{"iban":"DE89 3704","iban":"other"}}`, false},
		{"items by a rule, and a key of digits", rules{"y[]": "", `y["0"].iban`: omit}, `{"y":[{"0":{"iban":"DE89 3704"}}]}`, false},
		{"another key", rules{"vendor.iban": omit}, `{"vendor":[{"name":"DE89 3704"}],"iban":"DE89 3704"}`, true},
		{"an exception in a list", rules{"vendor": omit, "vendor.name": ""}, `{"vendor":[{"name":"DE89 3704"}]}`, true},
		{"an exception in other letter case", rules{"vendor": omit, "vendor.name": ""}, `{"vendor":{"NAME":"DE89 3704"}}`, false},
		{"an exception for items", rules{"lines": omit, "lines[]": ""}, `{"lines":["DE89 3704"]}`, true},
		{"an exception for items, of which there is no list", rules{"lines": omit, "lines[]": ""}, `{"lines":{"a":"DE89 3704"}}`, false},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			answer, err := document.Parse([]byte(tt.answer))
			assert.NoError(t, err)
			note := eval.FieldResult{Path: "note", Attribute: "note", Outcome: metrics.Hallucinated, Got: json.RawMessage(`"pay de893704"`)}
			c := report.NewCase(report.Observation{Result: &eval.Result{Answer: answer, Fields: []eval.FieldResult{note}}},
				report.CaseOptions{Redaction: redact.Redaction{Paths: tt.paths}})
			assert.Equal(t, tt.stays, c.Fields[0].Got != nil)
		})
	}
}

// The truth is searched at the path of a rule; from WantPath, only compared values are looked for.
func TestRedactedValueAtAWantPath(t *testing.T) {
	e, err := eval.Spec{Fields: []eval.Field{{Path: "iban", WantPath: "bank.account"}, {Path: "note"}}}.Compile()
	assert.NoError(t, err)
	for note, stays := range map[string]bool{"pay DE89": false, "pay DE77": true} {
		want := []byte(`{"bank":{"account":"DE89","old":"DE77"},"note":"x"}`)
		r, err := e.Evaluate(t.Context(), `{"note":"`+note+`"}`, want)
		assert.NoError(t, err)
		c := report.NewCase(report.Observation{Want: want, Result: &r}, report.CaseOptions{Redaction: redact.Redaction{Paths: rules{"iban": redact.Omit}}})
		assert.Equal(t, stays, c.Fields[1].Got != nil)
	}
}

// Invented values that the result does not list cannot be looked for.
func TestRedactedValueThatIsNotListed(t *testing.T) {
	e, err := eval.Spec{Fields: []eval.Field{{Path: "note"}, {Path: "iban"}}, Strict: true}.Compile()
	assert.NoError(t, err)
	for _, tt := range []struct {
		invented int
		stays    bool
	}{{paths.MaxInvented, true}, {paths.MaxInvented + 1, false}} {
		r, err := e.Evaluate(t.Context(), `{"note":"DE89","more":[0`+strings.Repeat(",0", tt.invented-1)+`]}`, `{"note":"DE88"}`)
		assert.NoError(t, err)
		c := report.NewCase(report.Observation{Result: &r}, report.CaseOptions{Redaction: redact.Redaction{Paths: rules{"iban": redact.Omit}}})
		assert.Equal(t, tt.stays, c.Fields[0].Got != nil, tt.invented)
		none := report.NewCase(report.Observation{Result: &r}, report.CaseOptions{Redaction: redact.Redaction{Paths: rules{"iban": ""}}})
		assert.NotNil(t, none.Fields[0].Got, "rules that keep values redact nothing")
	}
}

// However the values overlap, those are found that strings.Contains finds.
func TestRedactedValueProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ab]{0,12}`)
		secrets := rapid.SliceOfN(text, 0, 8).Draw(t, "secrets")
		kept := rapid.SliceOfN(rapid.StringMatching(`[abx]{0,40}`), 1, 4).Draw(t, "kept")
		var fields []eval.FieldResult
		for _, s := range kept {
			fields = append(fields, eval.FieldResult{Attribute: "kept", Outcome: metrics.Invented, Got: json.RawMessage(strconv.Quote(s))})
		}
		for _, s := range secrets {
			fields = append(fields, eval.FieldResult{Attribute: "secret", Outcome: metrics.Invented, Got: json.RawMessage(strconv.Quote(s))})
		}
		c := report.NewCase(report.Observation{Result: &eval.Result{Fields: fields}}, report.CaseOptions{Redaction: redact.Redaction{Paths: rules{"secret": redact.Omit}}})
		for i, k := range kept {
			found := false
			for _, s := range secrets {
				found = found || len(s) >= 4 && strings.Contains(k, s)
			}
			assert.Equal(t, found, c.Fields[i].Got == nil, "%q", k)
		}
	})
}

// Beyond the limits the whole case is redacted, and a value as long as they allow takes a moment.
func TestRedactedValuesOfHostileSize(t *testing.T) {
	effort.NeedsLong(t)
	long := func(s string, n int) string { return strconv.Quote(strings.Repeat(s, n)) }
	assert.False(t, keeps(`"DE89"`, long("x", 4<<20)), "more than is searched")
	assert.True(t, keeps(`"DE89"`, long("x", 4<<20-2)))
	assert.False(t, keeps(`"xxxx"`, long("x", 4<<20-2)))
	assert.True(t, keeps(long("x", 10<<20), `"xxxxxxx"`), "longer than all kept texts")
	assert.True(t, keeps(long("x", 256<<10), long("xy", 200<<10)))
	assert.True(t, keeps(long("x", 256<<10+1), long("xy", 200<<10)))
	assert.True(t, keeps(`"x"`, strings.Repeat("[", 128)+strings.Repeat("]", 128)))

	// A redacted value that stands in too many places.
	for n, stays := range map[int]bool{1<<20 + 3: true, 1<<20 + 4: false} {
		c := report.NewCase(report.Observation{Result: &eval.Result{Fields: []eval.FieldResult{
			{Path: "kept", Attribute: "kept", Outcome: metrics.Invented, Got: json.RawMessage(long("x", n))},
			{Path: "other", Attribute: "other", Outcome: metrics.Invented, Got: json.RawMessage(`"other"`)},
			{Path: "secret", Attribute: "secret", Outcome: metrics.Missing, Want: json.RawMessage(`"xxxx"`)},
		}}}, report.CaseOptions{Redaction: redact.Redaction{Paths: rules{"secret": redact.Omit}}})
		assert.Nil(t, c.Fields[0].Got, n)
		assert.Equal(t, stays, c.Fields[1].Got != nil, n)
	}

	// Many values that begin alike, and then each goes on with another character, over a
	// text that almost has them.
	var many []string
	for i := range 200 {
		many = append(many, strings.Repeat("a", 1000)+string(rune('!'+i%90))+fmt.Sprint(i))
	}
	secrets, err := json.Marshal(many)
	assert.NoError(t, err)
	assert.True(t, keeps(string(secrets), long("a", 2<<20)))

	var fields []eval.FieldResult
	var misses []eval.Miss
	var texts []string
	for i := range 100_000 {
		path := fmt.Sprintf("lines[%d]", i)
		misses, texts = append(misses, eval.Miss{Path: path, Tag: "missing"}), append(texts, path+" (missing)")
		fields = append(fields,
			eval.FieldResult{Path: path + ".kept", Attribute: "lines[].kept", Outcome: metrics.Missing, Want: json.RawMessage(strconv.Itoa(i))},
			eval.FieldResult{Path: path + ".secret", Attribute: "lines[].secret", Outcome: metrics.Missing, Want: json.RawMessage(strconv.Itoa(1_000_000 + i))})
	}
	c := report.NewCase(report.Observation{Result: &eval.Result{Fields: fields, Misses: misses}}, report.CaseOptions{MaxExamples: len(misses), Redaction: redact.Redaction{Paths: rules{"lines[].secret": redact.Omit}}})
	assert.Len(t, c.Fields, 1000)
	assert.Equal(t, texts, c.Misses)
	for _, f := range c.Fields {
		assert.Equal(t, f.Attribute == "lines[].kept", f.Want != nil)
	}
}
