package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/score"
)

// The responses of services are refused, unless a spec or the truths have the same form; see also TestResponsesOfServices of evalreport.
func TestResponsesOfServicesAreNamed(t *testing.T) {
	const (
		expense = `{"ExpenseDocuments":[{"SummaryFields":[]}]}`
		azure   = `{"analyzeResult":{"documents":[{"fields":{"Date":null,"Total":{"type":"number","valueNumber":1,"content":"1"}}}]}}`
		client  = `{"documents":[{"doc_type":"invoice","fields":{"Total":{"value_type":"float","value":1,"content":"1","confidence":0.9}}}]}`
		google  = `{"entities":[{"type":"total","mention_text":"1"}]}`
	)
	truth := []string{`{"id":"a","want":{"total":1}}`}
	for _, tt := range []struct {
		name, spec  string
		want, got   []string
		has, filter string // in the error
	}{
		{"under got", "{}", truth, []string{`{"id":"a","got":` + expense + `,"usage":{"usd":1}}`}, "got.jsonl has responses of Textract's AnalyzeExpense", "\n. + {got: (.got | document)}' 'got.jsonl' > plain.jsonl"},
		{"beside the id", "{}", truth, []string{`{"id":"a",` + expense[1:]}, "AnalyzeExpense", "\n{\"id\": .id, got: (document)}'"},
		{"without an id", "{}", truth, []string{azure[:len(azure)-1] + `,"status":"succeeded"}`}, "Azure Document Intelligence", "\n{id: (input_filename | split(\"/\") | last | rtrimstr(\".json\")), got: (.analyzeResult.documents[0].fields | document)}'"},
		{"without ids", "{}", truth, []string{expense, expense}, "AnalyzeExpense", "\n{got: (document)}'"},
		{"one object that seems to have ids", "{}", truth, []string{`{"document":` + google + `}`}, "Google Document AI", "rtrimstr(\".json\")), got: (.document | document)}'"},
		{"a text under another key", "{}", truth, []string{`{"id":"a","page":1,"raw output":"{\"Blocks\":[{\"BlockType\":\"PAGE\"}]}"}`}, "AnalyzeDocument", "\ndel(.[\"raw output\"]) + {got: (.[\"raw output\"] | fromjson | document)}'"},
		{"items of an array", "{}", truth, []string{`[{"id":"a","got":` + google + `}]`}, "Google Document AI", "{id: .key, got: .value} end) | . + {got: (.got | document)}'"},
		{"truths", "{}", []string{`{"id":"a","want":{"IdentityDocuments":[{}]}}`}, []string{`{"id":"a","got":{"total":1}}`}, "want.jsonl has responses of Textract's AnalyzeID", "\n. + {want: (.want | document)}' 'want.jsonl'"},
		{"cells", "{}", truth, []string{`{"id":"a","got":` + client + `}`}, "got.jsonl has responses of the Python client of Azure Form Recognizer", "field: evalreport score -got got.documents[0].fields -cells value,confidence"},

		{"a spec that names the values", "fields: [{path: 'analyzeResult.documents[0].fields.Total.valueNumber', expected_path: total}]", truth, []string{`{"id":"a","got":` + azure + `}`}, "", ""},
		{"truths of the same form", "{}", []string{`{"id":"a","want":` + google + `}`}, []string{`{"id":"a","got":` + google + `}`}, "", ""},
		{"a field type with a value", "{}", truth, []string{`{"id":"a","got":{"total":1,"tax":{"type":"VAT","value":2}}}`}, "", ""},
		{"texts under entities", "{}", truth, []string{`{"id":"a","got":{"total":1,"entities":[{"type":"ORG","text":"a"}]}}`}, "", ""},
	} {
		_, _, err := prepared(t, score.Lines{}, tt.spec, tt.want, tt.got)
		if tt.has == "" {
			assert.NoError(t, err, tt.name)
			continue
		}
		require.Error(t, err, tt.name)
		assert.Contains(t, err.Error(), tt.has, tt.name)
		assert.Contains(t, err.Error(), tt.filter, tt.name)
	}
}
