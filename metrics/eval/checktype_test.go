package eval_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

type (
	checkedParty struct {
		Name  string `json:"name"`
		TaxID string `json:"tax_id"`
	}
	checkedLine struct {
		Description string   `json:"description"`
		Amount      *float64 `json:"amount" eval:"numeric,want=sums.amount"`
		Net         float64  `json:"net"`
	}
	checkedStatus int
	checked       struct {
		Number   string                  `json:"number,omitzero"`
		Total    *float64                `json:"total"`
		Pages    int                     `json:"pages"`
		Copies   uint                    `json:"copies"`
		Paid     bool                    `json:"paid"`
		Vendor   *checkedParty           `json:"vendor"`
		Lines    []*checkedLine          `json:"lines"`
		Tags     []string                `json:"tags"`
		Box      [4]float64              `json:"box"`
		Quoted   int                     `json:"quoted,string"`
		QuotedS  string                  `json:"quoted_s,string"`
		Parties  map[string]checkedParty `json:"parties"`
		Anything any                     `json:"anything"`
		Raw      json.RawMessage         `json:"raw"`
		Exact    json.Number             `json:"exact"`
		Due      time.Time               `json:"due"`
		Money    money                   `json:"money"`
		Lax      lax                     `json:"lax"`
		Code     *code                   `json:"code"`
		Bytes    []byte                  `json:"bytes"`
		Currency string                  `json:"currency" eval:"one_of"`
		Tax      float64                 `json:"tax" eval:"numeric,want=sums.tax"`
		Internal int                     `json:"internal" eval:"-"`
		Parent   *checked                `json:"parent"`
		Status   checkedStatus           `json:"status"`
		secret   int
		Hidden   int `json:"-"`
	}
)

func (s checkedStatus) String() string { return [...]string{"open", "paid"}[s] }

func TestCheckType(t *testing.T) {
	_ = checked{}.secret
	for _, tt := range []struct{ name, truth, err string }{
		{"what fits", `{"number":"A","total":1.5,"pages":1e0,"copies":0,"paid":true,"vendor":{"name":"X"},"lines":[{"description":"d"}],"tags":["a"],"box":[1,2,3,4]}`, ``},
		{"null and nothing fit all", `{"number":null,"total":null,"pages":null,"vendor":null,"lines":null,"tags":[null],"quoted":null,"box":null}`, ``},
		{"an empty truth", `{}`, ``},
		{"a truth that is null", `null`, ``},
		{"a slip in a key", `{"nunber":"A"}`, `eval: nunber: unknown key; did you mean "number" (field Number of eval_test.checked)? Correct the truth, or the json tag`},
		{"another case", `{"Number":"A"}`, `eval: Number: unknown key; did you mean "number" (field Number of eval_test.checked)? Correct the truth, or the json tag`},
		{"a slip below", `{"vendor":{"taxid":"X"}}`, `eval: vendor.taxid: unknown key; did you mean "tax_id" (field TaxID of eval_test.checkedParty)? Correct the truth, or the json tag`},
		{"a slip in a list", `{"lines":[{},{"desc":"X","descripton":"X"}]}`, "eval: lines[1].desc: unknown key; valid are description, amount, net\n" +
			`eval: lines[1].descripton: unknown key; did you mean "description" (field Description of eval_test.checkedLine)? Correct the truth, or the json tag`},
		{"a slip in a map", `{"parties":{"any key":{"nam":"X"}}}`, `eval: parties.any key.nam: unknown key; did you mean "name" (field Name of eval_test.checkedParty)? Correct the truth, or the json tag`},
		{"a slip in a type that contains itself", `{"parent":{"parent":{"totl":1}}}`, `eval: parent.parent.totl: unknown key; did you mean "total" (field Total of eval_test.checked)? Correct the truth, or the json tag`},
		{"what JSON does not have", `{"secret":1,"Hidden":2}`, "eval: secret: unknown key; valid are number, total, pages, copies, paid, vendor, lines, tags, box, quoted, quoted_s, parties, anything, raw, exact, due, money, lax, code, bytes, currency, tax, internal, parent, status\n" +
			"eval: Hidden: unknown key; valid are number, total, pages, copies, paid, vendor, lines, tags, box, quoted, quoted_s, parties, anything, raw, exact, due, money, lax, code, bytes, currency, tax, internal, parent, status"},
		{"a key with a dot", `{"a.b":1,"total":"x"}`, "eval: [\"a.b\"]: unknown key; valid are number, total, pages, copies, paid, vendor, lines, tags, box, quoted, quoted_s, parties, anything, raw, exact, due, money, lax, code, bytes, currency, tax, internal, parent, status\n" +
			`eval: total: got string "x", want a number`},
		{"text for a number", `{"total":"1.889,00"}`, `eval: total: got string "1.889,00", want a number`},
		{"a number for text", `{"number":4711}`, `eval: number: got number 4711, want a string`},
		{"a bool for text", `{"number":true}`, `eval: number: got bool true, want a string`},
		{"the text of an enum without MarshalText", `{"status":"paid"}`,
			`eval: status: got string "paid", want a number; encoding/json ignores the String method of eval_test.checkedStatus, write a MarshalText method that returns its text`},
		{"its number", `{"status":1}`, ``},
		{"text for a bool", `{"paid":"yes"}`, `eval: paid: got string "yes", want a bool`},
		{"a fraction for an integer", `{"pages":1.5}`, `eval: pages: got number 1.5, want an integer`},
		{"integers, however they are written", `{"pages":100.0,"copies":-0,"parent":{"pages":1.5e1,"parent":{"pages":150e-1,"copies":0.0e-5}}}`, ``},
		{"fractions, however they are written", `{"pages":15e-1,"copies":1e-99999999999}`, "eval: pages: got number 15e-1, want an integer\n" +
			`eval: copies: got number 1e-99999999999, want an integer that is not negative`},
		{"a negative number", `{"copies":-1}`, `eval: copies: got number -1, want an integer that is not negative`},
		{"an object for text", `{"number":{}}`, `eval: number: got object, want a string`},
		{"text for an object", `{"vendor":"X"}`, `eval: vendor: got string "X", want an object`},
		{"text for a map", `{"parties":[]}`, `eval: parties: got array, want an object`},
		{"an object for a list", `{"lines":{},"box":1}`, "eval: lines: got object, want an array\n" + `eval: box: got number 1, want an array`},
		{"text for an item", `{"lines":["a"],"tags":["a",1],"box":[1,2,3,"4"]}`, "eval: lines[0]: got string \"a\", want an object\n" +
			"eval: tags[1]: got number 1, want a string\n" + `eval: box[3]: got string "4", want a number`},
		{"a string by option", `{"quoted":"5","quoted_s":"\"x\""}`, ``},
		{"a number where the option makes it a string", `{"quoted":5}`, `eval: quoted: got number 5, want a string that holds a number, by the option "string" of its json tag`},
		{"something else in the string", `{"quoted":"x","quoted_s":"x"}`, "eval: quoted: got string \"x\", want a string that holds a number, by the option \"string\" of its json tag\n" +
			`eval: quoted_s: got string "x", want a string that holds a string, by the option "string" of its json tag`},
		{"types that read and write themselves", `{"anything":[1],"raw":{"a":1},"due":"2024-01-02T00:00:00Z","money":7,"lax":"x","code":5}`, ``},
		{"a number kept as text, bytes", `{"exact":1.50,"bytes":"aGk="}`, ``},
		{"not kept as text, no bytes", `{"exact":"1.50","bytes":[1]}`, "eval: exact: got string \"1.50\", want a number\n" + `eval: bytes: got array, want a string`},
		{"accepted values", `{"currency":["EUR","€"]}`, ``},
		{"an accepted value of another type", `{"currency":["EUR",1]}`, `eval: currency[1]: got number 1, want a string`},
		{"ignored", `{"internal":"anything"}`, ``},
		{"where the tag says", `{"sums":{"tax":1},"lines":[{"sums":{"amount":2}}],"tax":3}`, ``},
		{"not where the tag says", `{"sums":{"tax":"x","total":1},"lines":[{"sums":{"tax":1}}],"vendor":{"sums":{"tax":1}}}`, "eval: sums.tax: got string \"x\", want a number\n" +
			"eval: sums.total: unknown key\neval: lines[0].sums.tax: unknown key\n" + `eval: vendor.sums: unknown key; valid are name, tax_id`},
		{"a list for all", `[]`, `eval: (document): got array, want an object`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			truth, err := document.Parse([]byte(tt.truth))
			require.NoError(t, err)
			for _, typ := range []reflect.Type{reflect.TypeFor[checked](), reflect.TypeFor[**checked]()} {
				_, err := spectext.CheckTruth(truth, typ)
				if tt.err == "" {
					assert.NoError(t, err)
				} else {
					assert.EqualError(t, err, tt.err)
				}
			}
		})
	}
	t.Run("a missing truth", func(t *testing.T) {
		assert.NoError(t, checkType(document.Value{}, reflect.TypeFor[checked]()))
	})
	t.Run("a list of items", func(t *testing.T) {
		truth, err := document.Parse([]byte(`[{"sums":{"amount":"x"}},{"nt":1}]`))
		require.NoError(t, err)
		assert.EqualError(t, checkType(truth, reflect.TypeFor[[]checkedLine]()), "eval: [0].sums.amount: got string \"x\", want a number\n"+
			`eval: [1].nt: unknown key; did you mean "net" (field Net of eval_test.checkedLine)? Correct the truth, or the json tag`)
	})
}

func TestCheckTypeBoundsItsErrors(t *testing.T) {
	truth, err := document.Parse([]byte(`{"tags":[` + strings.Repeat("1,", 99) + `1]}`))
	require.NoError(t, err)
	lines := strings.Split(checkType(truth, reflect.TypeFor[checked]()).Error(), "\n")
	assert.Len(t, lines, 51)
	assert.Equal(t, "eval: and 50 more", lines[50])
}

// checkType returns the mistakes in a truth.
func checkType(truth document.Value, t reflect.Type) error {
	_, err := spectext.CheckTruth(truth, t)
	return err
}
